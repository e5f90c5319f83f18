import Base
import Classroom
import Database
import Kit
import Ledger
public import Router
import School
import Web

/// The doors that only a server has.
public func curriculumServerRoutes(_ server: CurriculumServer) -> [Route] {
  let service = server.service
  let shipped: PageHandler = { request, tx throws(Refusal) in
    let data = try service.shipped(request, tx)
    return .page(json: { data.json }) { curriculumShippedPage(data, $0) }
  }
  return [
    .get(
      "/curriculum/shipped", .staff, "What the shipped curricula would add.",
      query: [.optional("language", "The language of names and aims.")], shipped),
    .post(
      "/curriculum/shipped", .staff, "Puts a shipped curriculum into the school's; what is there stays.",
      form: shipped, AdoptCurriculum.self, service.handle
    ) { handled in
      let count = Int(handled.outcome.text) ?? 0
      return .done(
        CurriculumPaths.all, toast: Toast(Phrase("curriculum.adopted", .count(count))),
        json: { .object([("count", .integer(count))]) })
    },
    .get("/curriculum/file", .staff, "The curriculum as CSV.", inAPI: false) { request, tx throws(Refusal) in
      let caller = try service.keeper(request)
      let bytes = CurriculumTable.written(
        try CurriculumStore(tx: tx).tree(in: caller.school), request.scene.words)
      return .download("curriculum.csv", type: "text/csv; charset=utf-8") { try await $0(bytes) }
    },
    .post(
      "/curriculum/import", .staff, "Takes over a table, or sees what it would do.",
      inputs: [
        Input("text", "the table, pasted", required: false), Input("act", "check or take", required: false),
        Input("file", "CSV with headings", required: false),
      ], bodyLimit: Limits.importBody.most, form: service.showImport
    ) { try await server.importFile($0) }.taking(.sheet).carrying(ImportCurriculum.self, service.handle),
  ]
}

extension CurriculumServer {
  /// Checks first and shows what was found; takes it when asked to.
  func importFile(_ request: Request) async throws -> Response {
    let form = try await ledger.previewed(request, most: Limits.importBody.most) { try CurriculumServer.text($0) }
    let command = try ImportCurriculum(form, path: request.names)
    guard request.isTaken else {
      let page = try await ledger.read { tx in
        let tree = try CurriculumStore(tx: tx).tree(in: service.keeper(request).school)
        let table = CurriculumTable(command.text, over: tree)
        return try service.importing(table, CurriculumPlan(table.lines, over: tree, changes: true), request)
      }
      let draft = Draft(Form(["text": command.text]))
      return .page(json: { page.json }) { curriculumImportPage(page, draft, $0) }
    }
    let handled = try await ledger.handle(command, request, service.handle)
    let count = Int(handled.outcome.text) ?? 0
    return .done(
      CurriculumPaths.all, toast: Toast(Phrase("curriculum.imported", .count(count))),
      json: { .object([("count", .integer(count))]) })
  }

  /// UTF-8 as most write it, and UTF-16 with its mark; nothing is guessed.
  private static func text(_ bytes: [UInt8]) throws(Refusal) -> String {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    if isLittle || bytes.starts(with: [0xFE, 0xFF]), bytes.count.isMultiple(of: 2) {
      let units = stride(from: 2, to: bytes.count, by: 2).map { at in
        UInt16(bytes[isLittle ? at : at + 1]) | UInt16(bytes[isLittle ? at + 1 : at]) << 8
      }
      return String(decoding: units, as: UTF16.self)
    }
    return try utf8Text(bytes, else: Phrase("curriculum.import-encoding"))
  }
}

// MARK: for programs

extension CurriculumPlan {
  fileprivate var json: [(String, JSON)] {
    [
      ("new", .integer(new.count)), ("changed", .integer(changed.count)), ("kept", .integer(kept)),
      ("ties", .integer(ties.count)), ("untied", .integer(untied.count)), ("others", .integer(others.count)),
    ]
  }
}

extension CurriculumShippedPage {
  fileprivate var json: JSON {
    .object([
      ("bands", .list(bands.map { .object([("band", .text($0.band.rawValue))] + $0.plan.json) }))
    ])
  }
}

extension CurriculumImportPage {
  fileprivate var json: JSON {
    let left = problems.map { JSON.object([("line", .integer($0.line)), ("why", .text($0.phrase.key))]) }
    return .object((plan?.json ?? []) + [("problems", .list(left))])
  }
}
