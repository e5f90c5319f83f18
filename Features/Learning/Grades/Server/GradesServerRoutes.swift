import Base
import Database
import Delimited
import Kit
import Learning
import Ledger
public import Router
import School
import Web

/// The doors that look at files, or answer one form in more than one way.
public func gradeServerRoutes(_ server: GradesServer) -> [Route] {
  fileServerRoutes(server) + letterServerRoutes(server) + gradeSettingsServerRoutes(server)
}

private func fileServerRoutes(_ server: GradesServer) -> [Route] {
  let show: PageHandler = server.service.showImport
  return [
    .get("/courses/:course/gradebook/export", .staff, "All scores as CSV; ?mark=1 begins it with the mark Excel wants.")
    {
      request in
      let style = CSV.Style(hasMark: request.query["mark"] == "1")
      let bytes = try await server.ledger.read {
        try server.service.exported(request.id("course"), request.caller(), style, $0)
      }
      return .download("grades.csv", type: "text/csv; charset=utf-8", length: bytes.count) { try await $0(bytes) }
    },
    .post(
      "/courses/:course/gradebook/import", .staff, "See what a spreadsheet would change; nothing is written.",
      inputs: [
        Input("text", "the rows, pasted", required: false), Input("file", "a CSV file", required: false),
      ], bodyLimit: Limits.importBody.most, form: show
    ) { request in
      var reader = FormReader(request.form)
      let text = reader.note("text", max: 200_000) ?? ""
      reader.ignore("file")
      try reader.finish()
      var bytes = Array(text.utf8)
      if bytes.isEmpty, let file = request.uploads.first(where: { $0.field == "file" && $0.size > 0 }) {
        bytes = try await server.ledger.files.contents(file.hash, limit: Int64(Limits.importBody.most))
      }
      if bytes.isEmpty { throw Refusal.invalid("text", Phrase("form.required")) }
      let data = try await server.ledger.read { [bytes] in
        try server.service.importing(request.id("course"), bytes, request.caller(), $0)
      }
      return .page(json: { data.json }) { gradeImportPage(data, Draft(), $0) }
    }.taking(.sheet),
  ]
}

private func letterServerRoutes(_ server: GradesServer) -> [Route] {
  let show: PageHandler = server.service.showLetters
  return [
    .post(
      "/settings/letters", .office, "Change them; with `step` preview, see in which courses letters would be others.",
      inputs: [
        Input("scale", "thirteen, thirteen-plus, canvas or own"),
        Input("scale-text", "one letter a line: A+ 97 4", required: false),
        Input("repeats", "all, best or latest: what counts of a course that was taken again", required: false),
        Input("honors", "what an honors course adds to its grade points", required: false),
        Input("advanced", "what an advanced course adds", required: false),
        Input("statistics", "on: courses may show how the class did", required: false),
        Input("version", "what the page answered", required: false),
        Input("step", "preview, or apply", required: false),
      ], form: show
    ) { request in
      if request.form["step"] == "edit" {
        var again = request
        again.draft = Draft(Form(request.form.fields.filter { $0.name != "step" }))
        return try await server.ledger.read { [again] in try show(again, $0) }
      }
      let command = try SetLetters(request.form)
      if request.form["step"] == "preview" {
        let data = try await server.preview(command, request.caller())
        return .page(json: { data.json }) { lettersPage(data, Draft(), $0) }
      }
      let before = try await server.ledger.read { try server.service.letters(request.caller(), $0) }.letters
      let version = try await server.ledger.handle(command, request, server.service.handle).outcome.text
      let undo = (path: GradesPaths.letters, fields: before.fields + [Form.Field("version", version)])
      return .done(
        GradesPaths.letters, toast: Toast(Phrase("grades.toast.letters"), undo: undo),
        json: { .object([("version", .text(version))]) })
    }.carrying(SetLetters.self, server.service.handle)
  ]
}

private func gradeSettingsServerRoutes(_ server: GradesServer) -> [Route] {
  let show: PageHandler = server.service.showSettings
  return [
    .post(
      "/courses/:course/grade-settings", .staff, "Change it; with `step` preview, see whose grade would be another.",
      inputs: settingsInputs, form: show
    ) { request in
      if request.form["step"] == "edit" {
        var again = request
        again.draft = Draft(Form(request.form.fields.filter { $0.name != "step" }))
        return try await server.ledger.read { [again] in try show(again, $0) }
      }
      let command = try ChangeGradeSettings(request.form, path: request.names)
      if request.form["step"] == "preview" {
        let data = try await server.ledger.read { try server.service.preview(command, request.caller(), $0) }
        return .page(json: { data.json }) { gradeSettingsPage(data, Draft(), $0) }
      }
      let version = try await server.ledger.handle(command, request, server.service.handle).outcome.text
      let path = GradesPaths.settings(command.course)
      let undo = (path: path + "/undo", fields: [Form.Field("version", version)])
      return .done(
        path, toast: Toast(Phrase("grades.toast.settings"), undo: undo),
        json: { .object([("version", .text(version))]) })
    }
  ]
}

private let settingsInputs = [
  Input("scheme", "weighted or points"), Input("within", "points or equal-items"),
  Input("rounding", "hundredth, tenth or whole"), Input("capped", "on: never above 100", required: false),
  Input("late-percent", "percent of what is possible, for each interval"), Input("late-every", "hour or day"),
  Input("late-floor", "percent below which lateness takes nobody"), Input("late-grace", "minutes"),
  Input("missing", "on: missing work gets points by itself", required: false),
  Input("missing-percent", "percent taken off what is missing"),
  Input("scale", "school, thirteen, thirteen-plus, canvas, pass-fail or own"),
  Input("scale-text", "one letter a line: A+ 97 4", required: false),
  Input("posts-itself", "on: new columns are seen as they are filled", required: false),
  Input("statistics", "on: students see how the class did", required: false),
  Input("category.<n>.weight", "and id, kind, name, low, high, capped, remove"),
  Input("step", "preview, or apply", required: false),
]
