package import Base
package import Database
package import School

/// Somebody's key in another system, and what that system said.
package struct RosterPersonRow: Sendable {
  package var key: String
  package var student: ID<Student>?
  package var account: ID<Account>?
  package var role: Roster.Role
  package var given = ""
  package var family = ""
  package var username = ""
  /// Folded.
  package var email = ""
  package var number = ""
  package var cohorts: [String] = []

  package init(
    key: String, student: ID<Student>? = nil, account: ID<Account>? = nil, role: Roster.Role, given: String = "",
    family: String = "", username: String = "", email: String = "", number: String = "", cohorts: [String] = []
  ) {
    (
      self.key, self.student, self.account, self.role, self.given, self.family, self.username, self.email, self.number,
      self.cohorts
    ) = (key, student, account, role, given, family, username, email, number, cohorts)
  }
}

package struct RosterClassRow: Sendable {
  package var key: String
  package var classroom: ID<Classroom>
  package var code = ""
  package var course = ""
  package var courseTitle = ""
  package var grades: [String] = []
  package var terms: [String] = []
  package var org = ""

  package init(
    key: String, classroom: ID<Classroom>, code: String = "", course: String = "", courseTitle: String = "",
    grades: [String] = [], terms: [String] = [], org: String = ""
  ) {
    (self.key, self.classroom, self.code, self.course, self.courseTitle, self.grades, self.terms, self.org) = (
      key, classroom, code, course, courseTitle, grades, terms, org
    )
  }
}

package struct RosterEnrolmentRow: Sendable {
  package var key: String
  package var classroom: ID<Classroom>
  package var student: ID<Student>?
  package var account: ID<Account>?
  package var role: Roster.Role
  package var isPrimary = false
  package var begin = ""
  package var end = ""

  package init(
    key: String, classroom: ID<Classroom>, student: ID<Student>? = nil, account: ID<Account>? = nil, role: Roster.Role,
    isPrimary: Bool = false, begin: String = "", end: String = ""
  ) {
    (self.key, self.classroom, self.student, self.account, self.role, self.isPrimary, self.begin, self.end) = (
      key, classroom, student, account, role, isPrimary, begin, end
    )
  }
}

/// All SQL about the keys of other systems.
///
/// Writing needs a `WriteTransaction`, which the compiler sees to.
package struct ExchangeRosterStore<DB: Transaction> {
  package let tx: DB
  package let school: ID<Tenant>

  package init(tx: DB, school: ID<Tenant>) {
    (self.tx, self.school) = (tx, school)
  }

  package func person(key: String) throws(Refusal) -> RosterPersonRow? {
    try tx.first(ExchangeTables.rosterPerson, in: school, "AND key = $2", [.text(key)])
  }

  package func person(of student: ID<Student>) throws(Refusal) -> RosterPersonRow? {
    try tx.first(ExchangeTables.rosterPerson, in: school, "AND student = $2 ORDER BY key LIMIT 1", [.id(student)])
  }

  package func people(of account: ID<Account>) throws(Refusal) -> [RosterPersonRow] {
    try tx.all(ExchangeTables.rosterPerson, in: school, "AND account = $2 ORDER BY key", [.id(account)])
  }

  package func people(username: String) throws(Refusal) -> [RosterPersonRow] { try people("username", username) }
  package func people(email: String) throws(Refusal) -> [RosterPersonRow] { try people("email", email) }
  package func people(number: String) throws(Refusal) -> [RosterPersonRow] { try people("number", number) }

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

  package func schoolClass(key: String) throws(Refusal) -> RosterClassRow? { try schoolClass("key", .text(key)) }
  package func schoolClass(of classroom: ID<Classroom>) throws(Refusal) -> RosterClassRow? {
    try schoolClass("classroom", .id(classroom))
  }

  private func schoolClass(_ column: String, _ value: Value) throws(Refusal) -> RosterClassRow? {
    try tx.first(ExchangeTables.rosterClass, in: school, "AND \(column) = $2 ORDER BY key LIMIT 1", [value])
  }

  package func enrolment(key: String) throws(Refusal) -> RosterEnrolmentRow? {
    try tx.first(ExchangeTables.rosterEnrolment, in: school, "AND key = $2", [.text(key)])
  }

  package func enrolments(of account: ID<Account>) throws(Refusal) -> [RosterEnrolmentRow] {
    try tx.all(ExchangeTables.rosterEnrolment, in: school, "AND account = $2 ORDER BY key", [.id(account)])
  }

  package func organisation(key: String) throws(Refusal) -> Roster.Organisation? {
    try tx.first(ExchangeTables.rosterOrganisation, in: school, "AND key = $2", [.text(key)])
  }

  package func organisations() throws(Refusal) -> [Roster.Organisation] {
    try tx.all(ExchangeTables.rosterOrganisation, in: school, "ORDER BY key")
  }

  package func term(key: String) throws(Refusal) -> Roster.Term? {
    try tx.first(ExchangeTables.rosterTerm, in: school, "AND key = $2", [.text(key)])
  }

  package func terms() throws(Refusal) -> [Roster.Term] {
    try tx.all(ExchangeTables.rosterTerm, in: school, "ORDER BY key")
  }

  /// The places of teachers that are over, as their sender said when it gave them.
  package func over(on day: Day) throws(Refusal) -> [RosterEnrolmentRow] {
    try tx.all(
      ExchangeTables.rosterEnrolment, in: school,
      "AND account IS NOT NULL AND \"end\" <> '' AND \"end\" <= $2 ORDER BY key", [.text(day.text)])
  }

  /// The keys of all records of a kind that came from rosters.
  package func keys(_ kind: Roster.Kind) throws(Refusal) -> [String] {
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
  package func students() throws(Refusal) -> [(key: String, student: ID<Student>)] {
    try tx.rows(
      "SELECT key, student FROM roster_person WHERE school = $1 AND student IS NOT NULL ORDER BY key", [.id(school)]
    ) { ($0.text(0), $0.id(1)) }
  }
}

extension ExchangeRosterStore where DB == WriteTransaction {
  package func put(_ row: RosterPersonRow) throws(Refusal) { try tx.put(ExchangeTables.rosterPerson, row) }
  package func put(_ row: RosterClassRow) throws(Refusal) { try tx.put(ExchangeTables.rosterClass, row) }
  package func put(_ row: RosterEnrolmentRow) throws(Refusal) { try tx.put(ExchangeTables.rosterEnrolment, row) }
  package func put(_ one: Roster.Organisation) throws(Refusal) { try tx.put(ExchangeTables.rosterOrganisation, one) }
  package func put(_ one: Roster.Term) throws(Refusal) { try tx.put(ExchangeTables.rosterTerm, one) }

  package func removePerson(_ key: String) throws(Refusal) {
    try tx.remove(ExchangeTables.rosterPerson, key: [.id(school), .text(key)])
  }
  package func removeClass(_ key: String) throws(Refusal) {
    try tx.remove(ExchangeTables.rosterClass, key: [.id(school), .text(key)])
  }
  package func removeEnrolment(_ key: String) throws(Refusal) {
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
