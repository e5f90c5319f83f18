import Base
import HTML
import Kit
import Ledger
import School
public import Web

// The paths are `AssignmentsPaths`, beside the model, because pages of other features lead here.

public func assignmentRoutes(_ service: AssignmentsService) -> [Route] {
  [
    makingRoutes(service), pageRoutes(service), settingRoutes(service), rubricRoutes(service), extensionRoutes(service),
    workRoutes(service),
    gradingRoutes(service), phraseRoutes(service), ownFileRoutes(service), archiveRoutes(service), sheetRoutes(service),
  ].flatMap { $0 }
}

private let fields = [
  Input("title", "What it is called."), Input("about", "What is to be done, in Markdown.", required: false),
  Input("points", "The most points; empty for work without a grade.", required: false),
  Input("accepts", "text, files, photo, link; may come several times, none is work on paper.", required: false),
  Input("due", "The day and time, 2026-03-11T23:59, by the school's clock.", required: false),
  Input("opens", "From when it may be handed in.", required: false),
  Input("closes", "Until when it is taken, late or not.", required: false),
  Input("late", "Whether it is taken after its day.", required: false),
  Input("attempts", "How often one may hand in; empty is as often as one likes.", required: false),
  Input("module", "The module of the outline.", required: false),
  Input("category", "The category of the gradebook.", required: false),
]

private func makingRoutes(_ service: AssignmentsService) -> [Route] {
  let blank: @Sendable (Request) async throws -> Response = { request in
    let (data, draft) = (try await service.form(request), request.draft)
    return .page { assignmentFormPage(data, draft, $0) }
  }
  return [
    .get("/courses/:course/assignments/new", .staff, "The form for new work.", inAPI: false, blank),
    .post(
      "/courses/:course/assignments", .staff, "Sets work.",
      inputs: fields + [
        Input("publish", "1 hands it out at once.", required: false),
        Input("file", "Files that come with it, as multipart/form-data.", required: false),
        Input("upload", "Those that came in pieces, by their ids.", required: false),
        Input("copy", "1: each student gets a copy of them.", required: false),
      ], form: blank
    ) { request in
      let command = try CreateAssignment(request.form, id: service.world.id(), course: request.id("course"))
      let id = try await service.run(command, request)
      let said = command.isPublished ? "assignments.was-published" : "assignments.was-kept"
      return .done(
        AssignmentsPaths.assignment(id), toast: Toast(Phrase(said)), created: true,
        json: { .object([("id", .id(id))]) })
    }.taking(FilesTaken(["file"], count: Worksheet.most)),
    .get("/assignments/:assignment/edit", .staff, "The form for what there is.", inAPI: false, blank),
    .post(
      "/assignments/:assignment", .staff, "Changes what is asked, or when.",
      inputs: fields + [Input("version", "The version that was seen; If-Match does the same.", required: false)],
      form: blank
    ) { request in
      let command = try EditAssignment(request.form, assignment: request.id("assignment"))
      try await service.run(command, request)
      return .done(AssignmentsPaths.assignment(command.assignment), toast: Toast(Phrase("assignments.saved")))
    },
  ]
}

private func pageRoutes(_ service: AssignmentsService) -> [Route] {
  [
    .get("/assignments/:assignment", .members, "What is asked; the staff see who did it, students their own work.") {
      request in
      let (seen, draft) = (try await service.assignment(request), request.draft)
      return .page(version: seen.version, json: { seen.json }) { scene in
        switch seen {
        case .staff(let data): assignmentPage(data, draft, scene)
        case .student(let data): workPage(data, draft, scene)
        case .family(let pages): familyWorkPage(pages, scene) ?? refusalPage(.notFound, scene)
        }
      }
    }
  ]
}

private func settingRoutes(_ service: AssignmentsService) -> [Route] {
  [
    .post(
      "/assignments/:assignment/publication", .staff, "Hands it out, or makes it a draft again.",
      inputs: [Input("draft", "1 makes it a draft.", required: false)]
    ) { request in
      let command = try PublishAssignment(request.form, assignment: request.id("assignment"))
      try await service.run(command, request)
      let undo = (
        AssignmentsPaths.publication(command.assignment), [Form.Field("draft", command.isPublished ? "1" : "0")]
      )
      let said = command.isPublished ? "assignments.was-published" : "assignments.was-unpublished"
      return .done(AssignmentsPaths.assignment(command.assignment), toast: Toast(Phrase(said), undo: undo))
    },
    .get("/assignments/:assignment/deletion", .staff, "Asks before it is deleted.", inAPI: false) { request in
      let item = try await service.staffed(request).item
      return .page { deleteAssignmentPage(item, $0) }
    },
    .post("/assignments/:assignment/deletion", .staff, "Deletes work nobody has handed in for.") { request in
      let command = try DeleteAssignment(request.form, assignment: request.id("assignment"))
      let course = try await service.run(command, request)
      return .done(
        CoursesPaths.course(course),
        toast: Toast(Phrase("assignments.deleted"), undo: (AssignmentsPaths.restoration(command.assignment), [])))
    },
    .post("/assignments/:assignment/restoration", .staff, "Takes a deletion back.") { request in
      let command = try RestoreAssignment(request.form, assignment: request.id("assignment"))
      try await service.run(command, request)
      return .done(AssignmentsPaths.assignment(command.assignment), toast: Toast(Phrase("assignments.restored")))
    },
  ]
}

private func rubricRoutes(_ service: AssignmentsService) -> [Route] {
  let rubric: @Sendable (Request) async throws -> Response = { request in
    let (data, draft) = (try await service.rubric(request, request.draft), request.draft)
    return .page { rubricPage(data, draft, $0) }
  }
  return [
    .get("/assignments/:assignment/rubric", .staff, "The form of its rubric.", inAPI: false, rubric),
    .post(
      "/assignments/:assignment/rubric", .staff, "Writes the rubric, whole.",
      inputs: [
        Input("criterion.0", "The first criterion; criterion.0.id keeps it the same.", required: false),
        Input("level.0.0", "Its first level, with level.0.0.points.", required: false),
        Input("sure", "1: grades that were given already change with it.", required: false),
      ], form: rubric
    ) { request in
      let command = try WriteRubric(request.form, assignment: request.id("assignment"), newID: { service.world.id() })
      let moment = try await service.run(command, request)
      let path =
        request.form["more"] == nil
        ? AssignmentsPaths.assignment(command.assignment) : AssignmentsPaths.rubric(command.assignment)
      let undo = (AssignmentsPaths.rubricUndo(command.assignment), [Form.Field("at", String(moment.milliseconds))])
      return .done(path, toast: Toast(Phrase("assignments.rubric-saved"), undo: undo))
    },
    .post(
      "/assignments/:assignment/rubric/undo", .staff, "Takes a change of the rubric back, with the grades it changed.",
      inputs: [Input("at", "The moment of the change, in milliseconds.")]
    ) { request in
      let command = try UndoRubric(request.form, assignment: request.id("assignment"))
      try await service.run(command, request)
      return .done(AssignmentsPaths.assignment(command.assignment), toast: Toast(Phrase("assignments.rubric-undone")))
    },
  ]
}

private func extensionRoutes(_ service: AssignmentsService) -> [Route] {
  let student = Input("student", "The student.")
  let page: @Sendable (Request) async throws -> Response = { request in
    let (data, draft) = (try await service.extensions(request), request.draft)
    return .page(json: { data.json }) { extensionsPage(data, draft, $0) }
  }
  return [
    .get("/assignments/:assignment/extensions", .staff, "Who has another day.", page),
    .post(
      "/assignments/:assignment/extensions", .staff, "Gives students another day.",
      inputs: [
        Input("student", "A student; may come several times."), Input("due", "The day and time by the school's clock."),
      ], form: page
    ) { request in
      let command = try ExtendDue(request.form, item: request.id("assignment"))
      let count = try await service.run(command, request)
      return .done(
        AssignmentsPaths.extensions(command.item), toast: Toast(Phrase("assignments.extension-given", .count(count))))
    },
    .post(
      "/assignments/:assignment/extensions/removal", .staff, "Everybody's day is the student's again.",
      inputs: [student]
    ) { request in
      let command = try EndExtension(request.form, item: request.id("assignment"))
      let was = try await service.run(command, request)
      let path = AssignmentsPaths.extensions(command.item)
      let undo = was.map { day in
        let due = WallTime(day, in: request.scene.zone).text
        return (path: path, fields: [Form.Field("student", command.student.text), Form.Field("due", due)])
      }
      return .done(path, toast: Toast(Phrase("assignments.extension-ended"), undo: undo))
    },
  ]
}

private func phraseRoutes(_ service: AssignmentsService) -> [Route] {
  let page: @Sendable (Request) async throws -> Response = { request in
    let (data, draft) = (try await service.phrases(request), request.draft)
    return .page(json: {
      .object([
        ("phrases", .list(data.phrases.map { .object([("id", .id($0.id)), ("text", .text($0.text))]) }))
      ])
    }) { phrasesPage(data, draft, $0) }
  }
  /// Where the dialog stood: an address of the desk, or the page of the phrases.
  let back: @Sendable (Request) -> String = { request in
    let path = request.form["back"] ?? ""
    return path.hasPrefix("/assignments/") ? path : AssignmentsPaths.phrases
  }
  return [
    .get(AssignmentsPaths.phrases, .staff, "The sentences the caller often writes.", page),
    .post(
      AssignmentsPaths.phrases, .staff, "Keeps a sentence.", inputs: [Input("text", "The sentence.")], form: page
    ) { request in
      try await service.run(KeepPhrase(request.form, id: service.world.id()), request)
      return .done(back(request), toast: Toast(Phrase("assignments.phrase-kept")))
    },
    .post(AssignmentsPaths.phraseRemoval, .staff, "Forgets a sentence.", inputs: [Input("phrase", "The sentence.")]) {
      request in
      try await service.run(DropPhrase(request.form), request)
      return .done(back(request), toast: Toast(Phrase("assignments.phrase-dropped")))
    },
  ]
}

private func ownFileRoutes(_ service: AssignmentsService) -> [Route] {
  [
    .get(AssignmentsPaths.files, .member([.student]), "The caller's own files, by course and assignment.") { request in
      let data = try await service.ownFiles(request)
      return .page(json: { data.json }) { ownFilesPage(data, $0) }
    },
    .get("/files/:file", .members, "A file of somebody's work, to those who may see the work.") { request in
      let file = try await service.file(request)
      return .file(file, inline: request.query["save"] == nil)
    },
    .post("/files/:file/deletion", .member([.student]), "Deletes a file of one's own that was not handed in.") {
      request in
      try await service.run(DeleteWorkFile(request.form, file: request.id("file")), request)
      return .done(AssignmentsPaths.files, toast: Toast(Phrase("assignments.file-deleted")))
    },
  ]
}
