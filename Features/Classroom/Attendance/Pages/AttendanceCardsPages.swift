public import Base
public import HTML
public import Kit
public import School

/// One child today, as the family sees it.
public struct ChildToday: Sendable {
  public struct Line: Sendable {
    public let session: LessonSession
    public let mark: Mark?
    public init(session: LessonSession, mark: Mark?) { (self.session, self.mark) = (session, mark) }
  }
  public let student: ID<Student>
  public let name: String
  /// How the child is called in a sentence.
  public let given: String
  public let holiday: Holiday?
  public let lines: [Line]
  /// What the family itself has said for today.
  public let absence: Absence?
  /// Guardians report an absence; a student reads of the own day.
  public let mayReport: Bool
  /// The last four weeks, one entry a day, with the worst mark of each; empty where nobody asked for them.
  public var weeks: [(day: Day, status: Mark.Status?)] = []
  public init(
    student: ID<Student>, name: String, given: String? = nil, holiday: Holiday?, lines: [Line], absence: Absence?,
    mayReport: Bool
  ) {
    self.mayReport = mayReport
    (self.student, self.name, self.given, self.holiday) = (student, name, given ?? name, holiday)
    (self.lines, self.absence) = (lines, absence)
  }
  /// The live topic that keeps the card true.
  public var topic: String { "family/" + student.text }
}

/// The card of one child: each of today's sittings with its mark, and the way to say that the child will be away.
///
/// - Parameter before: what else is to be said of the child, above the day.
public func todayCard(_ child: ChildToday, before: HTML = "", _ scene: Scene) -> HTML {
  let report: HTML =
    !child.mayReport
    ? ""
    : linkButton(
      scene.words("attendance.report-absence"), to: AttendancePaths.absences(child.student), icon: icon("note", scene),
      style: ButtonStyle(isSmall: true))
  let history = linkButton(
    scene.words("attendance.history"), to: AttendancePaths.history(child.student), .ghost,
    style: ButtonStyle(isSmall: true))
  return card(
    child.name, id: "child-" + child.student.text, head: avatar(child.name, child.student), foot: report + history,
    content: "\(before)\(todayPart(child, scene))")
}

/// The part of the card that marks change.
package func todayPart(_ child: ChildToday, _ scene: Scene) -> HTML {
  "<div id=\"today-\(child.student.text)\">\(todayLines(child, scene))</div>"
}

private func todayLines(_ child: ChildToday, _ scene: Scene) -> HTML {
  let said: HTML = child.absence.map { _ in "<p class=\"quiet\">\(scene.words("attendance.you-said-away"))</p>" } ?? ""
  if let holiday = child.holiday {
    return "\(said)<p>\(scene.words("attendance.holiday-named", .text(holiday.name)))</p>"
  }
  guard !child.lines.isEmpty else { return "\(said)<p class=\"quiet\">\(scene.words("attendance.nothing-on-day"))</p>" }
  let rows = child.lines.map { line in
    let note: HTML = line.mark?.note.map { " · <span dir=\"auto\">\($0)</span>" } ?? ""
    return cell(
      name(line.session.title), meta: "\(hours(line.session, scene))\(note)",
      trail: line.mark.map { statusBadge($0.status, scene) } ?? unmarkedBadge(scene), scene)
  }
  return said + list(rows, isPlain: true)
}

/// A guardian's children, or a student's own day.
func childrenPage(_ children: [ChildToday], _ scene: Scene) -> Page {
  Page(
    "attendance.children", title: scene.words("attendance.title"), topics: children.map { $0.topic },
    body: children.isEmpty
      ? emptyState("people", scene.words("attendance.no-children"), scene.words("attendance.no-children-text"), scene)
      : grid(children.map { todayCard($0, scene) }))
}
