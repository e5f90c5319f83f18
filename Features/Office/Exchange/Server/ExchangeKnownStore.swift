import Base
import Classroom
import Database
import Office
import People
import School

/// Answers what a plan asks of the school, from the database, one record at a time.
///
/// What is blank in a file says nothing, and a list in a file adds to ours: what was true stays true until the office
/// or an explicit removal ends it. That is decided here, by what the plan is given to compare with.
final class ExchangeKnownStore<DB: Transaction> {
  let tx: DB
  let school: ID<Tenant>
  /// Who brings the file in.
  let caller: ID<Account>?
  let today: Day
  let term: OneRoster.Term
  let subjects: ExchangeSubjectStore<DB>
  /// The entry that is being weighed.
  var entry: Roster.Entry?
  /// Whom the last question was about: present, or somebody who left and may come back.
  private(set) var found: RosterSubject?
  private(set) var dormant: RosterSubject?
  /// The books failed in the middle of a question; nothing after that counts.
  private(set) var failure: Refusal?

  var roster: ExchangeRosterStore<DB> { subjects.roster }
  var rooms: ClassroomsStore<DB> { ClassroomsStore(tx: tx) }

  init(tx: DB, school: ID<Tenant>, caller: ID<Account>? = nil) throws(Refusal) {
    (self.tx, self.school, self.caller) = (tx, school, caller)
    today = try ClassroomsStore(tx: tx).today(in: school)
    term = .year(of: today)
    subjects = ExchangeSubjectStore(tx: tx, school: school)
  }

  var known: Roster.Known {
    Roster.Known(
      person: { [self] new in request(.conflict) { () throws(Refusal) in try match(new) } },
      schoolClass: { [self] key in request(nil) { () throws(Refusal) in try schoolClass(key) } },
      enrollment: { [self] one in request(nil) { () throws(Refusal) in try enrollment(one) } },
      isGuardian: { [self] link in request(false) { () throws(Refusal) in try isGuardian(link) } },
      organisation: { [self] key in request(nil) { () throws(Refusal) in try organisation(key) } },
      term: { [self] key in request(nil) { () throws(Refusal) in try term(key) } },
      identities: { [self] kind in request([]) { () throws(Refusal) in try identities(kind) } })
  }

  /// Whether the school has a record that other records of a file refer to.
  func isKnown(_ file: OneRoster.File, _ key: String) -> Bool {
    request(false) { () throws(Refusal) in
      switch file {
      case .users: try subjects.find(key: key)?.isPresent ?? false
      case .classes: try room(key) != nil
      case .manifest, .orgs, .academicSessions, .courses, .roles, .enrollments: false
      }
    }
  }

  /// Who of the school the file means by a person, if it is one.
  func present(_ person: Roster.Person) throws(Refusal) -> RosterSubject? {
    _ = try match(person)
    return found
  }

  private func request<Response>(_ standIn: Response, _ body: () throws(Refusal) -> Response) -> Response {
    guard failure == nil else { return standIn }
    do throws(Refusal) { return try body() } catch {
      failure = error
      return standIn
    }
  }
}

// MARK: people

extension ExchangeKnownStore {
  private func match(_ new: Roster.Person) throws(Refusal) -> Roster.Known.Match {
    (found, dormant) = (nil, nil)
    let candidates = try candidates(new)
    guard let candidates else { return .conflict }
    // Also who has left keeps their key, username and number until the office takes them away.
    if Set(candidates.map({ $0.who })).count > 1 { return .conflict }
    guard let one = candidates.first(where: { $0.isPresent }) else {
      dormant = candidates.first { $0.isStudent == (new.role == .student) }
      return dormant == nil ? .none : .returning
    }
    let saysRole = entry?.fields.has(.role) ?? true
    // A child's record does not become a login, nor the other way round.
    if saysRole, one.isStudent != (new.role == .student) { return .conflict }
    found = one
    return .found(try comparable(one, with: new))
  }

  /// Whoever has the key, or what stands in for one; the username; the number.
  ///
  /// Nil when the stand-in is shared.
  private func candidates(_ new: Roster.Person) throws(Refusal) -> [RosterSubject]? {
    var found: [RosterSubject] = []
    if let one = try subjects.find(key: new.key) {
      found.append(one)
    } else if !(entry?.fields.has(.key) ?? false) {
      let standIns =
        new.key == new.number
        ? try subjects.all(number: new.number)
        : new.key == new.email ? try subjects.all(email: new.email) : []
      if Set(standIns.map({ $0.who })).count > 1 { return nil }
      found += standIns.prefix(1)
    }
    if !new.username.isEmpty, let one = try subjects.find(username: new.username) { found.append(one) }
    if !new.number.isEmpty, new.role == .student, let one = try subjects.find(studentNumber: new.number) {
      found.append(one)
    }
    return found
  }

  /// The person as the school has them; what the file says and would not change counts as the same.
  private func comparable(_ one: RosterSubject, with new: Roster.Person) throws(Refusal) -> Roster.Person {
    var old = one.person
    let fields = entry?.fields ?? .all
    try settleAccount(of: one, &old, new)
    if new.given.isEmpty { old.given = "" }
    if new.family.isEmpty { old.family = "" }
    if new.username.isEmpty { old.username = "" }
    if new.email.isEmpty { old.email = "" }
    if new.number.isEmpty { old.number = "" }
    // Only students have one here.
    if new.birthday.isEmpty || !one.isStudent { old.birthday = new.birthday }
    if fields.has(.classes) { old.classes = try classes(of: one, with: new) }
    if fields.has(.cohorts) { old.cohorts = Set(old.cohorts).isSuperset(of: new.cohorts) ? new.cohorts : old.cohorts }
    if fields.has(.guardians) { old.guardians = try guardians(of: one, with: new) }
    return old
  }

  /// Classes have two names, ours and the sender's; either will do.
  private func classes(of one: RosterSubject, with new: Roster.Person) throws(Refusal) -> [String] {
    guard one.isStudent || one.role.teaches, !new.classes.isEmpty else { return new.classes }
    let ours = try subjects.rooms(of: one, on: today)
    let keys = try ours.tryCompactMap { room throws(Refusal) in try roster.schoolClass(of: room.id)?.key }
    return Set(ours.map { $0.name } + keys).isSuperset(of: new.classes) ? new.classes : ours.map { $0.name }
  }

  private func guardians(of one: RosterSubject, with new: Roster.Person) throws(Refusal) -> [String] {
    guard case .student(let id) = one.who, !new.guardians.isEmpty else { return new.guardians }
    let known = try subjects.everyGuardianEmail(of: id)
    let isNone = known.isSuperset(of: new.guardians.map { foldedIdentifier($0) })
    return isNone ? new.guardians : try subjects.guardianEmails(of: id)
  }

  /// An account that somebody uses keeps its names and addresses whatever a file says, and what was said before is no
  /// news to any.
  private func settleAccount(of one: RosterSubject, _ old: inout Roster.Person, _ new: Roster.Person) throws(Refusal) {
    guard let account = one.account else { return }
    if one.row?.username == new.username { old.username = new.username }
    if let row = one.row, row.email == foldedIdentifier(new.email) { old.email = new.email }
    if !one.isStudent, let now = one.membership?.role, old.role != new.role {
      let next = try newRole(of: account.id, now, as: new.role.inSchool, instead: one.row?.key)
      if next == nil { old.role = new.role }
    }
    let isNews = old.username != new.username || old.email != new.email || old.given != new.given
    guard isNews || old.family != new.family else { return }
    let isElsewhere = try MembersStore(tx: tx).isElsewhere(account.id, than: school)
    guard account.passwordHash != nil || isElsewhere else { return }
    (old.username, old.email) = (new.username, new.email)
    if !one.isStudent { (old.given, old.family) = (new.given, new.family) }
  }

  /// What a member becomes by what a file says of them; `nil` when they stay what they are.
  ///
  /// - Parameter key: what the last roster called this person; what it says of others with the account stands.
  func newRole(of account: ID<Account>, _ now: Role, as role: Role, instead key: String?) throws(Refusal) -> Role? {
    if now == role || now == .owner || account == caller { return nil }
    let (said, power) = (try roster.people(of: account), role.inRosters.power)
    // A teacher who is also in the file as a parent stays a teacher.
    if said.contains(where: { $0.key != key && $0.role.power > power }) { return nil }
    // What somebody was made by hand, no file takes away.
    let isLess = power < now.inRosters.power
    return isLess && !said.contains(where: { $0.role.power >= now.inRosters.power }) ? nil : role
  }
}
