import Base
import HTML
import Kit
import School
import Web

private let periodInputs = [
  Input("title", "what it is called"), Input("from", "2026-03-11"), Input("until", "2026-06-19"),
  Input("weight", "in percent of the course", required: false),
]

func periodRoutes(_ service: GradesService) -> [Route] {
  let show: @Sendable (Request) async throws -> Response = { request in
    let data = try await service.periods(request.id("course"), request.caller())
    return .page(json: { data.json }) { gradingPeriodsPage(data, request.draft, $0) }
  }
  return [
    .get("/courses/:course/grade-settings/periods", .staff, "The parts of the year a course is graded in.", show),
    .post(
      "/courses/:course/grade-settings/periods", .staff, "Add a part of the year.", inputs: periodInputs, form: show
    ) { request in
      let command = try AddGradingPeriod(request.formOfCourse())
      let id = try await service.run(command, request)
      return .done(
        GradesPaths.periods(command.course), toast: Toast(Phrase("grades.toast.period")), created: true,
        json: { .object([("id", .id(id))]) })
    },
  ] + onePeriodRoutes(service)
}

private func onePeriodRoutes(_ service: GradesService) -> [Route] {
  let show: @Sendable (Request) async throws -> Response = { request in
    let data = try await service.period(request.id("period"), of: request.id("course"), request.caller())
    return .page(json: { data.period.json(data.hidden) }) { gradingPeriodPage(data, request.draft, $0) }
  }
  return [
    .get(
      "/courses/:course/grade-settings/periods/:period", .staff,
      "One part of the year, and what of it no family sees.", show),
    .post(
      "/courses/:course/grade-settings/periods/:period", .staff,
      "Freeze a period's grades, reopen it, remove it, or bring it back.",
      inputs: [
        Input("act", "close, reopen, remove or restore"),
        Input("reason", "why it is opened again", required: false),
        Input("hidden", "post or leave: what becomes at closing of what is not posted", required: false),
        Input("seen", "how much of that there was; another count now refuses", required: false),
      ], form: show
    ) { request in
      let command = try ChangeGradingPeriod(request.formOfPeriod())
      try await service.run(command, request)
      let back = (
        path: GradesPaths.period(command.course, command.period), fields: [Form.Field("act", "restore")]
      )
      let said = Phrase("grades.toast.period-" + command.act.rawValue)
      return .done(
        GradesPaths.periods(command.course), toast: Toast(said, undo: command.act == .remove ? back : nil))
    },
    .post(
      "/courses/:course/grade-settings/periods/:period/edit", .staff, "Change its name, its days and its weight.",
      inputs: periodInputs, form: show
    ) { request in
      let command = try EditGradingPeriod(request.formOfPeriod())
      let before = try await service.period(command.period, of: command.course, request.caller()).period
      try await service.run(command, request)
      let path = GradesPaths.period(command.course, command.period)
      let undo = (path: path + "/edit", fields: EditGradingPeriod.fields(before))
      return .done(
        GradesPaths.periods(command.course), toast: Toast(Phrase("grades.toast.period-changed"), undo: undo))
    },
  ]
}

extension Request {
  fileprivate func formOfPeriod() throws(Refusal) -> Form {
    try formOfCourse().setting("period", id("period", GradingPeriod.self).text)
  }
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
