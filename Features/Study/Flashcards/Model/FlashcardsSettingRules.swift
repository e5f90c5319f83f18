public import Base

extension ChangeDeckSetting {
  /// So far a change may reach forward; back it may reach as far as there are answers.
  public static let daysAhead = 366

  /// - Parameter count: the settings of the deck, those that were taken back among them.
  public func permit(
    for caller: Caller, access: TrackAccess, deck: Deck, count: Int, today: Day, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try keeperMay(access)
    try mustBeThere(deck)
    guard from <= today.plus(days: Self.daysAhead) else {
      throw .invalid("from", Phrase("flashcards.setting-far", .count(Self.daysAhead)))
    }
    guard count < DeckSetting.most else {
      throw .conflict(Phrase("flashcards.settings-many", .count(DeckSetting.most)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension UndoDeckSetting {
  public func permit(
    for caller: Caller, access: TrackAccess, deck: Deck, known: DeckSetting?, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try keeperMay(access)
    try mustBeThere(deck)
    guard let known, known.deck == deck.id else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}
