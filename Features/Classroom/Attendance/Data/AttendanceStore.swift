public import Base
public import Database
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
    try tx.find(AttendanceTables.slot, id, in: school)
  }

  /// The slots of some classrooms, those that have ended among them, in the order of the week.
  public func slots(of classrooms: [ID<Classroom>], in school: ID<Tenant>) throws(Refusal) -> [Slot] {
    guard !classrooms.isEmpty else { return [] }
    return try tx.all(
      AttendanceTables.slot, in: school,
      "AND classroom IN (\(placeholders(classrooms.count, from: 2))) ORDER BY weekday, start, title, id",
      classrooms.map { .id($0) })
  }

  /// Every slot of the school on that weekday.
  public func slots(onWeekdayOf day: Day, in school: ID<Tenant>) throws(Refusal) -> [Slot] {
    try tx.all(
      AttendanceTables.slot, in: school, "AND weekday = $2 ORDER BY start, title, id", [.int(day.weekday)])
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
    try tx.all(
      AttendanceTables.holiday, in: school, "AND day <= $3 AND until >= $2 ORDER BY day", [.day(first), .day(last)])
  }

  public func holiday(on day: Day, in school: ID<Tenant>) throws(Refusal) -> Holiday? {
    try holidays(in: school, from: day, through: day).first
  }

  // MARK: registers

  public func sitting(_ id: ID<Sitting>, in school: ID<Tenant>) throws(Refusal) -> Sitting? {
    try tx.find(AttendanceTables.sitting, id, in: school)?.sitting
  }

  /// The registers of some classrooms that were taken on a day.
  public func sittings(on day: Day, of classrooms: [ID<Classroom>], in school: ID<Tenant>) throws(Refusal) -> [Sitting]
  {
    guard !classrooms.isEmpty else { return [] }
    let found = try tx.all(
      AttendanceTables.sitting, in: school,
      "AND classroom IN (\(placeholders(classrooms.count, from: 3))) AND day = $2 ORDER BY start, title, id",
      [.day(day)] + classrooms.map { .id($0) })
    return found.map { $0.sitting }
  }

  public func marks(of sitting: ID<Sitting>, in school: ID<Tenant>) throws(Refusal) -> [Mark] {
    try tx.all(AttendanceTables.mark, in: school, "AND sitting = $2 ORDER BY student", [.id(sitting)])
  }

  /// What was said before the marks there are, and that some were cleared; oldest first.
  func events(of sitting: ID<Sitting>, in school: ID<Tenant>) throws(Refusal) -> [MarkEvent] {
    try tx.all(AttendanceTables.markBefore, in: school, "AND sitting = $2 ORDER BY student, at", [.id(sitting)])
      .map { $0.event }
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
    let table = AttendanceTables.sitting
    return try tx.rows(
      """
      SELECT \(table.columns(of: "s")), c.name
      FROM sitting s JOIN classroom c ON c.school = s.school AND c.id = s.classroom AND c."archivedAt" IS NULL
      WHERE s.school = $1 AND s.day = $2\(among)
      """, [.id(school), .day(day)] + (classrooms ?? []).map { .id($0) }
    ) { row throws(Refusal) in
      let taken = try table.record(row)
      return Register(sitting: taken.sitting, classroom: row.text(table.width), count: taken.count)
    }
  }

  /// The slots that take place on a day, of all classes or of some, that nobody has taken a register of yet.
  func untaken(on day: Day, of classrooms: [ID<Classroom>]?, in school: ID<Tenant>) throws(Refusal) -> [Register] {
    if let classrooms, classrooms.isEmpty { return [] }
    let among = classrooms.map { " AND t.classroom IN (\(placeholders($0.count, from: 4)))" } ?? ""
    let table = AttendanceTables.slot
    return try tx.rows(
      """
      SELECT \(table.columns(of: "t")), c.name
      FROM slot t JOIN classroom c ON c.school = t.school AND c.id = t.classroom AND c."archivedAt" IS NULL
      WHERE t.school = $1 AND t.weekday = $2 AND t."from" <= $3 AND (t.until IS NULL OR t.until >= $3)\(among)
      AND NOT EXISTS (SELECT 1 FROM sitting s
        WHERE s.school = t.school AND s.classroom = t.classroom AND s.day = $3 AND s.slot = t.id)
      """, [.id(school), .int(day.weekday), .day(day)] + (classrooms ?? []).map { .id($0) }
    ) { row throws(Refusal) in
      let slot = try table.record(row)
      return Register(sitting: slot.sitting(on: day), classroom: row.text(table.width), count: AttendanceCount())
    }
  }

  /// The marks of some students in some registers: today, for their families.
  public func marks(of students: [ID<Student>], in sittings: [ID<Sitting>], school: ID<Tenant>) throws(Refusal)
    -> [Mark]
  {
    guard !students.isEmpty, !sittings.isEmpty else { return [] }
    return try tx.all(
      AttendanceTables.mark, in: school,
      """
      AND sitting IN (\(placeholders(sittings.count, from: 2)))
      AND student IN (\(placeholders(students.count, from: 2 + sittings.count)))
      """, sittings.map { .id($0) } + students.map { .id($0) })
  }

  // MARK: one student

  /// What a student was marked since a day, newest first; days that have become holidays are not among them.
  ///
  /// Of the marks only the status, which stands in the index: who wrote it and what else is asked for those on a page.
  public func history(
    of student: ID<Student>, since first: Day, in school: ID<Tenant>
  ) throws(Refusal) -> [(sitting: Sitting, status: Mark.Status)] {
    // The few holidays are read once; asking for each mark's day took a third of the time of a year's page.
    let free = Set(try holidays(in: school, from: first, through: Day(number: 10_000_000)).map { $0.day })
    let table = AttendanceTables.sitting
    let found = try tx.rows(
      """
      SELECT \(table.columns(of: "s")), m.status
      FROM mark m JOIN sitting s ON s.school = m.school AND s.id = m.sitting
      WHERE m.school = $1 AND m.student = $2 AND s.day >= $3
      ORDER BY s.day DESC, s.start DESC, s.id
      """, [.id(school), .id(student), .day(first)]
    ) { row throws(Refusal) in
      (sitting: try table.record(row).sitting, status: try Mark.Status(column: row.text(table.width)))
    }
    return free.isEmpty ? found : found.filter { !free.contains($0.sitting.day) }
  }

  /// What was said of a student before, in those registers.
  func events(
    of student: ID<Student>, in sittings: [ID<Sitting>], school: ID<Tenant>
  ) throws(Refusal) -> [MarkBefore] {
    guard !sittings.isEmpty else { return [] }
    return try tx.all(
      AttendanceTables.markBefore, in: school,
      "AND sitting IN (\(placeholders(sittings.count, from: 3))) AND student = $2 ORDER BY at",
      [.id(student)] + sittings.map { .id($0) })
  }

  // MARK: absences said beforehand

  public func absence(_ id: ID<Absence>, in school: ID<Tenant>) throws(Refusal) -> Absence? {
    try tx.find(AttendanceTables.absence, id, in: school)
  }

  /// What was said about a child, newest first.
  public func absences(of student: ID<Student>, in school: ID<Tenant>, limit: Int = 100) throws(Refusal) -> [Absence] {
    try tx.all(
      AttendanceTables.absence, in: school,
      "AND student = $2 ORDER BY \"from\" DESC, id LIMIT \(max(1, limit))", [.id(student)])
  }

  /// What holds on that day for some students; the newest word of each.
  public func absences(of students: [ID<Student>], on day: Day, in school: ID<Tenant>) throws(Refusal) -> [ID<Student>:
    Absence]
  {
    guard !students.isEmpty else { return [:] }
    let found = try tx.all(
      AttendanceTables.absence, in: school,
      """
      AND student IN (\(placeholders(students.count, from: 3)))
      AND "from" <= $2 AND until >= $2 AND "withdrawnAt" IS NULL ORDER BY at
      """, [.day(day)] + students.map { .id($0) })
    return found.keyed { $0.student }
  }
}

/// A sitting of a day, taken or not, with the name of its class and how many have each mark.
struct Register {
  let sitting: Sitting, classroom: String, count: AttendanceCount
}

extension Mark.Status {
  /// The column's check lets in nothing else.
  init(column: String) throws(Refusal) {
    guard let status = Mark.Status(rawValue: column) else { throw Refusal.unavailable }
    self = status
  }
}
