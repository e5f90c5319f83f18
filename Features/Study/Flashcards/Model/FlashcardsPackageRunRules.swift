public import Base

extension ImportPackage {
  /// May it begin; what the package comes to is asked when it was opened.
  public func permit(for caller: Caller, access: TrackAccess?, _ deck: Deck, now: Instant) throws(Refusal) -> Permit<
    Self
  > {
    guard deck.id == self.deck else { throw .notFound }
    try mayPut(access, deck)
    return Permit(self, caller: caller, at: now)
  }
}

extension PutPackagePiece {
  /// The first piece: whether all that is to come has its room, before anything of it is there.
  ///
  /// - Parameter media: how many pictures and sounds the deck would have.
  public func permit(
    for caller: Caller, access: TrackAccess?, _ deck: Deck, plan: FlashcardsImportPlan, media: Int, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard deck.id == self.deck else { throw .notFound }
    try mayPut(access, deck)
    guard !plan.rows.isEmpty else { throw .invalid("file", Phrase("flashcards.import.none")) }
    try mayHold(plan.total, media)
    return Permit(self, caller: caller, at: now)
  }

  /// Any other piece.
  ///
  /// - Parameters:
  ///   - notes: how many the deck would have.
  ///   - media: the same of pictures and sounds.
  public func permit(
    for caller: Caller, access: TrackAccess?, _ deck: Deck, _ run: FlashcardsPackageRun, notes: Int = 0,
    media: Int = 0, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard deck.id == self.deck, run.deck == self.deck, run.upload == upload, run.state == .running else {
      throw .notFound
    }
    try mayPut(access, deck)
    try mayHold(notes, media)
    return Permit(self, caller: caller, at: now)
  }
}

extension ContinuePackage {
  public func permit(
    for caller: Caller, access: TrackAccess?, _ deck: Deck, _ run: FlashcardsPackageRun, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard deck.id == self.deck, run.deck == self.deck, run.upload == self.run else { throw .notFound }
    try mayPut(access, deck)
    guard run.state == .stopped || run.state == .running else {
      throw .conflict(Phrase("flashcards.package.over"))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension TakePackageBack {
  public func permit(
    for caller: Caller, access: TrackAccess?, _ deck: Deck, _ run: FlashcardsPackageRun, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard deck.id == self.deck, run.deck == self.deck, run.upload == self.run else { throw .notFound }
    try mayPut(access, deck)
    // Whatever else would be put in after it.
    guard run.state != .running else { throw .conflict(Phrase("flashcards.package.under-way")) }
    return Permit(self, caller: caller, at: now)
  }
}

private func mayPut(_ access: TrackAccess?, _ deck: Deck) throws(Refusal) {
  guard access == .keeper, deck.deletedAt == nil else { throw .notFound }
}

private func mayHold(_ notes: Int, _ media: Int) throws(Refusal) {
  guard notes <= FlashcardNote.maxNotes else {
    throw .invalid("file", Phrase("flashcards.import.full", .count(FlashcardNote.maxNotes)))
  }
  guard media <= FlashcardMedia.most else {
    throw .invalid("file", Phrase("flashcards.anki.media-many", .count(FlashcardMedia.most)))
  }
}
