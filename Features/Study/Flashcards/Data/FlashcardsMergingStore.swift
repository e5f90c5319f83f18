import Base
import Database
import School

extension FlashcardsStore where DB == WriteTransaction {
  /// Cards that one person answered by two accounts are folded again from the events of both.
  ///
  /// The events themselves follow, and the old account's states go (`OnMerge.follows`).
  func unite(_ old: ID<Account>, into new: ID<Account>, in school: ID<Tenant>) throws(Refusal) {
    let both = try tx.all(
      FlashcardsTables.state, in: school,
      """
      AND account = $2 AND EXISTS (SELECT 1 FROM flashcard_state o WHERE o.school = $1 AND o.account = $3
        AND o.note = flashcard_state.note AND o.ordinal = flashcard_state.ordinal) ORDER BY deck, note, ordinal
      """, [.id(old), .id(new)])
    var (deck, settings) = (ID<Deck>.none, FlashcardSettings())
    for state in both {
      if state.deck != deck { (deck, settings) = (state.deck, try self.settings(of: state.deck, in: school)) }
      let events =
        try events(of: state.card, by: old, in: school) + events(of: state.card, by: new, in: school)
      guard let folded = FlashcardFold.state(of: events, by: settings) else { continue }
      try tx.put(FlashcardsTables.state, folded.of(new))
    }
  }
}

extension FlashcardState {
  fileprivate func of(_ account: ID<Account>) -> FlashcardState {
    FlashcardState(
      account: account, deck: deck, card: card, memory: memory, due: due, dueAt: dueAt, isSuspended: isSuspended,
      buriedUntil: buriedUntil, reviews: reviews, lapses: lapses)
  }
}
