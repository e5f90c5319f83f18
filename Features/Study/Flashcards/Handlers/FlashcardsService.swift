import Base
import Classroom
import Database
import People
import Router
import School

/// Carries out what is asked of decks and cards, and answers what pages ask.
public struct FlashcardsService: Sendable {
  public init() {}

  func handle(_ command: CreateDeck, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), FlashcardsStore(tx: tx))
    var access: TrackAccess?
    if let room = command.classroom {
      access = try TracksStore(tx: tx).access(to: .classroom(room), author: caller.account, caller)
    }
    let count = try store.count(of: command.audience(for: caller), in: caller.school)
    let permit = try command.permit(for: caller, access: access, count: count, now: tx.now)
    if let id = command.id, try store.deck(id, in: caller.school) != nil { throw .taken }
    let id: ID<Deck> = command.id ?? tx.newID()
    try store.save(permit, as: id)
    return .made(id)
  }

  func handle(_ command: EditDeck, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), FlashcardsStore(tx: tx))
    let (deck, access) = try store.mustSee(command.deck, caller)
    try request.expect(version: deck.version)
    try store.save(command.permit(for: caller, access: access, deck: deck, now: deck.moment(tx.now)), deck)
    return .done
  }

  func handle(_ command: DeleteDeck, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), FlashcardsStore(tx: tx))
    let (deck, access) = try store.mustSee(command.deck, caller)
    let permit = try command.permit(for: caller, access: access, now: tx.now)
    if deck.deletedAt == nil { try store.save(permit, deck) }
    return .done
  }

  func handle(_ command: RestoreDeck, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), FlashcardsStore(tx: tx))
    let (deck, access) = try store.mustSee(command.deck, caller)
    let permit = try command.permit(
      for: caller, access: access,
      count: deck.deletedAt == nil ? 0 : store.count(of: deck.audience, in: caller.school), now: tx.now)
    if deck.deletedAt != nil { try store.save(permit, deck) }
    return .done
  }

  func handle(_ command: AddNote, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), FlashcardsStore(tx: tx))
    let (deck, access) = try store.mustSee(command.deck, caller)
    let extent = try store.extent(of: deck.id, in: caller.school)
    let permit = try command.permit(for: caller, access: access, deck: deck, count: extent.count, now: tx.now)
    if let id = command.id, try store.note(id, in: caller.school) != nil { throw .taken }
    let id: ID<FlashcardNote> = command.id ?? tx.newID()
    try store.save(permit, as: id, at: extent.next)
    return .made(id)
  }

  func handle(_ command: EditNote, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), FlashcardsStore(tx: tx))
    let (deck, access) = try store.mustSee(command.deck, caller)
    let note = try store.note(command.note, of: deck, isDeleted: false, in: caller.school)
    try request.expect(version: note.version)
    let permit = try command.permit(
      for: caller, access: access, deck: deck, known: note, now: note.moment(tx.now))
    try store.save(permit, note)
    return .done
  }

  func handle(_ command: DeleteNote, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), FlashcardsStore(tx: tx))
    let (deck, access) = try store.mustSee(command.deck, caller)
    let permit = try command.permit(for: caller, access: access, deck: deck, now: tx.now)
    let note = try store.note(command.note, of: deck, in: caller.school)
    if note.deletedAt == nil { try store.save(permit, note) }
    return .done
  }

  func handle(_ command: RestoreNote, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), FlashcardsStore(tx: tx))
    let (deck, access) = try store.mustSee(command.deck, caller)
    let extent = try store.extent(of: deck.id, in: caller.school)
    let permit = try command.permit(for: caller, access: access, deck: deck, count: extent.count, now: tx.now)
    let note = try store.note(command.note, of: deck, in: caller.school)
    if note.deletedAt != nil { try store.save(permit, note) }
    return .done
  }
}

extension FlashcardsStore {
  /// A note of that deck and no other.
  func note(
    _ id: ID<FlashcardNote>, of deck: Deck, isDeleted: Bool = true, in school: ID<Tenant>
  ) throws(Refusal) -> FlashcardNote {
    guard let note = try note(id, in: school), note.deck == deck.id, isDeleted || note.deletedAt == nil else {
      throw .notFound
    }
    return note
  }
}
