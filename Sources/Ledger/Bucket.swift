public import Base

/// Who may see: every synced row lies in one or more buckets, and people are members of buckets.
///
/// A bucket is a kind and the id of what it is about: the staff of one class, one student's family. Pages, API, files,
/// search and the live stream all ask the same question of it.
public struct Bucket: Hashable, Sendable {
  /// One letter, permanent: the features name theirs (`Bucket.Kind` is extended where the word belongs).
  public struct Kind: Hashable, Sendable {
    public let letter: String
    public init(_ letter: StaticString) { self.letter = "\(letter)" }
    init(stored: String) { letter = stored }

    /// Whoever gains such a bucket hears of it by what lies in it, and their open lines go on; losing one ends them.
    ///
    /// People gain these many times a day, by what others do.
    var keepsConnection: Bool { letter == Kind.letterKeepingConnection }
    static let letterKeepingConnection = "k"
  }
  public let kind: Kind
  public let id: ID<Bucket>

  public init<Thing>(_ kind: Kind, _ id: ID<Thing>) { (self.kind, self.id) = (kind, id.cast()) }

  /// `c/0190…`, as in a live topic.
  public var text: String { kind.letter + "/" + id.text }
}

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
  var tables: Set<String>?

  init(
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
  }
}
