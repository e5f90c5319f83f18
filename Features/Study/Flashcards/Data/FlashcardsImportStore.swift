import Base
import Database
import People
import School

extension FlashcardsStore {
  /// All notes of a deck, also deleted ones: a file may bring them back.
  func everyNote(of deck: ID<Deck>, in school: ID<Tenant>) throws(Refusal) -> [FlashcardNote] {
    // Whoever deletes and imports again has more than a deck holds, and those that live come first.
    try tx.all(
      FlashcardsTables.note, in: school,
      "AND deck = $2 ORDER BY CASE WHEN \"deletedAt\" IS NULL THEN 0 ELSE 1 END, position, id LIMIT $3",
      [.id(deck), .integer(Int64(FlashcardNote.maxNotes * 2))])
  }

  /// What one person did with the cards of some notes.
  func events(
    of notes: [ID<FlashcardNote>], by account: ID<Account>, in school: ID<Tenant>
  ) throws(Refusal) -> [FlashcardKey: [FlashcardEvent]] {
    var (found, place) = ([FlashcardKey: [FlashcardEvent]](), 0)
    while place < notes.count {
      let some = notes[place..<min(notes.count, place + 400)]
      place += some.count
      let events = try tx.all(
        FlashcardsTables.event, in: school, "AND account = $2 AND note IN (\(placeholders(some.count, from: 3)))",
        [.id(account)] + some.map { .id($0) })
      for event in events { found[event.card, default: []].append(event) }
    }
    return found
  }
}

extension FlashcardsStore where DB == WriteTransaction {
  func save(_ permit: Permit<ImportNotes>, _ plan: FlashcardsImportPlan, after last: Int) throws(Refusal) {
    _ = try put(plan, into: permit.command.deck, after: last, at: permit.at)
  }

  /// New ones behind all others, in the order of the file; changed ones stay where they are.
  ///
  /// - Parameter made: what the note of a row is called that the deck has not had; without it, anything.
  /// - Returns: the note of each row.
  func put(
    _ plan: FlashcardsImportPlan, into deck: ID<Deck>, after last: Int, at now: Instant,
    as made: ((Int) -> ID<FlashcardNote>)? = nil
  ) throws(Refusal) -> [ID<FlashcardNote>] {
    var (position, ids) = (last, [ID<FlashcardNote>]())
    for (place, row) in plan.rows.enumerated() {
      if row.state == .new { position += 1 }
      let id = row.known?.id ?? made?(place) ?? tx.newID()
      ids.append(id)
      if row.state == .kept { continue }
      let note = FlashcardNote(
        id: id, deck: deck, kind: row.note.kind, front: row.note.front, back: row.note.back,
        tags: row.note.tags, guid: row.note.guid.isEmpty ? row.known?.guid ?? id.text : row.note.guid,
        position: row.state == .new ? position : row.known?.position ?? position, updatedAt: now)
      try tx.put(FlashcardsTables.note, note)
    }
    tx.detail("new", String(plan.count(.new)))
    tx.detail("changed", String(plan.count(.changed)))
    return ids
  }
}
