import Base
import Database

/// Forgetting what only devices that were away for long would ask for (spec/sync.md §2.11).
extension Ledger {
  /// A device that was away for longer fetches the buckets anew that rows have left since.
  public static let removalDays: Int64 = 30
  /// A device that was away for longer begins anew.
  public static let membershipDays: Int64 = 90
  /// So many buckets in one commit.
  private static let bucketsAtOnce = 50

  /// Forgets that rows left their buckets, and who was a member once, when that is long ago; to be run once a night.
  public func compact() async throws {
    let schools = try await read { try $0.rows("SELECT id FROM tenant ORDER BY id") { $0.id(0, Tenant.self) } }
    let now = world.now()
    for school in schools {
      try await forgetRemovals(in: school, before: now.plus(days: -Self.removalDays))
      try await forgetMemberships(in: school, before: now.plus(days: -Self.membershipDays))
    }
  }

  private func forgetRemovals(in school: ID<Tenant>, before then: Instant) async throws {
    guard let last = try await last(of: school, before: then) else { return }
    let (engine, now) = (engine, world.now())
    let due = try await refusing {
      try await self.aside.run {
        try engine.readLong { try Removals.due(Transaction($0, now: now), in: school, upTo: last) }
      }
    }
    var rest = due[...]
    while !rest.isEmpty {
      let some = rest.prefix(Self.bucketsAtOnce)
      rest = rest.dropFirst(Self.bucketsAtOnce)
      try await upkeep { tx in
        for bucket in some { try bucket.forget(tx) }
        try tx.execute("UPDATE tenant SET compaction = compaction + 1 WHERE id = $1", [.id(school)])
      }
    }
  }

  private func forgetMemberships(in school: ID<Tenant>, before then: Instant) async throws {
    guard let last = try await last(of: school, before: then) else { return }
    try await upkeep { tx in
      let old = "school = $1 AND revoked > 0 AND revoked <= $2"
      let values: [Value] = [.id(school), .integer(last)]
      guard
        let floor = try tx.first(
          "SELECT max(revoked) FROM member WHERE \(old)", values, { $0.isNull(0) ? nil : $0.integer(0) }),
        let floor
      else { return }
      try tx.execute("DELETE FROM member WHERE \(old)", values)
      try tx.execute(
        "UPDATE tenant SET memberFloor = $2 WHERE id = $1 AND memberFloor < $2", [.id(school), .integer(floor)])
    }
  }

  /// The last commit of the school that was made by then.
  private func last(of school: ID<Tenant>, before then: Instant) async throws -> Int64? {
    try await read { tx in
      try tx.first(
        "SELECT seq FROM journal WHERE school = $1 AND at <= $2 ORDER BY seq DESC LIMIT 1",
        [.id(school), .instant(then)]
      ) { $0.integer(0) }
    }
  }
}

/// The entries of one bucket that only say that rows left it, up to the last of them that is to be forgotten.
private struct Removals: Sendable {
  let bucket: Int64, last: Int64

  static func due(_ tx: Transaction, in school: ID<Tenant>, upTo last: Int64) throws -> [Removals] {
    try tx.rows(
      """
      SELECT r.bucket, max(r.seq) FROM bucket b JOIN bucket_row r ON r.bucket = b.num
      WHERE b.school = $1 AND r.op = 0 AND r.seq <= $2 GROUP BY r.bucket ORDER BY r.bucket
      """, [.id(school), .integer(last)]
    ) { Removals(bucket: $0.integer(0), last: $0.integer(1)) }
  }

  /// What devices behind that have is not to be trusted from now on, and they are told so (`SyncPull`).
  func forget(_ tx: WriteTransaction) throws(Refusal) {
    let values: [Value] = [.integer(bucket), .integer(last)]
    try tx.execute("DELETE FROM bucket_row WHERE bucket = $1 AND op = 0 AND seq <= $2", values)
    try tx.execute("UPDATE bucket SET floor = $2 WHERE num = $1 AND floor < $2", values)
  }
}
