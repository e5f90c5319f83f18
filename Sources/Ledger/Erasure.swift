public import Base
public import Database

/// Taking everything of one tenant out of the books, for good.
///
/// The chain of the journal stays, and its entries name ids and commands only: the words lay beside it, in details, and
/// are erased. So the chain still verifies, and says that something was here and who ended it.
extension Ledger {
  /// What stays: the chain, and how far the followers have read in it.
  static let keptTables: Set<String> = ["journal", "follower"]
  /// What goes last, because the steps before it are found by it.
  private static let lastTables: Set<String> = ["member", "receipt", "bucket"]

  /// The declared tables that hold rows of tenants, in the order they were declared.
  public var tenantTables: [TableSchema] {
    tables.filter { table in !Self.keptTables.contains(table.name) && table.columns.contains { $0.name == "school" } }
  }

  /// Erases every row of the tenant in every declared table but those named, a few thousand at a time.
  ///
  /// Later tables point to earlier ones, so the last declared go first. May run again after a crash, and goes on.
  public func erase(_ tenant: ID<Tenant>, but names: Set<String> = []) async throws {
    let left = names.union(Self.lastTables)
    for table in tenantTables.reversed() where !left.contains(table.name) { try await empty(table, of: tenant) }
  }

  /// The last of it: seats, receipts, and what the change index says was there.
  public func eraseTraces(of tenant: ID<Tenant>) async throws {
    let buckets = "SELECT num FROM bucket WHERE school = $1"
    try await empty(DatabaseTables.bucketRow, of: tenant, "bucket IN (\(buckets))")
    for table in tenantTables where Self.lastTables.contains(table.name) { try await empty(table, of: tenant) }
  }

  private func empty(_ table: TableSchema, of tenant: ID<Tenant>, _ condition: String = "school = $1") async throws {
    let key = table.key.map(quoted).joined(separator: ", ")
    let sql = """
      DELETE FROM \(quoted(table.name)) WHERE (\(key)) IN
        (SELECT \(key) FROM \(quoted(table.name)) WHERE \(condition) LIMIT 2000)
      """
    while try await upkeep(
      school: tenant,
      { tx in
        // What is deleted is written over: on SQLite the bytes would otherwise stay in the file until they are needed.
        if tx.dialect == .sqlite { _ = try tx.first("PRAGMA secure_delete = ON") { $0.integer(0) } }
        return try tx.execute(sql, [.id(tenant)])
      }) > 0
    {}
  }
}

extension WriteTransaction {
  /// Accounts that ever had a seat in the tenant and have not been unseated.
  public func seated(in tenant: ID<Tenant>, limit: Int) throws(Refusal) -> [ID<Account>] {
    try rows("SELECT DISTINCT account FROM member WHERE school = $1 LIMIT \(max(1, limit))", [.id(tenant)]) { $0.id(0) }
  }

  /// Forgets that the account ever had a seat here.
  public func unseat(_ account: ID<Account>) throws(Refusal) {
    try execute("DELETE FROM member WHERE school = $1 AND account = $2", [.id(school), .id(account)])
  }
}
