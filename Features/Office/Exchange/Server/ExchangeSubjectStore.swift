import Base
import Classroom
import Database
import Office
import People
import PeopleServer
import School

/// Somebody of the school, as a roster speaks of them: a student's record or an account, and what is known of both.
struct RosterSubject {
  enum Who: Hashable { case student(ID<Student>), account(ID<Account>) }

  var who: Who
  var row: RosterPersonRow?
  var student: Student?
  var external: String?
  var account: AccountRecord?
  var membership: Membership?
  /// Whether the account has another key with more to it: a teacher who is also in the rosters as a parent.
  var isSecondLine = false

  /// Whether the person is at the school now.
  ///
  /// Who has left is not found by an import, and comes back as they were.
  var isPresent: Bool {
    switch who {
    case .student: student.map { $0.leftAt == nil } ?? false
    case .account: membership != nil
    }
  }

  var isStudent: Bool { if case .student = who { true } else { false } }

  /// The name other systems know the person by; without one, our own.
  var key: String {
    switch who {
    case .student(let id): row?.key ?? external ?? id.text
    case .account(let id): row?.key ?? id.text
    }
  }

  /// What the person is at the school; a second key of theirs is never more than its roster said.
  var role: Roster.Role {
    if isStudent { return .student }
    let now = membership?.role.inRosters ?? .guardian
    guard isSecondLine, let said = row?.role else { return now }
    return said.power < now.power ? said : now
  }

  /// The person without lists: what the school has, and what a roster said only where the school has nothing.
  var person: Roster.Person {
    var one = Roster.Person(key: key, role: role)
    one.username = first(account?.username, row?.username)
    one.email = first(account?.email, row?.email)
    if let student {
      (one.given, one.family, one.number) = (student.given, student.family, student.number ?? "")
      one.birthday = student.birthday?.text ?? ""
    } else {
      (one.given, one.family) = names
      one.number = row?.number ?? ""
    }
    one.cohorts = row?.cohorts ?? []
    return one
  }

  /// A roster's two names while the account is still called by them.
  private var names: (String, String) {
    guard let row else { return (account?.name ?? "", "") }
    let said = [row.given, row.family].filter { !$0.isEmpty }.joined(separator: " ")
    guard let name = account?.name, name != said else { return (row.given, row.family) }
    return (name, "")
  }

  private func first(_ one: String?, _ other: String?) -> String {
    if let one, !one.isEmpty { return one }
    return other ?? ""
  }
}

extension Role {
  /// The word rosters have for it.
  var inRosters: Roster.Role {
    switch self {
    case .owner, .admin: .admin
    case .teacher: .teacher
    case .student: .student
    case .guardian: .guardian
    }
  }
}

extension Roster.Role {
  var power: Int {
    switch self {
    case .student: 0
    case .guardian: 1
    case .teacher: 2
    case .admin: 3
    }
  }

  /// Whether somebody in this role may stand before a class.
  var teaches: Bool { self == .teacher || self == .admin }

  /// Nobody becomes an owner by a file.
  var inSchool: Role {
    switch self {
    case .student: .student
    case .guardian: .guardian
    case .teacher: .teacher
    case .admin: .admin
    }
  }
}

/// Finds people of the school by what rosters call them: indexed look-ups, nothing kept.
struct ExchangeSubjectStore<DB: Transaction> {
  let tx: DB
  let school: ID<Tenant>
  var roster: ExchangeRosterStore<DB> { ExchangeRosterStore(tx: tx, school: school) }
  private var students: StudentsStore<DB> { StudentsStore(tx: tx) }

  func subject(row: RosterPersonRow) throws(Refusal) -> RosterSubject? {
    if let id = row.student {
      guard let student = try students.student(id, in: school) else { return nil }
      return try subject(student, row: row)
    }
    guard let id = row.account, let account = try AccountsStore(tx: tx).account(id) else { return nil }
    let membership = try MembersStore(tx: tx).membership(id, in: school)
    return RosterSubject(
      who: .account(id), row: row, account: account, membership: membership,
      isSecondLine: try isSecondLine(row, id, membership))
  }

  /// Only asked where what a roster said is less than what the member is.
  private func isSecondLine(_ row: RosterPersonRow, _ id: ID<Account>, _ membership: Membership?) throws(Refusal)
    -> Bool
  {
    guard let now = membership?.role.inRosters, row.role.power < now.power else { return false }
    return try roster.people(of: id).contains {
      $0.role.power > row.role.power || $0.role == row.role && $0.key < row.key
    }
  }

  func subject(_ student: Student) throws(Refusal) -> RosterSubject {
    try subject(student, row: try roster.person(of: student.id))
  }

  private func subject(_ student: Student, row: RosterPersonRow?) throws(Refusal) -> RosterSubject {
    let account: AccountRecord? = if let id = student.account { try AccountsStore(tx: tx).account(id) } else { nil }
    return RosterSubject(
      who: .student(student.id), row: row, student: student,
      external: row == nil ? try students.external(of: student.id, in: school) : row?.key, account: account)
  }

  /// The account as a member of this school, or as the child who signs in with it. `
  ///
  /// nil` for everybody else's: what other schools have is not there.
  func subject(_ account: AccountRecord) throws(Refusal) -> RosterSubject? {
    if let student = try students.ofAccount(account.id, in: school) { return try subject(student) }
    guard let membership = try MembersStore(tx: tx).membership(account.id, in: school) else { return nil }
    let row = try roster.people(of: account.id).min { ($1.role.power, $0.key) < ($0.role.power, $1.key) }
    return RosterSubject(who: .account(account.id), row: row, account: account, membership: membership)
  }

  func find(key: String) throws(Refusal) -> RosterSubject? {
    if let row = try roster.person(key: key), let found = try subject(row: row) { return found }
    if let student = try students.find(external: key, in: school) { return try subject(student) }
    guard let id = ID<Student>(key) else { return nil }
    if let student = try students.student(id, in: school) { return try subject(student) }
    guard let account = try AccountsStore(tx: tx).account(id.cast()) else { return nil }
    return try subject(account)
  }

  func find(username: String) throws(Refusal) -> RosterSubject? {
    for row in try roster.people(username: username) {
      if let found = try subject(row: row), found.isPresent { return found }
    }
    let account = try AccountsStore(tx: tx).find(identifier: username)
    guard let account, account.username == foldedIdentifier(username) else { return nil }
    return try subject(account)
  }

  func find(studentNumber: String) throws(Refusal) -> RosterSubject? {
    guard let student = try students.find(number: studentNumber, in: school) else { return nil }
    return try subject(student)
  }

  /// Everybody present with that address; families share them.
  func all(email: String) throws(Refusal) -> [RosterSubject] {
    let folded = foldedIdentifier(email)
    var found = try roster.people(email: folded).tryCompactMap { row throws(Refusal) in try subject(row: row) }
      .filter { $0.isPresent }
    if let account = try AccountsStore(tx: tx).find(identifier: folded), account.email == folded,
      let one = try subject(account), !found.contains(where: { $0.who == one.who })
    {
      found.append(one)
    }
    return found
  }

  /// Everybody present with that number, whoever gave it.
  func all(number: String) throws(Refusal) -> [RosterSubject] {
    var found = try roster.people(number: number).tryCompactMap { row throws(Refusal) in try subject(row: row) }
      .filter { $0.isPresent }
    if let student = try find(studentNumber: number), !found.contains(where: { $0.who == student.who }) {
      found.append(student)
    }
    return found
  }

  // MARK: lists

  /// The person as they leave the school in a file, and as a preview shows them.
  func whole(_ one: RosterSubject, on day: Day) throws(Refusal) -> Roster.Person {
    var person = one.person
    person.classes = try rooms(of: one, on: day).map { $0.name }
    // In an order of their own: accounts that one file made have none but their ids, which are others after a preview.
    if case .student(let id) = one.who { person.guardians = try guardianEmails(of: id).sorted() }
    return person
  }

  /// The classrooms the person is in or teaches, by name.
  func rooms(of one: RosterSubject, on day: Day) throws(Refusal) -> [Classroom] {
    let store = ClassroomsStore(tx: tx)
    switch one.who {
    case .student(let id): return try store.classrooms(of: id, in: school, on: day)
    case .account(let id):
      let rooms = try store.taught(by: id, in: school).tryCompactMap { room throws(Refusal) in
        try store.classroom(room, in: school)
      }
      return Classroom.sorted(rooms) { $0 }
    }
  }

  /// The addresses of a student's guardians: their own, and what a roster said only of those who have none.
  func guardianEmails(of student: ID<Student>) throws(Refusal) -> [String] {
    try students.guardians(of: student, in: school).tryCompactMap { guardian throws(Refusal) -> String? in
      if let own = try AccountsStore(tx: tx).account(guardian.account)?.email { return own }
      return try roster.people(of: guardian.account).map { $0.email }.first { !$0.isEmpty }
    }
  }

  /// Every address that a file may have for one of a student's guardians.
  func everyGuardianEmail(of student: ID<Student>) throws(Refusal) -> Set<String> {
    var found = Set<String>()
    for guardian in try students.guardians(of: student, in: school) {
      found.formUnion(try roster.people(of: guardian.account).map { $0.email })
      if let email = try AccountsStore(tx: tx).account(guardian.account)?.email { found.insert(email) }
    }
    return found
  }
}

extension ExchangeRosterStore {
  func enrolment(of who: RosterSubject.Who, in classroom: ID<Classroom>) throws(Refusal) -> RosterEnrolmentRow? {
    let (column, value): (String, Value) =
      switch who {
      case .student(let id): ("student", .id(id))
      case .account(let id): ("account", .id(id))
      }
    return try tx.first(
      ExchangeTables.rosterEnrolment, in: school, "AND classroom = $2 AND \(column) = $3 ORDER BY key LIMIT 1",
      [.id(classroom), value])
  }
}
