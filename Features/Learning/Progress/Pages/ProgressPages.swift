import Base
import HTML
import Kit
import School

/// How far the reader is, or the reader's children are: `/progress`.
func progressPage(_ boards: [StudentBoard], isGuardian: Bool, _ scene: Scene) -> Page {
  let words = scene.words
  let body: HTML =
    boards.isEmpty || boards.allSatisfy { $0.cards.isEmpty }
    ? emptyState("school", words("progress.none"), words("progress.none-text"), scene)
    : stack(boards.map { progressOf($0, isNamed: isGuardian, scene) }, isLoose: true)
  return Page("progress.all", title: words("progress.title"), topics: boards.flatMap { $0.topics }, body: body)
}

private func progressOf(_ board: StudentBoard, isNamed: Bool, _ scene: Scene) -> HTML {
  let title: HTML = isNamed ? "<h2>\(name(board.name))</h2>" : ""
  let streak: HTML = board.streak.map { streakDetails($0, scene) } ?? ""
  let left = board.cards.filter { ($0.progress.minutesLeft ?? 0) > 0 }
  let times: HTML =
    left.isEmpty
    ? ""
    : card(
      scene.words("progress.time-left"),
      content: list(
        left.map {
          cell(name($0.course.name), trail: HTML(text: duration($0.progress.minutesLeft ?? 0, scene)), scene)
        },
        isPlain: true))
  return """
    <div class="stack stack--loose">\(title)\(weekLine(board, leadsOn: false, scene))\(streak)\
    <div class="grid">\(each: board.cards, { progressCard($0, scene) })</div>\(times)</div>
    """
}

private func streakDetails(_ streak: Streak, _ scene: Scene) -> HTML {
  guard streak.state != .none else { return "" }
  let words = scene.words
  return stats([
    Stat(words("progress.streak.now"), words.number(streak.current)),
    Stat(words("progress.streak.longest"), words.number(streak.longest)),
    Stat(words("progress.streak.freezes"), words.number(streak.freezes)),
  ])
}

/// One course: for a student the parts of the whole, for the staff everybody's.
struct CourseProgressPage: Sendable {
  struct Row: Sendable {
    var student: ID<Student>
    var name: String
    var progress: CourseProgress
    var points: Int
  }
  var course: Course
  var access: CourseAccess
  var settings: ProgressSettings
  var rows: [Row]
  var leaderboard: [(name: String, points: Int, place: Int)] = []
  /// For a student: whether they appear in it.
  var isIn = false
  /// For the staff: what was handed in and taken, of what was due by now.
  var handedIn = Tally()
  var topics: [String] = []
}

func courseProgressPage(_ data: CourseProgressPage, _ scene: Scene) -> Page {
  let words = scene.words
  let parts: HTML =
    data.access.isStaff
    ? "\(handInRate(data, scene))\(everybody(data, scene))"
    : "\(each: data.rows, { breakdown($0, isNamed: data.rows.count > 1, scene) })"
  return Page(
    "progress.course", title: words("progress.title"), topics: data.topics,
    space: courseSpace(data.course, data.access, current: .progress, scene),
    body: """
      <div class="stack stack--loose">\(parts)\(leaderboard(data, scene))\(settingsForm(data, scene))</div>
      """)
}

/// “Overall 62 %; Lessons 12/20, Assignments 3/5, Quizzes 1/2; about 2 hours left” (K03).
func breakdown(_ row: CourseProgressPage.Row, isNamed: Bool, _ scene: Scene) -> HTML {
  let (words, progress) = (scene.words, row.progress)
  let lines = [
    ("progress.lessons", progress.lessons), ("progress.assignments", progress.assignments),
    ("progress.quizzes", progress.quizzes),
  ].filter { $0.1.of > 0 }
  let left: HTML =
    progress.minutesLeft.map {
      $0 > 0 ? "<p class=\"quiet\">\(words("lessons.left", .text(duration($0, scene))))</p>" : ""
    } ?? ""
  return card(
    isNamed ? row.name : words("progress.whole"),
    content: """
      <div class="progress-card__head">\(ring(progress.whole, scene))<div class="stack stack--tight breakdown">\
      \(each: lines, { line in
        "<div><span>\(words(line.0, .count(line.1.done), .count(line.1.of)))</span>\(Kit.progress(words(line.0, .count(line.1.done), .count(line.1.of)), line.1.done, of: line.1.of, scene))</div>"
      })\(left)</div></div>
      """)
}
// words: progress.lessons progress.assignments progress.quizzes

/// How much of what was due came, and how that is counted.
private func handInRate(_ data: CourseProgressPage, _ scene: Scene) -> HTML {
  let (words, tally) = (scene.words, data.handedIn)
  guard !data.rows.isEmpty else { return "" }
  guard tally.of > 0 else {
    return card(
      words("progress.hand-in"), id: "hand-in", content: "<p class=\"quiet\">\(words("progress.hand-in-none"))</p>")
  }
  let said = words("progress.hand-in-of", .text(words.number(tally.done)), .text(words.number(tally.of)))
  return card(
    words("progress.hand-in"), id: "hand-in",
    content: """
      <div class="progress-card__head">\(ring(tally, scene))<div class="stack stack--tight">\
      <p>\(said)</p><p class="quiet">\(words("progress.hand-in-text"))</p></div></div>
      """)
}

private func everybody(_ data: CourseProgressPage, _ scene: Scene) -> HTML {
  let words = scene.words
  guard !data.rows.isEmpty else {
    return emptyState("people", words("progress.nobody"), words("progress.nobody-text"), scene)
  }
  let table = DataTable(
    words("progress.title"),
    [
      .init(words("progress.student")), .init(words("progress.whole"), isNumber: true),
      .init(words("progress.head.lessons"), isNumber: true), .init(words("progress.head.assignments"), isNumber: true),
      .init(words("progress.head.quizzes"), isNumber: true),
    ], isCaptionHidden: true)
  return table.html(
    data.rows.map { row in
      let whole = scene.words("number.percent", .text(scene.words.number(row.progress.whole.percent)))
      return DataTable.Row([
        "<a href=\"\(url: StudentsPaths.student(row.student))\">\(name(row.name))</a>", HTML(text: whole),
        tally(row.progress.lessons, scene), tally(row.progress.assignments, scene), tally(row.progress.quizzes, scene),
      ])
    })
}
// words: progress.head.*

private func tally(_ tally: Tally, _ scene: Scene) -> HTML {
  HTML(text: scene.words("progress.tally", .text(scene.words.number(tally.done)), .text(scene.words.number(tally.of))))
}

private func leaderboard(_ data: CourseProgressPage, _ scene: Scene) -> HTML {
  guard data.settings.leaderboard else { return "" }
  let words = scene.words
  let rows = data.leaderboard.map { row in
    cell(
      name(row.name), lead: "<strong class=\"number\">\(scene.words.number(row.place))</strong>",
      trail: HTML(text: words("progress.xp", .count(row.points))), scene)
  }
  let found: HTML =
    rows.isEmpty ? "<p class=\"quiet\">\(words("progress.leaderboard.few"))</p>" : list(rows, isPlain: true)
  return card(words("progress.leaderboard"), id: "leaderboard", content: "\(found)\(mine(data, scene))")
}

/// One's own points, and the way in and out.
private func mine(_ data: CourseProgressPage, _ scene: Scene) -> HTML {
  guard case .student = data.access, let row = data.rows.first else { return "" }
  let words = scene.words
  let act = postButton(
    words(data.isIn ? "progress.leaderboard.leave" : "progress.leaderboard.join"),
    to: ProgressPaths.leaderboard(data.course.id), scene, fields: [Form.Field("in", data.isIn ? "0" : "1")], .secondary,
    style: ButtonStyle(isSmall: true))
  return
    "<div class=\"cluster cluster--between\"><span>\(words("progress.leaderboard.mine", .count(row.points)))</span>\(act)</div>"
}

private func settingsForm(_ data: CourseProgressPage, _ scene: Scene) -> HTML {
  guard data.access.isStaff else { return "" }
  let words = scene.words
  return card(
    words("progress.settings"), id: "settings",
    content: form(
      ProgressPaths.settings(data.course.id),
      [
        .check(
          "streaks", words("progress.settings.streaks"), isOn: data.settings.streaks,
          hint: words("progress.settings.streaks-hint")),
        .check(
          "leaderboard", words("progress.settings.leaderboard"), isOn: data.settings.leaderboard,
          hint: words("progress.settings.leaderboard-hint")),
      ], Draft(), scene, submit: words("lessons.save")))
}
