import Base
import Ledger
import School

/// Somebody's key in another system, and what that system said.
struct RosterPersonRow: Sendable {
  var key: String
  var student: ID<Student>?
  var account: ID<Account>?
  var role: Roster.Role
  var given = ""
  var family = ""
  var username = ""
  /// Folded.
  var email = ""
  var number = ""
  var cohorts: [String] = []
}

struct RosterClassRow: Sendable {
  var key: String
  var classroom: ID<Classroom>
  var code = ""
  var course = ""
  var courseTitle = ""
  var grades: [String] = []
  var terms: [String] = []
  var org = ""
}

struct RosterEnrolmentRow: Sendable {
  var key: String
  var classroom: ID<Classroom>
  var student: ID<Student>?
  var account: ID<Account>?
  var role: Roster.Role
  var isPrimary = false
  var begin = ""
  var end = ""
}

/// All SQL about the keys of other systems.
///
/// Writing needs a `WriteTransaction`, which the compiler sees to.
struct ExchangeRosterStore<Books: Transaction> {
  let tx: Books
  let school: ID<Tenant>

  private static var personColumns: String {
    "key, student, account, role, given, family, username, email, number, cohorts"
  }

  func person(key: String) throws(Refusal) -> RosterPersonRow? {
    try tx.first(
      "SELECT \(Self.personColumns) FROM roster_person WHERE school = $1 AND key = $2", [.id(school), .text(key)],
      RosterPersonRow.init(row:))
  }

  func person(of student: ID<Student>) throws(Refusal) -> RosterPersonRow? {
    try tx.first(
      "SELECT \(Self.personColumns) FROM roster_person WHERE school = $1 AND student = $2 ORDER BY key LIMIT 1",
      [.id(school), .id(student)], RosterPersonRow.init(row:))
  }

  func people(of account: ID<Account>) throws(Refusal) -> [RosterPersonRow] {
    try tx.rows(
      "SELECT \(Self.personColumns) FROM roster_person WHERE school = $1 AND account = $2 ORDER BY key",
      [.id(school), .id(account)], RosterPersonRow.init(row:))
  }

  func people(username: String) throws(Refusal) -> [RosterPersonRow] { try people("username", username) }
  func people(email: String) throws(Refusal) -> [RosterPersonRow] { try people("email", email) }
  func people(number: String) throws(Refusal) -> [RosterPersonRow] { try people("number", number) }

  /// What is empty names nobody.
  ///
  /// Said in the query, too: in a roster where a column is empty for all, PostgreSQL would expect everybody under any
  /// value and look for the first twenty among all (measured: 1,300 pages a row at 10,000).
  private func people(_ column: String, _ value: String) throws(Refusal) -> [RosterPersonRow] {
    guard !value.isEmpty else { return [] }
    return try tx.rows(
      """
      SELECT \(Self.personColumns) FROM roster_person WHERE school = $1 AND \(column) = $2 AND \(column) <> ''
      ORDER BY key LIMIT 20
      """, [.id(school), .text(value)], RosterPersonRow.init(row:))
  }

  func schoolClass(key: String) throws(Refusal) -> RosterClassRow? { try schoolClass("key", .text(key)) }
  func schoolClass(of classroom: ID<Classroom>) throws(Refusal) -> RosterClassRow? {
    try schoolClass("classroom", .id(classroom))
  }

  private func schoolClass(_ column: String, _ value: Value) throws(Refusal) -> RosterClassRow? {
    try tx.first(
      """
      SELECT key, classroom, code, course, "courseTitle", grades, terms, org FROM roster_class
      WHERE school = $1 AND \(column) = $2 ORDER BY key LIMIT 1
      """, [.id(school), value], RosterClassRow.init(row:))
  }

  func enrolment(key: String) throws(Refusal) -> RosterEnrolmentRow? {
    try tx.first(
      "SELECT \(Self.enrolmentColumns) FROM roster_enrolment WHERE school = $1 AND key = $2",
      [.id(school), .text(key)],
      RosterEnrolmentRow.init(row:))
  }

  func enrolment(of who: RosterSubject.Who, in classroom: ID<Classroom>) throws(Refusal) -> RosterEnrolmentRow? {
    let (column, value): (String, Value) =
      switch who {
      case .student(let id): ("student", .id(id))
      case .account(let id): ("account", .id(id))
      }
    return try tx.first(
      """
      SELECT \(Self.enrolmentColumns) FROM roster_enrolment
      WHERE school = $1 AND classroom = $2 AND \(column) = $3 ORDER BY key LIMIT 1
      """, [.id(school), .id(classroom), value], RosterEnrolmentRow.init(row:))
  }

  func enrolments(of account: ID<Account>) throws(Refusal) -> [RosterEnrolmentRow] {
    try tx.rows(
      "SELECT \(Self.enrolmentColumns) FROM roster_enrolment WHERE school = $1 AND account = $2 ORDER BY key",
      [.id(school), .id(account)], RosterEnrolmentRow.init(row:))
  }

  func organisation(key: String) throws(Refusal) -> Roster.Organisation? {
    try tx.first(
      "SELECT key, name, type, parent FROM roster_organisation WHERE school = $1 AND key = $2",
      [.id(school), .text(key)], Roster.Organisation.init(row:))
  }

  func organisations() throws(Refusal) -> [Roster.Organisation] {
    try tx.rows(
      "SELECT key, name, type, parent FROM roster_organisation WHERE school = $1 ORDER BY key", [.id(school)],
      Roster.Organisation.init(row:))
  }

  private static var termColumns: String { "key, title, type, begin, \"end\", parent, year" }

  func term(key: String) throws(Refusal) -> Roster.Term? {
    try tx.first(
      "SELECT \(Self.termColumns) FROM roster_term WHERE school = $1 AND key = $2", [.id(school), .text(key)],
      Roster.Term.init(row:))
  }

  func terms() throws(Refusal) -> [Roster.Term] {
    try tx.rows(
      "SELECT \(Self.termColumns) FROM roster_term WHERE school = $1 ORDER BY key", [.id(school)],
      Roster.Term.init(row:))
  }

  /// The places of teachers that are over, as their sender said when it gave them.
  func over(on day: Day) throws(Refusal) -> [RosterEnrolmentRow] {
    try tx.rows(
      """
      SELECT \(Self.enrolmentColumns) FROM roster_enrolment
      WHERE school = $1 AND account IS NOT NULL AND "end" <> '' AND "end" <= $2 ORDER BY key
      """, [.id(school), .text(day.text)], RosterEnrolmentRow.init(row:))
  }

  private static var enrolmentColumns: String {
    "key, classroom, student, account, role, \"isPrimary\", begin, \"end\""
  }

  /// The keys of all records of a kind that came from rosters.
  func keys(_ kind: Roster.Kind) throws(Refusal) -> [String] {
    let table: String
    switch kind {
    case .person: table = "roster_person"
    case .schoolClass: table = "roster_class"
    case .enrollment: table = "roster_enrolment"
    case .guardian, .organisation, .term, .signIn: return []
    }
    return try tx.rows("SELECT key FROM \(table) WHERE school = $1 ORDER BY key", [.id(school)]) { $0.text(0) }
  }

  /// The keys of students that came from rosters, with their records.
  func students() throws(Refusal) -> [(key: String, student: ID<Student>)] {
    try tx.rows(
      "SELECT key, student FROM roster_person WHERE school = $1 AND student IS NOT NULL ORDER BY key", [.id(school)]
    ) { ($0.text(0), $0.id(1)) }
  }
}

extension ExchangeRosterStore where Books == WriteTransaction {
  func put(_ row: RosterPersonRow) throws(Refusal) {
    try tx.put(
      ExchangeTables.rosterPerson,
      [
        .id(school), .text(row.key), .id(row.student), .id(row.account), .text(row.role.rawValue), .text(row.given),
        .text(row.family), .text(row.username), .text(row.email), .text(row.number),
        .text(RosterLines.joined(row.cohorts)),
      ])
  }

  func put(_ row: RosterClassRow) throws(Refusal) {
    try tx.put(
      ExchangeTables.rosterClass,
      [
        .id(school), .text(row.key), .id(row.classroom), .text(row.code), .text(row.course), .text(row.courseTitle),
        .text(RosterLines.joined(row.grades)), .text(RosterLines.joined(row.terms)), .text(row.org),
      ])
  }

  func put(_ row: RosterEnrolmentRow) throws(Refusal) {
    try tx.put(
      ExchangeTables.rosterEnrolment,
      [
        .id(school), .text(row.key), .id(row.classroom), .id(row.student), .id(row.account), .text(row.role.rawValue),
        .flag(row.isPrimary), .text(row.begin), .text(row.end),
      ])
  }

  func put(_ one: Roster.Organisation) throws(Refusal) {
    try tx.put(
      ExchangeTables.rosterOrganisation,
      [.id(school), .text(one.key), .text(one.name), .text(one.type), .text(one.parent)])
  }

  func put(_ one: Roster.Term) throws(Refusal) {
    try tx.put(
      ExchangeTables.rosterTerm,
      [
        .id(school), .text(one.key), .text(one.title), .text(one.type), .text(one.begin), .text(one.end),
        .text(one.parent), .text(one.year),
      ])
  }

  func removePerson(_ key: String) throws(Refusal) {
    try tx.remove(ExchangeTables.rosterPerson, key: [.id(school), .text(key)])
  }
  func removeClass(_ key: String) throws(Refusal) {
    try tx.remove(ExchangeTables.rosterClass, key: [.id(school), .text(key)])
  }
  func removeEnrolment(_ key: String) throws(Refusal) {
    try tx.remove(ExchangeTables.rosterEnrolment, key: [.id(school), .text(key)])
  }
}

/// Several short texts in one column, a line each.
enum RosterLines {
  static func joined(_ items: [String]) -> String {
    items.map { $0.split(separator: "\n").joined(separator: " ") }.joined(separator: "\n")
  }
  static func split(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
}

extension RosterPersonRow {
  init(row: Row) throws(Refusal) {
    self.init(
      key: row.text(0), student: row.optionalID(1), account: row.optionalID(2),
      role: try Roster.Role(stored: row.text(3)),
      given: row.text(4), family: row.text(5), username: row.text(6), email: row.text(7), number: row.text(8),
      cohorts: RosterLines.split(row.text(9)))
  }
}

extension RosterClassRow {
  init(row: Row) {
    self.init(
      key: row.text(0), classroom: row.id(1), code: row.text(2), course: row.text(3), courseTitle: row.text(4),
      grades: RosterLines.split(row.text(5)), terms: RosterLines.split(row.text(6)), org: row.text(7))
  }
}

extension RosterEnrolmentRow {
  init(row: Row) throws(Refusal) {
    self.init(
      key: row.text(0), classroom: row.id(1), student: row.optionalID(2), account: row.optionalID(3),
      role: try Roster.Role(stored: row.text(4)), isPrimary: row.flag(5), begin: row.text(6), end: row.text(7))
  }
}

extension Roster.Organisation {
  init(row: Row) { self.init(key: row.text(0), name: row.text(1), type: row.text(2), parent: row.text(3)) }
}

extension Roster.Term {
  init(row: Row) {
    self.init(key: row.text(0), title: row.text(1))
    (type, begin, end) = (row.text(2), row.text(3), row.text(4))
    (parent, year) = (row.text(5), row.text(6))
  }
}

extension Roster.Role {
  /// A role as the column holds it; the column's check lets in nothing else.
  init(stored: String) throws(Refusal) {
    guard let role = Roster.Role(rawValue: stored) else { throw Refusal.unavailable }
    self = role
  }
}
