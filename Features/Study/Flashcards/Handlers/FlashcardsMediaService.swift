package import Base
package import Database
import Kit
package import People
package import Router
package import School

/// The pictures and sounds of decks.
extension FlashcardsService {
  /// One as an answer, to whoever sees its deck.
  func media(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let caller = try request.caller()
    let deck = try FlashcardsStore(tx: tx).mustSee(request.id("deck"), caller).deck
    guard deck.deletedAt == nil else { throw .notFound }
    let media = try FlashcardsMediaStore(tx: tx).one(request.id("media"), of: deck.id, in: caller.school)
    guard let kept = try tx.file(media.id.cast(), school: caller.school) else { throw .notFound }
    return Response.file(kept.called(media.name, type: media.type), inline: request.query["download"] == nil)
  }

  package func handle(
    _ command: AddFlashcardMedia, _ files: [IncomingFile], _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), FlashcardsMediaStore(tx: tx))
    let (deck, access) = try FlashcardsStore(tx: tx).mustSee(command.deck, caller)
    if let note = command.note {
      _ = try FlashcardsStore(tx: tx).note(note, of: deck, isDeleted: false, in: caller.school)
    }
    let permit = try command.permit(
      for: caller, access: access, deck: deck, types: files.map { $0.type },
      count: try store.count(of: deck.id, in: caller.school), now: tx.now)
    let kept = try store.save(permit, files)
    return Outcome(kept.map { $0.id.text }.joined(separator: " "))
  }

  func handle(_ command: RemoveFlashcardMedia, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), FlashcardsMediaStore(tx: tx))
    let (deck, access) = try FlashcardsStore(tx: tx).mustSee(command.deck, caller)
    let permit = try command.permit(
      for: caller, access: access, deck: deck, count: try store.count(of: deck.id, in: caller.school), now: tx.now)
    let media = try store.one(command.media, of: deck.id, isDeleted: true, in: caller.school)
    if (media.deletedAt == nil) == command.isRemoved { try store.save(permit, media) }
    return .done
  }

  /// All of a deck with what they hold, for whoever sees it.
  package func exportedMedia(_ request: Request, _ tx: Transaction) throws(Refusal) -> [KeptFile] {
    let caller = try request.caller()
    let deck = try FlashcardsStore(tx: tx).mustSee(request.id("deck"), caller).deck
    var files: [KeptFile] = []
    for media in try FlashcardsMediaStore(tx: tx).all(of: deck.id, in: caller.school) {
      guard let kept = try tx.file(media.id.cast(), school: caller.school) else { continue }
      files.append(kept.called(media.name, type: media.type))
    }
    return files
  }

  package func mediaPage(_ request: Request, _ tx: Transaction) throws(Refusal) -> DeckMediaPage {
    let caller = try request.caller()
    let (deck, store) = (try kept(request.id("deck"), caller, tx), FlashcardsMediaStore(tx: tx))
    let from = String((request.query["from"] ?? "").prefix(FlashcardMedia.longestName))
    let found = try store.part(of: deck.id, from: from, limit: DeckMediaPage.part + 1, in: caller.school)
    return DeckMediaPage(
      deck: deck, media: Array(found.prefix(DeckMediaPage.part)),
      next: found.count > DeckMediaPage.part ? found.last?.name : nil, isFirst: from.isEmpty)
  }

  /// What the form of a note offers: what it calls, and what came last.
  func offered(_ note: FlashcardNote?, in deck: Deck, _ tx: Transaction, of school: ID<Tenant>) throws(Refusal)
    -> [FlashcardMedia]
  {
    let store = FlashcardsMediaStore(tx: tx)
    let names = note.map { FlashcardMedia.names(in: [$0.front, $0.back]) } ?? []
    let called = try store.named(names, in: deck.id, of: school).sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    let newest = try store.newest(of: deck.id, limit: NoteForm.mediaShown, in: school)
    return called + newest.filter { one in !called.contains { $0.id == one.id } }
  }
}
