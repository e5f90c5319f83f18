public import Base

/// Who may see: every synced row lies in one or more buckets, and people are members of buckets.
///
/// A bucket is a kind and the id of what it is about: the staff of one class, one student's family. Pages, API, files,
/// search and the live stream all ask the same question of it.
public struct Bucket: Hashable, Sendable {
  /// One letter, permanent: the features name theirs (`Bucket.Kind` is extended where the word belongs).
  public struct Kind: Hashable, Sendable {
    public let letter: String
    public init(_ letter: String) { self.letter = letter }

    /// Whoever gains such a bucket hears of it by what lies in it, and their open lines go on; losing one ends them.
    ///
    /// People gain these many times a day, by what others do.
    package var keepsConnection: Bool { letter == Kind.letterKeepingConnection }
    package static let letterKeepingConnection = "k"
  }
  public let kind: Kind
  public let id: ID<Bucket>

  /// Everybody in the school.
  public static func school(_ id: ID<Tenant>) -> Bucket { Bucket(Kind("s"), id) }
  /// One person alone.
  public static func person(_ id: ID<Account>) -> Bucket { Bucket(Kind("p"), id) }

  public init<Thing>(_ kind: Kind, _ id: ID<Thing>) { (self.kind, self.id) = (kind, id.cast()) }

  /// `c/0190…`.
  public var text: String { kind.letter + "/" + id.text }

  /// One person's alone, or said between people: not even the office sees it unless it is in it.
  package var isPrivate: Bool { kind.letter == "p" || kind.keepsConnection }
}
