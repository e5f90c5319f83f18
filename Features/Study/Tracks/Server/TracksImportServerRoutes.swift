import Base
import Database
import Kit
import Ledger
public import Router
import School
import Study
import Web

/// The door that takes a file of texts.
public func trackImportServerRoutes(_ server: TracksServer) -> [Route] {
  let show: PageHandler = server.service.showImport
  return [
    .post(
      "/study/tracks/:track/import", .members,
      "Take the texts of a CSV, Markdown or ZIP file, or see what they would do.",
      inputs: [
        Input("text", "the file, pasted", required: false), Input("act", "check or take", required: false),
        Input("file", "CSV with headings, Markdown, or a ZIP of Markdown files", required: false),
      ], bodyLimit: Limits.importBody.most, form: show
    ) { try await server.importFile($0) }.taking(.sheet).carrying(ImportTexts.self, server.service.handle)
  ]
}

extension TracksServer {
  /// Checks first and shows what was found; takes it when asked to.
  func importFile(_ request: Request) async throws -> Response {
    var passed: [String] = []
    let form = try await ledger.previewed(request, most: Limits.importBody.most) { bytes in
      let read = try await Aside.run { try TrackFile.read(bytes) }
      passed = read.passed
      return read.text
    }
    let command = try ImportTexts(form, path: request.names)
    _ = try await ledger.read { try service.importing(command.track, nil, request.caller(), $0) }
    let found = try await Aside.run { TrackImport(command.text) }
    guard request.isTaken else {
      var page = try await ledger.read { try service.importing(command.track, found, request.caller(), $0) }
      page.passed = passed
      let draft = Draft(Form(["text": command.text]))
      return .page(json: { [page] in page.json }) { [page] in trackImportPage(page, draft, $0) }
    }
    let handled = try await ledger.handle(command, request) { command, request, tx throws(Refusal) in
      try service.handle(command, found, request, tx)
    }
    let count = Int(handled.outcome.text) ?? 0
    return .done(
      TracksPaths.track(command.track), toast: Toast(Phrase("tracks.import.toast", .count(count))),
      json: {
        .object([("count", .integer(count)), ("problems", .list(found.problems.map { $0.json }))])
      })
  }
}

extension TrackImport.Problem {
  fileprivate var json: JSON { .object([("line", .integer(line)), ("why", .text(phrase.key))]) }
}

extension TrackImportPage {
  fileprivate var json: JSON {
    .object([
      ("new", .integer(found?.plan.new.count ?? 0)), ("changed", .integer(found?.plan.changed.count ?? 0)),
      ("kept", .integer(found?.plan.kept ?? 0)), ("passed", .list(passed.map { .text($0) })),
      ("problems", .list((found?.file.problems ?? []).map { $0.json })),
    ])
  }
}
