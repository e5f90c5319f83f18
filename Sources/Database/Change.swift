public import Base

/// What one commit changed in one school: what the live stream and the followers are woken with.
public struct Change: Sendable {
  public let school: ID<Tenant>
  public let seq: Int64
  public let command: String
  public let entries: [Entry]
  /// Accounts that lost a bucket, or gained one of a kind that does not keep connections: their open lines must ask again.
  public let membershipChanged: Set<ID<Account>>
  /// Whether `entries` names every row.
  ///
  /// A command of very many rows names none, and listeners look for themselves.
  public let isWhole: Bool
  /// The tables it wrote in; `nil` when that is not known, and then it may be any.
  package var tables: Set<String>?

  package init(
    school: ID<Tenant>, seq: Int64, command: String, entries: [Entry], membershipChanged: Set<ID<Account>>,
    isWhole: Bool
  ) {
    (self.school, self.seq, self.command) = (school, seq, command)
    (self.entries, self.membershipChanged, self.isWhole) = (entries, membershipChanged, isWhole)
  }

  /// That something happened, without what: whoever missed it looks again.
  public var asHint: Change {
    Change(school: school, seq: seq, command: command, entries: [], membershipChanged: [], isWhole: false)
  }

  public struct Entry: Sendable, Hashable {
    public let bucket: Bucket
    public let table: Int
    /// What stands for the row: its key, without the school's id (`id(_:of:)` reads it).
    public let row: [UInt8]
    public let removed: Bool

    package init(bucket: Bucket, table: Int, row: [UInt8], removed: Bool) {
      (self.bucket, self.table, self.row, self.removed) = (bucket, table, row, removed)
    }
  }
}
