public import Base
public import Database
public import School

/// Writing. Whoever calls these has asked its rules; each writes rows, change index and buckets together.
extension StudentsStore where DB == WriteTransaction {
  /// - Parameter external: the name another system knows the child by.
  public func insert(_ student: Student, external: String? = nil) throws(Refusal) {
    try checkNumber(student)
    try tx.put(StudentsTables.student, StudentRow(student: student, external: external, createdAt: tx.now))
    if let day = student.birthday { try setBirthday(day, of: student.id) }
    if let account = student.account { try tx.grant(account, .family(student.id)) }
  }

  /// Writes down when a child was born, or that it is not known.
  ///
  /// A row that is new lies where the record does by its table; the staff of classes get it when the child's sight is
  /// calculated again.
  private func setBirthday(_ day: Day?, of student: ID<Student>) throws(Refusal) {
    guard let day else { return try tx.remove(StudentsTables.birthday, key: [.id(tx.school), .id(student)]) }
    try tx.put(StudentsTables.birthday, BirthdayRow(student: student, day: day))
  }

  /// Changes names, number, birthday and whether the child has left; logins and guardians have acts of their own.
  public func update(_ student: Student) throws(Refusal) {
    try checkNumber(student)
    try tx.counting(StudentsTables.student.schema, key: [.id(tx.school), .id(student.id)]) { () throws(Refusal) in
      try tx.execute(
        """
        UPDATE student SET given = $3, family = $4, called = $5, number = $6, sort = $7, "leftAt" = $8, "updatedAt" = $9
        WHERE school = $1 AND id = $2
        """,
        [
          .id(tx.school), .id(student.id), .text(student.given), .text(student.family), .text(student.called),
          .text(student.number), .text(student.sort), .instant(student.leftAt), .instant(student.updatedAt),
        ])
    }
    try touch(student.id)
    if try birthday(of: student.id, in: tx.school) != student.birthday {
      try setBirthday(student.birthday, of: student.id)
    }
    if let account = student.account { try call(account, student.name) }
  }

  /// A pupil is called what the record says, everywhere their account's name stands.
  ///
  /// Who is somebody in another school too has a name that this school does not keep; here the record's is shown.
  private func call(_ account: ID<Account>, _ name: String) throws(Refusal) {
    let members = MembersStore(tx: tx)
    guard try members.membership(account, in: tx.school)?.role == .student,
      try !members.isElsewhere(account, than: tx.school), try AccountsStore.rename(account, to: name, tx)
    else { return }
    try members.renamed(account)
  }

  /// Remembers, or forgets, the name another system knows the child by.
  public func setExternal(_ external: String?, of student: ID<Student>) throws(Refusal) {
    try tx.execute(
      "UPDATE student SET external = $3 WHERE school = $1 AND id = $2", [.id(tx.school), .id(student), .text(external)])
    try touch(student)
  }

  /// - Parameter buckets: the staff who may read it, besides the office.
  func setNote(_ text: String?, of student: ID<Student>, by account: ID<Account>, also buckets: [Bucket] = [])
    throws(Refusal)
  {
    let seen = [Bucket.office(tx.school)] + buckets
    guard let text else { return try tx.remove(StudentsTables.note, key: [.id(tx.school), .id(student)], from: seen) }
    try tx.put(
      StudentsTables.note, [.id(tx.school), .id(student), .text(text), .id(account), .instant(tx.now)], in: seen)
  }

  /// Removes the record with its links and its note.
  ///
  /// Only for children nothing else is known of.
  func delete(_ student: Student, also buckets: [Bucket] = []) throws(Refusal) {
    for guardian in try guardians(of: student.id, in: tx.school) {
      try unlink(guardian: guardian.account, from: student.id)
    }
    if let account = student.account { try tx.revoke(account, .family(student.id)) }
    try setNote(nil, of: student.id, by: .none, also: buckets)
    try forgetPhoto(of: student.id, self.buckets(of: student.id) + buckets)
    try setBirthday(nil, of: student.id)
    try ConsentsStore(tx: tx).forget(student.id)
    try tx.remove(StudentsTables.student, key: [.id(tx.school), .id(student.id)])
  }

  /// Makes the account a guardian of the child: from now on it sees what the family sees, and what it has said before
  /// counts again.
  public func link(guardian account: ID<Account>, to student: ID<Student>, relation: String? = nil) throws(Refusal) {
    try tx.put(
      StudentsTables.guardian,
      GuardianRow(student: student, account: account, relation: relation, createdAt: tx.now))
    try tx.grant(account, .family(student))
    try touchFamily(student)
    try ConsentsStore(tx: tx).refold(student)
  }

  /// Ends what `link(guardian:)` began, on open lines too.
  public func unlink(guardian account: ID<Account>, from student: ID<Student>) throws(Refusal) {
    try tx.remove(StudentsTables.guardian, key: [.id(tx.school), .id(student), .id(account)])
    try ConsentsStore(tx: tx).refold(student)
    guard try self.student(student, in: tx.school)?.account != account else { return }
    try tx.revoke(account, .family(student))
    try touchFamily(student)
  }

  /// Makes the account the child's own.
  ///
  /// The account the child had before sees nothing of it any more.
  ///
  /// - Throws: `Refusal.conflict` when the account is another child's.
  public func link(account: ID<Account>, to student: ID<Student>) throws(Refusal) {
    if let other = try ofAccount(account, in: tx.school), other.id != student {
      throw Refusal.conflict(Phrase("students.account-taken"))
    }
    if let before = try self.student(student, in: tx.school)?.account, before != account {
      try unlink(account: before, from: student)
    }
    try setAccount(account, of: student)
    try tx.grant(account, .family(student))
    if let record = try self.student(student, in: tx.school) { try call(account, record.name) }
  }

  public func unlink(account: ID<Account>, from student: ID<Student>) throws(Refusal) {
    try setAccount(nil, of: student)
    let isGuardian = try guardians(of: student, in: tx.school).contains { $0.account == account }
    if !isGuardian { try tx.revoke(account, .family(student)) }
  }

  private func setAccount(_ account: ID<Account>?, of student: ID<Student>) throws(Refusal) {
    try tx.execute(
      "UPDATE student SET account = $3 WHERE school = $1 AND id = $2", [.id(tx.school), .id(student), .id(account)])
    try touch(student)
  }

  /// Says that the child's row changed.
  public func touch(_ student: ID<Student>) throws(Refusal) {
    try tx.touch(StudentsTables.student, key: [.id(tx.school), .id(student)])
  }

  /// Says to the office and the family that the child has other guardians; the row itself is as it was.
  private func touchFamily(_ student: ID<Student>) throws(Refusal) {
    try tx.touch(StudentsTables.student, key: [.id(tx.school), .id(student)], only: buckets(of: student))
  }

  /// Says who sees a child besides the office and the family, in buckets of one kind.
  ///
  /// Records know neither classes nor courses: whoever changes those says it. A register of last month names those who
  /// have left since, so a record stays with the classes and courses the child was ever in; who its guardians are
  /// is told to those it is in now. When it was born is on its page, which classes open and courses do not.
  ///
  /// - Parameters:
  ///   - ever: of all classes or courses the child is or was in.
  ///   - now: of those whose staff have to do with its guardians.
  public func place(
    _ student: ID<Student>, among kind: Bucket.Kind, ever: [Bucket], now: [Bucket]
  ) throws(Refusal) {
    try tx.place(StudentsTables.student, key: [.id(tx.school), .id(student)], among: kind, in: ever)
    if kind == Bucket.classStaff(.none).kind {
      try tx.place(StudentsTables.birthday, key: [.id(tx.school), .id(student)], among: kind, in: now)
    }
    for guardian in try guardians(of: student, in: tx.school) {
      let key: [Value] = [.id(tx.school), .id(student), .id(guardian.account)]
      try tx.place(StudentsTables.guardian, key: key, among: kind, in: now)
    }
  }

  private func buckets(of student: ID<Student>) -> [Bucket] { [.office(tx.school), .family(student)] }

  /// A number names one child.
  ///
  /// The index would say so too, but not to the person at the form.
  private func checkNumber(_ student: Student) throws(Refusal) {
    guard let number = student.number else { return }
    let taken = try tx.exists(
      "SELECT 1 FROM student WHERE school = $1 AND number = $2 AND id <> $3",
      [.id(tx.school), .text(number), .id(student.id)])
    if taken { throw Refusal.invalid("number", Phrase("students.number-taken")) }
  }
}
