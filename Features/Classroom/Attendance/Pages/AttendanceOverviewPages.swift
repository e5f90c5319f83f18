import Base
public import HTML
public import Kit
import School

/// One class today: the register that says most of it, and whether another one should have been taken by now.
public struct ClassToday: Sendable {
  let line: SessionLine
  /// The lesson that has begun, of which nobody has taken the register.
  let open: SessionLine?
  var away: Int { line.count.absent + line.count.excused }
}

/// The day of a school by class, and the week beside the same days of the last one.
public struct AttendanceOverview: Sendable {
  public let day: AttendanceDay
  /// Those with somebody missing first, then those without a register, then by the clock.
  let classes: [ClassToday]
  /// Who is missing, by register; of the classes that are shown.
  var names: [ID<LessonSession>: [String]] = [:]
  var thisWeek = AttendanceCount()
  var lastWeek = AttendanceCount()
  /// Of how many children a family has said that they are away today.
  var reported = 0
  public var topics: [String] = []

  /// So many classes are shown; all of them stand on the day's own page.
  static let part = 12
  var shown: ArraySlice<ClassToday> { classes.prefix(Self.part) }

  init(_ day: AttendanceDay, at minute: Int) {
    self.day = day
    let byRoom = Dictionary(grouping: day.lines) { $0.session.classroom }
    let all = byRoom.values.compactMap { ClassToday($0, at: minute) }
    classes = all.sorted {
      ($1.away, $0.rank, $0.line.classroom, $0.line.session.id) < (
        $0.away, $1.rank, $1.line.classroom, $1.line.session.id
      )
    }
  }

  static func sum(_ days: [Day: AttendanceCount], from first: Day, through last: Day) -> AttendanceCount {
    var sum = AttendanceCount()
    for (day, count) in days where day >= first && day <= last {
      for status in Mark.Status.allCases { sum.add(status, count[status]) }
    }
    return sum
  }
}

extension ClassToday {
  /// By the clock: the last register with a mark; before the first one the lesson that runs or comes.
  init?(_ lines: [SessionLine], at minute: Int) {
    guard let last = lines.last else { return nil }
    let marked = lines.last { $0.count.marked > 0 }
    line = marked ?? lines.first { $0.session.end > minute } ?? last
    let id = line.session.id
    open = lines.last { $0.session.start <= minute && $0.count.marked == 0 && $0.session.id != id }
  }

  fileprivate var rank: Int { open != nil || !line.isTaken ? 0 : 1 }
}

/// Today by class as bars with the names of those who are missing, for the first page of those who run a school.
public func classesToday(_ data: AttendanceOverview, _ scene: Scene) -> HTML {
  guard !data.classes.isEmpty else { return officeTodayList(data.day, scene) }
  let words = scene.words
  let title = sectionTitle(
    words("attendance.today"),
    link: (
      data.shown.count < data.classes.count ? words("attendance.show-all") : words("attendance.title"),
      AttendancePaths.today
    ))
  let rows = data.shown.map { classRow($0, data, scene) }
  let key = pictureKey(Mark.Status.inPill.map { ($0.shade, $0.word(scene)) })
  return "<section class=\"due by-class\">\(title)\(list(rows, label: words("attendance.title")))\(key)</section>"
}

private func classRow(_ one: ClassToday, _ data: AttendanceOverview, _ scene: Scene) -> HTML {
  let (words, line) = (scene.words, one.line)
  let there = words(
    "progress.tally", .text(words.number(line.count.present + line.count.late)), .text(words.number(line.students)))
  let bar: HTML =
    line.count.marked == 0 ? "" : "\(statusBar(line.count, rest: line.left, scene)) <span>\(there)</span> "
  return cell(
    "\(name(line.classroom)) · \(name(line.session.title))", meta: missingNames(one, data, scene),
    trail: bar + howFar(line, false, scene), to: AttendancePaths.register(line.session.period, line.session.day), scene,
    style: CellStyle(id: "class-today-" + line.session.classroom.text))
}

/// “Maya Khoury, Tomer Levi and 3 more”; and which register is due besides.
private func missingNames(_ one: ClassToday, _ data: AttendanceOverview, _ scene: Scene) -> HTML {
  let words = scene.words
  let names = data.names[one.line.session.id] ?? []
  var parts: [String] = []
  if names.count > 6 {
    let some = names.prefix(5).map(words.isolated).joined(separator: words.comma)
    parts.append(words("attendance.names-more", .text(some), .count(names.count - 5)))
  } else if !names.isEmpty {
    parts.append(words.list(names))
  }
  if let open = one.open { parts.append(words("attendance.untaken-lesson", .text(open.session.title))) }
  return parts.isEmpty ? "" : HTML(text: parts.joined(separator: " · "))
}

/// How a register or a week divides, with the same said in words.
private func statusBar(_ count: AttendanceCount, rest: Int, _ scene: Scene) -> HTML {
  let order: [Mark.Status] = [.present, .late, .excused, .absent]
  let words = scene.words
  let segments = order.map { Segment($0.shade, $0.word(scene), count[$0]) }
  let said = segments.filter { $0.count > 0 }.map {
    words("attendance.status-count", .text($0.word), .text(words.number($0.count)))
  }
  return segmentedBar(
    segments + [Segment(.empty, "", rest)], said.joined(separator: words.comma), scene, isBare: true)
}

/// This week beside the same days of the last one; hidden before anything was marked.
public func weekBesideLast(_ data: AttendanceOverview, _ scene: Scene) -> HTML {
  let words = scene.words
  let weeks = [("attendance.this-week", data.thisWeek), ("attendance.last-week", data.lastWeek)]
  let rows: [HTML] = weeks.filter { $0.1.marked > 0 }.map { key, count in
    let share: HTML = count.attendance.map { "<strong class=\"number\">\(words.percent($0))</strong>" } ?? ""
    return cell(HTML(text: words(key)), meta: statusBar(count, rest: 0, scene), trail: share, scene)
  }
  // words: attendance.this-week attendance.last-week
  guard !rows.isEmpty else { return "" }
  return "<section class=\"weeks\">\(sectionTitle(words("attendance.rate-of-weeks")))\(list(rows))</section>"
}

/// How many families have reported an absence, with the way to the list; nothing when none has.
public func reportedRow(_ data: AttendanceOverview, _ scene: Scene) -> HTML {
  guard data.reported > 0 else { return "" }
  return cell(
    HTML(text: scene.words("attendance.reported-today", .count(data.reported))), lead: icon("note", scene),
    to: AttendancePaths.missing(data.day.today), scene)
}
