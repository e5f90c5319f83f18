import Base
import HTML
import Kit
import People
import School
public import Web

// The paths are `GradesPaths`, beside the model, because pages of other features lead here.

public func gradeRoutes(_ service: GradesService) -> [Route] {
  gradebookRoutes(service) + columnRoutes(service) + cellRoutes(service) + gradeSettingsRoutes(service)
    + letterRoutes(service)
    + familyGradeRoutes(service) + gradeFileRoutes(service)
}

private let cellInputs = [
  Input("cell.<item>.<student>", "points, 85%, a letter, EX, or nothing to clear", required: false),
  Input("was.<item>.<student>", "what stood there; something else now is a conflict", required: false),
  Input("cells", "the same, one a line: item, student, typed, was, with tabs between", required: false),
]

private func gradebookRoutes(_ service: GradesService) -> [Route] {
  [
    .get("/courses/:course/gradebook", .staff, "All scores of a course, and what they make.") { request in
      let data = try await service.gradebook(request.id("course"), GradebookSift(request.query), request.caller())
      return .page(json: { data.json }) { gradebookPage(data, $0) }
    },
    .post(
      "/courses/:course/gradebook", .staff, "Write scores into some cells; each has its own verdict.",
      inputs: cellInputs, bodyLimit: 3 << 20
    ) { request in
      let command = try RecordScores(request.formOfCourse())
      let change = try await service.run(command, request)
      return try await service.answer(command.course, command.edits, change, request)
    },
    .post(
      "/courses/:course/gradebook/undo", .staff, "Take back what you wrote at one moment.",
      inputs: [Input("at", "the moment, in milliseconds, as the change answered")]
    ) { request in
      let command = try UndoScores(request.formOfCourse())
      let change = try await service.run(command, request)
      let data = try await service.gradebook(command.course, GradebookSift(), request.caller())
      let toast = Toast(Phrase("grades.toast.undone", .count(change.saved)))
      return .done(data.path, toast: toast, json: { change.json([]) }) { scene in
        gradebookAnswer(data.allNews, totals: data.totals(nil, scene), toast, scene)
      }
    },
  ]
}

extension GradesService {
  /// The cells as they are now, with the way back; a page to go to, the data, or the pieces.
  func answer(_ course: ID<Course>, _ edits: [CellEdit], _ change: ScoreChange, _ request: Request) async throws
    -> Response
  {
    let data = try await gradebook(course, of: Set(edits.map(\.student)), request.caller())
    let undo = (path: GradesPaths.undo(course), fields: [Form.Field("at", String(change.at.milliseconds))])
    let phrase =
      change.refused == 0
      ? Phrase("grades.toast.saved", .count(change.kept))
      : Phrase("grades.batch", .text(String(change.kept)), .text(String(change.refused)))
    let toast = change.saved == 0 && change.refused == 0 ? nil : Toast(phrase, undo: change.saved > 0 ? undo : nil)
    return .done(data.path, toast: toast, json: { change.json(edits) }) { scene in
      let students = Set(edits.map(\.student))
      let news = zip(edits, change.verdicts).compactMap { data.news($0, $1, scene) }
      return gradebookAnswer(news, totals: data.totals(students, scene), toast, scene)
    }
  }
}

private func columnRoutes(_ service: GradesService) -> [Route] {
  let new: @Sendable (Request) async throws -> Response = { request in
    let data = try await service.columnForm(
      request.id("course"), nil, request.caller(), request.scene.zone, in: request.query["category"].flatMap { ID($0) })
    return .page(json: { data.json }) { gradeColumnFormPage(data, request.draft, $0) }
  }
  let edit: @Sendable (Request) async throws -> Response = { request in
    let data = try await service.columnForm(
      request.id("course"), request.id("item"), request.caller(), request.scene.zone)
    return .page(json: { data.json }) { gradeColumnFormPage(data, request.draft, $0) }
  }
  return [
    .get("/courses/:course/gradebook/columns", .staff, "The form for a column of one's own.", new),
    .post(
      "/courses/:course/gradebook/columns", .staff, "Add a column that is filled by hand.", inputs: columnInputs,
      form: new
    ) { request in
      let command = try PutColumn(request.formOfCourse())
      let id = try await service.run(command, request)
      return .done(
        GradesPaths.column(command.course, id), toast: Toast(Phrase("grades.toast.column")), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .get("/courses/:course/gradebook/items/:item/edit", .staff, "The form for how a column counts.", edit),
    .post(
      "/courses/:course/gradebook/items/:item/edit", .staff, "Change how a column counts.", inputs: columnInputs,
      form: edit
    ) { request in
      let command = try PutColumn(request.formOfItem())
      let id = try await service.run(command, request)
      return .done(
        GradesPaths.column(command.course, id), toast: Toast(Phrase("grades.toast.column-changed")),
        json: { .object([("id", .id(id))]) })
    },
  ] + columnActs(service)
}

private let columnInputs = [
  Input("title", "what it is called"), Input("possible", "the most points"),
  Input("category", "the category it counts in", required: false), Input("due", "2026-03-11", required: false),
  Input("ignored", "on: shown, and never counted", required: false),
  Input("never-drop", "on: never dropped", required: false),
  Input("posts-itself", "on: families see scores as they are entered", required: false),
]

private func columnActs(_ service: GradesService) -> [Route] {
  [
    .get("/courses/:course/gradebook/items/:item", .staff, "One column, student by student.") { request in
      let data = try await service.column(request.id("course"), request.id("item"), request.caller())
      return .page(json: { data.json }) { gradeColumnPage(data, $0) }
    },
    .post(
      "/courses/:course/gradebook/items/:item", .staff, "Write the scores of one column.",
      inputs: cellInputs + [Input("fill", "for every cell that is empty", required: false)]
    ) { request in
      let (course, item) = (try request.id("course", Course.self), try request.id("item", GradeItem.self))
      let command = try RecordScores(request.formOfCourse().filled()).within(item)
      let change = try await service.run(command, request)
      if change.refused == 0 {
        let undo = (path: GradesPaths.undo(course), fields: [Form.Field("at", String(change.at.milliseconds))])
        let toast = Toast(Phrase("grades.toast.saved", .count(change.kept)), undo: change.saved > 0 ? undo : nil)
        return .done(GradesPaths.column(course, item), toast: toast, json: { change.json(command.edits) })
      }
      let data = try await service.column(course, item, request.caller(), sent: (command, change))
      return .page(json: { change.json(command.edits) }) { gradeColumnPage(data, $0) }
    },
    .post(
      "/courses/:course/gradebook/items/:item/post", .staff, "Let families see a column, or no more.",
      inputs: [
        Input("hide", "on: no more", required: false),
        Input("back", "the page of the work to go back to", required: false),
      ]
    ) { request in
      let command = try PostScores(request.formOfItem())
      let count = try await service.run(command, request)
      let key = command.isShown ? "grades.toast.posted" : "grades.toast.hidden"
      let source = try await service.column(command.course, command.item, request.caller()).item
      let back = pageOf(source, request.form["back"])
      return .done(
        back ?? GradesPaths.column(command.course, command.item),
        toast: Toast(Phrase(key, .count(count)), undo: command.undo(back)),
        json: { .object([("count", .integer(count))]) })
    },
    .post("/courses/:course/gradebook/items/:item/remove", .staff, "Remove a column without scores.") { request in
      let command = try RemoveColumn(request.formOfItem())
      try await service.run(command, request)
      return .done(GradesPaths.gradebook(command.course), toast: Toast(Phrase("grades.toast.column-removed")))
    },
  ]
}
// words: grades.toast.*

private func cellRoutes(_ service: GradesService) -> [Route] {
  let show: @Sendable (Request) async throws -> Response = { request in
    let data = try await service.cell(request.id("course"), request.id("item"), request.id("student"), request.caller())
    return .page(version: data.version, json: { data.json }) { gradeCellPage(data, request.draft, $0) }
  }
  return [
    .get(
      "/courses/:course/gradebook/cells/:item/:student", .staff, "One score, and all that was ever said in it.", show),
    .post(
      "/courses/:course/gradebook/cells/:item/:student", .staff, "Write one score and its words.",
      inputs: [
        Input("score", "points, 85%, a letter, EX, or nothing to clear", required: false),
        Input("was", "what stood there", required: false), Input("comment", "to the student", required: false),
      ], form: show
    ) { request in
      let command = try WriteCell(request.formOfItem().setting("student", request.id("student", Student.self).text))
      let change = try await service.run(command, request)
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

extension RecordScores {
  /// A column's own page writes that column and no other.
  func within(_ item: ID<GradeItem>) throws(Refusal) -> RecordScores {
    for edit in edits where edit.item != item { throw .invalid("cell", Phrase("form.id")) }
    return self
  }
}

extension Request {
  /// The form with the course of the path.
  func formOfCourse() throws(Refusal) -> Form { form.setting("course", try id("course", Course.self).text) }
  func formOfItem() throws(Refusal) -> Form {
    try formOfCourse().setting("item", id("item", GradeItem.self).text)
  }
}

extension Form {
  /// The path knows better than the body what is spoken of.
  func setting(_ name: String, _ value: String) -> Form {
    Form(fields.filter { $0.name != name } + [Field(name, value)])
  }

  /// `fill` goes into every cell that was left empty.
  func filled() -> Form {
    guard let fill = self["fill"] else { return self }
    let isUsed = fill.contains { !$0.isWhitespace }
    return Form(
      fields.filter { $0.name != "fill" }.map {
        isUsed && $0.name.hasPrefix("cell.") && $0.value.isEmpty ? Field($0.name, fill) : $0
      })
  }
}
