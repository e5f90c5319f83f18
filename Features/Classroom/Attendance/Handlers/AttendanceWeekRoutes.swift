package import Base
package import Database
import Kit
package import Router
import School

func weekRoutes(_ service: AttendanceService) -> [Route] {
  [
    .get(
      "/classes/:classroom/timetable/week", .staff, "The week of a class as one form.",
      query: [.optional("from", "The day from which on it is to change."), .optional("days", "7: all days.")],
      offline: .teachers,
      service.weekForm),
    .get(
      "/classes/:classroom/timetable/copies", .staff, "The classes that may get the week of this one.",
      offline: .teachers,
      service.weekCopyForm),
    .get(
      AttendancePaths.tables, .office, "The form for a table of lessons.", inAPI: false, offline: .everybody,
      service.tableForm),
  ]
}

extension AttendanceService {
  package func weekForm(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (draft, data) = (request.draft, try weekPage(request, request.draft, tx))
    return .page(json: { data.json }) { weekFormPage(data, draft, $0) }
  }

  package func weekCopyForm(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (draft, data) = (request.draft, try weekCopyPage(request, request.draft, tx))
    return .page(json: { data.json }) { copyWeekPage(data, draft, $0) }
  }

  package func tableForm(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (draft, today) = (request.draft, request.scene.zone.day(of: tx.now))
    return .page { timetableFilePage(today, draft, $0) }
  }
}

extension WeekPlan {
  var json: JSON {
    let steps = steps.map { step -> JSON in
      switch step {
      case .add(let period): .object([("step", .text("add")), ("slot", period.json)])
      case .change(let old, let period):
        .object([("step", .text("change")), ("was", .id(old.id)), ("slot", period.json)])
      case .end(let period, let until):
        .object([("step", .text("end")), ("slot", period.json), ("until", .text(until.text))])
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
  package var json: JSON {
    .object([
      ("plan", plansJSON(plans)),
      (
        "leftOut",
        .list(faults.map { .object([("line", .integer($0.line)), ("why", .text($0.reason.key))]) })
      ),
    ])
  }
}

private func plansJSON(_ plans: [(Classroom, WeekPlan)]) -> JSON {
  .object([
    (
      "classes",
      .list(plans.map { .object([("id", .id($0.0.id)), ("name", .text($0.0.name)), ("steps", $0.1.json)]) })
    ), ("agreed", .text(WeekPlan.digest(plans.map { $0.1 }))),
  ])
}
