public import Base

extension CreateDeck {
  /// Anybody makes one for themselves; for a class its teachers do.
  ///
  /// - Parameter access: to the class; one that the caller may not see is not there.
  public func permit(for caller: Caller, access: TrackAccess?, now: Instant) throws(Refusal) -> Permit<Self> {
    if classroom != nil { try keeperMay(access) }
    return Permit(self, caller: caller, at: now)
  }
}

extension Deck {
  /// What a form says it was made from.
  public var version: String { String(updatedAt.milliseconds) }
  /// Later than what is there, so that two changes within a millisecond have two versions.
  public func moment(_ now: Instant) -> Instant { max(now, Instant(milliseconds: updatedAt.milliseconds + 1)) }
}

extension FlashcardNote {
  public var version: String { String(updatedAt.milliseconds) }
  public func moment(_ now: Instant) -> Instant { max(now, Instant(milliseconds: updatedAt.milliseconds + 1)) }
}

extension EditDeck {
  public func permit(for caller: Caller, access: TrackAccess, deck: Deck, now: Instant) throws(Refusal) -> Permit<Self>
  {
    try keeperMay(access)
    try mustBeThere(deck)
    if let version, version != deck.version { throw .stale }
    return Permit(self, caller: caller, at: now)
  }
}

extension DeleteDeck {
  public func permit(for caller: Caller, access: TrackAccess, now: Instant) throws(Refusal) -> Permit<Self> {
    try keeperMay(access)
    return Permit(self, caller: caller, at: now)
  }
}

extension RestoreDeck {
  public func permit(for caller: Caller, access: TrackAccess, now: Instant) throws(Refusal) -> Permit<Self> {
    try keeperMay(access)
    return Permit(self, caller: caller, at: now)
  }
}

extension AddNote {
  /// - Parameter count: the notes of the deck that were not deleted.
  public func permit(
    for caller: Caller, access: TrackAccess, deck: Deck, count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try keeperMay(access)
    try mustBeThere(deck)
    if let problem = fields.problem { throw .invalid([problem]) }
    guard count < FlashcardNote.maxNotes else {
      throw .conflict(Phrase("flashcards.notes-many", .count(FlashcardNote.maxNotes)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension EditNote {
  /// - Parameter known: the note as it is.
  public func permit(
    for caller: Caller, access: TrackAccess, deck: Deck, known: FlashcardNote, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try keeperMay(access)
    try mustBeThere(deck)
    if let version, version != known.version { throw .stale }
    if let problem = fields.problem { throw .invalid([problem]) }
    return Permit(self, caller: caller, at: now)
  }
}

extension DeleteNote {
  public func permit(for caller: Caller, access: TrackAccess, deck: Deck, now: Instant) throws(Refusal) -> Permit<Self>
  {
    try keeperMay(access)
    try mustBeThere(deck)
    return Permit(self, caller: caller, at: now)
  }
}

extension RestoreNote {
  public func permit(
    for caller: Caller, access: TrackAccess, deck: Deck, count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try keeperMay(access)
    try mustBeThere(deck)
    guard count < FlashcardNote.maxNotes else {
      throw .conflict(Phrase("flashcards.notes-many", .count(FlashcardNote.maxNotes)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

/// Whoever sees a deck learns with it; each for themselves.
///
/// Nothing here is refused for its time: what a device did days ago still counts, and a clock that is ahead is brought back.
extension FlashcardTap {
  /// The event, with a moment and a day that no clock can push into the future.
  ///
  /// - Parameter today: the school's day of study; the device's may be one later, which is as far as zones are apart.
  func event(
    _ act: FlashcardEvent.Act, as id: ID<FlashcardEvent>, of account: ID<Account>, deck: ID<Deck>, card: FlashcardKey,
    today: Day, now: Instant
  ) -> FlashcardEvent {
    let said = day ?? today
    return FlashcardEvent(
      id: id, account: account, deck: deck, card: card, act: act, at: min(at ?? now, now),
      day: said.number > today.number + 1 ? today : said, device: device, sequence: sequence)
  }
}

extension CardCommand {
  /// - Parameter hasCard: whether the note is the deck's and has such a card.
  /// - Parameter new: the id of an event that brings none.
  public func permit(
    for caller: Caller, deck: Deck, hasCard: Bool, as new: ID<FlashcardEvent>, today: Day, now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, event: FlashcardEvent) {
    guard hasCard, deck.deletedAt == nil else { throw .notFound }
    let event = tap.event(
      act, as: tap.id ?? new, of: caller.account, deck: deck.id, card: card, today: today, now: now)
    return (Permit(self, caller: caller, at: now), event)
  }
}

extension UndoAnswer {
  /// - Parameter known: the event that is taken back; only its own doer has it.
  public func permit(
    for caller: Caller, known: FlashcardEvent?, as new: ID<FlashcardEvent>, today: Day, now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, event: FlashcardEvent) {
    guard let known, known.account == caller.account, known.deck == deck else { throw .notFound }
    let event = tap.event(
      .undo(undone), as: tap.id ?? new, of: caller.account, deck: known.deck, card: known.card, today: today, now: now)
    return (Permit(self, caller: caller, at: now), event)
  }
}

private func keeperMay(_ access: TrackAccess?) throws(Refusal) {
  guard let access else { throw .notFound }
  guard access == .keeper else { throw .notAllowed(Phrase("flashcards.keepers-only")) }
}

/// What was deleted is brought back first.
private func mustBeThere(_ deck: Deck) throws(Refusal) {
  if deck.deletedAt != nil { throw .notFound }
}
