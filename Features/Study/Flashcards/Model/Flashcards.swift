public import Base

/// Cards to learn by heart: a person's own, or a class's.
public struct Deck: Hashable, Restorable, Sendable {
  public let id: ID<Deck>
  public var audience: StudyAudience
  public let author: ID<Account>
  public var name: String
  public var about: String
  /// Of both sides, unless a note says otherwise: for voices and direction.
  public var language: String
  /// So many cards that nobody has seen, at most, on one day.
  public var newPerDay: Int
  public var reviewsPerDay: Int
  public let createdAt: Instant
  public var updatedAt: Instant
  public var deletedAt: Instant?

  public init(
    id: ID<Deck>, audience: StudyAudience, author: ID<Account>, name: String, about: String = "", language: String,
    newPerDay: Int = 10, reviewsPerDay: Int = 200, createdAt: Instant, updatedAt: Instant, deletedAt: Instant? = nil
  ) {
    (self.id, self.audience, self.author, self.name, self.about) = (id, audience, author, name, about)
    (self.language, self.newPerDay, self.reviewsPerDay) = (language, newPerDay, reviewsPerDay)
    (self.createdAt, self.updatedAt, self.deletedAt) = (createdAt, updatedAt, deletedAt)
  }
}

/// What one or more cards are made of.
public struct FlashcardNote: Hashable, Restorable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    /// Front asks for back.
    case basic
    /// And back for front.
    case bothWays = "both-ways"
    /// `{{c1::word::hint}}` in the front; the back stands under the answer.
    case cloze
  }
  public let id: ID<FlashcardNote>
  public let deck: ID<Deck>
  public var kind: Kind
  /// Markdown, with formulas, pictures and sounds of the deck.
  public var front: String
  public var back: String
  /// Words to find it by, without spaces.
  public var tags: [String]
  /// How other programs call it, to know it again.
  public var guid: String
  /// Its place in the deck: new cards come in this order.
  public var position: Int
  public var updatedAt: Instant
  public var deletedAt: Instant?

  public init(
    id: ID<FlashcardNote>, deck: ID<Deck>, kind: Kind = .basic, front: String, back: String, tags: [String] = [],
    guid: String, position: Int, updatedAt: Instant, deletedAt: Instant? = nil
  ) {
    (self.id, self.deck, self.kind, self.front, self.back) = (id, deck, kind, front, back)
    (self.tags, self.guid, self.position) = (tags, guid, position)
    (self.updatedAt, self.deletedAt) = (updatedAt, deletedAt)
  }

  /// The longest side, in characters.
  public static let longest = 8000
  /// A deck holds so many notes at most.
  public static let maxNotes = 20_000
}

/// One card of a note: of a basic one 0, of both ways 0 and 1, of a cloze the number of its gap less one.
public struct FlashcardKey: Hashable, Sendable {
  public let note: ID<FlashcardNote>
  public let ordinal: Int
  public init(note: ID<FlashcardNote>, ordinal: Int) { (self.note, self.ordinal) = (note, ordinal) }
}

/// Something that somebody did with a card; what a card has come to is folded from these, and no screen writes it.
public struct FlashcardEvent: Hashable, Sendable {
  public enum Act: Hashable, Sendable {
    case answer(FlashcardGrade, milliseconds: Int)
    /// Takes back an event, whichever device it came from.
    case undo(ID<FlashcardEvent>)
    /// Not before tomorrow.
    case bury
    case suspend, resume
    /// As if it had never been seen.
    case reset
  }
  public let id: ID<FlashcardEvent>
  public let account: ID<Account>
  public let deck: ID<Deck>
  public let card: FlashcardKey
  public let act: Act
  /// By the device's clock, corrected by what it was found to be off.
  public let at: Instant
  /// The date of studying, fixed at the tap.
  public let day: Day
  /// Its place among the events of its device: the fold never goes before it.
  public let device: String
  public let sequence: Int

  public init(
    id: ID<FlashcardEvent>, account: ID<Account>, deck: ID<Deck>, card: FlashcardKey, act: Act, at: Instant, day: Day,
    device: String = "", sequence: Int = 0
  ) {
    (self.id, self.account, self.deck, self.card, self.act) = (id, account, deck, card, act)
    (self.at, self.day, self.device, self.sequence) = (at, day, device, sequence)
  }
}

/// What the events of a card come to for one person: computed anew with every event, so that what is due can be listed.
public struct FlashcardState: Hashable, Sendable {
  public let account: ID<Account>
  public let deck: ID<Deck>
  public let card: FlashcardKey
  /// `nil` when every answer was taken back.
  public var memory: FlashcardMemory?
  /// The day from which it is due.
  public var due: Day
  /// And on that day not before this, while it is on its steps.
  public var dueAt: Instant?
  public var isSuspended: Bool
  public var buriedUntil: Day?
  public var reviews: Int
  public var lapses: Int

  public init(
    account: ID<Account>, deck: ID<Deck>, card: FlashcardKey, memory: FlashcardMemory?, due: Day,
    dueAt: Instant? = nil, isSuspended: Bool = false, buriedUntil: Day? = nil, reviews: Int = 0, lapses: Int = 0
  ) {
    (self.account, self.deck, self.card, self.memory, self.due) = (account, deck, card, memory, due)
    (self.dueAt, self.isSuspended, self.buriedUntil) = (dueAt, isSuspended, buriedUntil)
    (self.reviews, self.lapses) = (reviews, lapses)
  }
}

public enum FlashcardsPaths {
  public static let all = "/study/decks"
  public static let new = "/study/decks/new"
  public static let importing = "/study/decks/import"
  public static func deck(_ id: ID<Deck>) -> String { "/study/decks/\(id.text)" }
  public static func edit(_ id: ID<Deck>) -> String { deck(id) + "/edit" }
  public static func review(_ id: ID<Deck>) -> String { deck(id) + "/review" }
  public static func note(_ note: FlashcardNote) -> String { deck(note.deck) + "/notes/\(note.id.text)" }
  public static func deletion(_ id: ID<Deck>) -> String { deck(id) + "/deletion" }
  public static func restoration(_ id: ID<Deck>) -> String { deck(id) + "/restoration" }
  public static func notes(_ id: ID<Deck>) -> String { deck(id) + "/notes" }
  public static func newNote(_ id: ID<Deck>) -> String { deck(id) + "/notes/new" }
  public static func note(_ id: ID<FlashcardNote>, of deck: ID<Deck>) -> String { notes(deck) + "/\(id.text)" }
  /// What is done with a card: `answers`, `undo`, `burying`, `suspension`, `resumption`, `reset`.
  public static func act(_ act: String, _ id: ID<Deck>) -> String { review(id) + "/" + act }
  public static func importing(_ id: ID<Deck>) -> String { deck(id) + "/import" }
  public static func packageImport(_ id: ID<Deck>) -> String { importing(id) + "/package" }
  /// One package on its way.
  public static func run(_ id: ID<Arrival>, of deck: ID<Deck>) -> String { importing(deck) + "/runs/\(id.text)" }
  public static func settings(_ id: ID<Deck>) -> String { deck(id) + "/settings" }
  public static func settingEnd(_ id: ID<DeckSetting>, of deck: ID<Deck>) -> String {
    settings(deck) + "/\(id.text)/deletion"
  }
  /// One's own numbers.
  public static func statistics(_ id: ID<Deck>) -> String { deck(id) + "/stats" }
  /// A class's, for its teachers.
  public static func classNumbers(_ id: ID<Deck>) -> String { deck(id) + "/class" }
  public static func export(_ id: ID<Deck>) -> String { deck(id) + "/export" }
}
