public import Base
import HTML
import Kit
public import School

/// Everybody who is missing on a day, those of whom nobody has said anything first.
public struct MissingPage: Sendable {
  public let day: Day
  public let today: Day
  public let students: [MissingStudent]
  /// Who reported and who called.
  public let names: [ID<Account>: String]
  public let topics: [String]
  public init(
    day: Day, today: Day, students: [MissingStudent], names: [ID<Account>: String], topics: [String]
  ) {
    (self.day, self.today, self.students) = (day, today, students)
    (self.names, self.topics) = (names, topics)
  }
  func of(_ kind: MissingStudent.Kind) -> [MissingStudent] { students.filter { $0.kind == kind } }
}

func missingPage(_ data: MissingPage, _ scene: Scene) -> Page {
  let groups = MissingStudent.Kind.allCases.map { missingGroup($0, data, scene) }
  let body: HTML =
    data.students.isEmpty
    ? emptyState(
      "check", scene.words("attendance.nobody-missing"), scene.words("attendance.nobody-missing-text"), scene)
    : stack(groups)
  return Page(
    "attendance.missing", title: scene.words("attendance.missing"), topics: data.topics,
    parent: (scene.words("attendance.title"), AttendancePaths.day(data.day)),
    body: stack([missingDays(data, scene), body]))
}

private func missingDays(_ data: MissingPage, _ scene: Scene) -> HTML {
  let back = iconLink(
    "back", scene.words("attendance.day-before"), to: AttendancePaths.missing(data.day.plus(days: -1)), scene,
    kind: .ghost)
  let on = iconLink(
    "forward", scene.words("attendance.day-after"), to: AttendancePaths.missing(data.day.plus(days: 1)), scene,
    kind: .ghost)
  return cluster([back, "<strong>\(day(data.day, scene, dayStyle(data.day, scene)))</strong>", on])
}

private func missingGroup(_ kind: MissingStudent.Kind, _ data: MissingPage, _ scene: Scene) -> HTML {
  let found = data.of(kind)
  guard !found.isEmpty else { return "" }
  let title = scene.words("attendance.missing." + kind.rawValue)  // words: attendance.missing.*
  let rows = found.map { missingRow($0, data, scene) }
  let head = sectionTitle(title + " (" + scene.words.number(found.count) + ")")
  return "<section>\(head)\(list(rows, label: title))</section>"
}

private func missingRow(_ one: MissingStudent, _ data: MissingPage, _ scene: Scene) -> HTML {
  let rooms = HTML(text: one.rooms.map(scene.words.isolated).joined(separator: scene.words.comma))
  let parts = [rooms, missingLessons(one, scene), missingSaid(one, data, scene)].filter { !$0.isEmpty }
  return cell(
    name(one.name), meta: dotted(parts), lead: avatar(one.name, one.student), trail: missingTrail(one, data, scene),
    to: mayCall(one, data) ? nil : AttendancePaths.history(one.student), scene,
    style: CellStyle(id: "missing-" + one.student.text))
}

private func missingLessons(_ one: MissingStudent, _ scene: Scene) -> HTML {
  let texts = one.lessons.map { lesson -> HTML in
    let note: HTML = lesson.note.map { " <span dir=\"auto\">\($0)</span>" } ?? ""
    return "\(name(lesson.session.title)) \(hours(lesson.session, scene))\(note)"
  }
  guard let first = texts.first else { return HTML(text: scene.words("attendance.not-marked")) }
  return texts.dropFirst().reduce(first) { "\($0)\(scene.words.comma)\($1)" }
}

private func missingSaid(_ one: MissingStudent, _ data: MissingPage, _ scene: Scene) -> HTML {
  guard let said = one.said else { return "" }
  let who = scene.words("attendance.says-away", .text(data.names[said.by] ?? "—"))
  return said.reason.map { "\(who): <span dir=\"auto\">\($0)</span>" } ?? HTML(text: who)
}

/// Who called, or the button that says so; of what was reported nobody needs to be asked.
private func missingTrail(_ one: MissingStudent, _ data: MissingPage, _ scene: Scene) -> HTML {
  if let call = one.call {
    let time = scene.words.time(call.at, in: scene.zone)
    let text = scene.words("attendance.called-by", .text(data.names[call.by] ?? "—"), .text(time))
    return badge(text, .success, icon: icon("check", scene))
  }
  guard mayCall(one, data) else { return "" }
  let fields = [Form.Field("student", one.student.text), Form.Field("day", data.day.text)]
  // Two things to press: the row itself leads nowhere then, so that no thumb misses.
  let history = linkButton(
    scene.words("attendance.history"), to: AttendancePaths.history(one.student), .ghost,
    style: ButtonStyle(isSmall: true))
  let call = postButton(
    scene.words("attendance.call-home"), to: AttendancePaths.calls, scene, fields: fields,
    style: ButtonStyle(isSmall: true))
  return cluster([history, call])
}

private func mayCall(_ one: MissingStudent, _ data: MissingPage) -> Bool {
  one.kind == .unexplained && one.call == nil && data.day <= data.today
}
