public import Base

extension FlashcardsMaker {
  /// - Parameters:
  ///   - access: to the deck they go into; a new one is one's own.
  ///   - count: the notes of the deck.
  ///   - new: how many it would get.
  ///   - decks: the decks that the caller has, when one more is made.
  public func permit(
    for caller: Caller, access: TrackAccess?, deck: Deck?, count: Int, new: Int, decks: Int, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    if let deck {
      guard let access, deck.deletedAt == nil else { throw .notFound }
      guard access == .keeper else { throw .notAllowed(Phrase("flashcards.keepers-only")) }
    } else {
      try Deck.mayBeOneMore(decks)
    }
    guard count + new <= FlashcardNote.maxNotes else {
      throw .conflict(Phrase("flashcards.notes-many", .count(FlashcardNote.maxNotes)))
    }
    return Permit(self, caller: caller, at: now)
  }
}
