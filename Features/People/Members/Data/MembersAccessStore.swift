package import Base
package import Database
package import School

extension MembersInviteStore {
  /// The account that a code takes over: the one it was made for, or the one that waits behind a student's record.
  ///
  /// - Parameter account: who asks; a record that is theirs already is not bound to anybody else.
  package func bound(
    _ invite: Invite, besides account: ID<Account>? = nil, in school: ID<Tenant>
  ) throws(Refusal) -> BoundAccount? {
    var id = invite.account
    if id == nil, invite.role == .student, let student = invite.student {
      id = try StudentsStore(tx: tx).student(student, in: school)?.account
      if id == account { return nil }
    }
    guard let id, let record = try AccountsStore(tx: tx).account(id) else { return nil }
    let members = MembersStore(tx: tx)
    return BoundAccount(
      record: record, role: try members.membership(id, in: school)?.role,
      isElsewhere: try members.isElsewhere(id, than: school))
  }

  /// The codes that are out for accounts and for records, with the moment each ends.
  func out(in school: ID<Tenant>) throws(Refusal) -> (
    accounts: [ID<Account>: Instant], students: [ID<Student>: Instant]
  ) {
    var (accounts, students) = ([ID<Account>: Instant](), [ID<Student>: Instant]())
    try tx.each(
      """
      SELECT account, student, "expiresAt" FROM invite
      WHERE school = $1 AND (account IS NOT NULL OR (role = 'student' AND student IS NOT NULL))
      AND "redeemedAt" IS NULL AND "revokedAt" IS NULL AND "expiresAt" > $2
      """, [.id(school), .instant(tx.now)]
    ) { row in
      if let account = row.optionalID(0, Account.self) { accounts[account] = row.instant(2) }
      if let student = row.optionalID(1, Student.self) { students[student] = row.instant(2) }
    }
    return (accounts, students)
  }

  func until(_ account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> Instant? {
    try tx.first(
      """
      SELECT "expiresAt" FROM invite WHERE school = $1 AND account = $2
      AND "redeemedAt" IS NULL AND "revokedAt" IS NULL AND "expiresAt" > $3 ORDER BY id DESC LIMIT 1
      """, [.id(school), .id(account), .instant(tx.now)]
    ) { $0.instant(0) }
  }
}

extension MembersInviteStore where DB == WriteTransaction {
  /// One slip; what the person held before is worth nothing from now on.
  package func save(_ permit: Permit<GiveAccess>, _ subject: AccessSubject, id: ID<Invite>, code: InviteCode)
    throws(Refusal)
  {
    if let account = subject.account { try revokeBound(to: account) }
    if let student = subject.student { try revoke(studentCodesOf: student) }
    let invite = Invite(
      id: id, role: subject.role, label: subject.name, student: subject.student, createdBy: permit.caller.account,
      createdAt: permit.at, expiresAt: permit.at.plus(days: Int64(permit.command.days)), account: subject.account)
    try put(invite, code)
  }

  /// Takes back every code that would let somebody take over the account.
  func revokeBound(to account: ID<Account>) throws(Refusal) { try revoke("account = $2", .id(account)) }

  private func revoke(studentCodesOf student: ID<Student>) throws(Refusal) {
    try revoke("student = $2 AND role = 'student'", .id(student))
  }

  private func revoke(_ which: String, _ value: Value) throws(Refusal) {
    let open = try tx.rows(
      "SELECT id FROM invite WHERE school = $1 AND \(which) AND \"redeemedAt\" IS NULL AND \"revokedAt\" IS NULL",
      [.id(tx.school), value]
    ) { $0.id(0, Invite.self) }
    for invite in open {
      try tx.execute(
        "UPDATE invite SET \"revokedAt\" = $3 WHERE school = $1 AND id = $2",
        [.id(tx.school), .id(invite), .instant(tx.now)])
      try touch(invite)
    }
  }
}

/// Who of a school has never signed in: asked of the members, the accounts and the students together.
package struct MembersAccessStore<DB: Transaction> {
  let tx: DB

  package init(tx: DB) {
    self.tx = tx
  }

  /// What stands on a member's page; `nil` when they sign in already, or it is not the caller's to give.
  func access(of account: ID<Account>, for caller: Caller) throws(Refusal) -> MemberAccessState? {
    guard let subject = try subject(account, in: caller.school), subject.mayGet(from: caller.role) else { return nil }
    return try MembersInviteStore(tx: tx).until(account, in: caller.school).map { .waiting(until: $0) } ?? .never
  }

  /// Whom the command names; of a group, those who have never signed in and, unless it says `again`, hold no slip.
  package func subjects(
    of command: GiveAccess, in school: ID<Tenant>, _ classes: MembersClasses
  ) throws(Refusal) -> [AccessSubject] {
    switch command.people {
    case .account(let id): return try [subject(id, in: school)].compactMap({ $0 })
    case .student(let id):
      let student = try StudentsStore(tx: tx).student(id, in: school)
      guard let student else { return [] }
      return try subjects(of: [student], in: school)
    case .classroom(let id):
      let ids = try classes.students(id, school, tx)
      let students = try StudentsStore(tx: tx).students(in: school, ids: ids)
      return try waiting(subjects(of: students, in: school), command, school)
    case .group(let role):
      return try waiting(everybody(role, in: school), command, school)
    }
  }

  /// Those who have never signed in: who is known as a member, and the records that nobody signs in for.
  func everybody(_ role: Role?, in school: ID<Tenant>) throws(Refusal) -> [AccessSubject] {
    let members = try MembersStore(tx: tx).roles(in: school, role: role)
    let waiting = try AccountsStore(tx: tx).unclaimed(members.map { $0.account })
    let known = members.compactMap { member in
      waiting[member.account].map {
        AccessSubject(account: member.account, student: nil, name: $0, role: member.role, hasPassword: false)
      }
    }
    guard role == nil || role == .student else { return known }
    return known + (try StudentsStore(tx: tx).withoutAccount(in: school).map(Self.record))
  }

  private func waiting(
    _ subjects: [AccessSubject], _ command: GiveAccess, _ school: ID<Tenant>
  ) throws(Refusal) -> [AccessSubject] {
    let open = subjects.filter { !$0.hasPassword }
    if command.again { return open }
    let out = try MembersInviteStore(tx: tx).out(in: school)
    return open.filter { subject in
      subject.account.map { out.accounts[$0] == nil } ?? subject.student.map { out.students[$0] == nil } ?? false
    }
  }

  private func subject(_ account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> AccessSubject? {
    guard let role = try MembersStore(tx: tx).membership(account, in: school)?.role,
      let record = try AccountsStore(tx: tx).account(account)
    else { return nil }
    return AccessSubject(
      account: account, student: nil, name: record.name, role: role,
      hasPassword: record.passwordHash != nil || record.closedAt != nil)
  }

  private func subjects(of students: [Student], in school: ID<Tenant>) throws(Refusal) -> [AccessSubject] {
    try students.filter { $0.leftAt == nil }.tryCompactMap { student throws(Refusal) -> AccessSubject? in
      guard let account = student.account else { return Self.record(student) }
      return try subject(account, in: school)
    }
  }

  private static func record(_ student: Student) -> AccessSubject {
    AccessSubject(account: nil, student: student.id, name: student.name, role: .student, hasPassword: false)
  }
}
