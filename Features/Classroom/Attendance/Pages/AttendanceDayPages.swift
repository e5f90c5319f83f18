public import Base
public import HTML
public import Kit
public import School

/// One sitting in a list of a day: how far its register has come.
public struct SessionLine: Sendable {
  public let session: LessonSession
  public let classroom: String
  public let students: Int
  public let count: AttendanceCount
  public init(session: LessonSession, classroom: String, students: Int, count: AttendanceCount) {
    (self.session, self.classroom, self.students, self.count) = (session, classroom, students, count)
  }
  public var left: Int { max(0, students - count.marked) }
  public var isTaken: Bool { count.marked > 0 && left == 0 }
}

/// A day as those who take registers see it.
public struct AttendanceDay: Sendable {
  public let day: Day
  public let today: Day
  public let holiday: Holiday?
  public let lines: [SessionLine]
  /// Whether there is a timetable at all, so that “nothing today” and “nothing yet” are told apart.
  public let hasTimetable: Bool
  /// The reader's classrooms, or those of the school for the office; none when there are too many to name.
  public let classrooms: [Classroom]
  /// How many the reader has, or the school.
  public let classCount: Int
  public let topics: [String]
  /// Whether every register is listed, however many there are.
  public var isWhole = false
  public init(
    day: Day, today: Day, holiday: Holiday?, lines: [SessionLine], hasTimetable: Bool, classrooms: [Classroom],
    classCount: Int, topics: [String]
  ) {
    (self.day, self.today, self.holiday, self.lines) = (day, today, holiday, lines)
    (self.hasTimetable, self.classrooms, self.classCount) = (hasTimetable, classrooms, classCount)
    self.topics = topics
  }

  /// The most classrooms that are named one by one.
  static let maxLinks = 24
  /// How many registers of a large school are listed before somebody asks for all.
  static let part = 20

  public var count: AttendanceCount {
    var sum = AttendanceCount()
    for line in lines { for status in Mark.Status.allCases { sum.add(status, line.count[status]) } }
    return sum
  }
  public var taken: Int { lines.filter { $0.isTaken }.count }
  /// Who has not taken the register first, then by the clock.
  var untakenFirst: [SessionLine] { lines.filter { !$0.isTaken } + lines.filter { $0.isTaken } }
}

/// The day of a teacher: the sittings of their classes, each a link to its register.
func teacherDayPage(_ data: AttendanceDay, _ scene: Scene) -> Page {
  Page(
    "attendance.day", title: scene.words("attendance.title"), actions: missingLink(data, scene), topics: data.topics,
    body: stack([
      dayBar(data, scene), teacherTodayList(data, scene), classLinks(data, scene),
    ]))
}

/// The day of the whole school.
func officeDayPage(_ data: AttendanceDay, _ scene: Scene) -> Page {
  let holidays = linkButton(
    scene.words("attendance.holidays"), to: AttendancePaths.holidays, icon: icon("calendar", scene))
  return Page(
    "attendance.office-day", title: scene.words("attendance.title"), actions: missingLink(data, scene) + holidays,
    topics: data.topics,
    body: stack([
      dayBar(data, scene), officeTodayList(data, scene), classLinks(data, scene),
      linkButton(
        scene.words("attendance.timetable-file"), to: AttendancePaths.tables, .ghost, icon: icon("import", scene)),
    ]))
}

private func missingLink(_ data: AttendanceDay, _ scene: Scene) -> HTML {
  linkButton(scene.words("attendance.missing"), to: AttendancePaths.missing(data.day), icon: icon("person", scene))
}

/// The day before, the day, the day after, and the way back to today.
private func dayBar(_ data: AttendanceDay, _ scene: Scene) -> HTML {
  let back = iconLink(
    "back", scene.words("attendance.day-before"), to: AttendancePaths.day(data.day.plus(days: -1)), scene, kind: .ghost)
  let on = iconLink(
    "forward", scene.words("attendance.day-after"), to: AttendancePaths.day(data.day.plus(days: 1)), scene, kind: .ghost
  )
  let now: HTML =
    data.day == data.today
    ? badge(scene.words("attendance.today"), .accent)
    : linkButton(scene.words("attendance.to-today"), to: AttendancePaths.today, style: ButtonStyle(isSmall: true))
  return cluster([back, "<strong>\(day(data.day, scene, dayStyle(data.day, scene)))</strong>", on, now])
}

/// A teacher's sittings of a day, for the page and for the start page.
public func teacherTodayList(_ data: AttendanceDay, _ scene: Scene) -> HTML {
  if data.classrooms.isEmpty, data.holiday == nil, data.lines.isEmpty, !data.hasTimetable { return noClass(scene) }
  if let nothing = nothingToTake(data, scene) { return nothing }
  let done: HTML =
    data.taken == data.lines.count
    ? banner(HTML(text: scene.words("attendance.all-taken")), scene, .success) : ""
  return done + list(data.lines.map { sessionRow($0, data, scene) }, label: scene.words("attendance.title"))
}

/// Only the office puts teachers into classes, so it is the one to ask.
private func noClass(_ scene: Scene) -> HTML {
  let request = linkButton(
    scene.words("attendance.ask-office"), to: MessagesPaths.new, .primary, icon: icon("chat", scene))
  return emptyState(
    "class", scene.words("attendance.no-class"), scene.words("attendance.no-class-teacher-text"), scene, action: request
  )
}

/// The school's sittings of a day with its sums, for the page and for the start page.
public func officeTodayList(_ data: AttendanceDay, _ scene: Scene) -> HTML {
  if let nothing = nothingToTake(data, scene) { return nothing }
  let lines = data.untakenFirst
  let shown = data.isWhole || lines.count <= AttendanceDay.part + 4 ? lines[...] : lines.prefix(AttendanceDay.part)
  let rows = shown.map { sessionRow($0, data, scene) }
  let more: HTML =
    shown.count == lines.count
    ? "" : linkButton(scene.words("attendance.show-all"), to: AttendancePaths.whole(data.day), .ghost)
  return stack([daySums(data, scene), list(rows, label: scene.words("attendance.title")), more])
}

/// How many of each in the whole school, and how many registers are taken.
///
/// Replaced as a whole.
func daySums(_ data: AttendanceDay, _ scene: Scene) -> HTML {
  let count = data.count
  // four noughts before the first register say nothing
  let tiles: HTML =
    count.marked == 0
    ? ""
    : stats(
      Mark.Status.inPill.map {
        Stat(
          $0.word(scene), scene.words.number(count[$0]), $0.tone,
          to: $0.isAway && count[$0] > 0 ? AttendancePaths.missing(data.day) : nil)
      })
  let label = scene.words("attendance.registers-taken")
  return """
    <div class="stack" id="sums-\(data.day.number)">\
    \(field(label, progress(label, data.taken, of: data.lines.count, scene), data, scene))\(tiles)</div>
    """
}

private func field(_ label: String, _ bar: HTML, _ data: AttendanceDay, _ scene: Scene) -> HTML {
  """
  <div class="stack stack--tight"><p class="quiet">\
  \(scene.words("attendance.taken-of", .count(data.taken), .count(data.lines.count)))</p>\(bar)</div>
  """
}

private func nothingToTake(_ data: AttendanceDay, _ scene: Scene) -> HTML? {
  if let holiday = data.holiday, data.lines.isEmpty {
    return nothingLeft(
      scene.words("attendance.holiday-named", .text(holiday.name)), scene.words("attendance.holiday-text"), scene,
      symbol: "sun")
  }
  guard data.lines.isEmpty else { return nil }
  if data.hasTimetable {
    return nothingLeft(
      scene.words("attendance.nothing-on-day"), scene.words("attendance.nothing-on-day-text"), scene, symbol: "calendar"
    )
  }
  guard let first = data.classrooms.first else {
    return emptyState("class", scene.words("attendance.no-class"), scene.words("attendance.no-class-text"), scene)
  }
  let make = linkButton(
    scene.words("attendance.make-timetable"), to: AttendancePaths.timetable(first.id), .primary,
    icon: icon("plus", scene))
  return emptyState(
    "calendar", scene.words("attendance.no-timetable"), scene.words("attendance.no-timetable-text"), scene, action: make
  )
}

/// One sitting of the day, replaceable in place wherever it stands.
func sessionRow(_ line: SessionLine, _ data: AttendanceDay, _ scene: Scene) -> HTML {
  let isLater = line.session.day > data.today
  let title: HTML = "\(name(line.classroom)) · \(name(line.session.title))"
  let path = isLater ? nil : AttendancePaths.register(line.session.period, line.session.day)
  return cell(
    title, meta: HTML(text: hours(line.session, scene)), trail: howFar(line, isLater, scene), to: path, scene,
    style: CellStyle(id: "sitting-" + sessionKey(line.session.id)))
}

func howFar(_ line: SessionLine, _ isLater: Bool, _ scene: Scene) -> HTML {
  if isLater { return badge(scene.words("attendance.later"), .neutral) }
  if line.count.marked == 0 {
    return badge(scene.words("attendance.not-taken"), .warning, icon: icon("warning", scene))
  }
  guard line.isTaken else {
    return badge(scene.words("attendance.marked-of", .count(line.count.marked), .count(line.students)), .info)
  }
  let away = line.count.absent + line.count.excused
  let word: HTML = away > 0 ? badge(scene.words("attendance.away", .count(away)), .absent) : ""
  return word + badge(scene.words("attendance.taken"), .success, icon: icon("check", scene))
}

/// The way to each class's timetable; in a large school by way of the classes, which lead there too.
private func classLinks(_ data: AttendanceDay, _ scene: Scene) -> HTML {
  guard data.classCount > 0 else { return "" }
  guard data.classCount <= AttendanceDay.maxLinks else {
    return linkButton(scene.words("attendance.timetables"), to: "/classes", icon: icon("calendar", scene))
  }
  let rows = data.classrooms.map {
    cell(name($0.name), lead: icon("calendar", scene), to: AttendancePaths.timetable($0.id), scene)
  }
  return """
    <details class="drop"><summary class="button button--ghost">\(icon("calendar", scene))\
    \(scene.words("attendance.timetables"))</summary>\(list(rows))</details>
    """
}

/// For everybody who watches a day: the rows that are different now, and the sums.
package func changedRows(_ data: AttendanceDay, _ sessions: [ID<LessonSession>], hasSums: Bool, _ scene: Scene) -> HTML
{
  let changed = data.lines.filter { sessions.contains($0.session.id) }
  let sums: HTML = hasSums ? fragment(.replace, "sums-" + String(data.day.number), daySums(data, scene)) : ""
  return """
    \(each: changed, { fragment(.replace, "sitting-" + sessionKey($0.session.id), sessionRow($0, data, scene)) })\(sums)
    """
}
