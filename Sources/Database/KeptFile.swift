public import Base

/// What arrived: enough to write the row.
public struct FileContent: Hashable, Sendable {
  /// SHA-256, 32 bytes.
  public let hash: [UInt8]
  public let size: Int64
  public init(hash: [UInt8], size: Int64) { (self.hash, self.size) = (hash, size) }
}

/// What the books know of a file that was kept.
public struct KeptFile: Sendable {
  public let id: ID<KeptFile>
  public let content: FileContent
  /// The media type and the name its sender gave, both to be distrusted.
  public let type: String
  public let name: String
  public let account: ID<Account>?
  public let createdAt: Instant

  public init(
    id: ID<KeptFile>, content: FileContent, type: String, name: String, account: ID<Account>?, createdAt: Instant
  ) {
    (self.id, self.content, self.type, self.name) = (id, content, type, name)
    (self.account, self.createdAt) = (account, createdAt)
  }

  /// The same bytes, as whoever has them now calls them.
  public func called(_ name: String, type: String) -> KeptFile {
    KeptFile(id: id, content: content, type: type, name: name, account: account, createdAt: createdAt)
  }
}

extension Transaction {
  public func file(_ id: ID<KeptFile>, school: ID<Tenant>) throws(Refusal) -> KeptFile? {
    try first(
      "SELECT hash, size, type, name, account, createdAt FROM file WHERE school = $1 AND id = $2",
      [.id(school), .id(id)]
    ) { row in
      KeptFile(
        id: id, content: FileContent(hash: row.bytes(0), size: row.integer(1)), type: row.text(2), name: row.text(3),
        account: row.optionalID(4), createdAt: row.instant(5))
    }
  }
}

extension WriteTransaction {
  /// Writes the row of a file that has arrived.
  public func keep(
    _ id: ID<KeptFile>, _ content: FileContent, name: String, type: String, by account: ID<Account>?,
    in buckets: [Bucket] = []
  ) throws(Refusal) {
    try put(
      DatabaseTables.file,
      [
        .id(school), .id(id), .bytes(content.hash), .integer(content.size), .text(type), .text(name), .id(account),
        .instant(now),
      ], in: buckets)
  }

  /// Forgets a file.
  ///
  /// Its content stays until no row names it and a day has passed.
  public func forgetFile(_ id: ID<KeptFile>, from buckets: [Bucket] = []) throws(Refusal) {
    try remove(DatabaseTables.file, key: [.id(school), .id(id)], from: buckets)
  }
}

extension WriteTransaction {
  /// Whoever sees these buckets may have the file from now on.
  public func show(_ file: ID<KeptFile>, in buckets: [Bucket]) {
    if buckets.isEmpty { return }
    touch(DatabaseTables.file, key: [.id(school), .id(file)], in: buckets)
  }

  /// The file stays, and goes out of the sight of those who see only these buckets.
  public func hide(_ file: ID<KeptFile>, from buckets: [Bucket]) {
    withdraw(DatabaseTables.file, key: [.id(school), .id(file)], from: buckets)
  }
}
