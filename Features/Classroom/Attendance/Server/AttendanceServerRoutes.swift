import Base
import Classroom
import Database
import Kit
import Ledger
public import Router
import School
import Web

/// The doors that only a server has: weeks that may be looked at before they are set, and tables that come as files.
public func attendanceServerRoutes(_ server: AttendanceServer) -> [Route] {
  weekServerRoutes(server) + tableRoutes(server)
}

private let looking = Input("look", "1: say what would change, and change nothing", required: false)
private let agreed = Input("agreed", "what was shown; refused when it comes to something else now", required: false)
private let from = Input("from", "the first day it is so, today or later")

private func weekServerRoutes(_ server: AttendanceServer) -> [Route] {
  let (service, ledger) = (server.service, server.ledger)
  return [
    .post(
      "/classes/:classroom/timetable/week", .staff, "Set the whole week of a class; past registers stay as they are.",
      inputs: [
        from, Input("lessons.<row>.start", "when the lesson begins, 08:15", required: false),
        Input("lessons.<row>.end", "when it ends", required: false),
        Input("lessons.<row>.<weekday>", "the subject on that weekday, 1 Monday … 7 Sunday", required: false),
        looking, agreed, Input("days", "7: the form shows all days", required: false),
      ], form: service.weekForm
    ) { request in
      let command = try SetWeek(request.form, path: request.names)
      if request.form["look"] != nil {
        return try await ledger.read { try service.look(at: command, request, $0) }
      }
      try await ledger.handle(command, request, service.handle)
      return .done(AttendancePaths.timetable(command.classroom), toast: Toast(Phrase("attendance.toast.week-set")))
    },
    .post(
      "/classes/:classroom/timetable/copies", .staff, "Give other classes the week of this one.",
      inputs: [Input("to", "the id of a class; may come several times"), from, looking, agreed],
      form: service.weekCopyForm
    ) { request in
      let command = try CopyWeek(request.form, path: request.names)
      if request.form["look"] != nil {
        return try await ledger.read { try service.look(at: command, request, $0) }
      }
      try await ledger.handle(command, request, service.handle)
      return .done(
        AttendancePaths.timetable(command.classroom),
        toast: Toast(Phrase("attendance.toast.week-copied", .count(command.to.count))))
    },
  ]
}

private func tableRoutes(_ server: AttendanceServer) -> [Route] {
  let service = server.service
  let again: PageHandler = { request, tx throws(Refusal) in
    guard let command = try? ImportTimetable(request.draft.form) else { return try service.tableForm(request, tx) }
    let data = try service.importPage(service.table(command, request), command, request, tx)
    return .page(json: { data.json }) { timetableImportPage(data, isOther: true, $0) }
  }
  let whole = Input("whole", "on: the classes of the table keep no other lessons", required: false)
  let file = Input("file", "the table as CSV: day, from, to, class, subject")
  return [
    .get(AttendancePaths.tableFile, .office, "The lessons of all classes as CSV.", inAPI: false) {
      request, tx throws(Refusal) in
      let bytes = try service.timetables(request.caller(), request.scene.words, request.scene.zone, tx)
      return .download("timetables.csv", type: "text/csv; charset=utf-8") { try await $0(bytes) }
    },
    .post(
      AttendancePaths.tables, .office, "Look at what a table of lessons would change.", inputs: [file, from, whole],
      bodyLimit: Limits.importBody.most, form: service.tableForm
    ) { request in
      let text = Form.Field("file", try await server.tableText(request))
      let command = try ImportTimetable(Form(request.form.fields.filter { $0.name != text.name } + [text]))
      let table = try service.table(command, request)
      let data = try await server.ledger.read { try service.importPage(table, command, request, $0) }
      return .page(json: { data.json }) { timetableImportPage(data, isOther: false, $0) }
    }.taking(FilesTaken(most: ImportTimetable.maxBytes, count: 1)),
    .post(
      AttendancePaths.tableImport, .office, "Change the weeks that a table of lessons speaks of.",
      bodyLimit: Limits.importBody.most, form: again, ImportTimetable.self,
      prepare: { try service.table($0, $1) }, service.handle
    ) { handled in
      let count = Int(handled.outcome.text) ?? 0
      return .done(
        AttendancePaths.today, toast: Toast(Phrase("attendance.toast.week-imported", .count(count))),
        json: { .object([("changes", .integer(count))]) })
    },
  ]
}

extension AttendanceServer {
  /// The text of the table that was sent, as a file or in a field; what is not UTF-8 is written anew in it.
  func tableText(_ request: Request) async throws -> String {
    guard let upload = request.uploads.first(where: { $0.field == "file" && $0.size > 0 }) else {
      return request.form["file"] ?? ""
    }
    guard upload.size <= ImportTimetable.maxBytes else {
      throw Refusal.invalid("file", Phrase("attendance.file-long", .count(TimetableFile.maxLines)))
    }
    let bytes = try await ledger.files.contents(upload.hash)
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return try TimetableFile.rewritten(bytes)
  }
}
