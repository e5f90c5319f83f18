import Base
import HTML
import Kit
import People
import School

/// A child's work in courses on its own page, as the family sees it.
struct WorkPortrait: Sendable {
  /// One piece of work: handed in, come back with points, or missing.
  struct Line: Sendable {
    let title: String, course: String
    /// When it was handed in or came back, or was due.
    let at: Instant
    let path: String
    var raw: Amount?
    var possible: Amount?
  }
  /// How a course stands.
  struct CourseLine: Sendable {
    let course: Course
    let grade: GradeTotal
    let places: Int
    let trend: GradeTrend?
    let latest: [LatestScore]
    let missing: Int
  }
  let student: ID<Student>
  let access: StudentAccess
  var courses: [CourseLine] = []
  /// The newest first, all three.
  var missing: [Line] = []
  var graded: [Line] = []
  var handedIn: [Line] = []
}

/// How many lines of each kind are shown: a page of paper holds them.
private let mostLines = 4

/// The grades as chips, what is missing, a line for each course, and what happened last.
func workParts(_ data: WorkPortrait, _ scene: Scene) -> PortraitParts {
  guard !data.courses.isEmpty else { return PortraitParts() }
  let words = scene.words
  let count = data.missing.count
  return PortraitParts(
    figures: [Stat(words("progress.missing"), words.number(count), count > 0 ? .absent : .neutral)],
    chips: data.courses.map { chip($0, scene) }, parts: [courseLines(data, scene), recentWork(data, scene)])
}

/// The letter, where the course has letters.
private func chip(_ line: WorkPortrait.CourseLine, _ scene: Scene) -> HTML {
  let shown: HTML
  if let percent = line.grade.percent {
    let mark: HTML =
      line.grade.letter.map { "<bdi class=\"grade__letter\" dir=\"ltr\">\($0.letter)</bdi>" }
      ?? "<span class=\"grade__percent\">\(percentText(percent, places: 0, scene))</span>"
    shown = "<span class=\"grade grade--\(GradeBand(percent).name)\">\(mark)</span>"
  } else {
    shown = "<span class=\"grade grade--none\">—</span>"
  }
  return "<span class=\"portrait__chip\">\(name(line.course.name)) \(shown)</span>"
}

private func courseLines(_ data: WorkPortrait, _ scene: Scene) -> HTML {
  let words = scene.words
  let rows = data.courses.map { courseLine($0, data.student, scene) }
  // words: progress.portrait.seen-*
  let seen: HTML =
    data.access == .family
    ? ""
    : "<p class=\"quiet no-print\">\(words("progress.portrait.seen-" + (data.access == .office ? "office" : "teacher")))</p>"
  return """
    <section class="portrait__grades">\(sectionTitle(words("grades.title")))\(list(rows, label: words("grades.title")))\(seen)</section>
    """
}

private func courseLine(_ line: WorkPortrait.CourseLine, _ student: ID<Student>, _ scene: Scene) -> HTML {
  let missing: HTML =
    line.missing == 0 ? "" : badge(scene.words("progress.portrait.missing", .count(line.missing)), .warning)
  let about: HTML = "\(missing) \(trendMark(line.trend, scene))"
  return cell(
    name(line.course.name), meta: line.trend == nil && line.missing == 0 ? "" : about,
    trail: "\(scores(line, scene)) \(gradeMark(line.grade, places: line.places, scene))",
    to: GradesPaths.course(line.course.id, student), scene)
}

/// The last scores with the class behind; one score is no line.
private func scores(_ line: WorkPortrait.CourseLine, _ scene: Scene) -> HTML {
  guard line.latest.count > 1 else { return "" }
  let words = scene.words
  func shares(_ shares: [Int]) -> String {
    words.list(shares.map { percentText(Amount(units: Int64($0) * Amount.scale / 10), places: 0, scene) })
  }
  let means = line.latest.map { $0.mean }
  let isShown = means.contains { $0 != nil }
  var sentence = words("progress.portrait.scores", .text(shares(line.latest.map { $0.share })))
  if isShown { sentence += " " + words("progress.portrait.class", .text(shares(means.compactMap { $0 }))) }
  return sparkline(line.latest.map { $0.share }, medians: isShown ? means : [], sentence, scene)
}

// MARK: what happened last

private func recentWork(_ data: WorkPortrait, _ scene: Scene) -> HTML {
  let words = scene.words
  let groups = [
    group(words("progress.missing"), data.missing, scene) { badge(words.date($0, .weekday), .warning) },
    group(words("progress.portrait.graded"), data.graded, scene) { HTML(text: words.date($0, .weekday)) },
    group(words("progress.portrait.handed-in"), data.handedIn, scene) { HTML(text: words.date($0, .weekday)) },
  ].compactMap { $0 }
  let inside: HTML =
    groups.isEmpty
    ? "<p class=\"quiet\">\(words("progress.portrait.no-work"))</p>"
    : "<div class=\"portrait__work\">\(each: groups, { $0 })</div>"
  return "<section class=\"portrait__recent\">\(sectionTitle(words("progress.portrait.work")))\(inside)</section>"
}

/// - Parameter day: how the day of a line is said.
private func group(
  _ title: String, _ lines: [WorkPortrait.Line], _ scene: Scene, _ day: (Day) -> HTML
) -> HTML? {
  guard !lines.isEmpty else { return nil }
  let rows = lines.prefix(mostLines).map { line in
    cell(
      name(line.title), meta: "\(day(scene.ownZone.day(of: line.at))) · \(name(line.course))",
      trail: line.possible.map { givenPoints(line.raw, of: $0, scene) } ?? "", to: line.path, scene)
  }
  let rest = lines.count - rows.count
  let more: HTML = rest > 0 ? "<p class=\"quiet\">\(scene.words("progress.portrait.more", .count(rest)))</p>" : ""
  return "<div><h3>\(title)</h3>\(list(rows, label: title))\(more)</div>"
}
