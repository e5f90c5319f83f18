package import Base
package import Database
import Kit
package import Router
package import School

/// Cards from files: looked at first, then put in; and out again.
extension FlashcardsService {
  /// The deck to import into; who may only read it has no such page.
  package func importForm(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (deck, draft) = (try kept(request.id("deck"), request.caller(), tx), request.draft)
    return .page { flashcardsImportPage(deck, draft, $0) }
  }

  package func preview(_ text: FlashcardsText, _ request: Request, _ tx: Transaction) throws(Refusal)
    -> FlashcardsImportPlan
  {
    let (id, caller) = (try request.id("deck", Deck.self), try request.caller())
    _ = try kept(id, caller, tx)
    return FlashcardsImportPlan(text, known: try FlashcardsStore(tx: tx).everyNote(of: id, in: caller.school))
  }

  /// Answers with how many were new, changed, and as before.
  package func handle(
    _ command: ImportNotes, _ text: FlashcardsText, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), FlashcardsStore(tx: tx))
    let (deck, access) = try store.mustSee(command.deck, caller)
    let known = try store.everyNote(of: deck.id, in: caller.school)
    let plan = FlashcardsImportPlan(text, known: known)
    let permit = try command.permit(for: caller, access: access, deck, plan: plan, now: tx.now)
    try store.save(permit, plan, after: known.reduce(0) { max($0, $1.position) })
    return Outcome(FlashcardsImportPlan.State.allCases.map { String(plan.count($0)) }.joined(separator: " "))
  }

  package func exported(
    _ format: FlashcardsTextFile, _ request: Request, _ tx: Transaction
  ) throws(Refusal) -> [UInt8] {
    let (caller, store) = (try request.caller(), FlashcardsStore(tx: tx))
    let deck = try store.mustSee(request.id("deck"), caller).deck
    guard deck.deletedAt == nil else { throw .notFound }
    return format.write(try store.notes(of: deck.id, in: caller.school), deck: deck.name)
  }

  package func kept(_ id: ID<Deck>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> Deck {
    let (deck, access) = try FlashcardsStore(tx: tx).mustSee(id, caller)
    guard access == .keeper, deck.deletedAt == nil else { throw .notFound }
    return deck
  }
}
