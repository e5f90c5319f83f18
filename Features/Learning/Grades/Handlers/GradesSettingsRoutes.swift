package import Base
package import Database
import HTML
import Kit
package import Router
import School

func gradeSettingsRoutes(_ service: GradesService) -> [Route] {
  [
    .get(
      "/courses/:course/grade-settings", .staff, "How a course makes a grade of scores.", offline: .teachers,
      service.showSettings),
    .post(
      "/courses/:course/grade-settings/undo", .staff, "Take back the last change of the settings.",
      UndoGradeSettings.self, service.handle
    ) { handled in
      .done(GradesPaths.settings(handled.command.course), toast: Toast(Phrase("grades.toast.settings-undone")))
    },
  ] + periodRoutes(service)
}

extension GradesService {
  package func showSettings(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let data = try settings(request.id("course"), request.caller(), tx)
    return .page(version: data.settings.version, json: { data.json }) { gradeSettingsPage(data, request.draft, $0) }
  }
}

extension GradeSettingsPage {
  package var json: JSON {
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
