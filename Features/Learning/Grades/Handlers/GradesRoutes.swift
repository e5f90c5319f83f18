import Base
import Database
import HTML
import Kit
import People
public import Router
import School

// The paths are `GradesPaths`, beside the model, because pages of other features lead here.

public func gradeRoutes(_ service: GradesService) -> [Route] {
  gradebookRoutes(service) + columnRoutes(service) + cellRoutes(service) + gradeSettingsRoutes(service)
    + letterRoutes(service)
    + familyGradeRoutes(service) + gradeFileRoutes(service)
}

private func gradebookRoutes(_ service: GradesService) -> [Route] {
  [
    .get("/courses/:course/gradebook", .staff, "All scores of a course, and what they make.", offline: .teachers) {
      request, tx throws(Refusal) in
      let data = try service.gradebook(request.id("course"), GradebookSift(request.query), request.caller(), tx)
      return .page(json: { data.json }) { gradebookPage(data, $0) }
    },
    .post(
      "/courses/:course/gradebook", .staff, "Write scores into some cells; each has its own verdict.",
      bodyLimit: 3 << 20, RecordScores.self, service.handle
    ) { handled, tx throws(Refusal) in
      try service.answer(handled, tx)
    },
    .post(
      "/courses/:course/gradebook/undo", .staff, "Take back what you wrote at one moment.", UndoScores.self,
      service.handle
    ) { handled, tx throws(Refusal) in
      let change = ScoreChange(handled.outcome.text)
      let data = try service.gradebook(handled.command.course, GradebookSift(), handled.request.caller(), tx)
      let toast = Toast(Phrase("grades.toast.undone", .count(change.saved)))
      return .done(data.path, toast: toast, json: { change.json([]) }) { scene in
        gradebookAnswer(data.allNews, totals: data.totals(nil, scene), toast, scene)
      }
    },
  ]
}

extension GradesService {
  /// The cells as they are now, with the way back; a page to go to, the data, or the pieces.
  fileprivate func answer(_ handled: Handled<RecordScores>, _ tx: Transaction) throws(Refusal) -> Response {
    let (course, edits) = (handled.command.course, handled.command.edits)
    let change = ScoreChange(handled.outcome.text)
    let data = try gradebook(course, of: Set(edits.map { $0.student }), handled.request.caller(), tx)
    let undo = (path: GradesPaths.undo(course), fields: [Form.Field("at", String(change.at.milliseconds))])
    let phrase =
      change.refused == 0
      ? Phrase("grades.toast.saved", .count(change.kept))
      : Phrase("grades.batch", .text(String(change.kept)), .text(String(change.refused)))
    let toast = change.saved == 0 && change.refused == 0 ? nil : Toast(phrase, undo: change.saved > 0 ? undo : nil)
    return .done(data.path, toast: toast, json: { change.json(edits) }) { scene in
      let students = Set(edits.map { $0.student })
      let news = zip(edits, change.verdicts).compactMap { data.news($0, $1, scene) }
      return gradebookAnswer(news, totals: data.totals(students, scene), toast, scene)
    }
  }
}

private func columnRoutes(_ service: GradesService) -> [Route] {
  let new: PageHandler = { request, tx throws(Refusal) in
    let data = try service.columnForm(
      request.id("course"), nil, request.caller(), request.scene.zone, in: request.query["category"].flatMap { ID($0) },
      tx)
    return .page(json: { data.json }) { gradeColumnFormPage(data, request.draft, $0) }
  }
  let edit: PageHandler = { request, tx throws(Refusal) in
    let data = try service.columnForm(
      request.id("course"), request.id("item"), request.caller(), request.scene.zone, tx)
    return .page(json: { data.json }) { gradeColumnFormPage(data, request.draft, $0) }
  }
  return [
    .get("/courses/:course/gradebook/columns", .staff, "The form for a column of one's own.", offline: .teachers, new),
    .post(
      "/courses/:course/gradebook/columns", .staff, "Add a column that is filled by hand.", form: new, PutColumn.self,
      service.handle
    ) { handled in
      let id: ID<GradeItem> = handled.id()
      return .done(
        GradesPaths.column(handled.command.course, id), toast: Toast(Phrase("grades.toast.column")), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .get(
      "/courses/:course/gradebook/items/:item/edit", .staff, "The form for how a column counts.", offline: .teachers,
      edit),
    .post(
      "/courses/:course/gradebook/items/:item/edit", .staff, "Change how a column counts.", form: edit, PutColumn.self,
      service.handle
    ) { handled in
      let id: ID<GradeItem> = handled.id()
      return .done(
        GradesPaths.column(handled.command.course, id), toast: Toast(Phrase("grades.toast.column-changed")),
        json: { .object([("id", .id(id))]) })
    },
  ] + columnActs(service)
}

private func columnActs(_ service: GradesService) -> [Route] {
  [
    .get("/courses/:course/gradebook/items/:item", .staff, "One column, student by student.", offline: .teachers) {
      request, tx throws(Refusal) in
      let data = try service.column(request.id("course"), request.id("item"), request.caller(), tx)
      return .page(json: { data.json }) { gradeColumnPage(data, $0) }
    },
    .post(
      "/courses/:course/gradebook/items/:item", .staff, "Write the scores of one column.",
      inputs: [Input("fill", "What goes into every cell that came empty.", required: false)],
      RecordScores.self, service.handle
    ) { handled, tx throws(Refusal) in
      let (command, change) = (handled.command, ScoreChange(handled.outcome.text))
      let (course, item) = (command.course, try handled.request.id("item", GradeItem.self))
      if change.refused == 0 {
        let undo = (path: GradesPaths.undo(course), fields: [Form.Field("at", String(change.at.milliseconds))])
        let toast = Toast(Phrase("grades.toast.saved", .count(change.kept)), undo: change.saved > 0 ? undo : nil)
        return .done(GradesPaths.column(course, item), toast: toast, json: { change.json(command.edits) })
      }
      let data = try service.column(course, item, handled.request.caller(), sent: (command, change), tx)
      return .page(json: { change.json(command.edits) }) { gradeColumnPage(data, $0) }
    },
    .post(
      "/courses/:course/gradebook/items/:item/post", .staff, "Let families see a column, or no more.",
      inputs: [Input("back", "The page of the work to go back to.", required: false)], PostScores.self, service.handle
    ) { handled, tx throws(Refusal) in
      let (command, count) = (handled.command, Int(handled.outcome.text) ?? 0)
      let key = command.isShown ? "grades.toast.posted" : "grades.toast.hidden"
      let source = try service.column(command.course, command.item, handled.request.caller(), tx).item
      let back = pageOf(source, handled.request.form["back"])
      return .done(
        back ?? GradesPaths.column(command.course, command.item),
        toast: Toast(Phrase(key, .count(count)), undo: command.undo(back)),
        json: { .object([("count", .integer(count))]) })
    },
    .post(
      "/courses/:course/gradebook/items/:item/remove", .staff, "Remove a column without scores.", RemoveColumn.self,
      service.handle
    ) { handled in
      .done(GradesPaths.gradebook(handled.command.course), toast: Toast(Phrase("grades.toast.column-removed")))
    },
  ]
}
// words: grades.toast.*

private func cellRoutes(_ service: GradesService) -> [Route] {
  let show: PageHandler = { request, tx throws(Refusal) in
    let data = try service.cell(
      request.id("course"), request.id("item"), request.id("student"), request.caller(), tx)
    return .page(version: data.version, json: { data.json }) { gradeCellPage(data, request.draft, $0) }
  }
  return [
    .get(
      "/courses/:course/gradebook/cells/:item/:student", .staff, "One score, and all that was ever said in it.",
      offline: .teachers, show),
    .post(
      "/courses/:course/gradebook/cells/:item/:student", .staff, "Write one score and its words.", form: show,
      WriteCell.self, service.handle
    ) { handled in
      let (command, change) = (handled.command, ScoreChange(handled.outcome.text))
      let undo = (path: GradesPaths.undo(command.course), fields: [Form.Field("at", String(change.at.milliseconds))])
      let toast = change.saved == 0 ? nil : Toast(Phrase("grades.toast.saved", .count(1)), undo: undo)
      let path = GradesPaths.cell(command.course, command.edit.item, command.edit.student)
      return .done(path, toast: toast, json: { change.json([command.edit]) })
    },
  ]
}

extension PostScores {
  /// The opposite, from the same page.
  func undo(_ back: String?) -> (path: String, fields: [Form.Field]) {
    (
      GradesPaths.column(course, item) + "/post",
      (isShown ? [Form.Field("hide", "on")] : []) + (back.map { [Form.Field("back", $0)] } ?? [])
    )
  }
}

/// A page of the work itself, if it is one: posting is done where one grades, too.
private func pageOf(_ item: GradeItem, _ path: String?) -> String? {
  guard let path, item.source != .manual, pageOfOurs(path) == path else { return nil }
  let work = workPath(item)
  return path == work || path.hasPrefix(work + "/") ? path : nil
}
