import Base
import HTML
import Kit
package import School

/// A file as pages show it.
struct WorkFileItem: Sendable {
  let id: ID<WorkFile>
  let name: String
  let type: String
  let size: Int
}

/// Where one student stands, as the staff see it.
package struct WorkRow: Sendable {
  package let student: Student
  let state: WorkState
  let handedInAt: Instant?
  let lateSeconds: Int64
  let attempts: Int
  /// Came after the last score, or never got one.
  package let waits: Bool
  /// What is said of the time of the last attempt, where only the device told it.
  let claim: Submission.Claim?
  let score: Amount?
  let isExtended: Bool
  /// What the student sees already.
  let isPosted: Bool

  var isGraded: Bool { score != nil && !waits }
}

extension AssignmentPage {
  /// How many scores are there that families do not see.
  var unposted: Int { rows.count { $0.score != nil && !$0.isPosted } }
}

/// What an assignment's page shows the staff.
package struct AssignmentPage: Sendable {
  enum Show: String, CaseIterable, Sendable { case all, waiting, late, missing, graded }

  var item: CourseItem
  var assignment: Assignment
  var course: Course
  var column: GradeItem?
  package var rows: [WorkRow]
  var show = Show.all
  /// The closed part of the year in which its day lies.
  var closed: ClosedPeriod?
  var topics: [String] = []
  /// What the teacher gave with it.
  var sheets: [SheetItem] = []

  func shown(_ show: Show) -> [WorkRow] {
    switch show {
    case .all: rows
    case .waiting: rows.filter { $0.waits }
    case .late: rows.filter { $0.lateSeconds > 0 }
    case .missing: rows.filter { $0.state == .missing }
    case .graded: rows.filter { $0.isGraded }
    }
  }
}

func assignmentPage(_ data: AssignmentPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, id) = (scene.words, data.item.id)
  let first = data.rows.first { $0.waits } ?? data.rows.first
  let grade: HTML =
    first.map {
      linkButton(
        words("assignments.grade"), to: AssignmentsPaths.grading(id, $0.student.id), .primary,
        icon: icon("target", scene), style: ButtonStyle(key: "g"))
    } ?? ""
  let more = iconButton("more", words("assignments.more"), scene, popover: "menu-assignment")
  return Page(
    "assignments.assignment", title: data.item.title, actions: "\(grade)\(more)", topics: data.topics,
    parent: (data.course.name, CoursesPaths.course(data.course.id)),
    body: """
      <div class="assignment">\(columns([assignmentMain(data, scene)], side: assignmentSide(data, draft, scene)))</div>\
      \(assignmentMenu(data, scene))
      """)
}

/// When it is due, how far the class has come, and everybody.
private func assignmentMain(_ data: AssignmentPage, _ scene: Scene) -> HTML {
  let post: HTML =
    data.closed == nil
    ? postScoresButton(
      data.column, waiting: data.unposted, back: AssignmentsPaths.assignment(data.item.id), scene) : ""
  return """
    <div class="stack">\(draftBanner(data, scene))\(data.closed?.banner("grades.closed-counts-not", scene) ?? "")\
    \(assignmentFacts(data.assignment, data.item, data.column, nil, scene))\(workCounts(data, scene))\(post)\
    \(workChips(data, scene))\(workList(data, scene))</div>
    """
}

/// What it asks for, and what goes out with it: the teacher knows it.
private func assignmentSide(_ data: AssignmentPage, _ draft: Draft, _ scene: Scene) -> [HTML] {
  [aboutCard(data.assignment, scene), sheetsEditor(data, draft, scene)].filter { !$0.isEmpty }
}

private func draftBanner(_ data: AssignmentPage, _ scene: Scene) -> HTML {
  guard data.item.publishedAt == nil else { return "" }
  let publish = postButton(
    scene.words("assignments.publish"), to: AssignmentsPaths.publication(data.item.id), scene, .secondary,
    style: ButtonStyle(isSmall: true))
  return banner(HTML(text: scene.words("assignments.is-draft")), scene, .warning, action: publish)
}

/// When, how much and how often, as a line of facts; with `times`, as one student has it.
func assignmentFacts(
  _ assignment: Assignment, _ item: CourseItem, _ column: GradeItem?, _ times: WorkTimes?, _ scene: Scene
) -> HTML {
  let words = scene.words
  let due = times.map { $0.dueAt } ?? item.dueAt
  let closes = times.map { $0.closesAt } ?? assignment.closesAt
  var facts: [HTML] = [
    due.map { "\(icon("clock", scene))\(words("assignments.due-at")) \(time($0, scene))" }
      ?? "\(icon("clock", scene))\(words("assignments.no-due"))"
  ]
  if times?.isExtended == true { facts.append(badge(words("assignments.extended"), .info)) }
  if let opens = assignment.opensAt, opens > scene.now {
    facts.append("\(icon("clock", scene))\(words("assignments.opens-at")) \(time(opens, scene))")
  }
  if let closes, closes != due {
    facts.append("\(icon("lock", scene))\(words("assignments.closes-at")) \(time(closes, scene))")
  }
  if let column { facts.append("\(icon("target", scene))\(worthText(column.possible, scene))") }
  if let attempts = assignment.attempts { facts.append("\(words("assignments.attempts-count", .count(attempts)))") }
  if assignment.isOnPaper { facts.append(badge(words("assignments.work.paper"))) }
  if !assignment.lateAllowed, due != nil { facts.append("\(words("assignments.no-late"))") }
  return "<ul class=\"facts\" role=\"list\">\(each: facts, { "<li>\($0)</li>" })</ul>"
}

/// “10 points”: whole numbers in the language's own plural, others with their places.
func worthText(_ points: Amount, _ scene: Scene) -> String {
  guard points.units % Amount.scale == 0 else {
    return scene.words("assignments.points-amount", .text(scene.words.number(points)))
  }
  return scene.words("assignments.points-count", .count(Int(points.units / Amount.scale)))
}

func aboutCard(_ assignment: Assignment, _ scene: Scene) -> HTML {
  let rubric = rubricView(assignment.rubric, [], scene)
  guard !assignment.about.isEmpty else { return rubric }
  return "\(card(content: "<div class=\"prose\" dir=\"auto\">\(markdown(assignment.about))</div>"))\(rubric)"
}

/// How long in the largest two units: “1 day and 4 hours”, “12 minutes”.
func durationText(_ seconds: Int64, _ scene: Scene) -> String {
  let minutes = Int((seconds + 59) / 60)
  let (days, hours, rest) = (minutes / 1440, minutes % 1440 / 60, minutes % 60)
  var parts: [String] = []
  if days > 0 { parts.append(scene.words("assignments.days", .count(days))) }
  if hours > 0 { parts.append(scene.words("assignments.hours", .count(hours))) }
  if days == 0, rest > 0 || parts.isEmpty { parts.append(scene.words("assignments.minutes", .count(max(1, rest)))) }
  return scene.words.list(parts)
}

private func assignmentMenu(_ data: AssignmentPage, _ scene: Scene) -> HTML {
  let (words, id) = (scene.words, data.item.id)
  var items = [
    menuLink(words("assignments.edit"), to: AssignmentsPaths.edit(id), icon: icon("edit", scene)),
    menuLink(words("assignments.rubric"), to: AssignmentsPaths.rubric(id), icon: icon("table", scene)),
    menuLink(words("assignments.extensions"), to: AssignmentsPaths.extensions(id), icon: icon("calendar", scene)),
  ]
  if !data.assignment.isOnPaper { items += archiveItems(data, scene) }
  items.append(menuLine)
  if data.item.publishedAt != nil {
    items.append(
      menuAct(
        words("assignments.unpublish"), to: AssignmentsPaths.publication(id), scene,
        fields: [Form.Field("draft", "1")], icon: icon("eye-off", scene)))
  }
  items.append(
    menuLink(words("assignments.delete"), to: AssignmentsPaths.deletion(id), icon: icon("trash", scene), isDanger: true)
  )
  return menu("menu-assignment", words("assignments.more"), items)
}

/// Everybody's work at once, where there is any.
private func archiveItems(_ data: AssignmentPage, _ scene: Scene) -> [HTML] {
  let (words, id) = (scene.words, data.item.id)
  let download = AssignmentsPaths.download(id)
  guard data.rows.contains(where: { $0.handedInAt != nil }) else {
    return [menuLine, "<p class=\"menu__note quiet\">\(words("assignments.nothing-to-download"))</p>"]
  }
  let all = menuLink(words("assignments.download-all"), to: download, icon: icon("download", scene))
  let ungraded: HTML =
    data.rows.contains { $0.waits }
    ? menuLink(words("assignments.download-ungraded"), to: download + "?ungraded=1", icon: icon("download", scene))
    : "<p class=\"menu__note quiet\">\(words("assignments.all-graded"))</p>"
  let back = menuLink(words("assignments.upload-marked"), to: AssignmentsPaths.marked(id), icon: icon("upload", scene))
  return [menuLine, all, ungraded, back]
}
