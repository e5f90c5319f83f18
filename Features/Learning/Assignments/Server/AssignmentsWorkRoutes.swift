import Base
import Database
import HTML
import Kit
import Ledger
import People
import Router
import School
import Web

/// A student's own doors: saving, attaching, handing in.
func workRoutes(_ service: AssignmentsService) -> [Route] {
  let page: PageHandler = { request, tx throws(Refusal) in
    try own(service.assignment(request, tx), request.draft)
  }
  let files = [
    Input("file", "Files, as multipart/form-data.", required: false),
    Input("upload", "Files that came in pieces, by their ids.", required: false),
  ]
  return [
    .post(
      "/assignments/:assignment/draft", .member([.student]), "Keeps what was written so far.", inputs: files,
      form: page, SaveWork.self,
      prepare: { try await service.incoming($1) }, service.handle, then: service.saved
    ).taking(work),
    .post(
      "/assignments/:assignment/draft/files", .member([.student]), "Puts files into the draft.", inputs: files,
      form: page, AttachFiles.self,
      prepare: { try await service.incoming($1) }, service.handle
    ) { handled, tx throws(Refusal) in
      let count = Int(handled.outcome.text) ?? 0
      return try service.filesAnswer(handled.request, Phrase("assignments.files-attached", .count(count)), tx)
    }.taking(work),
    .post(
      "/assignments/:assignment/draft/files/removal", .member([.student]), "Takes a file out of the draft.",
      DetachFile.self, service.handle
    ) { handled, tx throws(Refusal) in
      try service.filesAnswer(handled.request, Phrase("assignments.file-detached"), tx)
    },
  ] + handingRoutes(service, files, page)
}

/// The student's own page, which a refused form comes back on.
private func own(_ seen: AssignmentsService.Seen, _ draft: Draft) throws(Refusal) -> Response {
  guard case .student(let data) = seen else { throw .notFound }
  return .page { workPage(data, draft, $0) }
}

/// What comes with a student's work.
private let work = FilesTaken(["file", "photo"])

/// Handing in, and beginning anew.
private func handingRoutes(_ service: AssignmentsService, _ files: [Input], _ page: PageHandler?) -> [Route] {
  [
    .post(
      "/assignments/:assignment/submission", .member([.student]), "Hands in, once however often it is sent.",
      inputs: files, form: page, HandIn.self, prepare: { try await service.incoming($1) }, service.handle
    ) { handled in
      let receipt: ID<Submission> = handled.id()
      return .done(
        AssignmentsPaths.assignment(handled.command.assignment), toast: Toast(Phrase("assignments.was-handed-in")),
        created: true, json: { .object([("id", .id(receipt))]) })
    }.taking(work),
    .post(
      "/assignments/:assignment/attempt", .member([.student]), "Begins the next attempt with what was handed in last.",
      BeginAttempt.self, service.handle
    ) { handled in .done(AssignmentsPaths.assignment(handled.command.assignment)) },
  ]
}

extension AssignmentsService {
  fileprivate func saved(_ handled: Handled<SaveWork>, _ tx: Transaction) throws(Refusal) -> Response {
    let (id, version) = (handled.command.assignment, handled.outcome.text)
    let files = try draftFiles(handled.request, tx)
    return .done(
      AssignmentsPaths.assignment(id), toast: Toast(Phrase("assignments.draft-saved")),
      json: { .object([("version", .text(version))]) },
      fragments: { scene in
        fragment(.replace, "draft-version", draftVersion(version))
          + fragment(.replace, "draft-note", draftNote(scene.now, scene))
          + fragment(.replace, "draft-files", draftFileList(id, files, scene))
      })
  }

  func draftFiles(_ request: Request, _ tx: Transaction) throws(Refusal) -> [WorkFileItem] {
    let (caller, id) = (try request.caller(), try request.id("assignment", CourseItem.self))
    let (_, _, student) = try Self.room(id, caller, tx)
    return try AssignmentsStore(tx: tx).draftFiles(of: student, for: id, in: caller.school).map(\.item)
  }

  fileprivate func filesAnswer(
    _ request: Request, _ said: Phrase, _ tx: Transaction
  ) throws(Refusal) -> Response {
    let (id, files) = (try request.id("assignment", CourseItem.self), try draftFiles(request, tx))
    return .done(
      AssignmentsPaths.assignment(id), toast: Toast(said),
      json: { .object([("files", .list(files.map(\.json)))]) },
      fragments: { fragment(.replace, "draft-files", draftFileList(id, files, $0)) })
  }
}
