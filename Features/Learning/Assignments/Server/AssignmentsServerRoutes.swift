import Base
import Database
import Kit
import Learning
public import Router
import School
import Web

/// The doors that only a server has: what comes with files.
public func assignmentServerRoutes(_ server: AssignmentsServer) -> [Route] {
  settingRoutes(server) + draftRoutes(server) + handingRoutes(server) + archiveRoutes(server)
}

private func settingRoutes(_ server: AssignmentsServer) -> [Route] {
  let service = server.service
  return [
    .post(
      "/courses/:course/assignments", .staff, "Sets work.",
      inputs: [
        Input("file", "Files that come with it, as multipart/form-data.", required: false),
        Input("upload", "Those that came in pieces, by their ids.", required: false),
      ], form: assignmentForm(service), CreateAssignment.self, prepare: { try await server.sheets($1) }, service.handle
    ) { handled in
      let id: ID<CourseItem> = handled.id()
      let said = handled.command.isPublished ? "assignments.was-published" : "assignments.was-kept"
      return .done(
        AssignmentsPaths.assignment(id), toast: Toast(Phrase(said)), created: true,
        json: { .object([("id", .id(id))]) })
    }.taking(FilesTaken(["file"], count: Worksheet.most)),
    .post(
      "/assignments/:assignment/sheets", .staff, "Gives files with the work.", inputs: comingFiles,
      form: staffPage(service), AddWorksheets.self, prepare: { try await server.sheets($1) }, service.handle
    ) { handled in
      .done(
        AssignmentsPaths.assignment(handled.command.assignment), toast: Toast(Phrase("assignments.sheets-added")),
        created: true)
    }.taking(FilesTaken(["file"], count: Worksheet.most)),
  ]
}

/// How files come with a form.
private let comingFiles = [
  Input("file", "Files, as multipart/form-data.", required: false),
  Input("upload", "Files that came in pieces, by their ids.", required: false),
]

/// What comes with a student's work.
private let work = FilesTaken(["file", "photo"])

/// A student's draft: saving, attaching.
private func draftRoutes(_ server: AssignmentsServer) -> [Route] {
  let service = server.service
  let page = ownWorkPage(service)
  return [
    .post(
      "/assignments/:assignment/draft", .member([.student]), "Keeps what was written so far.", inputs: comingFiles,
      form: page, SaveWork.self,
      prepare: { try await server.incoming($1) }, service.handle, then: service.saved
    ).taking(work),
    .post(
      "/assignments/:assignment/draft/files", .member([.student]), "Puts files into the draft.", inputs: comingFiles,
      form: page, AttachFiles.self,
      prepare: { try await server.incoming($1) }, service.handle
    ) { handled, tx throws(Refusal) in
      let count = Int(handled.outcome.text) ?? 0
      return try service.filesAnswer(handled.request, Phrase("assignments.files-attached", .count(count)), tx)
    }.taking(work),
  ]
}

private func handingRoutes(_ server: AssignmentsServer) -> [Route] {
  [
    .post(
      "/assignments/:assignment/submission", .member([.student]), "Hands in, once however often it is sent.",
      inputs: comingFiles, form: ownWorkPage(server.service), HandIn.self,
      prepare: { try await server.incoming($1) }, server.handle
    ) { handled in
      let receipt: ID<Submission> = handled.id()
      return .done(
        AssignmentsPaths.assignment(handled.command.assignment), toast: Toast(Phrase("assignments.was-handed-in")),
        created: true, json: { .object([("id", .id(receipt))]) })
    }.taking(work)
  ]
}
