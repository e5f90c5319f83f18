public import Base
import Database
public import School

extension FlashcardsStore {
  /// What one's own cards of a deck come to.
  ///
  /// Three statements, and every row is looked at once.
  public func statistics(
    of deck: ID<Deck>, _ account: ID<Account>, on day: Day, in school: ID<Tenant>
  ) throws(Refusal) -> FlashcardsStatistics {
    var statistics = FlashcardsStatistics(today: day)
    try count(&statistics, deck, account, in: school)
    let most = FlashcardsStatistics.maxEvents
    let events = try tx.all(
      FlashcardsTables.event, in: school, "AND account = $2 AND deck = $3 ORDER BY day DESC, id DESC LIMIT \(most + 1)",
      [.id(account), .id(deck)])
    statistics.isCut = events.count > most
    let settings = try settings(of: deck, in: school)
    for (_, own) in Dictionary(grouping: events.prefix(most), by: { $0.card }) {
      for review in FlashcardFold.reviews(of: own, by: settings) { statistics.take(review) }
    }
    return statistics
  }

  /// The cards by their states; those nobody has answered are new.
  private func count(
    _ statistics: inout FlashcardsStatistics, _ deck: ID<Deck>, _ account: ID<Account>, in school: ID<Tenant>
  ) throws(Refusal) {
    var masks: [ID<FlashcardNote>: Int64] = [:]
    var cards = 0
    try tx.each(
      "SELECT id, cards FROM flashcard_note WHERE school = $1 AND deck = $2 AND \"deletedAt\" IS NULL",
      [.id(school), .id(deck)]
    ) {
      masks[$0.id(0)] = $0.integer(1)
      cards += $0.integer(1).nonzeroBitCount
    }
    let states = try tx.all(
      FlashcardsTables.state, in: school, "AND account = $2 AND deck = $3", [.id(account), .id(deck)])
    for state in states where FlashcardNote.has(state.card.ordinal, in: masks[state.card.note] ?? 0) {
      statistics.take(state)
    }
    let known = statistics.cards
    statistics.cards.new = max(0, cards - known.all)
  }
}
