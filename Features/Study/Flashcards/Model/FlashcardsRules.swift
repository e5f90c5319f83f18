public import Base

extension CreateDeck {
  /// A class, or oneself.
  public func audience(for caller: Caller) -> StudyAudience {
    classroom.map { StudyAudience.classroom($0) } ?? .person(caller.account)
  }

  /// Anybody makes one for themselves; for a class its teachers do.
  ///
  /// - Parameters:
  ///   - access: to the class; one that the caller may not see is not there.
  ///   - count: the decks that the caller, or the class, has.
  public func permit(
    for caller: Caller, access: TrackAccess?, count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    if classroom != nil { try keeperMay(access) }
    try Deck.mayBeOneMore(count)
    return Permit(self, caller: caller, at: now)
  }
}

extension Deck {
  /// So many decks a person has at most, and so many a class.
  public static let most = 200

  static func mayBeOneMore(_ count: Int) throws(Refusal) {
    guard count < most else { throw .conflict(Phrase("flashcards.decks-many", .count(most))) }
  }
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
  /// - Parameter count: the decks that stand beside it.
  public func permit(for caller: Caller, access: TrackAccess, count: Int, now: Instant) throws(Refusal) -> Permit<Self>
  {
    try keeperMay(access)
    try Deck.mayBeOneMore(count)
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
  /// - Parameter today: the day of study where its doer was last; the device's may be one later, which is as far as zones are apart.
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

func keeperMay(_ access: TrackAccess?) throws(Refusal) {
  guard let access else { throw .notFound }
  guard access == .keeper else { throw .notAllowed(Phrase("flashcards.keepers-only")) }
}

/// What was deleted is brought back first.
func mustBeThere(_ deck: Deck) throws(Refusal) {
  if deck.deletedAt != nil { throw .notFound }
}
