import Base
import Database
import Router
import School

/// What somebody does with a card: an event of their own, and the card's state with it.
extension FlashcardsService {
  /// The outcome is the event, and `leech` after it when the card is one that keeps slipping away.
  func handle(_ command: AnswerCard, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (event, state) = try record(command, request, tx)
    let saysLeech = command.grade == .again && state?.memory?.phase == .relearning(step: 0) && state?.saysLeech == true
    return Outcome(event.id.text + (saysLeech ? " leech" : ""))
  }

  func handle(_ command: UndoAnswer, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), FlashcardsStore(tx: tx))
    _ = try store.mustSee(command.deck, caller)
    let (permit, event) = try command.permit(
      for: caller, known: store.event(command.undone, in: caller.school), as: tx.newID(),
      today: flashcardDay(request, tx), now: tx.now)
    if try !isKnown(event, caller, tx) { try store.save(permit, event) }
    return .made(event.id)
  }

  func handle<C: CardCommand>(
    _ command: C, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (event, _) = try record(command, request, tx)
    return .made(event.id)
  }

  /// What was written, and what the card has come to; nothing of the second when it was there before.
  private func record<C: CardCommand>(
    _ command: C, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> (event: FlashcardEvent, state: FlashcardState?) {
    let caller = try request.caller()
    let facts = try CardFacts(command.deck, command.card, request, tx)
    let (permit, event) = try command.permit(
      for: caller, deck: facts.deck, hasCard: facts.hasCard, as: tx.newID(), today: facts.today, now: tx.now)
    if try isKnown(event, caller, tx) { return (event: event, state: nil) }
    return (event: event, state: try FlashcardsStore(tx: tx).save(permit, event))
  }

  /// Sent twice, it is one event; another's id is not to be had.
  private func isKnown(_ event: FlashcardEvent, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> Bool {
    guard let known = try FlashcardsStore(tx: tx).event(event.id, in: caller.school) else { return false }
    guard known.account == caller.account else { throw .taken }
    return true
  }
}

/// What there is about one card, read in the transaction that is about to write an event.
private struct CardFacts {
  let deck: Deck
  let hasCard: Bool
  let today: Day

  init(_ id: ID<Deck>, _ card: FlashcardKey, _ request: Request, _ tx: Transaction) throws(Refusal) {
    let (store, caller) = (FlashcardsStore(tx: tx), try request.caller())
    deck = try store.mustSee(id, caller).deck
    let note = try store.note(card.note, in: caller.school)
    hasCard = note.map { $0.deck == id && $0.deletedAt == nil && $0.ordinals.contains(card.ordinal) } ?? false
    today = try flashcardDay(request, tx)
  }
}
