public import Base
import Database
public import School

/// Who is responsible for a child, and whose children somebody's are.
extension StudentsStore {
  /// The children of a guardian, those who left the school not among them.
  public func ofGuardian(_ account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> [Student] {
    try students(in: school, ids: everyChild(of: account, in: school)).filter { $0.leftAt == nil }
  }

  /// The children of a guardian, those who left the school among them.
  public func everyChild(of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> [ID<Student>] {
    try tx.rows("SELECT student FROM guardian WHERE school = $1 AND account = $2", [.id(school), .id(account)]) {
      $0.id(0)
    }
  }

  public func guardians(
    of student: ID<Student>, in school: ID<Tenant>
  ) throws(Refusal) -> [(account: ID<Account>, relation: String?)] {
    try tx.rows(
      "SELECT account, relation FROM guardian WHERE school = $1 AND student = $2 ORDER BY \"createdAt\", account",
      [.id(school), .id(student)]
    ) { (account: $0.id(0), relation: $0.optionalText(1)) }
  }

  /// The guardians of several children at once: for lists, notifications, exports.
  public func guardianAccounts(
    of students: [ID<Student>], in school: ID<Tenant>
  ) throws(Refusal) -> [ID<Student>: [ID<Account>]] {
    var found: [ID<Student>: [ID<Account>]] = [:]
    for part in students.chunks(of: Self.batchSize) {
      try tx.each(
        "SELECT student, account FROM guardian WHERE school = $1 AND student IN (\(placeholders(part.count, from: 2))) ORDER BY student, account",
        [.id(school)] + part.map { .id($0) }
      ) { found[$0.id(0), default: []].append($0.id(1)) }
    }
    return found
  }

  /// Everybody who sees the child as family: its own account and its guardians.
  public func family(of student: Student, in school: ID<Tenant>) throws(Refusal) -> [ID<Account>] {
    try guardians(of: student.id, in: school).map { $0.account } + [student.account].compactMap { $0 }
  }
}
