import Base
import Database
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
struct ExchangeRosterStore<DB: Transaction> {
  let tx: DB
  let school: ID<Tenant>

  func person(key: String) throws(Refusal) -> RosterPersonRow? {
    try tx.first(ExchangeTables.rosterPerson, in: school, "AND key = $2", [.text(key)])
  }

  func person(of student: ID<Student>) throws(Refusal) -> RosterPersonRow? {
    try tx.first(ExchangeTables.rosterPerson, in: school, "AND student = $2 ORDER BY key LIMIT 1", [.id(student)])
  }

  func people(of account: ID<Account>) throws(Refusal) -> [RosterPersonRow] {
    try tx.all(ExchangeTables.rosterPerson, in: school, "AND account = $2 ORDER BY key", [.id(account)])
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
    return try tx.all(
      ExchangeTables.rosterPerson, in: school, "AND \(column) = $2 AND \(column) <> '' ORDER BY key LIMIT 20",
      [.text(value)])
  }

  func schoolClass(key: String) throws(Refusal) -> RosterClassRow? { try schoolClass("key", .text(key)) }
  func schoolClass(of classroom: ID<Classroom>) throws(Refusal) -> RosterClassRow? {
    try schoolClass("classroom", .id(classroom))
  }

  private func schoolClass(_ column: String, _ value: Value) throws(Refusal) -> RosterClassRow? {
    try tx.first(ExchangeTables.rosterClass, in: school, "AND \(column) = $2 ORDER BY key LIMIT 1", [value])
  }

  func enrolment(key: String) throws(Refusal) -> RosterEnrolmentRow? {
    try tx.first(ExchangeTables.rosterEnrolment, in: school, "AND key = $2", [.text(key)])
  }

  func enrolments(of account: ID<Account>) throws(Refusal) -> [RosterEnrolmentRow] {
    try tx.all(ExchangeTables.rosterEnrolment, in: school, "AND account = $2 ORDER BY key", [.id(account)])
  }

  func organisation(key: String) throws(Refusal) -> Roster.Organisation? {
    try tx.first(ExchangeTables.rosterOrganisation, in: school, "AND key = $2", [.text(key)])
  }

  func organisations() throws(Refusal) -> [Roster.Organisation] {
    try tx.all(ExchangeTables.rosterOrganisation, in: school, "ORDER BY key")
  }

  func term(key: String) throws(Refusal) -> Roster.Term? {
    try tx.first(ExchangeTables.rosterTerm, in: school, "AND key = $2", [.text(key)])
  }

  func terms() throws(Refusal) -> [Roster.Term] {
    try tx.all(ExchangeTables.rosterTerm, in: school, "ORDER BY key")
  }

  /// The places of teachers that are over, as their sender said when it gave them.
  func over(on day: Day) throws(Refusal) -> [RosterEnrolmentRow] {
    try tx.all(
      ExchangeTables.rosterEnrolment, in: school,
      "AND account IS NOT NULL AND \"end\" <> '' AND \"end\" <= $2 ORDER BY key", [.text(day.text)])
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

extension ExchangeRosterStore where DB == WriteTransaction {
  func put(_ row: RosterPersonRow) throws(Refusal) { try tx.put(ExchangeTables.rosterPerson, row) }
  func put(_ row: RosterClassRow) throws(Refusal) { try tx.put(ExchangeTables.rosterClass, row) }
  func put(_ row: RosterEnrolmentRow) throws(Refusal) { try tx.put(ExchangeTables.rosterEnrolment, row) }
  func put(_ one: Roster.Organisation) throws(Refusal) { try tx.put(ExchangeTables.rosterOrganisation, one) }
  func put(_ one: Roster.Term) throws(Refusal) { try tx.put(ExchangeTables.rosterTerm, one) }

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
