public import Base

extension WriteTransaction {
  /// Whoever sees these buckets may have the file from now on.
  public func show(_ file: ID<KeptFile>, in buckets: [Bucket]) {
    if buckets.isEmpty { return }
    touch(LedgerTables.file, key: [.id(school), .id(file)], in: buckets)
  }

  /// The file stays, and goes out of the sight of those who see only these buckets.
  public func hide(_ file: ID<KeptFile>, from buckets: [Bucket]) {
    withdraw(LedgerTables.file, key: [.id(school), .id(file)], from: buckets)
  }
}
