import Base
import Database
import School

/// Writing. Each function takes a permit.
extension FlashcardsStore where DB == WriteTransaction {
  func save(_ permit: Permit<CreateDeck>, as id: ID<Deck>) throws(Refusal) {
    let (fields, caller) = (permit.command.fields, permit.caller)
    var deck = Deck(
      id: id, audience: permit.command.audience(for: caller), author: caller.account, name: fields.name,
      language: fields.language,
      createdAt: permit.at, updatedAt: permit.at)
    deck.take(fields)
    try tx.put(FlashcardsTables.deck, deck)
  }

  func save(_ permit: Permit<EditDeck>, _ deck: Deck) throws(Refusal) {
    var changed = deck
    changed.take(permit.command.fields)
    changed.updatedAt = permit.at
    try tx.put(FlashcardsTables.deck, changed)
  }

  func save(_ permit: Permit<DeleteDeck>, _ deck: Deck) throws(Refusal) {
    try tx.put(FlashcardsTables.deck, deck.deleted(at: permit.at))
    tx.detail("name", deck.name)
  }

  func save(_ permit: Permit<RestoreDeck>, _ deck: Deck) throws(Refusal) {
    try tx.put(FlashcardsTables.deck, deck.restored(at: permit.at))
  }

  func save(_ permit: Permit<AddNote>, as id: ID<FlashcardNote>, at position: Int) throws(Refusal) {
    let fields = permit.command.fields
    try tx.put(
      FlashcardsTables.note,
      FlashcardNote(
        id: id, deck: permit.command.deck, kind: fields.kind, front: fields.front, back: fields.back,
        tags: fields.tags, guid: id.text, position: position, updatedAt: permit.at))
  }

  func save(_ permit: Permit<EditNote>, _ note: FlashcardNote) throws(Refusal) {
    let fields = permit.command.fields
    var changed = note
    (changed.kind, changed.front, changed.back) = (fields.kind, fields.front, fields.back)
    (changed.tags, changed.updatedAt) = (fields.tags, permit.at)
    try tx.put(FlashcardsTables.note, changed)
  }

  func save(_ permit: Permit<DeleteNote>, _ note: FlashcardNote) throws(Refusal) {
    try tx.put(FlashcardsTables.note, note.deleted(at: permit.at))
  }

  func save(_ permit: Permit<RestoreNote>, _ note: FlashcardNote) throws(Refusal) {
    try tx.put(FlashcardsTables.note, note.restored(at: permit.at))
  }

  // MARK: what somebody did with a card

  func save<C: CardCommand>(_ permit: Permit<C>, _ event: FlashcardEvent) throws(Refusal) -> FlashcardState? {
    try record(event, in: permit.caller.school)
  }
  func save(_ permit: Permit<UndoAnswer>, _ event: FlashcardEvent) throws(Refusal) {
    _ = try record(event, in: permit.caller.school)
  }

  /// The event, and what its card has come to with it.
  private func record(_ event: FlashcardEvent, in school: ID<Tenant>) throws(Refusal) -> FlashcardState? {
    try tx.put(FlashcardsTables.event, event)
    let events = try events(of: event.card, by: event.account, in: school)
    let state = FlashcardFold.state(of: events, by: try settings(of: event.deck, in: school))
    if let state { try tx.put(FlashcardsTables.state, state) }
    return state
  }
}

extension Deck {
  fileprivate mutating func take(_ fields: DeckFields) {
    (name, about, language) = (fields.name, fields.about, fields.language)
    (newPerDay, reviewsPerDay) = (fields.newPerDay, fields.reviewsPerDay)
  }
}
