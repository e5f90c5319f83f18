public import Base

/// What another program's package holds that can become cards here, with what its owner did with them.
public struct FlashcardsPackage: Sendable {
  public struct Note: Sendable {
    /// HTML, field by field.
    public var front: [String]
    public var back: [String]
    public var kind: FlashcardNote.Kind
    public var tags: [String]
    public var guid: String
    public var cards: [Card]
    public init(
      front: [String], back: [String], kind: FlashcardNote.Kind, tags: [String] = [], guid: String, cards: [Card] = []
    ) {
      (self.front, self.back, self.kind) = (front, back, kind)
      (self.tags, self.guid, self.cards) = (tags, guid, cards)
    }
  }

  public struct Card: Sendable {
    public let ordinal: Int
    public let isSuspended: Bool
    /// The newest first, at most `maxOfCard`.
    public var reviews: [Review]
    public init(ordinal: Int, isSuspended: Bool = false, reviews: [Review] = []) {
      (self.ordinal, self.isSuspended, self.reviews) = (ordinal, isSuspended, reviews)
    }
  }

  public struct Review: Sendable {
    public let at: Instant
    /// An answer or a reset.
    public let act: FlashcardEvent.Act
    public init(at: Instant, act: FlashcardEvent.Act) { (self.at, self.act) = (at, act) }
  }

  public struct Part: Sendable {
    public let name: String
    public let cards: Int
    public init(name: String, cards: Int) { (self.name, self.cards) = (name, cards) }
  }

  public var notes: [Note]
  /// Its decks that have cards.
  public var decks: [Part]
  /// Cards that nothing here is like: hidden parts of pictures, third cards of a note.
  public var skipped: Int
  /// Reviews that came before the newest ones.
  public var leavesReviews: Bool
  public init(notes: [Note], decks: [Part] = [], skipped: Int = 0, leavesReviews: Bool = false) {
    (self.notes, self.decks) = (notes, decks)
    (self.skipped, self.leavesReviews) = (skipped, leavesReviews)
  }

  /// So many reviews of one card are replayed, the newest; what came before them has faded from its schedule.
  public static let maxOfCard = 200
  /// And of a file.
  public static let maxReviews = 100_000
  /// One that is packed is at most so long.
  public static let maxBytes = 100_000_000
  /// Whatever says that it was reviewed before this has a clock that is not to be believed: 1 January 2000.
  public static let earliest = Instant(milliseconds: 946_684_800_000)
}

/// Puts the notes of a package into a deck, and what its owner has learnt into their own log.
public struct ImportPackage: FormCommand {
  public static let name = "flashcards.import-package"
  public let deck: ID<Deck>
  /// The file, which waits since it was looked at.
  public let upload: ID<Arrival>
  public init(deck: ID<Deck>, upload: ID<Arrival>) { (self.deck, self.upload) = (deck, upload) }
  public init(_ form: inout FormReader) {
    self.init(deck: form.id("deck"), upload: form.id("upload", about: "A package that was looked at before."))
  }
}

extension FlashcardsPackage {
  /// What its owner did with the cards that were taken, as far as it is not known yet.
  ///
  /// - Parameters:
  ///   - ids: the note of each row of the plan.
  ///   - known: what the account has done with cards of these notes.
  ///   - day: the study day of a moment.
  public func history(
    of plan: FlashcardsImportPlan, as ids: [ID<FlashcardNote>], known: [FlashcardKey: [FlashcardEvent]],
    by account: ID<Account>, in deck: ID<Deck>, now: Instant, day: (Instant) -> Day
  ) -> [(card: FlashcardKey, events: [FlashcardEvent])] {
    var found: [(card: FlashcardKey, events: [FlashcardEvent])] = []
    for (row, id) in zip(plan.rows, ids) where notes.indices.contains(row.note.line - 1) {
      let ordinals = FlashcardNote.ordinals(row.note.kind, front: row.note.front)
      for card in notes[row.note.line - 1].cards where ordinals.contains(card.ordinal) {
        let key = FlashcardKey(note: id, ordinal: card.ordinal)
        let names = Set((known[key] ?? []).map { $0.id })
        let events = card.events(of: key, by: account, in: deck, now: now, day: day).filter { !names.contains($0.id) }
        if !events.isEmpty { found.append((card: key, events: events)) }
      }
    }
    return found
  }
}

extension FlashcardsPackage.Card {
  /// What its owner did with it, as events of theirs, whose ids are always the same: brought in twice, they are there once.
  ///
  /// - Parameter day: the study day of a moment.
  public func events(
    of card: FlashcardKey, by account: ID<Account>, in deck: ID<Deck>, now: Instant, day: (Instant) -> Day
  ) -> [FlashcardEvent] {
    func event(_ at: Instant, _ act: FlashcardEvent.Act, named id: ID<FlashcardEvent>) -> FlashcardEvent {
      FlashcardEvent(
        id: id, account: account, deck: deck, card: card, act: act, at: at, day: day(at), device: Self.device)
    }
    var events = reviews.prefix(FlashcardsPackage.maxOfCard).filter { $0.at >= FlashcardsPackage.earliest }.map {
      event(min($0.at, now), $0.act, named: Self.id(of: card, by: account, at: $0.at, 1))
    }
    // When it was put aside is not said; it is one event however often it comes.
    let aside = Self.id(of: card, by: account, at: FlashcardsPackage.earliest, 2)
    if isSuspended { events.append(event(now, .suspend, named: aside)) }
    return events
  }

  /// What all that comes from packages counts as.
  static let device = "anki"

  /// A UUID of version 7 at that moment; the rest is drawn from what the event is about.
  static func id(of card: FlashcardKey, by account: ID<Account>, at: Instant, _ salt: UInt64) -> ID<FlashcardEvent> {
    var mixed = salt
    for part in [
      account.high, account.low, card.note.high, card.note.low, UInt64(clamping: card.ordinal),
      UInt64(clamping: at.milliseconds),
    ] { mixed = splitMix64(mixed ^ part) }
    let time = UInt64(clamping: at.milliseconds) & 0xFFFF_FFFF_FFFF
    return ID(high: time << 16 | 0x7000 | mixed >> 52, low: 1 << 63 | splitMix64(mixed) >> 2)
  }
}
