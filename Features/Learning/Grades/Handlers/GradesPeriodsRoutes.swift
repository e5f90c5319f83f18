import Base
import Database
import HTML
import Kit
import Router
import School

func periodRoutes(_ service: GradesService) -> [Route] {
  let show: PageHandler = { request, tx throws(Refusal) in
    let data = try service.periods(request.id("course"), request.caller(), tx)
    return .page(json: { data.json }) { gradingPeriodsPage(data, request.draft, $0) }
  }
  return [
    .get(
      "/courses/:course/grade-settings/periods", .staff, "The parts of the year a course is graded in.",
      offline: .teachers, show),
    .post(
      "/courses/:course/grade-settings/periods", .staff, "Add a part of the year.", form: show, AddGradingPeriod.self,
      service.handle
    ) { handled in
      let id: ID<GradingPeriod> = handled.id()
      return .done(
        GradesPaths.periods(handled.command.course), toast: Toast(Phrase("grades.toast.period")), created: true,
        json: { .object([("id", .id(id))]) })
    },
  ] + onePeriodRoutes(service)
}

private func onePeriodRoutes(_ service: GradesService) -> [Route] {
  let show: PageHandler = { request, tx throws(Refusal) in
    let data = try service.period(request.id("period"), of: request.id("course"), request.caller(), tx)
    return .page(json: { data.period.json(data.hidden) }) { gradingPeriodPage(data, request.draft, $0) }
  }
  return [
    .get(
      "/courses/:course/grade-settings/periods/:period", .staff,
      "One part of the year, and what of it no family sees.", show),
    .post(
      "/courses/:course/grade-settings/periods/:period", .staff,
      "Freeze a period's grades, reopen it, remove it, or bring it back.", form: show, ChangeGradingPeriod.self,
      service.handle
    ) { handled in
      let command = handled.command
      let back = (
        path: GradesPaths.period(command.course, command.period), fields: [Form.Field("act", "restore")]
      )
      let said = Phrase("grades.toast.period-" + command.act.rawValue)
      return .done(
        GradesPaths.periods(command.course), toast: Toast(said, undo: command.act == .remove ? back : nil))
    },
    .post(
      "/courses/:course/grade-settings/periods/:period/edit", .staff, "Change its name, its days and its weight.",
      form: show, EditGradingPeriod.self, service.handle
    ) { handled in
      let path = GradesPaths.period(handled.command.course, handled.command.period)
      let before = try? JSON(Array(handled.outcome.text.utf8)).form().fields
      return .done(
        GradesPaths.periods(handled.command.course),
        toast: Toast(Phrase("grades.toast.period-changed"), undo: before.map { (path + "/edit", $0) }))
    },
  ]
}

extension GradingPeriod {
  func json(_ hidden: HiddenGrades) -> JSON {
    .object([
      ("id", .id(id)), ("name", .text(name)), ("from", .text(from.text)), ("until", .text(until.text)),
      ("weight", weight?.json ?? .null), ("closedAt", .optional(closedAt?.text)),
      (
        "hidden",
        .list(
          hidden.columns.map {
            .object([("item", .id($0.item)), ("title", .text($0.title)), ("count", .integer($0.count))])
          })
      ), ("hiddenOverrides", .integer(hidden.overrides.count)),
    ])
  }
}

extension GradingPeriodsPage {
  var json: JSON { .object([("periods", .list(periods.map { $0.json(hidden[$0.id] ?? .none) }))]) }
}
