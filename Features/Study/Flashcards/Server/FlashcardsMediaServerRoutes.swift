import Base
import Database
import Kit
import Ledger
import People
import PeopleServer
import Router
import School
import Study
import Web

/// What comes with pictures and sounds.
func flashcardMediaServerRoutes(_ server: FlashcardsServer) -> [Route] {
  let service = server.service
  let page: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.mediaPage(request, tx), request.draft)
    return .page { deckMediaPage(data, draft, $0) }
  }
  return [
    .post(
      "/study/decks/:deck/media", .members, "Puts pictures and sounds into a deck.",
      inputs: [.optional("file", "The files, as multipart."), .optional("upload", "Or those that came in pieces.")],
      form: page, AddFlashcardMedia.self, prepare: { try await server.files.incoming($1) }, service.handle
    ) { handled in
      let command = handled.command
      let note = command.note.map { FlashcardsPaths.note($0, of: command.deck) }
      let form = command.isOnNote ? note ?? FlashcardsPaths.newNote(command.deck) : nil
      let ids = handled.outcome.text.split(separator: " ").map { JSON.text(String($0)) }
      return .done(
        form.map { $0 + "#note-media" } ?? FlashcardsPaths.media(command.deck),
        toast: Toast(Phrase("flashcards.media.added", .count(ids.count))), created: true,
        json: { .object([("ids", .list(ids))]) })
    }.taking(FilesTaken(count: 20)),
    .get(
      "/study/decks/:deck/export/archive", .members,
      "The cards of a deck as CSV with its pictures and sounds, as a ZIP archive.", inAPI: false
    ) { try await server.archive($0) },
  ]
}

extension FlashcardsServer {
  /// The table lies in the archive beside what it calls, under the very names.
  func archive(_ request: Request) async throws -> Response {
    let table = try await ledger.read { try service.exported(.csv, request, $0) }
    let media = try await ledger.read { try service.exportedMedia(request, $0) }
    // No row names the table, so the nightly sweep takes it again.
    let writing = try ledger.files.begin(limit: Int64(table.count))
    try await writing.write(table)
    let list = FilesArchive.Entry(name: FlashcardsTextFile.csv.name, content: try await writing.finish())
    let files = media.map { FilesArchive.Entry(name: $0.name, content: $0.content) }
    return try FilesArchive([list] + files, from: ledger).answer(named: "flashcards.zip")
  }
}
