import Base
import Database
import Kit
public import Ledger
public import Router
import School
public import Training
import Web

/// What only a server does with templates: they come in from files, and go out as such.
public struct TemplatesServer: Sendable {
  public let service: TemplatesService
  let ledger: Ledger
  public init(ledger: Ledger, service: TemplatesService) { (self.ledger, self.service) = (ledger, service) }

  /// Checks first and shows what was found; takes it when asked to.
  func importFile(_ request: Request) async throws -> Response {
    let caller = try request.caller()
    guard caller.role.isStaff else { throw Refusal.notFound }
    let form = try await ledger.previewed(request, most: TemplateImport.maxBytes) {
      try utf8Text($0, else: Phrase("training.templates.import.encoding"))
    }
    let command = try ImportChecklistTemplate(form, path: request.names)
    let found = try await Aside.run { TemplateImport(command.text) }
    guard request.isTaken else {
      let page = TemplateImportPage(found: found, content: try? found.content(named: command.title ?? fallback(found)))
      let draft = Draft(Form(form.fields.filter { $0.name == "text" || $0.name == "name" && !$0.value.isEmpty }))
      return .page(json: { page.json }) { templateImportPage(page, draft, $0) }
    }
    let handled = try await ledger.handle(command, request) { command, request, tx throws(Refusal) in
      try service.handle(command, found, request, tx)
    }
    let id: ID<ChecklistTemplate> = handled.id()
    return .done(
      TemplatesPaths.template(id), toast: Toast(Phrase("training.templates.imported")), created: true,
      json: { .object([("id", .id(id))]) })
  }

  /// A file without a name is shown all the same; a name is asked for when it is taken.
  private func fallback(_ found: TemplateImport) -> String? { found.found.name.isEmpty ? "…" : nil }
}

extension TemplateImportPage {
  fileprivate var json: JSON {
    .object([
      ("content", content?.json ?? .null), ("extras", .list((found?.extras ?? []).map { .text($0) })),
      (
        "problems",
        .list(
          (found?.problems ?? []).map { .object([("line", .integer($0.line)), ("why", .text($0.phrase.key))]) })
      ),
    ])
  }
}

public func templateServerRoutes(_ server: TemplatesServer) -> [Route] {
  let service = server.service
  let show: PageHandler = { request, _ throws(Refusal) in
    let (data, draft) = (try service.importForm(request), request.draft)
    return .page { templateImportPage(data, draft, $0) }
  }
  let version = Input.optional("version", "A version as it was published; the draft without it.")
  return [
    .post(
      "/training/templates/import", .staff, "Make a template of a JSON or CSV file, or see what it would be.",
      inputs: [
        Input("text", "the file, pasted", required: false), Input("name", "what it is called", required: false),
        Input("act", "check or take", required: false), Input("file", "JSON, or CSV with headings", required: false),
        Input("id", "An id of the sender's choice", required: false),
      ], bodyLimit: Limits.importBody.most, form: show
    ) { try await server.importFile($0) }.taking(.sheet).carrying(ImportChecklistTemplate.self, service.handle),
    .get(
      "/training/templates/:template/json", .staff, "A template as canonical JSON: the bytes that are hashed.",
      query: [version], inAPI: false
    ) { request, tx throws(Refusal) in
      let bytes = Array(try service.export(request, tx).text.utf8)
      return .download("checklist.json", type: "application/json") { try await $0(bytes) }
    },
    .get(
      "/training/templates/:template/csv", .staff, "A template as a table of its items.", query: [version], inAPI: false
    ) { request, tx throws(Refusal) in
      let bytes = try service.export(request, tx).table
      return .download("checklist.csv", type: "text/csv; charset=utf-8") { try await $0(bytes) }
    },
  ]
}
