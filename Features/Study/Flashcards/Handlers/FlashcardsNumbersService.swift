import Base
import Database
import Kit
import People
import Router
import School

/// Numbers about cards: one's own for oneself, and how a deck is scheduled.
extension FlashcardsService {
  func statistics(_ request: Request, _ tx: Transaction) throws(Refusal) -> StatisticsPage {
    let (caller, store) = (try request.caller(), FlashcardsStore(tx: tx))
    let deck = try store.mustSee(request.id("deck"), caller).deck
    guard deck.deletedAt == nil else { throw .notFound }
    let day = try flashcardDay(request, tx)
    return StatisticsPage(
      deck: deck, statistics: try store.statistics(of: deck.id, caller.account, on: day, in: caller.school))
  }

  /// How a class stands with its deck: for its teachers and the office, and in counts.
  func classNumbers(_ request: Request, _ tx: Transaction) throws(Refusal) -> DeckClassPage {
    let caller = try request.caller()
    let deck = try kept(request.id("deck"), caller, tx)
    guard case .classroom(let room) = deck.audience else { throw .notFound }
    let day = try SchoolsStore(tx: tx).studyDay(of: tx.now, in: caller.school)
    return DeckClassPage(
      deck: deck,
      numbers: try FlashcardsStore(tx: tx).classNumbers(of: deck.id, room, on: day, in: caller.school))
  }
}

func flashcardNumberRoutes(_ service: FlashcardsService) -> [Route] {
  [
    .get("/study/decks/:deck/stats", .members, "One's own cards of a deck, in numbers.", offline: .everybody) {
      request, tx throws(Refusal) in
      let data = try service.statistics(request, tx)
      return .page(json: { data.json }) { statisticsPage(data, $0) }
    },
    // Counted from rows that only children hold: no device of a teacher has them, and none shall.
    .get("/study/decks/:deck/class", .staff, "How a class stands with its deck, in counts of people.") {
      request, tx throws(Refusal) in
      let data = try service.classNumbers(request, tx)
      return .page(json: { data.json }) { deckClassPage(data, $0) }
    },
  ]
}
