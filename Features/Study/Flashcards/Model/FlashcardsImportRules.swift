public import Base

extension ImportNotes {
  public func permit(
    for caller: Caller, access: TrackAccess?, _ deck: Deck, plan: FlashcardsImportPlan, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard access == .keeper, deck.deletedAt == nil, deck.id == self.deck else { throw .notFound }
    guard !plan.rows.isEmpty else { throw .invalid("file", Phrase("flashcards.import.none")) }
    guard plan.total <= FlashcardNote.maxNotes else {
      throw .invalid("file", Phrase("flashcards.import.full", .count(FlashcardNote.maxNotes)))
    }
    return Permit(self, caller: caller, at: now)
  }
}
