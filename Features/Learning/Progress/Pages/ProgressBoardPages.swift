public import Base
public import HTML
public import Kit
public import School

/// A course as a student's card shows it.
public struct ProgressCard: Sendable {
  public var course: Course
  public var progress: CourseProgress
  /// `nil` while nothing is posted that counts.
  public var grade: GradeSummary?
}

/// One thing that is due, on one student's own day.
public struct DueLine: Sendable {
  public var item: CourseItem
  public var course: String
  public var at: Instant
  public var isDone: Bool
}

/// A grade that is new.
public struct GradeNews: Sendable {
  public var title: String
  public var course: String
  /// As it is shown: “8.5 / 10”, or that it is excused.
  public var raw: Amount?
  public var possible: Amount
  public var path: String
  public var at: Instant
}

/// A grade point average as the first page shows it.
public struct BoardAverage: Hashable, Sendable {
  public var plain: Amount
  /// With what harder courses count for, where that makes a difference.
  public var weighted: Amount?
  /// Nothing is finished yet: it is as if everything ended today.
  public var isProjected: Bool
}

/// What matters to one student now.
public struct StudentBoard: Sendable {
  public var student: ID<Student>
  public var name: String
  public var cards: [ProgressCard] = []
  public var overdue: [DueLine] = []
  public var due: [DueLine] = []
  public var done: [DueLine] = []
  public var news: [GradeNews] = []
  public var streak: Streak?
  public var week: ProgressWeek
  /// The grade point average over all courses; `nil` where no letter counts in one yet.
  public var average: BoardAverage?
  /// A grade below 60 %.
  public var low: [ProgressCard] { cards.filter { $0.grade?.band == .failing } }
  public var topics: [String] = []
  /// Nothing to say: no course, and nothing that is due.
  public var isEmpty: Bool { cards.isEmpty && overdue.isEmpty && due.isEmpty && news.isEmpty }
}

// words: progress.week.* progress.arrow.* progress.streak.*

/// The pieces of a student's first page, in the order of what they call for; what has nothing to say is left out.
public func studentBoard(_ board: StudentBoard, _ scene: Scene) -> HTML {
  var parts: [HTML] = []
  if let next = continueCard(board, scene) { parts.append(next) }
  if let due = dueLists(board, scene) { parts.append(due) }
  if !board.news.isEmpty { parts.append(newsList(board.news, scene)) }
  if !board.cards.isEmpty { parts.append(progressCards(board.cards, scene)) }
  if let average = board.average { parts.append(averageTiles(average, scene)) }
  parts.append(weekLine(board, leadsOn: true, scene))
  return "<div class=\"stack stack--loose\" id=\"board-\(board.student.text)\">\(each: parts, { $0 })</div>"
}

/// The one next step: the first open lesson of the course that was worked on last, or of the first.
private func continueCard(_ board: StudentBoard, _ scene: Scene) -> HTML? {
  guard let card = board.cards.first(where: { $0.progress.next != nil }), let next = card.progress.next else {
    return nil
  }
  return nextStep(card, next, scene)
}

private func nextStep(_ card: ProgressCard, _ next: CourseItem, _ scene: Scene) -> HTML {
  let words = scene.words
  let act = linkButton(
    words("progress.continue"), to: path(of: next), .primary, icon: icon("forward", scene), style: ButtonStyle(key: "c")
  )
  return """
    <section class="card card--tinted next-step"><div><h2 class="card__title"><bdi>\(next.title)</bdi></h2>\
    <p class="quiet"><bdi>\(card.course.name)</bdi> · \(lessonCount(card.progress, scene))</p></div>\(act)</section>
    """
}

func lessonCount(_ progress: CourseProgress, _ scene: Scene) -> String {
  scene.words("lessons.progress", .count(progress.lessons.done), .count(progress.lessons.of))
}

// MARK: due

private func dueLists(_ board: StudentBoard, _ scene: Scene) -> HTML? {
  guard !board.overdue.isEmpty || !board.due.isEmpty || !board.done.isEmpty else { return nil }
  let words = scene.words
  let overdue: HTML =
    board.overdue.isEmpty
    ? ""
    : "<h3 class=\"due__day due__day--late\">\(icon("warning", scene, size: .small))\(words("progress.overdue"))</h3>\(list(board.overdue.map { dueRow($0, isLate: true, scene) }))"
  let open: HTML =
    board.due.isEmpty && board.overdue.isEmpty
    ? "<p class=\"quiet\">\(words("progress.due-nothing"))</p>" : dueDays(board.due, scene)
  let done: HTML =
    board.done.isEmpty
    ? ""
    : """
    <details class="due__done"><summary>\(words("progress.done-items", .count(board.done.count)))</summary>\
    \(list(board.done.map { dueRow($0, isLate: false, scene) }))</details>
    """
  return "<section class=\"due\">\(sectionTitle(words("progress.due")))\(overdue)\(open)\(done)</section>"
}

/// One list by day over all courses.
private func dueDays(_ lines: [DueLine], _ scene: Scene) -> HTML {
  var days: [(day: Day, lines: [DueLine])] = []
  for line in lines {
    let day = scene.ownZone.day(of: line.at)
    if days.last?.day == day { days[days.count - 1].lines.append(line) } else { days.append((day, [line])) }
  }
  return """
    \(each: days, { day in
      "<h3 class=\"due__day\">\(dayName(day.day, scene))</h3>\(list(day.lines.map { dueRow($0, isLate: false, scene) }))"
    })
    """
}

private func dayName(_ day: Day, _ scene: Scene) -> String {
  switch day.number - scene.ownToday.number {
  case 0: scene.words("progress.today")
  case 1: scene.words("progress.tomorrow")
  default: scene.words.date(day, .weekday)
  }
}

private func dueRow(_ line: DueLine, isLate: Bool, _ scene: Scene) -> HTML {
  let at =
    isLate ? scene.words.date(scene.ownZone.day(of: line.at), .weekday) : scene.words.time(line.at, in: scene.ownZone)
  let mark: HTML = line.isDone ? badge(scene.words("progress.done"), .success, icon: icon("check", scene)) : ""
  return cell(
    name(line.item.title), meta: "\(name(line.course)) · \(at)", lead: icon(workIcon(line.item.kind), scene),
    trail: mark,
    to: path(of: line.item), scene)
}

/// A quiz is no tick: that is what done looks like.
func workIcon(_ kind: CourseItem.Kind) -> String {
  switch kind {
  case .lesson: "lesson"
  case .assignment: "note"
  case .quiz: "quiz"
  }
}

// MARK: grades

private func newsList(_ news: [GradeNews], _ scene: Scene) -> HTML {
  let rows = news.map { grade in
    let shown: HTML =
      grade.raw.map { raw in
        "<strong class=\"number\" dir=\"ltr\">\(scene.words("progress.points", .text(raw.text), .text(grade.possible.text)))</strong>"
      } ?? badge(scene.words("progress.excused"), .excused)
    return cell(
      name(grade.title), meta: "\(name(grade.course)) · \(time(grade.at, scene, isRelative: true))", trail: shown,
      to: grade.path, scene)
  }
  return "<section>\(sectionTitle(scene.words("progress.news")))\(list(rows))</section>"
}

private func averageTiles(_ average: BoardAverage, _ scene: Scene) -> HTML {
  let words = scene.words
  let keys =
    average.isProjected
    ? ("grades.gpa-projected", "grades.gpa-projected-weighted") : ("grades.gpa", "grades.gpa-weighted")
  let more = average.weighted.map { [Stat(words(keys.1), words.number($0, places: 2))] } ?? []
  return """
    <section>\(sectionTitle(words("grades.title"), link: (words("progress.look"), GradesPaths.mine)))\
    \(stats([Stat(words(keys.0), words.number(average.plain, places: 2))] + more))</section>
    """
}

// MARK: week and streak

/// “This week: 4 lessons ↑ …”, and how many days in a row; the page of progress does not lead to itself.
func weekLine(_ board: StudentBoard, leadsOn: Bool, _ scene: Scene) -> HTML {
  let words = scene.words
  let counts = [
    ("progress.week.lessons", board.week.lessons), ("progress.week.assignments", board.week.assignments),
    ("progress.week.quizzes", board.week.quizzes),
  ]
  let streak: HTML = board.streak.map { streakPill($0, scene) } ?? ""
  let all = leadsOn ? (label: words("progress.title"), path: ProgressPaths.all) : nil
  return """
    <section class="week">\(sectionTitle(words("progress.week"), link: all))\
    <ul class="week__counts" role="list">\(each: counts, { weekCount($0.0, $0.1, scene) })</ul>\(streak)</section>
    """
}

private func weekCount(_ key: String, _ count: ProgressWeek.Count, _ scene: Scene) -> HTML {
  let arrow: HTML =
    switch count.arrow {
    case .up: "<span class=\"week__arrow week__arrow--up\" aria-hidden=\"true\">↑</span>"
    case .down: "<span class=\"week__arrow\" aria-hidden=\"true\">↓</span>"
    case .same: ""
    }
  let compared = scene.words("progress.arrow." + count.arrow.rawValue, .count(count.before))
  return """
    <li>\(scene.words(key, .count(count.now)))\(arrow)<span class="visually-hidden"> (\(compared))</span></li>
    """
}

/// Never loss-framed: a day that is missing is a new beginning.
func streakPill(_ streak: Streak, _ scene: Scene) -> HTML {
  guard streak.state != .none else { return "" }
  let words = scene.words
  let frozen: HTML =
    streak.frozen.last.map {
      "<span class=\"quiet\">\(words("progress.streak.frozen", .text(words.date($0, .weekday))))</span>"
    } ?? ""
  return """
    <p class="streak" data-state="\(streak.state.rawValue)">\(icon("flame", scene))<span><strong>\
    \(words("progress.streak.days", .count(streak.current)))</strong> \
    <span class="quiet">\(words("progress.streak." + streak.state.rawValue))</span> \(frozen)</span></p>
    """
}
