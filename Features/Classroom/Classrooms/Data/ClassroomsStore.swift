public import Base
public import Database
import People
public import School

/// All SQL about classrooms, their teachers and who is in them when.
///
/// Writing needs a `WriteTransaction`, which the compiler sees to.
public struct ClassroomsStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// Whether an enrolment holds on the day in `$2`.
  static var holds: String { "\"from\" <= $2 AND (until IS NULL OR until >= $2)" }

  public func classroom(_ id: ID<Classroom>, in school: ID<Tenant>) throws(Refusal) -> Classroom? {
    try classrooms(where: "AND id = $2", [.id(id)], in: school).first
  }

  /// The classrooms for which a condition holds, with their pictures.
  ///
  /// - Parameters:
  ///   - condition: what follows `WHERE school = $1`; its own values begin at `$2`.
  func classrooms(
    where condition: String, _ values: [Value], in school: ID<Tenant>
  ) throws(Refusal) -> [Classroom] {
    let table = ClassroomsTables.classroom
    return try tx.rows(
      """
      SELECT \(table.columns),
        (SELECT p.file FROM classroom_cover p WHERE p.school = classroom.school AND p.classroom = classroom.id)
      FROM classroom WHERE school = $1 \(condition)
      """, [.id(school)] + values
    ) { row throws(Refusal) in
      var room = try table.record(row).classroom
      room.cover = row.optionalID(table.width)
      return room
    }
  }

  /// The day it is in the school now: whoever is enrolled on it is “in the class”.
  public func today(in school: ID<Tenant>) throws(Refusal) -> Day {
    try SchoolsStore(tx: tx).zone(of: school).day(of: tx.now)
  }

  /// The classrooms the caller sees, with their counts: the office all, teachers theirs, students theirs, guardians
  /// their children's.
  ///
  /// Without a caller, all.
  public func classrooms(
    in school: ID<Tenant>, for caller: Caller? = nil, archived: Bool = false, on day: Day? = nil
  ) throws(Refusal) -> [ClassroomSummary] {
    let day = if let day { day } else { try today(in: school) }
    return try summaries(of: rooms(in: school, for: caller, archived: archived, on: day), in: school, on: day)
  }

  /// Those classrooms by name; without a caller all.
  func rooms(in school: ID<Tenant>, for caller: Caller?, archived: Bool, on day: Day) throws(Refusal) -> [Classroom] {
    let mine: Set<ID<Classroom>>? = if let caller { try ids(for: caller, on: day) } else { nil }
    return try rooms(mine, in: school, archived: archived)
  }

  /// What a list says of classrooms beside their names.
  func summaries(of rooms: [Classroom], in school: ID<Tenant>, on day: Day) throws(Refusal) -> [ClassroomSummary] {
    if rooms.isEmpty { return [] }
    // Of very many it is quicker to ask for all.
    let some = rooms.count > 200 ? nil : Set(rooms.map { $0.id })
    let (counts, teachers) = (try counts(in: school, on: day, of: some), try teachers(in: school, of: some))
    return rooms.map {
      ClassroomSummary(classroom: $0, students: counts[$0.id] ?? 0, teachers: teachers[$0.id] ?? [])
    }
  }

  /// The classrooms the caller sees by name, and nothing about them.
  public func rooms(for caller: Caller, on day: Day) throws(Refusal) -> [Classroom] {
    try rooms(ids(for: caller, on: day), in: caller.school, archived: false)
  }

  /// How many classrooms the school has, those archived not among them.
  public func count(in school: ID<Tenant>) throws(Refusal) -> Int { try tx.tally(ClassroomsTables.open, of: school) }

  /// How many students are in each of the school's classrooms on a day.
  public func counts(in school: ID<Tenant>, on day: Day) throws(Refusal) -> [ID<Classroom>: Int] {
    try counts(in: school, on: day, of: nil)
  }

  /// How many students are in some classrooms on a day.
  public func counts(
    of rooms: Set<ID<Classroom>>, in school: ID<Tenant>, on day: Day
  ) throws(Refusal) -> [ID<Classroom>: Int] {
    if rooms.isEmpty { return [:] }
    // Of very many it is quicker to ask for all.
    return try counts(in: school, on: day, of: rooms.count > 200 ? nil : rooms)
  }

  private func rooms(_ seen: Set<ID<Classroom>>?, in school: ID<Tenant>, archived: Bool) throws(Refusal) -> [Classroom]
  {
    if let seen, seen.isEmpty { return [] }
    let found = try classrooms(
      where: "AND \"archivedAt\" IS \(archived ? "NOT NULL" : "NULL")\(Self.among("id", seen, from: 2))",
      Self.values(seen), in: school)
    return Classroom.sorted(found) { $0 }
  }

  /// `nil` is everything.
  private func ids(for caller: Caller, on day: Day) throws(Refusal) -> Set<ID<Classroom>>? {
    switch caller.role {
    case .owner, .admin: return nil
    case .teacher: return Set(try taught(by: caller.account, in: caller.school))
    case .student:
      let me = try StudentsStore(tx: tx).ofAccount(caller.account, in: caller.school)
      return Set(try current(of: [me?.id].compactMap { $0 }, in: caller.school, on: day).map { $0.classroom })
    case .guardian:
      let children = try StudentsStore(tx: tx).ofGuardian(caller.account, in: caller.school).map { $0.id }
      return Set(try current(of: children, in: caller.school, on: day).map { $0.classroom })
    }
  }

  /// What keeps a question to the rooms the caller sees, so that it does not grow with the school; nothing for all.
  private static func among(_ column: String, _ seen: Set<ID<Classroom>>?, from first: Int) -> String {
    seen.map { " AND \(column) IN (\(placeholders($0.count, from: first)))" } ?? ""
  }

  private static func values(_ seen: Set<ID<Classroom>>?) -> [Value] { (seen ?? []).sorted().map { .id($0) } }

  private func counts(
    in school: ID<Tenant>, on day: Day, of seen: Set<ID<Classroom>>?
  ) throws(Refusal) -> [ID<Classroom>: Int] {
    let found = try tx.rows(
      """
      SELECT classroom, CAST(sum(change) AS bigint) FROM class_size
      WHERE school = $1 AND day <= $2\(Self.among("classroom", seen, from: 3)) GROUP BY classroom
      """, [.id(school), .day(day)] + Self.values(seen)
    ) { ($0.id(0, Classroom.self), $0.int(1)) }
    var sizes: [ID<Classroom>: Int] = [:]
    for (classroom, size) in found { sizes[classroom] = size }
    return sizes
  }

  // MARK: students

  /// The students of a classroom on a day, in the order of lists.
  public func roster(_ classroom: ID<Classroom>, in school: ID<Tenant>, on day: Day) throws(Refusal) -> [Student] {
    try StudentsStore(tx: tx).students(in: school, ids: studentIDs(classroom, in: school, on: day))
  }

  public func studentIDs(_ classroom: ID<Classroom>, in school: ID<Tenant>, on day: Day) throws(Refusal) -> [ID<
    Student
  >] {
    try tx.rows(
      "SELECT DISTINCT student FROM enrolment WHERE school = $1 AND classroom = $3 AND \(Self.holds)",
      [.id(school), .day(day), .id(classroom)]
    ) { $0.id(0) }
  }

  /// Everybody who is in one of the classrooms on a day: what a teacher's own students are.
  public func studentIDs(of classrooms: [ID<Classroom>], in school: ID<Tenant>, on day: Day) throws(Refusal) -> [ID<
    Student
  >] {
    guard !classrooms.isEmpty else { return [] }
    return try tx.rows(
      """
      SELECT DISTINCT student FROM enrolment
      WHERE school = $1 AND \(Self.holds) AND classroom IN (\(placeholders(classrooms.count, from: 3)))
      """, [.id(school), .day(day)] + classrooms.map { .id($0) }
    ) { $0.id(0) }
  }

  /// Everybody who was in one of the classrooms on some day since then.
  func studentIDs(of classrooms: [ID<Classroom>], since day: Day, in school: ID<Tenant>) throws(Refusal) -> [ID<
    Student
  >] {
    guard !classrooms.isEmpty else { return [] }
    return try tx.rows(
      """
      SELECT DISTINCT student FROM enrolment
      WHERE school = $1 AND (until IS NULL OR until >= $2) AND classroom IN (\(placeholders(classrooms.count, from: 3)))
      """, [.id(school), .day(day)] + classrooms.map { .id($0) }
    ) { $0.id(0) }
  }

  /// The classrooms a student is in on a day, by name.
  public func classrooms(of student: ID<Student>, in school: ID<Tenant>, on day: Day? = nil) throws(Refusal)
    -> [Classroom]
  {
    let day = if let day { day } else { try today(in: school) }
    let rooms = try current(of: [student], in: school, on: day).tryCompactMap { place throws(Refusal) in
      try classroom(place.classroom, in: school)
    }
    return Classroom.sorted(rooms.filter { $0.archivedAt == nil }) { $0 }
  }

  /// Where a student is and was, the newest first.
  public func enrolments(of student: ID<Student>, in school: ID<Tenant>) throws(Refusal) -> [(
    enrolment: Enrolment, name: String
  )] {
    let table = ClassroomsTables.enrolment
    return try tx.rows(
      """
      SELECT \(table.columns(of: "e")), c.name FROM enrolment e
      LEFT JOIN classroom c ON c.school = e.school AND c.id = e.classroom
      WHERE e.school = $1 AND e.student = $2 AND (e.until IS NULL OR e.until >= e."from")
      ORDER BY e."from" DESC, c.name
      """, [.id(school), .id(student)]
    ) { row throws(Refusal) in
      // A device does not hold a class that the student has left: what is to be said of it, the server knows.
      guard let name = row.optionalText(table.width) else { throw .unavailable }
      return (try table.record(row), name)
    }
  }

  /// The enrolments of some students that hold on a day.
  public func current(of students: [ID<Student>], in school: ID<Tenant>, on day: Day) throws(Refusal) -> [Enrolment] {
    var found: [Enrolment] = []
    for part in students.chunks(of: 500) {
      found += try tx.all(
        ClassroomsTables.enrolment, in: school,
        "AND \(Self.holds) AND student IN (\(placeholders(part.count, from: 3)))",
        [.day(day)] + part.map { .id($0) })
    }
    return found
  }

  /// The names of the classes that some students are in today.
  func names(of students: [ID<Student>], in school: ID<Tenant>) throws(Refusal) -> [ID<Student>: [String]] {
    let now = try current(of: students, in: school, on: today(in: school))
    let rooms = try self.rooms(Set(now.map({ $0.classroom })), in: school, archived: false).keyed { $0.id }
    return Dictionary(grouping: now) { $0.student }.mapValues { times in
      let there = times.compactMap { rooms[$0.classroom] }.filter { $0.archivedAt == nil }
      return (there.count > 1 ? Classroom.sorted(there) { $0 } : there).map { $0.name }
    }
  }

  /// Whether anybody was ever in the classroom, or anything is planned or written down there.
  func wasUsed(_ classroom: ID<Classroom>, in school: ID<Tenant>) throws(Refusal) -> Bool {
    let wasEntered = try tx.exists(
      """
      SELECT 1 FROM enrolment WHERE school = $1 AND classroom = $2 AND (until IS NULL OR until >= "from") LIMIT 1
      """, [.id(school), .id(classroom)])
    if wasEntered { return true }
    return try !AttendanceStore(tx: tx).periods(of: [classroom], in: school).isEmpty
  }

  /// Those of the students whom the caller sees as staff and who are at the school.
  func known(_ students: [ID<Student>], to caller: Caller) throws(Refusal) -> [ID<Student>] {
    let there = try StudentsStore(tx: tx).students(in: caller.school, ids: students).filter { $0.leftAt == nil }.map(
      { $0.id })
    if caller.role.isOffice { return there }
    let taught = try taught(by: caller.account, in: caller.school)
    let own = Set(try studentIDs(of: taught, in: caller.school, on: today(in: caller.school)))
    return there.filter(own.contains)
  }

  /// Those whose time in a class has ended or begun lately, by the calendar alone.
  ///
  /// Two months back, as long as a server may have stood still with the day's receipts.
  package func turning(in school: ID<Tenant>, on day: Day) throws(Refusal) -> [ID<Student>] {
    try tx.rows(
      """
      SELECT DISTINCT student FROM enrolment
      WHERE school = $1 AND ((until >= $2 AND until < $3) OR ("from" > $2 AND "from" <= $3))
      """, [.id(school), .day(day.plus(days: -60)), .day(day)]
    ) { $0.id(0) }
  }

  // MARK: teachers

  public func teachers(of classroom: ID<Classroom>, in school: ID<Tenant>) throws(Refusal) -> [ID<Account>] {
    try tx.rows(
      "SELECT account FROM class_teacher WHERE school = $1 AND classroom = $2 ORDER BY \"createdAt\", account",
      [.id(school), .id(classroom)]
    ) { $0.id(0) }
  }

  /// The teachers of some classrooms; of all with `nil`.
  func teachers(
    in school: ID<Tenant>, of seen: Set<ID<Classroom>>?
  ) throws(Refusal) -> [ID<Classroom>: [ID<Account>]] {
    var found: [ID<Classroom>: [ID<Account>]] = [:]
    try tx.each(
      """
      SELECT classroom, account FROM class_teacher
      WHERE school = $1\(Self.among("classroom", seen, from: 2)) ORDER BY "createdAt", account
      """, [.id(school)] + Self.values(seen)
    ) { found[$0.id(0), default: []].append($0.id(1)) }
    return found
  }

  /// The classrooms an account teaches, archived ones not among them.
  public func taught(by account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> [ID<Classroom>] {
    try tx.rows(
      """
      SELECT t.classroom FROM class_teacher t JOIN classroom c ON c.school = t.school AND c.id = t.classroom
      WHERE t.school = $1 AND t.account = $2 AND c."archivedAt" IS NULL ORDER BY t.classroom
      """, [.id(school), .id(account)]
    ) { $0.id(0) }
  }

  /// The classrooms an account teaches, archived ones included.
  func taughtEver(by account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> [ID<Classroom>] {
    try tx.rows(
      "SELECT classroom FROM class_teacher WHERE school = $1 AND account = $2 ORDER BY classroom",
      [.id(school), .id(account)]
    ) { $0.id(0) }
  }

  /// What an import finds its classrooms by.
  public func keys(in school: ID<Tenant>) throws(Refusal) -> [(id: ID<Classroom>, name: String, external: String?)] {
    try tx.rows("SELECT id, name, external FROM classroom WHERE school = $1 ORDER BY id", [.id(school)]) {
      (id: $0.id(0), name: $0.text(1), external: $0.optionalText(2))
    }
  }
}
