import Base
import Database
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
}

extension FlashcardsStore where DB == WriteTransaction {
  /// New ones behind all others, in the order of the file; changed ones stay where they are.
  func save(_ permit: Permit<ImportNotes>, _ plan: FlashcardsImportPlan, after last: Int) throws(Refusal) {
    var position = last
    for row in plan.rows where row.state != .kept {
      if row.state == .new { position += 1 }
      let id = row.known?.id ?? tx.newID()
      let note = FlashcardNote(
        id: id, deck: permit.command.deck, kind: row.note.kind, front: row.note.front, back: row.note.back,
        tags: row.note.tags, guid: row.note.guid.isEmpty ? row.known?.guid ?? id.text : row.note.guid,
        position: row.state == .new ? position : row.known?.position ?? position, updatedAt: permit.at)
      try tx.put(FlashcardsTables.note, note)
    }
    tx.detail("new", String(plan.count(.new)))
    tx.detail("changed", String(plan.count(.changed)))
  }
}
