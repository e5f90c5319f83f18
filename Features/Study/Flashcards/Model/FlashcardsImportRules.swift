public import Base

extension ImportNotes {
  public func permit(
    for caller: Caller, access: TrackAccess?, _ deck: Deck, plan: FlashcardsImportPlan, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard deck.id == self.deck else { throw .notFound }
    try mayImport(access, deck, plan)
    return Permit(self, caller: caller, at: now)
  }
}

private func mayImport(_ access: TrackAccess?, _ deck: Deck, _ plan: FlashcardsImportPlan) throws(Refusal) {
  guard access == .keeper, deck.deletedAt == nil else { throw .notFound }
  guard !plan.rows.isEmpty else { throw .invalid("file", Phrase("flashcards.import.none")) }
  guard plan.total <= FlashcardNote.maxNotes else {
    throw .invalid("file", Phrase("flashcards.import.full", .count(FlashcardNote.maxNotes)))
  }
}
