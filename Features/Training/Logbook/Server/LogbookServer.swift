import Base
import Database
import Kit
public import Ledger
import People
public import Router
import School
public import Training
import Web

/// What only a server does with logs: they come in from files and go out as files.
public struct LogbookServer: Sendable {
  public let service: LogbookService
  let ledger: Ledger
  public init(ledger: Ledger, service: LogbookService) { (self.ledger, self.service) = (ledger, service) }
}

public func logbookServerRoutes(_ server: LogbookServer) -> [Route] {
  let service = server.service
  let show: PageHandler = service.showImport
  return [
    .get(
      "/training/trainees/:trainee/log/export", .members,
      "All entries as CSV with the headings of MyFlightbook; ?mark=1 begins it as Excel wants.",
      query: [.optional("mark", "1 begins it with the mark that Excel wants.")], inAPI: false
    ) { request, tx throws(Refusal) in
      let bytes = try service.exported(
        request.id("trainee"), request.caller(), hasMark: request.query["mark"] == "1", tx)
      return .download("logbook.csv", type: "text/csv; charset=utf-8", length: bytes.count) { try await $0(bytes) }
    },
    .post(
      "/training/trainees/:trainee/log/import", .members,
      "Take the entries of a CSV file of MyFlightbook or ForeFlight, or see what they would do.",
      inputs: [
        Input("text", "the file, pasted", required: false), Input("act", "check or take", required: false),
        Input("file", "CSV with headings", required: false),
      ], bodyLimit: Limits.importBody.most, form: show
    ) { try await server.importFile($0) }.taking(.sheet).carrying(ImportLog.self, service.handle),
  ]
}

extension LogbookServer {
  /// Checks first and shows what was found; takes it when asked to.
  func importFile(_ request: Request) async throws -> Response {
    let form = try await ledger.previewed(request, most: LogImport.maxBytes) {
      try utf8Text($0, else: Phrase("training.log.import.encoding"))
    }
    let command = try ImportLog(form, path: request.names)
    guard request.isTaken else {
      let page = try await ledger.read { tx in
        let access = try TraineesStore(tx: tx).mustSee(command.trainee, request.caller()).access
        try access.mustInstruct()
        return try service.importing(command.trainee, command.text, request.caller(), tx)
      }
      let draft = Draft(Form(["text": command.text]))
      return .page(json: { page.json }) { logImportPage(page, draft, $0) }
    }
    let handled = try await ledger.handle(command, request, service.handle)
    let count = Int(handled.outcome.text) ?? 0
    return .done(
      LogbookPaths.log(command.trainee), toast: Toast(Phrase("training.log.import.toast", .count(count))),
      json: { .object([("count", .integer(count))]) })
  }
}

extension LogImportPage {
  fileprivate var json: JSON {
    .object([
      ("new", .integer(found?.plan.new.count ?? 0)), ("kept", .integer(found?.plan.kept ?? 0)),
      ("extras", .list((found?.file.extras ?? []).map { .text($0) })),
      (
        "problems",
        .list(
          (found?.file.problems ?? []).map {
            .object([("line", .integer($0.line)), ("why", .text($0.phrase.key))])
          })
      ),
    ])
  }
}
