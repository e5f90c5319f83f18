import Base
public import HTML
public import Kit
import School

/// What first pages show of a day: the next register, a child's day in a sentence, four weeks in a picture.

extension AttendanceDay {
  /// The register to take next: of the lesson that runs or comes; after the last one, what was left out.
  ///
  /// - Parameter minute: of the school's day.
  public func next(at minute: Int) -> SessionLine? {
    let open = lines.filter { !$0.isTaken }
    return open.first { $0.session.end > minute } ?? open.last
  }
}

/// A teacher's registers of the day: the next one with its button, then the others.
public func registersToday(_ data: AttendanceDay, _ scene: Scene) -> HTML {
  let minute = scene.zone.minute(of: scene.now)
  guard let next = data.next(at: minute) else { return teacherTodayList(data, scene) }
  let others = data.lines.filter { $0.session.id != next.session.id }.map { sessionRow($0, data, scene) }
  let rest: HTML = others.isEmpty ? "" : list(others, label: scene.words("attendance.title"))
  return "<div class=\"stack stack--tight\">\(nextRegister(next, at: minute, scene))\(rest)</div>"
}

/// Its row has the name that all rows of registers have: the first mark makes it one of them.
private func nextRegister(_ line: SessionLine, at minute: Int, _ scene: Scene) -> HTML {
  let words = scene.words
  let when: HTML =
    line.session.end <= minute
    ? HTML(text: words("attendance.still-open"))
    : line.session.start <= minute ? HTML(text: words("attendance.now")) : coming(line.session.start, scene)
  let take = linkButton(
    words("attendance.take"), to: AttendancePaths.register(line.session.period, line.session.day), .primary,
    icon: icon("check", scene))
  let row = cell(
    "\(name(line.classroom)) · \(name(line.session.title))", meta: HTML(text: hours(line.session, scene)), trail: take,
    scene, style: CellStyle(id: "sitting-" + sessionKey(line.session.id)))
  return """
    <section class="card card--tinted now" aria-labelledby="now-title"><h2 class="now__when" id="now-title">\(when)</h2>\
    \(list([row], isPlain: true))</section>
    """
}

/// “Next · in 12 minutes”, which the browser keeps true.
private func coming(_ start: Int, _ scene: Scene) -> HTML {
  let at = scene.zone.instant(scene.today, minute: start)
  return "\(scene.words("attendance.next")) · \(time(at, scene, isRelative: true))"
}

// MARK: a child's day

extension ChildToday {
  /// What a family asks first.
  public enum Whereabouts: String, CaseIterable, Sendable { case free, said, unmarked, here, was, away, excused }

  /// By the last mark of the day: who came late is there, and who went home was.
  public func whereabouts(at minute: Int) -> Whereabouts {
    guard holiday == nil, let last = lines.last else { return .free }
    guard let mark = lines.last(where: { $0.mark != nil })?.mark else { return absence == nil ? .unmarked : .said }
    switch mark.status {
    case .present, .late: return last.session.end <= minute ? .was : .here
    case .absent: return .away
    case .excused: return .excused
    }
  }
}

/// Where the child is: “Maya is at school.”.
public func childSentence(_ child: ChildToday, _ scene: Scene) -> String {
  let state = child.whereabouts(at: scene.zone.minute(of: scene.now))
  return scene.words("attendance.child." + state.rawValue, .text(child.given))  // words: attendance.child.*
}

/// A child on a parent's first page: what there is to say in a sentence, then what it rests on.
///
/// - Parameters:
///   - says: what else belongs to the sentence.
///   - about: what neighbours know of the child.
///   - isFirst: whether nothing on the page comes before.
public func familyCard(
  _ child: ChildToday, says: [String], about: HTML, isFirst: Bool, _ scene: Scene
) -> HTML {
  let (words, small) = (scene.words, ButtonStyle(isSmall: true))
  let sentence = ([childSentence(child, scene)] + says).joined(separator: " ")
  let report = linkButton(
    words("attendance.report-absence"), to: AttendancePaths.absences(child.student), icon: icon("note", scene),
    style: small)
  let write = linkButton(
    words("attendance.message-teacher"), to: MessagesPaths.new, icon: icon("chat", scene), style: small)
  let history = linkButton(
    words("attendance.history"), to: AttendancePaths.history(child.student), .ghost, style: small)
  let consents = linkButton(words("consents.title"), to: ConsentsPaths.of(child.student), .ghost, style: small)
  let all: HTML = card(
    child.name, id: "child-" + child.student.text, head: avatar(child.name, child.student),
    foot: report + write + history + consents,
    content: """
      <p class="child__says"\(flag: "data-first", isFirst)>\(sentence)</p>\(about)\(todayPart(child, scene))\
      \(fourWeeks(child, scene))
      """)
  return "<div class=\"child\">\(all)</div>"
}

/// The days that were marked, the worst of each: one missed lesson is what a parent wants to see.
private func fourWeeks(_ child: ChildToday, _ scene: Scene) -> HTML {
  guard let first = child.weeks.first?.day, child.weeks.contains(where: { $0.status != nil }) else { return "" }
  let words = scene.words
  let count = AttendanceCount(child.weeks.compactMap { $0.status })
  let parts = Mark.Status.inPill.filter { count[$0] > 0 }.map {
    words(
      "attendance.status-count", .text($0.word(scene)), .text(words.number(count[$0])))
  }
  let sentence = words("attendance.four-weeks") + " " + parts.joined(separator: words.comma)
  let year = YearOfDays(first: first, days: child.weeks.map { $0.status.map { $0.shade } })
  return """
    <div class="child__weeks">\(yearStrip(year, sentence, scene))<p class="quiet">\(sentence)</p></div>
    """
}

/// A student's own day, beside what there is to do.
public func ownDay(_ child: ChildToday, _ scene: Scene) -> HTML {
  let history: HTML =
    "<a href=\"\(url: AttendancePaths.history(child.student))\">\(scene.words("attendance.history"))</a>"
  return card(
    scene.words("attendance.today"), id: "child-" + child.student.text, head: history,
    content: todayPart(child, scene))
}
