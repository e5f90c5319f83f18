public import Base
public import Database
import People
public import School

/// All SQL about registers and what they follow from.
///
/// Writing needs a `WriteTransaction`, which the compiler sees to.
public struct AttendanceStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  // MARK: the timetable

  public func period(_ id: ID<TimetablePeriod>, in school: ID<Tenant>) throws(Refusal) -> TimetablePeriod? {
    try tx.find(AttendanceTables.period, id, in: school)
  }

  /// The slots of some classrooms, those that have ended among them, in the order of the week.
  public func periods(of classrooms: [ID<Classroom>], in school: ID<Tenant>) throws(Refusal) -> [TimetablePeriod] {
    guard !classrooms.isEmpty else { return [] }
    return try tx.all(
      AttendanceTables.period, in: school,
      "AND classroom IN (\(placeholders(classrooms.count, from: 2))) ORDER BY weekday, start, title, id",
      classrooms.map { .id($0) })
  }

  /// Every slot of the school on that weekday.
  public func periods(onWeekdayOf day: Day, in school: ID<Tenant>) throws(Refusal) -> [TimetablePeriod] {
    try tx.all(
      AttendanceTables.period, in: school, "AND weekday = $2 ORDER BY start, title, id", [.int(day.weekday)])
  }

  /// Whether there is a timetable at all, of some classes or of the school.
  func hasPeriods(of classrooms: [ID<Classroom>]?, in school: ID<Tenant>) throws(Refusal) -> Bool {
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

  public func session(_ id: ID<LessonSession>, in school: ID<Tenant>) throws(Refusal) -> LessonSession? {
    try tx.find(AttendanceTables.session, id, in: school)
  }

  /// The registers of some classrooms that were taken on a day.
  public func sessions(on day: Day, of classrooms: [ID<Classroom>], in school: ID<Tenant>) throws(Refusal)
    -> [LessonSession]
  {
    guard !classrooms.isEmpty else { return [] }
    return try tx.all(
      AttendanceTables.session, in: school,
      "AND classroom IN (\(placeholders(classrooms.count, from: 3))) AND day = $2 ORDER BY start, title, id",
      [.day(day)] + classrooms.map { .id($0) })
  }

  public func marks(of session: ID<LessonSession>, in school: ID<Tenant>) throws(Refusal) -> [Mark] {
    try tx.all(AttendanceTables.mark, in: school, "AND sitting = $2 ORDER BY student", [.id(session)])
  }

  /// What was said before the marks there are, and that some were cleared; oldest first.
  func events(of session: ID<LessonSession>, in school: ID<Tenant>) throws(Refusal) -> [MarkEvent] {
    try tx.all(AttendanceTables.markBefore, in: school, "AND sitting = $2 ORDER BY student, at", [.id(session)])
      .map { $0.event }
  }

  /// When the newest of them was said.
  func lastEvent(of session: ID<LessonSession>, in school: ID<Tenant>) throws(Refusal) -> Instant? {
    try tx.first(
      "SELECT max(at) FROM mark_before WHERE school = $1 AND sitting = $2", [.id(school), .id(session)]
    ) { $0.optionalInstant(0) } ?? nil
  }

  /// The registers that were taken on a day, with the numbers of their marks, which are kept, and the names of their
  /// classes; those archived are not among them.
  ///
  /// - Parameter classrooms: of those only; `nil` is the whole school.
  func registers(on day: Day, of classrooms: [ID<Classroom>]?, in school: ID<Tenant>) throws(Refusal) -> [Register] {
    if let classrooms, classrooms.isEmpty { return [] }
    let among = classrooms.map { " AND s.classroom IN (\(placeholders($0.count, from: 3)))" } ?? ""
    let (table, count) = (AttendanceTables.session, AttendanceTables.count)
    return try tx.rows(
      """
      SELECT \(table.columns(of: "s")), \(count.columns(of: "n")), c.name
      FROM sitting s JOIN sitting_count n ON n.school = s.school AND n.sitting = s.id
      JOIN classroom c ON c.school = s.school AND c.id = s.classroom AND c."archivedAt" IS NULL
      WHERE s.school = $1 AND s.day = $2\(among)
      """, [.id(school), .day(day)] + (classrooms ?? []).map { .id($0) }
    ) { row throws(Refusal) in
      let place = table.width + count.width
      return try Register(
        session: table.record(row), classroom: row.text(place), count: count.record(row, from: table.width).count)
    }
  }

  /// The slots that take place on a day, of all classes or of some, that nobody has taken a register of yet.
  func untaken(on day: Day, of classrooms: [ID<Classroom>]?, in school: ID<Tenant>) throws(Refusal) -> [Register] {
    if let classrooms, classrooms.isEmpty { return [] }
    let among = classrooms.map { " AND t.classroom IN (\(placeholders($0.count, from: 4)))" } ?? ""
    let table = AttendanceTables.period
    return try tx.rows(
      """
      SELECT \(table.columns(of: "t")), c.name
      FROM slot t JOIN classroom c ON c.school = t.school AND c.id = t.classroom AND c."archivedAt" IS NULL
      WHERE t.school = $1 AND t.weekday = $2 AND t."from" <= $3 AND (t.until IS NULL OR t.until >= $3)\(among)
      AND NOT EXISTS (SELECT 1 FROM sitting s
        WHERE s.school = t.school AND s.classroom = t.classroom AND s.day = $3 AND s.slot = t.id)
      """, [.id(school), .int(day.weekday), .day(day)] + (classrooms ?? []).map { .id($0) }
    ) { row throws(Refusal) in
      let period = try table.record(row)
      return Register(session: period.session(on: day), classroom: row.text(table.width), count: AttendanceCount())
    }
  }

  /// The marks of some students in some registers: today, for their families.
  public func marks(of students: [ID<Student>], in sessions: [ID<LessonSession>], school: ID<Tenant>) throws(Refusal)
    -> [Mark]
  {
    guard !students.isEmpty, !sessions.isEmpty else { return [] }
    return try tx.all(
      AttendanceTables.mark, in: school,
      """
      AND sitting IN (\(placeholders(sessions.count, from: 2)))
      AND student IN (\(placeholders(students.count, from: 2 + sessions.count)))
      """, sessions.map { .id($0) } + students.map { .id($0) })
  }

  /// The worst mark of each day of some students, in some classes.
  ///
  /// By the registers of those classes: the marks of a whole school life are not gone through for four weeks.
  func worstMarks(
    of students: [ID<Student>], in rooms: [ID<Classroom>], from first: Day, through last: Day, school: ID<Tenant>
  ) throws(Refusal) -> [ID<Student>: [Day: Mark.Status]] {
    guard !students.isEmpty, !rooms.isEmpty else { return [:] }
    let found = try tx.rows(
      """
      SELECT s.day, m.student, m.status
      FROM sitting s JOIN mark m ON m.school = s.school AND m.sitting = s.id
        AND m.student IN (\(placeholders(students.count, from: 4 + rooms.count)))
      WHERE s.school = $1 AND s.day >= $2 AND s.day <= $3
        AND s.classroom IN (\(placeholders(rooms.count, from: 4)))
      """, [.id(school), .day(first), .day(last)] + rooms.map { .id($0) } + students.map { .id($0) }
    ) { row throws(Refusal) in
      (day: row.day(0), student: row.id(1, Student.self), status: try Mark.Status(column: row.text(2)))
    }
    return found.reduce(into: [:]) { days, mark in
      let known = days[mark.student]?[mark.day]
      if known.map({ mark.status.isWorse(than: $0) }) ?? true {
        days[mark.student, default: [:]][mark.day] = mark.status
      }
    }
  }

  // MARK: one student

  /// What a student was marked since a day, newest first; days that have become holidays are not among them.
  ///
  /// Of the marks only the status, which stands in the index: who wrote it and what else is asked for those on a page.
  public func history(
    of student: ID<Student>, since first: Day, in school: ID<Tenant>
  ) throws(Refusal) -> [(session: LessonSession, status: Mark.Status)] {
    // The few holidays are read once; asking for each mark's day took a third of the time of a year's page.
    let free = Set(try holidays(in: school, from: first, through: Day(number: 10_000_000)).map { $0.day })
    let table = AttendanceTables.session
    let found = try tx.rows(
      """
      SELECT \(table.columns(of: "s")), m.status
      FROM mark m JOIN sitting s ON s.school = m.school AND s.id = m.sitting
      WHERE m.school = $1 AND m.student = $2 AND s.day >= $3
      ORDER BY s.day DESC, s.start DESC, s.id
      """, [.id(school), .id(student), .day(first)]
    ) { row throws(Refusal) in
      (session: try table.record(row), status: try Mark.Status(column: row.text(table.width)))
    }
    return free.isEmpty ? found : found.filter { !free.contains($0.session.day) }
  }

  /// What was said of a student before, in those registers.
  func events(
    of student: ID<Student>, in sessions: [ID<LessonSession>], school: ID<Tenant>
  ) throws(Refusal) -> [MarkBefore] {
    guard !sessions.isEmpty else { return [] }
    return try tx.all(
      AttendanceTables.markBefore, in: school,
      "AND sitting IN (\(placeholders(sessions.count, from: 3))) AND student = $2 ORDER BY at",
      [.id(student)] + sessions.map { .id($0) })
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

  /// Who of some students is away by the last mark of the day, and before there is one by what the family said.
  func away(
    _ students: [ID<Student>], in classrooms: [ID<Classroom>], on day: Day, in school: ID<Tenant>
  ) throws(Refusal) -> [ID<Student>] {
    let sessions = try sessions(on: day, of: classrooms, in: school)
    let starts = sessions.keyed(by: { $0.id }, to: { $0.start })
    var last: [ID<Student>: Mark] = [:]
    for mark in try marks(of: students, in: sessions.map { $0.id }, school: school) {
      if let known = last[mark.student], (starts[known.session] ?? 0) > (starts[mark.session] ?? 0) { continue }
      last[mark.student] = mark
    }
    let said = try absences(of: students, on: day, in: school)
    return students.filter { last[$0].map { $0.status.isAway } ?? (said[$0] != nil) }
  }
}

/// A sitting of a day, taken or not, with the name of its class and how many have each mark.
struct Register {
  let session: LessonSession, classroom: String, count: AttendanceCount
}

extension Mark.Status {
  /// The column's check lets in nothing else.
  init(column: String) throws(Refusal) {
    guard let status = Mark.Status(rawValue: column) else { throw Refusal.unavailable }
    self = status
  }
}
