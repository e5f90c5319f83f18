public import Base
public import Database
public import School

/// All SQL about decks and cards.
///
/// Writing needs a `WriteTransaction`, which the compiler sees to.
public struct FlashcardsStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// Also one that was deleted.
  public func deck(_ id: ID<Deck>, in school: ID<Tenant>) throws(Refusal) -> Deck? {
    try tx.find(FlashcardsTables.deck, id, in: school)
  }

  /// Answers “not found” when the caller may not see it.
  public func mustSee(_ id: ID<Deck>, _ caller: Caller) throws(Refusal) -> (deck: Deck, access: TrackAccess) {
    guard let deck = try deck(id, in: caller.school),
      let access = try TracksStore(tx: tx).access(to: deck.audience, author: deck.author, caller)
    else { throw Refusal.notFound }
    return (deck, access)
  }

  public func note(_ id: ID<FlashcardNote>, in school: ID<Tenant>) throws(Refusal) -> FlashcardNote? {
    try tx.find(FlashcardsTables.note, id, in: school)
  }

  /// Those of a deck that were not deleted, in their order, from a place on.
  public func notes(
    of deck: ID<Deck>, from position: Int = 0, limit: Int = FlashcardNote.maxNotes, in school: ID<Tenant>
  ) throws(Refusal) -> [FlashcardNote] {
    try tx.all(
      FlashcardsTables.note, in: school,
      "AND deck = $2 AND \"deletedAt\" IS NULL AND position >= $3 ORDER BY position, id LIMIT $4",
      [.id(deck), .integer(Int64(position)), .integer(Int64(limit))])
  }

  /// What one person did with one card, in no order.
  public func events(
    of card: FlashcardKey, by account: ID<Account>, in school: ID<Tenant>
  ) throws(Refusal) -> [FlashcardEvent] {
    try tx.all(
      FlashcardsTables.event, in: school, "AND account = $2 AND note = $3 AND ordinal = $4",
      [.id(account), .id(card.note), .integer(Int64(card.ordinal))])
  }
}
