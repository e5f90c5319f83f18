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
  /// Whether those who are furthest behind stand first.
  var isByBehind = false
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
      <div class="stack stack--tight">\(parts)\(leaderboard(data, scene))\(settingsForm(data, scene))</div>
      """)
}

/// “Lessons 60 %, 12 of 20 completed, about 2 hours left”, and what was handed in and taken besides (K03).
func breakdown(_ row: CourseProgressPage.Row, isNamed: Bool, _ scene: Scene) -> HTML {
  let (words, progress) = (scene.words, row.progress)
  let share = progress.share
  let lines = [("assignments", progress.assignments), ("quizzes", progress.quizzes)].filter {
    $0.1.of > 0 && $0.0 != share.name
  }
  let left = progress.minutesLeft.flatMap { $0 > 0 ? words("lessons.left", .text(duration($0, scene))) : nil }
  func said(_ name: String, _ tally: Tally) -> String {
    words("progress." + name, .count(tally.done), .count(tally.of))
  }
  return card(
    isNamed ? row.name : nil,
    content: """
      <div class="stack stack--tight breakdown"><div class="progress-card__head">\(ring(share.tally, scene))<div>\
      <p><strong>\(said(share.name, share.tally))</strong></p>\(left.map { "<p class=\"quiet\">\($0)</p>" as HTML } ?? "")</div></div>\
      \(each: lines, { line in
        "<div><span>\(said(line.0, line.1))</span>\(Kit.progress(said(line.0, line.1), line.1.done, of: line.1.of, scene))</div>"
      })</div>
      """)
}
// words: progress.lessons progress.assignments progress.quizzes

/// How much of what was due came, in one line; how that is counted opens beside it.
private func handInRate(_ data: CourseProgressPage, _ scene: Scene) -> HTML {
  let (words, tally) = (scene.words, data.handedIn)
  guard !data.rows.isEmpty else { return "" }
  guard tally.of > 0 else { return "<p class=\"quiet\" id=\"hand-in\">\(words("progress.hand-in-none"))</p>" }
  let said = words("progress.hand-in-of", .text(words.number(tally.done)), .text(words.number(tally.of)))
  let rule = menu(
    "hand-in-rule", words("progress.hand-in-rule"),
    ["<p class=\"hand-in__rule\">\(words("progress.hand-in-text"))</p>"])
  return """
    <div class="hand-in" id="hand-in">\(ring(tally, scene))<p><strong>\(words("progress.hand-in"))</strong> <span class="quiet">\(said)</span></p>\
    \(iconButton("info", words("progress.hand-in-rule"), scene, kind: .ghost, popover: "hand-in-rule"))\(rule)</div>
    """
}

private func everybody(_ data: CourseProgressPage, _ scene: Scene) -> HTML {
  let words = scene.words
  guard !data.rows.isEmpty else {
    return emptyState("people", words("progress.nobody"), words("progress.nobody-text"), scene)
  }
  let path = ProgressPaths.course(data.course.id)
  let sifts = chips([
    chip(words("progress.sort.name"), to: path, isCurrent: !data.isByBehind),
    chip(words("progress.sort.behind"), to: path + "?sort=behind", isCurrent: data.isByBehind),
  ])
  let rows = data.isByBehind ? behindFirst(data.rows) : data.rows
  return """
    \(sifts)<div class="table-scroll" tabindex="0" role="region" aria-label="\(words("progress.title"))"><table class="table table--keep progress-table" id="everybody">\
    <caption class="visually-hidden">\(words("progress.title"))</caption><thead><tr><th scope="col">\(words("progress.student"))</th>\
    <th scope="col">\(words("progress.head.lessons"))</th>\(kindHead("assignments", .assignment, scene))\
    \(kindHead("quizzes", .quiz, scene))</tr></thead><tbody>\(each: rows, { everybodyRow($0, scene) })</tbody></table></div>
    """
}
// words: progress.head.*

/// Who has the least of the lessons, and of those who are equal there, the least of everything; then by name.
func behindFirst(_ rows: [CourseProgressPage.Row]) -> [CourseProgressPage.Row] {
  rows.enumerated().sorted { one, other in
    let (a, b) = (one.element.progress, other.element.progress)
    return (a.share.tally.percent, a.whole.percent, one.offset) < (b.share.tally.percent, b.whole.percent, other.offset)
  }.map { $0.element }
}

/// A sign on a phone, where the word has no room; the word for the eye elsewhere, and for the ear everywhere.
private func kindHead(_ name: String, _ kind: CourseItem.Kind, _ scene: Scene) -> HTML {
  """
  <th scope="col" class="is-number"><span class="progress-table__sign">\(icon(itemIcon(kind), scene, size: .small))</span>\
  <span class="progress-table__word">\(scene.words("progress.head." + name))</span></th>
  """
}

private func everybodyRow(_ row: CourseProgressPage.Row, _ scene: Scene) -> HTML {
  let lessons = row.progress.lessons
  let bar: HTML =
    lessons.of == 0
    ? "<span class=\"quiet\">—</span>"
    : """
    <progress value="\(lessons.done)" max="\(lessons.of)" aria-hidden="true"></progress><span>\(tally(lessons.done, of: lessons.of, scene))</span>
    """
  return """
    <tr id="progress-\(row.student.text)"><th scope="row"><a href="\(url: StudentsPaths.student(row.student))">\(name(row.name))</a></th>\
    <td><span class="progress-table__bar">\(bar)</span></td>\
    <td class="is-number">\(ticks(row.progress.assignments, scene))</td><td class="is-number">\(ticks(row.progress.quizzes, scene))</td></tr>
    """
}

/// So many of so many, ticked when it is all of them.
private func ticks(_ of: Tally, _ scene: Scene) -> HTML {
  guard of.of > 0 else { return "<span class=\"quiet\">—</span>" }
  let mark: HTML = of.done >= of.of ? icon("check", scene, size: .small) : ""
  return
    "<span class=\"progress-table__ticks\"\(flag: "data-full", of.done >= of.of)>\(mark)\(tally(of.done, of: of.of, scene))</span>"
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
  let fields = form(
    ProgressPaths.settings(data.course.id),
    [
      .check(
        "streaks", words("progress.settings.streaks"), isOn: data.settings.streaks,
        hint: words("progress.settings.streaks-hint")),
      .check(
        "leaderboard", words("progress.settings.leaderboard"), isOn: data.settings.leaderboard,
        hint: words("progress.settings.leaderboard-hint")),
    ], Draft(), scene, submit: words("lessons.save"))
  return """
    <details class="card course-settings" id="settings"><summary>\(words("progress.settings"))</summary>\(fields)</details>
    """
}
