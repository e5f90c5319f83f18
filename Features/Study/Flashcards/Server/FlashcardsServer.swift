import Base
import Database
import Kit
public import Ledger
import People
import PeopleServer
public import Router
import School
public import Study
import Web

/// What decks have to wait for: files that come with a form, and files that are made.
public struct FlashcardsServer: Sendable {
  public let service = FlashcardsService()
  let ledger: Ledger
  let files: FilesServer
  let pages = FlashcardsRunPages()
  public init(ledger: Ledger) { (self.ledger, files) = (ledger, FilesServer(ledger: ledger)) }
}

public func flashcardServerRoutes(_ server: FlashcardsServer) -> [Route] {
  let service = server.service
  let media = flashcardMediaServerRoutes(server)
  let body = FlashcardsText.maxBytes + Limits.formBody.most
  return media + [
    .get(
      "/study/decks/:deck/export", .members, "The cards of a deck as a file.",
      query: [.optional("format", "csv, which is usual, tsv or anki.")], inAPI: false
    ) { request, tx throws(Refusal) in
      guard let format = FlashcardsTextFile(rawValue: request.query["format"] ?? "csv") else { throw .notFound }
      let bytes = try service.exported(format, request, tx)
      return .download(format.name, type: format.type, length: bytes.count) { try await $0(bytes) }
    },
    .post(
      "/study/decks/:deck/import", .members, "Look at what a file of cards would change; nothing is written.",
      inputs: [
        Input("file", "CSV, TSV, Anki's text, or a package of Anki.", required: false),
        Input("text", "Pasted.", required: false),
      ],
      bodyLimit: body, form: service.importForm
    ) { request in
      if let package = try await server.package(request) {
        let data = try await server.preview(package, request)
        return .page(json: { data.json }) { flashcardsPreviewPage(data, $0) }
      }
      let file = try await server.text(request)
      let text = try FlashcardsText(Array(file.utf8))
      return try await server.ledger.read { tx in
        let plan = try service.preview(text, request, tx)
        let deck = try service.kept(request.id("deck"), request.caller(), tx)
        let data = FlashcardsImportPreview(deck: deck, plan: plan, file: file)
        return .page(json: { data.json }) { flashcardsPreviewPage(data, $0) }
      }
    }.taking(FilesTaken(most: FlashcardsPackage.maxBytes, count: 1)),
    .post(
      "/study/decks/:deck/import/apply", .members, "Put the cards of a file into a deck.", bodyLimit: body,
      form: service.importForm, ImportNotes.self,
      prepare: { command, _ in try FlashcardsText(Array(command.file.utf8)) }, service.handle
    ) { handled in
      let counts = handled.outcome.text.split(separator: " ").map { Int($0) ?? 0 } + [0, 0, 0]
      let (new, changed, kept) = (counts[0], counts[1], counts[2])
      return .done(
        FlashcardsPaths.deck(handled.command.deck),
        toast: Toast(Phrase("flashcards.import.done", .count(new + changed))),
        json: { .object([("new", .integer(new)), ("changed", .integer(changed)), ("kept", .integer(kept))]) })
    },
  ] + flashcardPackageRoutes(server)
}

extension FlashcardsServer {
  /// What was pasted, or what the file says when it is UTF-8, as all these programs write it.
  fileprivate func text(_ request: Request) async throws -> String {
    var text = request.form["text"] ?? ""
    if text.isEmpty { text = request.form["file"] ?? "" }
    if let upload = request.uploads.first(where: { $0.field == "file" && $0.size > 0 }) {
      guard upload.size <= FlashcardsText.maxBytes else {
        throw Refusal.tooLarge("file", most: FlashcardsText.maxBytes)
      }
      guard let read = String(validating: try await ledger.files.contents(upload.hash), as: UTF8.self) else {
        throw Refusal.invalid("file", Phrase("flashcards.import.encoding"))
      }
      text = read
    }
    guard hasVisible(text) else { throw Refusal.invalid("file", Phrase("form.required")) }
    return text
  }
}
