public import Base
public import Database
public import Ledger

/// The rows of the change index with their buckets by name, for a `FROM`.
public let changeIndex = """
  (SELECT b.school, b.kind, b.id AS bucket, r.tbl, r.row, r.seq, r.op FROM bucket_row r JOIN bucket b ON b.num = r.bucket)
  AS change_index
  """

/// Who may see which rows, as the change index and the memberships have it: what a device would be given, whatever pages
/// show.
extension Ledger {
  /// The accounts in whose buckets the row lies now.
  public func holders(
    of table: some SchemaHolder, _ key: [Value], in school: ID<Tenant>
  ) async throws -> Set<ID<Account>> {
    try await read { tx in
      Set(
        try tx.rows(
          """
          SELECT DISTINCT m.account FROM \(changeIndex)
          JOIN member m ON m.school = change_index.school AND m.kind = change_index.kind AND m.bucket = change_index.bucket AND m.revoked IS NULL
          WHERE change_index.school = $1 AND tbl = $2 AND row = $3 AND op = 1
          """,
          [.id(school), .int(table.schema.number), .bytes(TableSchema.indexKey(key.flatMap(\.keyBytes), in: school))]
        ) { $0.id(0) })
    }
  }

  /// The same of a kept file.
  public func holders(of file: ID<KeptFile>, in school: ID<Tenant>) async throws -> Set<ID<Account>> {
    try await holders(of: DatabaseTables.file, [.id(school), .id(file)], in: school)
  }

  /// At which commit a row was last said to be different; `nil` when it lies in no bucket.
  public func said(_ table: some SchemaHolder, _ key: [Value], in school: ID<Tenant>) async throws -> Int64? {
    try await read { tx in
      try tx.first(
        "SELECT max(seq) FROM \(changeIndex) WHERE school = $1 AND tbl = $2 AND row = $3",
        [.id(school), .int(table.schema.number), .bytes(TableSchema.indexKey(key.flatMap(\.keyBytes), in: school))]
      ) { $0.isNull(0) ? nil : $0.integer(0) } ?? nil
    }
  }
}

extension FeatureSchool {
  /// The people in whose buckets the row lies now.
  public func holders(of table: some SchemaHolder, _ key: [Value]) async throws -> Set<Person> {
    let found = try await ledger.holders(of: table, key, in: school)
    return Set(Person.allCases.filter { found.contains(account($0)) })
  }

  public func holders(of file: ID<KeptFile>) async throws -> Set<Person> {
    let found = try await ledger.holders(of: file, in: school)
    return Set(Person.allCases.filter { found.contains(account($0)) })
  }
}
