public import Base

extension AddFlashcardMedia {
  /// - Parameters:
  ///   - types: of the files, by their content.
  ///   - count: what the deck has already.
  public func permit(
    for caller: Caller, access: TrackAccess?, deck: Deck, types: [String], count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try mustKeep(deck, access)
    guard !types.isEmpty else { throw .invalid("file", Phrase("form.required")) }
    guard types.allSatisfy({ FlashcardMedia.takes($0) }) else {
      throw .invalid("file", Phrase("flashcards.media.type"))
    }
    guard count + types.count <= FlashcardMedia.most else {
      throw .invalid("file", Phrase("flashcards.media.many", .count(FlashcardMedia.most)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension RemoveFlashcardMedia {
  public func permit(
    for caller: Caller, access: TrackAccess?, deck: Deck, count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try mustKeep(deck, access)
    guard isRemoved || count < FlashcardMedia.most else {
      throw .conflict(Phrase("flashcards.media.many", .count(FlashcardMedia.most)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

private func mustKeep(_ deck: Deck, _ access: TrackAccess?) throws(Refusal) {
  guard let access, deck.deletedAt == nil else { throw .notFound }
  guard access == .keeper else { throw .notAllowed(Phrase("flashcards.keepers-only")) }
}
