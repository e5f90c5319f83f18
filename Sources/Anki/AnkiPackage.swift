import Archive

/// What a package holds: notes, their cards and what was done with them, and the files that they name.
///
/// The files stay packed until they are asked for.
public struct AnkiPackage: Sendable {
  /// How packages have been written since 2012, since 2018, and since 2022.
  public enum Generation: Int, Sendable { case first = 1, second, latest }

  public struct Deck: Equatable, Sendable {
    public let id: Int64
    /// Its levels with `::` between them.
    public let name: String
  }

  /// What cards are made of a note.
  public struct NoteType: Equatable, Sendable {
    public let id: Int64
    public internal(set) var name: String
    public internal(set) var isCloze: Bool
    /// Parts of a picture are hidden, which is drawn by a program of its own.
    public internal(set) var hidesPictures: Bool
    public internal(set) var fields: [String] = []
    public internal(set) var templates: [Template] = []
  }

  public struct Template: Equatable, Sendable {
    public let question: String
    public let answer: String
  }

  public struct Note: Equatable, Sendable {
    public let id: Int64
    public let guid: String
    public let type: Int64
    /// HTML.
    public let fields: [String]
    public let tags: [String]
  }

  public struct Card: Equatable, Sendable {
    public let id: Int64
    public let note: Int64
    /// Where it is at home, also while it is in a filtered deck.
    public let deck: Int64
    public let ordinal: Int
    public let isSuspended: Bool
  }

  /// One line of the log.
  public struct Review: Equatable, Sendable {
    /// When, in milliseconds since 1970.
    public let at: Int64
    public let card: Int64
    /// 1 again to 4 easy; 0 was done by hand.
    public let ease: Int
    public let milliseconds: Int
    /// 0 learning, 1 review, 2 relearning, 3 filtered, 4 by hand, 5 rescheduled.
    public let kind: Int
    public let factor: Int

    public enum Meaning: Equatable, Sendable { case answer, reset, nothing }

    /// What it did to the card's memory.
    public var meaning: Meaning {
      if kind == 4, factor == 0 { return .reset }
      if !(1...4).contains(ease) || kind == 3 && factor == 0 || kind > 3 { return .nothing }
      return .answer
    }
  }

  /// A picture or a sound, which notes call by its name.
  public struct Media: Equatable, Sendable {
    public let name: String
    /// Unpacked.
    public let size: Int
    /// SHA-1; empty where the package does not say it.
    let digest: [UInt8]
    let entry: ZIP.Entry
  }

  /// How much is read of a package.
  public struct Limits: Sendable {
    /// Bytes as it arrives.
    public var packed = 256 << 20
    /// Bytes of all files unpacked.
    public var unpacked = 256 << 20
    /// Bytes of the collection, unpacked: it is held in memory, and more than once.
    public var collection = 96 << 20
    /// Bytes of the list of files, unpacked.
    public var list = 16 << 20
    /// Bytes of all fields of all notes together.
    public var text = 64 << 20
    public var files = 10_000
    public var notes = 20_000
    public var cards = 100_000
    /// The newest ones; older ones are left.
    public var reviews = 100_000
    public init() {}
  }

  public let generation: Generation
  public let decks: [Deck]
  public let types: [NoteType]
  public let notes: [Note]
  public let cards: [Card]
  /// From the newest on.
  public let reviews: [Review]
  /// Older ones were left.
  public let leavesReviews: Bool
  public let media: [Media]
  let archive: ZIP.Archive
}
