import Base
import Delimited
import Kit
import Office
public import Router
import School
import Web

/// Rosters in and out; the office's business alone.
public func exchangeServerRoutes(_ server: ExchangeServer) -> [Route] {
  (uploadRoutes(server) + importRoutes(server) + exportRoutes(server)).map { $0.of("Exchange") }
}

private func uploadRoutes(_ server: ExchangeServer) -> [Route] {
  [
    .get(ExchangePaths.template, .office, "An empty roster with all headings", inAPI: false) { _ in
      .download("homeroom-template.csv", type: "text/csv; charset=utf-8") { try await $0(ExchangeTemplate.bytes) }
    },
    .post(
      ExchangePaths.uploads, .office,
      "Upload a roster as multipart/form-data; it is weighed, and nothing is written yet",
      inputs: [
        Input("file", "A CSV file, or a OneRoster archive"),
        Input("removes", "Propose the removal of what a complete file lacks", required: false),
      ], form: server.service.showStart
    ) { request in
      var reader = FormReader(request.form)
      let removes = reader.flag("removes")
      // A form that was sent without a file has an empty field of that name.
      reader.ignore("file")
      try reader.finish()
      let id = try await server.begin(
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

private func importRoutes(_ server: ExchangeServer) -> [Route] {
  [
    .post(
      ExchangePaths.apply, .office, "Write a weighed roster, all or nothing",
      inputs: [
        Input("removals", "The exact number of records that go, when any do", required: false),
        Input("leave.0", "On: the children leave the first of the report’s moves, and so on", required: false),
        Input("admin.0", "On: the first of the report’s admins becomes one, and so on", required: false),
      ], form: server.service.showImport
    ) { request in
      let command = try AgreeToImport(id: try request.id("import"), request.form)
      try await server.run(command, try request.caller(), request.idempotencyKey)
      return .done(
        ExchangePaths.rosterImport(command.id), toast: Toast(Phrase("exchange.apply.done")),
        json: { .object([("id", .id(command.id)), ("path", .text(ExchangePaths.rosterImport(command.id)))]) })
    },
    .post(
      ExchangePaths.discard, .office, "Throw a weighed roster away, with its file", form: server.service.showImport
    ) { request in
      try await server.run(DiscardImport(id: try request.id("import")), try request.caller(), request.idempotencyKey)
      return .done(ExchangePaths.start, toast: Toast(Phrase("exchange.discarded")))
    },
  ]
}

private func exportRoutes(_ server: ExchangeServer) -> [Route] {
  [
    .get(
      ExchangePaths.people, .office, "Everybody as CSV; ?mark=1 begins it with the mark that Excel wants",
      query: [.optional("mark", "1: begin with the mark that Excel wants.")]
    ) { request in
      let style = CSV.Style(hasMark: request.query["mark"] == "1")
      return try await server.download("people.csv", "text/csv; charset=utf-8") {
        try await server.export(ExportRoster(.people), request.caller(), style, request.idempotencyKey, write: $0)
      }
    },
    .get(
      ExchangePaths.attendance, .office,
      "Every mark of every register as CSV; ?mark=1 begins it with the mark of Excel",
      query: [.optional("mark", "1: begin with the mark that Excel wants.")]
    ) { request in
      let style = CSV.Style(hasMark: request.query["mark"] == "1")
      return try await server.download("attendance.csv", "text/csv; charset=utf-8") {
        try await server.export(ExportRoster(.attendance), request.caller(), style, request.idempotencyKey, write: $0)
      }
    },
    .get(ExchangePaths.oneRoster, .office, "The whole roster as a OneRoster 1.2 archive") { request in
      try await server.download("oneroster.zip", "application/zip") {
        try await server.export(
          ExportRoster(.oneroster), request.caller(), CSV.Style(), request.idempotencyKey, write: $0)
      }
    },
  ]
}
