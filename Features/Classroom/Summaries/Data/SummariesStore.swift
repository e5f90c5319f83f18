public import Base
public import Database
public import School

/// All SQL about summaries.
public struct SummariesStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// Also one that was deleted.
  public func summary(_ id: ID<Summary>, in school: ID<Tenant>) throws(Refusal) -> Summary? {
    try tx.find(SummariesTables.summary, id, in: school)
  }

  /// A child's, the newest first.
  public func summaries(
    of student: ID<Student>, isSent: Bool = false, limit: Int, in school: ID<Tenant>
  ) throws(Refusal) -> [Summary] {
    try tx.all(
      SummariesTables.summary, in: school,
      """
      AND student = $2 AND "deletedAt" IS NULL\(isSent ? " AND \"sentAt\" IS NOT NULL" : "")
      ORDER BY until DESC, id DESC LIMIT $3
      """, [.id(student), .integer(Int64(limit))])
  }

  /// How many of a child are not sent.
  package func drafts(of student: ID<Student>, in school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count(
      "SELECT count(*) FROM summary WHERE school = $1 AND student = $2 AND \"sentAt\" IS NULL AND \"deletedAt\" IS NULL",
      [.id(school), .id(student)])
  }

  public func reply(_ id: ID<SummaryReply>, in school: ID<Tenant>) throws(Refusal) -> SummaryReply? {
    try tx.find(SummariesTables.reply, id, in: school)
  }

  /// What was said to one, in its order.
  ///
  /// - Parameter guardian: between whom and the staff; everybody without it, for the staff.
  public func replies(
    to summary: ID<Summary>, with guardian: ID<Account>? = nil, in school: ID<Tenant>
  ) throws(Refusal) -> [SummaryReply] {
    let one = guardian.map { [Value.id($0)] } ?? []
    return try tx.all(
      SummariesTables.reply, in: school,
      "AND summary = $2\(one.isEmpty ? "" : " AND guardian = $3") ORDER BY \"at\", id LIMIT 2000", [.id(summary)] + one)
  }
}
