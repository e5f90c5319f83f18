import Base
import Database
import School

/// What a change of a deck's settings moves: for each card that comes on another day, what it has come to.
struct DeckMoves {
  var changed: [FlashcardState] = []
  /// Cards whose answers fall under the change, moved or not.
  var cards = 0
  /// Cards that come again on another day.
  var moved = 0
}

extension FlashcardsStore {
  /// Those of a deck, also what was taken back, the latest first.
  func everySetting(of deck: ID<Deck>, in school: ID<Tenant>) throws(Refusal) -> [DeckSetting] {
    try tx.all(
      FlashcardsTables.setting, in: school, "AND deck = $2 ORDER BY \"from\" DESC, at DESC, id DESC LIMIT $3",
      [.id(deck), .integer(Int64(DeckSetting.most))])
  }

  func setting(_ id: ID<DeckSetting>, in school: ID<Tenant>) throws(Refusal) -> DeckSetting? {
    try tx.find(FlashcardsTables.setting, id, in: school)
  }

  /// How a deck's cards are scheduled, day by day.
  func settings(of deck: ID<Deck>, in school: ID<Tenant>) throws(Refusal) -> FlashcardSettings {
    FlashcardSettings(try everySetting(of: deck, in: school))
  }

  /// So many events a change looks at, of all who learn with a deck.
  static var maxReplayed: Int { 200_000 }

  /// What becomes of everybody's cards that were answered on a day or later, by some settings.
  ///
  /// Each event is read once. On a device that is the reader's own cards, and the server does the same for all.
  func moves(
    of deck: ID<Deck>, since from: Day, by settings: FlashcardSettings, in school: ID<Tenant>
  ) throws(Refusal) -> DeckMoves {
    let learners: [ID<Account>] = try tx.rows(
      "SELECT DISTINCT account FROM flashcard_state WHERE school = $1 AND deck = $2 ORDER BY account",
      [.id(school), .id(deck)]
    ) { $0.id(0) }
    var (moves, left) = (DeckMoves(), Self.maxReplayed)
    for learner in learners {
      let events = try tx.all(
        FlashcardsTables.event, in: school,
        """
        AND account = $2 AND deck = $3 AND note IN (SELECT e.note FROM flashcard_event e
          WHERE e.school = $1 AND e.account = $2 AND e.deck = $3 AND e.day >= $4) LIMIT \(max(1, left + 1))
        """, [.id(learner), .id(deck), .day(from)])
      left -= events.count
      guard left >= 0 else {
        throw .conflict(Phrase("flashcards.settings-large", .count(Self.maxReplayed)))
      }
      if !events.isEmpty { try replay(events, of: learner, deck, since: from, by: settings, in: school, &moves) }
    }
    return moves
  }

  private func replay(
    _ events: [FlashcardEvent], of learner: ID<Account>, _ deck: ID<Deck>, since from: Day,
    by settings: FlashcardSettings, in school: ID<Tenant>, _ moves: inout DeckMoves
  ) throws(Refusal) {
    var known: [FlashcardKey: FlashcardState] = [:]
    for state in try tx.all(
      FlashcardsTables.state, in: school, "AND account = $2 AND deck = $3", [.id(learner), .id(deck)])
    { known[state.card] = state }
    let cards = Dictionary(grouping: events, by: { $0.card })
    // In one order, so that what is written is the same in every run.
    for (card, own) in cards.sorted(by: { ($0.key.note, $0.key.ordinal) < ($1.key.note, $1.key.ordinal) })
    where own.contains(where: { $0.day >= from && $0.act.grade != nil }) {
      guard let state = FlashcardFold.state(of: own, by: settings) else { continue }
      moves.cards += 1
      if state == known[card] { continue }
      moves.changed.append(state)
      if state.due != known[card]?.due || state.dueAt != known[card]?.dueAt { moves.moved += 1 }
    }
  }
}

extension FlashcardsStore where DB == WriteTransaction {
  func save(_ permit: Permit<ChangeDeckSetting>, as id: ID<DeckSetting>) throws(Refusal) -> Int {
    let command = permit.command
    try tx.put(
      FlashcardsTables.setting,
      DeckSetting(
        id: id, deck: command.deck, from: command.from, fields: command.fields, by: permit.caller.account,
        at: permit.at))
    return try refold(command.deck, since: command.from, in: permit.caller.school)
  }

  func save(_ permit: Permit<UndoDeckSetting>, _ setting: DeckSetting) throws(Refusal) {
    var gone = setting
    gone.deletedAt = permit.at
    try tx.put(FlashcardsTables.setting, gone)
    _ = try refold(setting.deck, since: setting.from, in: permit.caller.school)
  }

  /// - Returns: how many cards come on another day.
  private func refold(_ deck: ID<Deck>, since from: Day, in school: ID<Tenant>) throws(Refusal) -> Int {
    let moves = try moves(of: deck, since: from, by: settings(of: deck, in: school), in: school)
    for state in moves.changed { try tx.put(FlashcardsTables.state, state) }
    return moves.moved
  }
}
