import Base
import Delimited
import Kit
public import Router
import School
import Web

/// Rosters in and out; the office's business alone.
public func exchangeRoutes(_ service: ExchangeService) -> [Route] {
  (startRoutes(service) + importRoutes(service) + exportRoutes(service)).map { $0.of("Exchange") }
}

private func startRoutes(_ service: ExchangeService) -> [Route] {
  let page: @Sendable (Request) async throws -> Response = { request in
    var data = try await service.start(request)
    data.draft = request.draft
    let shown = data
    return .page(
      next: shown.next?.text,
      json: {
        .object([("imports", .list(shown.imports.map { $0.json })), ("next", .optional(shown.next?.text))])
      }
    ) { exchangePage(shown, $0) }
  }
  return [
    .get(
      ExchangePaths.start, .office, "What may be imported and exported, and the past imports", query: [.after], page),
    .get(ExchangePaths.template, .office, "An empty roster with all headings", inAPI: false) { _ in
      .download("homeroom-template.csv", type: "text/csv; charset=utf-8") { try await $0(ExchangeTemplate.bytes) }
    },
    .post(
      ExchangePaths.uploads, .office,
      "Upload a roster as multipart/form-data; it is weighed, and nothing is written yet",
      inputs: [
        Input("file", "A CSV file, or a OneRoster archive"),
        Input("removes", "Propose the removal of what a complete file lacks", required: false),
      ], form: page
    ) { request in
      var reader = FormReader(request.form)
      let removes = reader.flag("removes")
      // A form that was sent without a file has an empty field of that name.
      reader.ignore("file")
      try reader.finish()
      let id = try await service.begin(
        request.uploads.first { $0.field == "file" }, removes: removes, try request.caller(), request.idempotencyKey)
      return .done(
        ExchangePaths.rosterImport(id), toast: Toast(Phrase("exchange.upload.done")), created: true,
        json: { .object([("id", .id(id)), ("path", .text(ExchangePaths.rosterImport(id)))]) })
    }.taking(FilesTaken(most: Limits.roster.most, count: 1)),
  ]
}

private enum ExchangeTemplate {
  /// Our own headings with the mark that Excel wants.
  static var bytes: [UInt8] {
    var writer = Roster.PeopleWriter(CSV.Style(hasMark: true))
    return writer.drain()
  }
}

private func importRoutes(_ service: ExchangeService) -> [Route] {
  let page: @Sendable (Request) async throws -> Response = { request in
    var data = try await service.page(try request.id("import"), try request.caller().school)
    data.draft = request.draft
    let shown = data
    return .page(version: shown.rosterImport.state.rawValue, json: { shown.json }) { importPage(shown, $0) }
  }
  return [
    .get(ExchangePaths.rosterImport, .office, "One import: its progress, its preview, what it did", page),
    .post(
      ExchangePaths.apply, .office, "Write a weighed roster, all or nothing",
      inputs: [
        Input("removals", "The exact number of records that go, when any do", required: false),
        Input("leave.0", "On: the children leave the first of the report’s moves, and so on", required: false),
        Input("admin.0", "On: the first of the report’s admins becomes one, and so on", required: false),
      ], form: page
    ) { request in
      let command = try AgreeToImport(id: try request.id("import"), request.form)
      try await service.run(command, try request.caller(), request.idempotencyKey)
      return .done(
        ExchangePaths.rosterImport(command.id), toast: Toast(Phrase("exchange.apply.done")),
        json: { .object([("id", .id(command.id)), ("path", .text(ExchangePaths.rosterImport(command.id)))]) })
    },
    .post(ExchangePaths.discard, .office, "Throw a weighed roster away, with its file", form: page) { request in
      try await service.run(DiscardImport(id: try request.id("import")), try request.caller(), request.idempotencyKey)
      return .done(ExchangePaths.start, toast: Toast(Phrase("exchange.discarded")))
    },
  ]
}

private func exportRoutes(_ service: ExchangeService) -> [Route] {
  [
    .get(
      ExchangePaths.people, .office, "Everybody as CSV; ?mark=1 begins it with the mark that Excel wants",
      query: [.optional("mark", "1: begin with the mark that Excel wants.")]
    ) { request in
      let style = CSV.Style(hasMark: request.query["mark"] == "1")
      return try await service.download("people.csv", "text/csv; charset=utf-8") {
        try await service.export(ExportRoster(.people), request.caller(), style, request.idempotencyKey, write: $0)
      }
    },
    .get(
      ExchangePaths.attendance, .office,
      "Every mark of every register as CSV; ?mark=1 begins it with the mark of Excel",
      query: [.optional("mark", "1: begin with the mark that Excel wants.")]
    ) { request in
      let style = CSV.Style(hasMark: request.query["mark"] == "1")
      return try await service.download("attendance.csv", "text/csv; charset=utf-8") {
        try await service.export(ExportRoster(.attendance), request.caller(), style, request.idempotencyKey, write: $0)
      }
    },
    .get(ExchangePaths.oneRoster, .office, "The whole roster as a OneRoster 1.2 archive") { request in
      try await service.download("oneroster.zip", "application/zip") {
        try await service.export(
          ExportRoster(.oneroster), request.caller(), CSV.Style(), request.idempotencyKey, write: $0)
      }
    },
  ]
}

extension RosterImport {
  var json: JSON {
    .object([
      ("id", .id(id)), ("name", .text(name)), ("size", .integer(size)), ("state", .text(state.rawValue)),
      ("removes", .flag(removes)), ("by", .id(by)), ("createdAt", .text(createdAt.text)),
      ("appliedAt", .optional(appliedAt?.text)),
    ])
  }
}

extension ImportPage {
  fileprivate var json: JSON {
    .object([
      ("import", rosterImport.json), ("done", .integer(done)), ("total", .integer(total)),
      ("removals", .integer(rosterImport.report?.removals ?? 0)), ("report", rosterImport.report?.json ?? .null),
    ])
  }
}
