import Base
import Database
import HTML
import Kit
import People
public import Router
import School

// The paths are `AssignmentsPaths`, beside the model, because pages of other features lead here.

public func assignmentRoutes(_ service: AssignmentsService) -> [Route] {
  [
    makingRoutes(service), settingRoutes(service), rubricRoutes(service), extensionRoutes(service),
    workRoutes(service), gradingRoutes(service), phraseRoutes(service), ownFileRoutes(service), sheetRoutes(service),
  ].flatMap { $0 }
}

/// The form of an assignment, new or known, on which a refused one comes back.
package func assignmentForm(_ service: AssignmentsService) -> PageHandler {
  { request, tx throws(Refusal) in
    let (data, draft) = (try service.form(request, tx), request.draft)
    return .page { assignmentFormPage(data, draft, $0) }
  }
}

private func makingRoutes(_ service: AssignmentsService) -> [Route] {
  let blank = assignmentForm(service)
  return [
    .get("/courses/:course/assignments/new", .staff, "The form for new work.", inAPI: false, offline: .teachers, blank),
    .get(
      "/assignments/:assignment", .members, "What is asked; the staff see who did it, students their own work.",
      offline: .teachersAndFamilies
    ) { request, tx throws(Refusal) in
      let seen = try service.assignment(request, tx)
      guard case .student(let page) = seen, page.isNewVisit else { return seen.answer(request.draft) }
      return seen.answer(request.draft).visited { tx throws(Refusal) in
        try AssignmentsStore(tx: tx).see(page.student, at: page.item.id)
      }
    },
    .get(
      "/assignments/:assignment/edit", .staff, "The form for what there is.", inAPI: false, offline: .teachers, blank),
    .post(
      "/assignments/:assignment", .staff, "Changes what is asked, or when.", form: blank, EditAssignment.self,
      service.handle
    ) { handled in
      .done(AssignmentsPaths.assignment(handled.command.assignment), toast: Toast(Phrase("assignments.saved")))
    },
  ]
}

private func settingRoutes(_ service: AssignmentsService) -> [Route] {
  [
    .post(
      "/assignments/:assignment/publication", .staff, "Hands it out, or makes it a draft again.",
      PublishAssignment.self, service.handle
    ) { handled in
      let command = handled.command
      let undo = (
        AssignmentsPaths.publication(command.assignment), [Form.Field("draft", command.isPublished ? "1" : "0")]
      )
      let said = command.isPublished ? "assignments.was-published" : "assignments.was-unpublished"
      return .done(AssignmentsPaths.assignment(command.assignment), toast: Toast(Phrase(said), undo: undo))
    },
    .get("/assignments/:assignment/deletion", .staff, "Asks before it is deleted.", inAPI: false) {
      request, tx throws(Refusal) in
      let item = try service.staffed(request, tx).item
      return .page { deleteAssignmentPage(item, $0) }
    },
    .post(
      "/assignments/:assignment/deletion", .staff, "Deletes work nobody has handed in for.", DeleteAssignment.self,
      service.handle
    ) { handled in
      let undo = AssignmentsPaths.restoration(handled.command.assignment)
      return .done(
        CoursesPaths.course(handled.id()), toast: Toast(Phrase("assignments.deleted"), undo: (undo, [])))
    },
    .post(
      "/assignments/:assignment/restoration", .staff, "Takes a deletion back.", RestoreAssignment.self, service.handle
    ) { handled in
      .done(AssignmentsPaths.assignment(handled.command.assignment), toast: Toast(Phrase("assignments.restored")))
    },
  ]
}

private func rubricRoutes(_ service: AssignmentsService) -> [Route] {
  let rubric: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.rubric(request, request.draft, tx), request.draft)
    return .page { rubricPage(data, draft, $0) }
  }
  return [
    .get(
      "/assignments/:assignment/rubric", .staff, "The form of its rubric.", inAPI: false, offline: .teachers, rubric),
    .post(
      "/assignments/:assignment/rubric", .staff, "Writes the rubric, whole.", form: rubric, WriteRubric.self,
      service.handle
    ) { handled in
      let assignment = handled.command.assignment
      let path =
        handled.request.form["more"] == nil
        ? AssignmentsPaths.assignment(assignment) : AssignmentsPaths.rubric(assignment)
      let undo = (AssignmentsPaths.rubricUndo(assignment), [Form.Field("at", handled.outcome.text)])
      return .done(path, toast: Toast(Phrase("assignments.rubric-saved"), undo: undo))
    },
    .post(
      "/assignments/:assignment/rubric/undo", .staff, "Takes a change of the rubric back, with the grades it changed.",
      UndoRubric.self, service.handle
    ) { handled in
      .done(AssignmentsPaths.assignment(handled.command.assignment), toast: Toast(Phrase("assignments.rubric-undone")))
    },
  ]
}

private func extensionRoutes(_ service: AssignmentsService) -> [Route] {
  let page: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.extensions(request, tx), request.draft)
    return .page(json: { data.json }) { extensionsPage(data, draft, $0) }
  }
  return [
    .get("/assignments/:assignment/extensions", .staff, "Who has another day.", offline: .teachers, page),
    .post(
      "/assignments/:assignment/extensions", .staff, "Gives students another day.", form: page, ExtendDue.self,
      service.handle
    ) { handled in
      let count = Set(handled.command.students).count
      return .done(
        AssignmentsPaths.extensions(handled.command.item),
        toast: Toast(Phrase("assignments.extension-given", .count(count))))
    },
    .post(
      "/assignments/:assignment/extensions/removal", .staff, "Everybody's day is the student's again.",
      EndExtension.self, service.handle
    ) { handled in
      let path = AssignmentsPaths.extensions(handled.command.item)
      let undo = Int64(handled.outcome.text).map { day in
        let due = WallTime(Instant(milliseconds: day), in: handled.request.scene.zone).text
        return (path: path, fields: [Form.Field("student", handled.command.student.text), Form.Field("due", due)])
      }
      return .done(path, toast: Toast(Phrase("assignments.extension-ended"), undo: undo))
    },
  ]
}

private func phraseRoutes(_ service: AssignmentsService) -> [Route] {
  let page: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.phrases(request, tx), request.draft)
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
    .get(AssignmentsPaths.phrases, .staff, "The sentences the caller often writes.", offline: .everybody, page),
    .post(
      AssignmentsPaths.phrases, .staff, "Keeps a sentence.", form: page, KeepPhrase.self, service.handle
    ) { handled in .done(back(handled.request), toast: Toast(Phrase("assignments.phrase-kept"))) },
    .post(
      AssignmentsPaths.phraseRemoval, .staff, "Forgets a sentence.", DropPhrase.self, service.handle
    ) { handled in .done(back(handled.request), toast: Toast(Phrase("assignments.phrase-dropped"))) },
  ]
}

private func ownFileRoutes(_ service: AssignmentsService) -> [Route] {
  [
    .get(
      AssignmentsPaths.files, .member([.student]), "The caller's own files, by course and assignment.",
      offline: .everybody
    ) {
      request, tx throws(Refusal) in
      let data = try service.ownFiles(request, tx)
      return .page(json: { data.json }) { ownFilesPage(data, $0) }
    },
    .get("/files/:file", .members, "A file of somebody's work, to those who may see the work.") {
      request, tx throws(Refusal) in
      let file = try service.file(request, tx)
      return .file(file, inline: request.query["save"] == nil)
    },
    .post(
      "/files/:file/deletion", .member([.student]), "Deletes a file of one's own that was not handed in.",
      DeleteWorkFile.self, service.handle
    ) { _ in .done(AssignmentsPaths.files, toast: Toast(Phrase("assignments.file-deleted"))) },
  ]
}
