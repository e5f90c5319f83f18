import Base
import Database
import People
import School

extension FlashcardsStore where DB == WriteTransaction {
  /// New notes behind all others of a deck.
  func save<C: FlashcardsMaker>(
    _ permit: Permit<C>, _ notes: [FlashcardFields], into deck: ID<Deck>
  ) throws(Refusal) {
    let first = try extent(of: deck, in: tx.school).next
    for (place, fields) in notes.enumerated() {
      let id: ID<FlashcardNote> = tx.newID()
      try tx.put(
        FlashcardsTables.note,
        FlashcardNote(
          id: id, deck: deck, kind: fields.kind, front: fields.front, back: fields.back, tags: fields.tags,
          guid: id.text, position: first + place, updatedAt: permit.at))
    }
    tx.detail("new", String(notes.count))
  }

  /// A deck of one's own for what is made.
  func make<C: FlashcardsMaker>(_ permit: Permit<C>, language: String) throws(Refusal) -> ID<Deck> {
    let id: ID<Deck> = tx.newID()
    try tx.put(
      FlashcardsTables.deck,
      Deck(
        id: id, audience: .person(permit.caller.account), author: permit.caller.account,
        name: permit.command.choice.name, language: language, createdAt: permit.at, updatedAt: permit.at))
    return id
  }
}

extension FlashcardsStore {
  /// Which of some fronts a deck has already.
  func fronts(_ fronts: [String], in deck: ID<Deck>, of school: ID<Tenant>) throws(Refusal) -> Set<String> {
    var (found, place) = (Set<String>(), 0)
    while place < fronts.count {
      let some = fronts[place..<min(fronts.count, place + 200)]
      place += some.count
      try tx.each(
        """
        SELECT front FROM flashcard_note WHERE school = $1 AND deck = $2 AND "deletedAt" IS NULL
          AND front IN (\(placeholders(some.count, from: 3)))
        """, [.id(school), .id(deck)] + some.map { .text($0) }
      ) { found.insert($0.text(0)) }
    }
    return found
  }
}
