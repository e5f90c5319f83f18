import Base
import Database
import HTML
import Kit
import Ledger
import Router
import School
import Web

func gradeSettingsRoutes(_ service: GradesService) -> [Route] {
  let show: PageHandler = { request, tx throws(Refusal) in
    let data = try service.settings(request.id("course"), request.caller(), tx)
    return .page(version: data.settings.version, json: { data.json }) { gradeSettingsPage(data, request.draft, $0) }
  }
  return [
    .get("/courses/:course/grade-settings", .staff, "How a course makes a grade of scores.", show),
    .post(
      "/courses/:course/grade-settings", .staff, "Change it; with `step` preview, see whose grade would be another.",
      inputs: settingsInputs, form: show
    ) { request in
      if request.form["step"] == "edit" {
        var again = request
        again.draft = Draft(Form(request.form.fields.filter { $0.name != "step" }))
        return try await service.ledger.read { [again] in try show(again, $0) }
      }
      let command = try ChangeGradeSettings(request.form, path: request.names)
      if request.form["step"] == "preview" {
        let data = try await service.ledger.read { try service.preview(command, request.caller(), $0) }
        return .page(json: { data.json }) { gradeSettingsPage(data, Draft(), $0) }
      }
      let version = try await service.ledger.handle(command, request, service.handle).outcome.text
      let path = GradesPaths.settings(command.course)
      let undo = (path: path + "/undo", fields: [Form.Field("version", version)])
      return .done(
        path, toast: Toast(Phrase("grades.toast.settings"), undo: undo),
        json: { .object([("version", .text(version))]) })
    },
    .post(
      "/courses/:course/grade-settings/undo", .staff, "Take back the last change of the settings.",
      UndoGradeSettings.self, service.handle
    ) { handled in
      .done(GradesPaths.settings(handled.command.course), toast: Toast(Phrase("grades.toast.settings-undone")))
    },
  ] + periodRoutes(service)
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

extension GradeSettingsPage {
  var json: JSON {
    var members: [(String, JSON)] = ChangeGradeSettings.fields(settings, categories).map { ($0.name, .text($0.value)) }
    members.append(("version", .text(settings.version)))
    if let preview {
      members.append(
        (
          "changes",
          .list(
            preview.changes.map {
              .object([
                ("student", .id($0.student)), ("name", .text($0.name)), ("before", $0.before.json),
                ("after", $0.after.json),
              ])
            })
        ))
    }
    return .object(members)
  }
}
