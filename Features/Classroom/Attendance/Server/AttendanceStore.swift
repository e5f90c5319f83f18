public import Base
public import Ledger
import People
public import School

/// All SQL about registers and what they follow from.
///
/// Writing needs a `WriteTransaction`, which the compiler sees to.
public struct AttendanceStore<Books: Transaction> {
  let tx: Books
  public init(tx: Books) { self.tx = tx }

  // MARK: the timetable

  public func slot(_ id: ID<Slot>, in school: ID<Tenant>) throws(Refusal) -> Slot? {
    try tx.first(
      "SELECT \(slotColumns) FROM slot WHERE school = $1 AND id = $2", [.id(school), .id(id)], Slot.init(row:))
  }

  /// The slots of some classrooms, those that have ended among them, in the order of the week.
  public func slots(of classrooms: [ID<Classroom>], in school: ID<Tenant>) throws(Refusal) -> [Slot] {
    guard !classrooms.isEmpty else { return [] }
    return try tx.rows(
      """
      SELECT \(slotColumns) FROM slot WHERE school = $1 AND classroom IN (\(placeholders(classrooms.count, from: 2)))
      ORDER BY weekday, start, title, id
      """, [.id(school)] + classrooms.map { .id($0) }, Slot.init(row:))
  }

  /// Every slot of the school on that weekday.
  public func slots(onWeekdayOf day: Day, in school: ID<Tenant>) throws(Refusal) -> [Slot] {
    try tx.rows(
      "SELECT \(slotColumns) FROM slot WHERE school = $1 AND weekday = $2 ORDER BY start, title, id",
      [.id(school), .int(day.weekday)], Slot.init(row:))
  }

  /// Whether there is a timetable at all, of some classes or of the school.
  func hasSlots(of classrooms: [ID<Classroom>]?, in school: ID<Tenant>) throws(Refusal) -> Bool {
    if let classrooms, classrooms.isEmpty { return false }
    let among = classrooms.map { " AND classroom IN (\(placeholders($0.count, from: 2)))" } ?? ""
    return try tx.exists(
      "SELECT 1 FROM slot WHERE school = $1\(among) LIMIT 1", [.id(school)] + (classrooms ?? []).map { .id($0) })
  }

  public func holidays(in school: ID<Tenant>, from first: Day, through last: Day) throws(Refusal) -> [Holiday] {
    try breaks(in: school, from: first, through: last).flatMap { $0.days(from: first, through: last) }
  }

  /// The breaks that have a day in the window, whole, in their order.
  public func breaks(in school: ID<Tenant>, from first: Day, through last: Day) throws(Refusal) -> [SchoolBreak] {
    try tx.rows(
      "SELECT day, until, name, event FROM holiday WHERE school = $1 AND day <= $3 AND until >= $2 ORDER BY day",
      [.id(school), .day(first), .day(last)]
    ) { SchoolBreak(first: $0.day(0), last: $0.day(1), name: $0.text(2), event: $0.optionalID(3)) }
  }

  public func holiday(on day: Day, in school: ID<Tenant>) throws(Refusal) -> Holiday? {
    try holidays(in: school, from: day, through: day).first
  }

  // MARK: registers

  public func sitting(_ id: ID<Sitting>, in school: ID<Tenant>) throws(Refusal) -> Sitting? {
    try tx.first(
      "SELECT \(sittingColumns) FROM sitting WHERE school = $1 AND id = $2", [.id(school), .id(id)], Sitting.init(row:))
  }

  /// The registers of some classrooms that were taken on a day.
  public func sittings(on day: Day, of classrooms: [ID<Classroom>], in school: ID<Tenant>) throws(Refusal) -> [Sitting]
  {
    guard !classrooms.isEmpty else { return [] }
    return try tx.rows(
      """
      SELECT \(sittingColumns) FROM sitting
      WHERE school = $1 AND classroom IN (\(placeholders(classrooms.count, from: 3))) AND day = $2 ORDER BY start, title, id
      """, [.id(school), .day(day)] + classrooms.map { .id($0) }, Sitting.init(row:))
  }

  public func marks(of sitting: ID<Sitting>, in school: ID<Tenant>) throws(Refusal) -> [Mark] {
    try tx.rows(
      "SELECT \(markColumns) FROM mark WHERE school = $1 AND sitting = $2 ORDER BY student",
      [.id(school), .id(sitting)], { row throws(Refusal) in try Mark(row: row) })
  }

  /// What was said before the marks there are, and that some were cleared; oldest first.
  func events(of sitting: ID<Sitting>, in school: ID<Tenant>) throws(Refusal) -> [MarkEvent] {
    try tx.rows(
      """
      SELECT student, at, by, status, note FROM mark_before WHERE school = $1 AND sitting = $2 ORDER BY student, at
      """, [.id(school), .id(sitting)], MarkEvent.init(row:))
  }

  /// When the newest of them was said.
  func lastEvent(of sitting: ID<Sitting>, in school: ID<Tenant>) throws(Refusal) -> Instant? {
    try tx.first(
      "SELECT max(at) FROM mark_before WHERE school = $1 AND sitting = $2", [.id(school), .id(sitting)]
    ) { $0.optionalInstant(0) } ?? nil
  }

  /// The registers that were taken on a day, with the numbers of their marks, which are kept, and the names of their
  /// classes; those archived are not among them.
  ///
  /// - Parameter classrooms: of those only; `nil` is the whole school.
  func registers(on day: Day, of classrooms: [ID<Classroom>]?, in school: ID<Tenant>) throws(Refusal) -> [Register] {
    if let classrooms, classrooms.isEmpty { return [] }
    let among = classrooms.map { " AND s.classroom IN (\(placeholders($0.count, from: 3)))" } ?? ""
    return try tx.rows(
      """
      SELECT s.id, s.classroom, s.slot, s.day, s.title, s.start, s."end", s.present, s.late, s.absent, s.excused, c.name
      FROM sitting s JOIN classroom c ON c.school = s.school AND c.id = s.classroom AND c."archivedAt" IS NULL
      WHERE s.school = $1 AND s.day = $2\(among)
      """, [.id(school), .day(day)] + (classrooms ?? []).map { .id($0) }
    ) { row in
      let count = AttendanceCount(present: row.int(7), late: row.int(8), absent: row.int(9), excused: row.int(10))
      return Register(sitting: Sitting(row: row), classroom: row.text(11), count: count)
    }
  }

  /// The slots that take place on a day, of all classes or of some, that nobody has taken a register of yet.
  func untaken(on day: Day, of classrooms: [ID<Classroom>]?, in school: ID<Tenant>) throws(Refusal) -> [Register] {
    if let classrooms, classrooms.isEmpty { return [] }
    let among = classrooms.map { " AND t.classroom IN (\(placeholders($0.count, from: 4)))" } ?? ""
    return try tx.rows(
      """
      SELECT t.id, t.classroom, t.title, t.weekday, t.start, t."end", t."from", t.until, c.name
      FROM slot t JOIN classroom c ON c.school = t.school AND c.id = t.classroom AND c."archivedAt" IS NULL
      WHERE t.school = $1 AND t.weekday = $2 AND t."from" <= $3 AND (t.until IS NULL OR t.until >= $3)\(among)
      AND NOT EXISTS (SELECT 1 FROM sitting s
        WHERE s.school = t.school AND s.classroom = t.classroom AND s.day = $3 AND s.slot = t.id)
      """, [.id(school), .int(day.weekday), .day(day)] + (classrooms ?? []).map { .id($0) }
    ) { Register(sitting: Slot(row: $0).sitting(on: day), classroom: $0.text(8), count: AttendanceCount()) }
  }

  /// The marks of some students in some registers: today, for their families.
  public func marks(of students: [ID<Student>], in sittings: [ID<Sitting>], school: ID<Tenant>) throws(Refusal)
    -> [Mark]
  {
    guard !students.isEmpty, !sittings.isEmpty else { return [] }
    return try tx.rows(
      """
      SELECT \(markColumns) FROM mark WHERE school = $1 AND sitting IN (\(placeholders(sittings.count, from: 2)))
      AND student IN (\(placeholders(students.count, from: 2 + sittings.count)))
      """, [.id(school)] + sittings.map { .id($0) } + students.map { .id($0) },
      { row throws(Refusal) in try Mark(row: row) })
  }

  // MARK: one student

  /// What a student was marked since a day, newest first; days that have become holidays are not among them.
  ///
  /// Of the marks only the status, which stands in the index: who wrote it and what else is asked for those on a page.
  public func history(
    of student: ID<Student>, since first: Day, in school: ID<Tenant>
  ) throws(Refusal) -> [(sitting: Sitting, status: Mark.Status)] {
    // The few holidays are read once; asking for each mark's day took a third of the time of a year's page.
    let free = Set(try holidays(in: school, from: first, through: Day(number: 10_000_000)).map(\.day))
    let found = try tx.rows(
      """
      SELECT s.id, s.classroom, s.slot, s.day, s.title, s.start, s."end", m.status
      FROM mark m JOIN sitting s ON s.school = m.school AND s.id = m.sitting
      WHERE m.school = $1 AND m.student = $2 AND s.day >= $3
      ORDER BY s.day DESC, s.start DESC, s.id
      """, [.id(school), .id(student), .day(first)]
    ) { row throws(Refusal) in (sitting: Sitting(row: row), status: try Mark.Status(column: row.text(7))) }
    return free.isEmpty ? found : found.filter { !free.contains($0.sitting.day) }
  }

  /// What was said of a student before, in those registers.
  func events(
    of student: ID<Student>, in sittings: [ID<Sitting>], school: ID<Tenant>
  ) throws(Refusal) -> [(sitting: ID<Sitting>, event: MarkEvent)] {
    guard !sittings.isEmpty else { return [] }
    return try tx.rows(
      """
      SELECT student, at, by, status, note, sitting FROM mark_before
      WHERE school = $1 AND sitting IN (\(placeholders(sittings.count, from: 3))) AND student = $2 ORDER BY at
      """, [.id(school), .id(student)] + sittings.map { .id($0) }
    ) { ($0.id(5), MarkEvent(row: $0)) }
  }

  // MARK: absences said beforehand

  public func absence(_ id: ID<Absence>, in school: ID<Tenant>) throws(Refusal) -> Absence? {
    try tx.first(
      "SELECT \(absenceColumns) FROM absence WHERE school = $1 AND id = $2", [.id(school), .id(id)], Absence.init(row:))
  }

  /// What was said about a child, newest first.
  public func absences(of student: ID<Student>, in school: ID<Tenant>, limit: Int = 100) throws(Refusal) -> [Absence] {
    try tx.rows(
      """
      SELECT \(absenceColumns) FROM absence WHERE school = $1 AND student = $2 ORDER BY "from" DESC, id
      LIMIT \(max(1, limit))
      """, [.id(school), .id(student)], Absence.init(row:))
  }

  /// What holds on that day for some students; the newest word of each.
  public func absences(of students: [ID<Student>], on day: Day, in school: ID<Tenant>) throws(Refusal) -> [ID<Student>:
    Absence]
  {
    guard !students.isEmpty else { return [:] }
    let found = try tx.rows(
      """
      SELECT \(absenceColumns) FROM absence WHERE school = $1 AND student IN (\(placeholders(students.count, from: 3)))
      AND "from" <= $2 AND until >= $2 AND "withdrawnAt" IS NULL ORDER BY at
      """, [.id(school), .day(day)] + students.map { .id($0) }, Absence.init(row:))
    return Dictionary(found.map { ($0.student, $0) }) { _, newer in newer }
  }
}

/// A sitting of a day, taken or not, with the name of its class and how many have each mark.
struct Register {
  let sitting: Sitting, classroom: String, count: AttendanceCount
}

let slotColumns = "id, classroom, title, weekday, start, \"end\", \"from\", until"
let sittingColumns = "id, classroom, slot, day, title, start, \"end\""
let markColumns = "sitting, student, status, note, by, at"
let absenceColumns = "id, student, \"from\", until, reason, by, at, \"withdrawnAt\""

extension Slot {
  init(row: Row) {
    self.init(
      id: row.id(0), classroom: row.id(1), title: row.text(2), weekday: row.int(3), start: row.int(4), end: row.int(5),
      from: row.day(6), until: row.optionalDay(7))
  }
}

extension Sitting {
  init(row: Row) { self.init(row: row, from: 0) }
  /// - Parameter first: the place of the first of its columns.
  init(row: Row, from first: Int) {
    self.init(
      id: row.id(first), classroom: row.id(first + 1), slot: row.id(first + 2), day: row.day(first + 3),
      title: row.text(first + 4), start: row.int(first + 5), end: row.int(first + 6))
  }
}

extension Mark {
  init(row: Row) throws(Refusal) {
    self.init(
      sitting: row.id(0), student: row.id(1), status: try Status(column: row.text(2)), note: row.optionalText(3),
      by: row.id(4),
      at: row.instant(5))
  }
}

extension Mark.Status {
  /// The column's check lets in nothing else.
  init(column: String) throws(Refusal) {
    guard let status = Mark.Status(rawValue: column) else { throw Refusal.unavailable }
    self = status
  }
}

extension MarkEvent {
  init(row: Row) {
    self.init(
      student: row.id(0), at: row.instant(1), by: row.id(2),
      status: row.optionalText(3).flatMap(Mark.Status.init(rawValue:)), note: row.optionalText(4))
  }
}

extension Absence {
  init(row: Row) {
    self.init(
      id: row.id(0), student: row.id(1), from: row.day(2), until: row.day(3), reason: row.optionalText(4),
      by: row.id(5),
      at: row.instant(6), withdrawnAt: row.optionalInstant(7))
  }
}
