import Base
import Database
import HTML
import Kit
import Ledger
import Router
import School
import Web

func letterRoutes(_ service: GradesService) -> [Route] {
  let show: PageHandler = { request, tx throws(Refusal) in
    let data = try service.letters(request.caller(), tx)
    return .page(version: data.letters.version, json: { data.json }) { lettersPage(data, request.draft, $0) }
  }
  return [
    .get("/settings/letters", .office, "The letters of the school.", show),
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
        return try await service.ledger.read { [again] in try show(again, $0) }
      }
      let command = try SetLetters(request.form)
      if request.form["step"] == "preview" {
        let data = try await service.preview(command, request.caller())
        return .page(json: { data.json }) { lettersPage(data, Draft(), $0) }
      }
      let before = try await service.ledger.read { try service.letters(request.caller(), $0) }.letters
      let version = try await service.ledger.handle(command, request, service.handle).outcome.text
      let undo = (path: GradesPaths.letters, fields: before.fields + [Form.Field("version", version)])
      return .done(
        GradesPaths.letters, toast: Toast(Phrase("grades.toast.letters"), undo: undo),
        json: { .object([("version", .text(version))]) })
    },
  ]
}

extension LettersPage {
  var json: JSON {
    var members: [(String, JSON)] = letters.fields.map { ($0.name, .text($0.value)) }
    members.append(("version", .text(letters.version)))
    if let preview {
      members.append(
        (
          "changes",
          .list(
            preview.changes.map {
              .object([
                ("course", .id($0.course.id)), ("letters", .integer($0.letters)), ("students", .integer($0.students)),
              ])
            })
        ))
    }
    return .object(members)
  }
}
