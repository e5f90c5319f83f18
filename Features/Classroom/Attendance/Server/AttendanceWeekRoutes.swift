import Base
import Database
import Kit
import Ledger
import Router
import School
import Web

func weekRoutes(_ service: AttendanceService) -> [Route] {
  gridRoutes(service) + copyRoutes(service) + tableRoutes(service)
}

private let looking = Input("look", "1: say what would change, and change nothing", required: false)
private let agreed = Input("agreed", "what was shown; refused when it comes to something else now", required: false)
private let from = Input("from", "the first day it is so, today or later")

private func gridRoutes(_ service: AttendanceService) -> [Route] {
  let show: PageHandler = { request, tx throws(Refusal) in
    let (draft, data) = (request.draft, try service.weekPage(request, request.draft, tx))
    return .page(json: { data.json }) { weekFormPage(data, draft, $0) }
  }
  return [
    .get(
      "/classes/:classroom/timetable/week", .staff, "The week of a class as one form.",
      query: [.optional("from", "The day from which on it is to change."), .optional("days", "7: all days.")], show),
    .post(
      "/classes/:classroom/timetable/week", .staff, "Set the whole week of a class; past registers stay as they are.",
      inputs: [
        from, Input("lessons.<row>.start", "when the lesson begins, 08:15", required: false),
        Input("lessons.<row>.end", "when it ends", required: false),
        Input("lessons.<row>.<weekday>", "the subject on that weekday, 1 Monday … 7 Sunday", required: false),
        looking, agreed, Input("days", "7: the form shows all days", required: false),
      ], form: show
    ) { request in
      let command = try SetWeek(request.form, path: request.names)
      if request.form["look"] != nil {
        return try await service.ledger.read { try service.look(at: command, request, $0) }
      }
      try await service.ledger.handle(command, request, service.handle)
      return .done(AttendancePaths.timetable(command.classroom), toast: Toast(Phrase("attendance.toast.week-set")))
    },
  ]
}

private func copyRoutes(_ service: AttendanceService) -> [Route] {
  let show: PageHandler = { request, tx throws(Refusal) in
    let (draft, data) = (request.draft, try service.weekCopyPage(request, request.draft, tx))
    return .page(json: { data.json }) { copyWeekPage(data, draft, $0) }
  }
  return [
    .get("/classes/:classroom/timetable/copies", .staff, "The classes that may get the week of this one.", show),
    .post(
      "/classes/:classroom/timetable/copies", .staff, "Give other classes the week of this one.",
      inputs: [Input("to", "the id of a class; may come several times"), from, looking, agreed], form: show
    ) { request in
      let command = try CopyWeek(request.form, path: request.names)
      if request.form["look"] != nil {
        return try await service.ledger.read { try service.look(at: command, request, $0) }
      }
      try await service.ledger.handle(command, request, service.handle)
      return .done(
        AttendancePaths.timetable(command.classroom),
        toast: Toast(Phrase("attendance.toast.week-copied", .count(command.to.count))))
    },
  ]
}

private func tableRoutes(_ service: AttendanceService) -> [Route] {
  let blank: PageHandler = { request, tx throws(Refusal) in
    let (draft, today) = (request.draft, request.scene.zone.day(of: tx.now))
    return .page { timetableFilePage(today, draft, $0) }
  }
  let again: PageHandler = { request, tx throws(Refusal) in
    guard let command = try? ImportTimetable(request.draft.form) else { return try blank(request, tx) }
    let data = try service.importPage(service.table(command, request), command, request, tx)
    return .page(json: { data.json }) { timetableImportPage(data, isOther: true, $0) }
  }
  let whole = Input("whole", "on: the classes of the table keep no other lessons", required: false)
  let file = Input("file", "the table as CSV: day, from, to, class, subject")
  return [
    .get(AttendancePaths.tables, .office, "The form for a table of lessons.", inAPI: false, blank),
    .get(AttendancePaths.tableFile, .office, "The lessons of all classes as CSV.", inAPI: false) {
      request, tx throws(Refusal) in
      let bytes = try service.timetables(request.caller(), request.scene.words, request.scene.zone, tx)
      return .download("timetables.csv", type: "text/csv; charset=utf-8") { try await $0(bytes) }
    },
    .post(
      AttendancePaths.tables, .office, "Look at what a table of lessons would change.", inputs: [file, from, whole],
      bodyLimit: Limits.importBody.most, form: blank
    ) { request in
      let text = Form.Field("file", try await service.tableText(request))
      let command = try ImportTimetable(Form(request.form.fields.filter { $0.name != text.name } + [text]))
      let table = try service.table(command, request)
      let data = try await service.ledger.read { try service.importPage(table, command, request, $0) }
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

extension WeekPlan {
  var json: JSON {
    let steps = steps.map { step -> JSON in
      switch step {
      case .add(let slot): .object([("step", .text("add")), ("slot", slot.json)])
      case .change(let old, let slot):
        .object([("step", .text("change")), ("was", .id(old.id)), ("slot", slot.json)])
      case .end(let slot, let until):
        .object([("step", .text("end")), ("slot", slot.json), ("until", .text(until.text))])
      }
    }
    return .list(steps)
  }
}

extension WeekPage {
  var json: JSON {
    .object([
      ("classroom", .id(classroom.id)), ("from", .text(from.text)), ("steps", plan?.json ?? .list([])),
      ("agreed", .optional(plan.map { WeekPlan.digest([$0]) })),
    ])
  }
}

extension WeekCopyPage {
  var json: JSON { plansJSON(plans) }
}

extension TimetableImportPage {
  var json: JSON {
    .object([
      ("plan", plansJSON(plans)),
      (
        "leftOut",
        .list(faults.map { .object([("line", .integer($0.line)), ("why", .text($0.why.key))]) })
      ),
    ])
  }
}

private func plansJSON(_ plans: [(Classroom, WeekPlan)]) -> JSON {
  .object([
    (
      "classes",
      .list(plans.map { .object([("id", .id($0.0.id)), ("name", .text($0.0.name)), ("steps", $0.1.json)]) })
    ), ("agreed", .text(WeekPlan.digest(plans.map(\.1)))),
  ])
}
