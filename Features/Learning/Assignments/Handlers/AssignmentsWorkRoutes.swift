package import Base
package import Database
import HTML
import Kit
import People
package import Router
package import School

/// A student's own doors for which no file comes.
func workRoutes(_ service: AssignmentsService) -> [Route] {
  [
    .post(
      "/assignments/:assignment/draft/files/removal", .member([.student]), "Takes a file out of the draft.",
      DetachFile.self, service.handle
    ) { handled, tx throws(Refusal) in
      try service.filesAnswer(handled.request, Phrase("assignments.file-detached"), tx)
    },
    .post(
      "/assignments/:assignment/attempt", .member([.student]), "Begins the next attempt with what was handed in last.",
      BeginAttempt.self, service.handle
    ) { handled in .done(AssignmentsPaths.assignment(handled.command.assignment)) },
  ]
}

/// The student's own page, which a refused form comes back on.
package func ownWorkPage(_ service: AssignmentsService) -> PageHandler {
  { request, tx throws(Refusal) in
    let (seen, draft) = (try service.assignment(request, tx), request.draft)
    guard case .student(let data) = seen else { throw .notFound }
    return .page { workPage(data, draft, $0) }
  }
}

extension AssignmentsService {
  package func saved(_ handled: Handled<SaveWork>, _ tx: Transaction) throws(Refusal) -> Response {
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
    return try AssignmentsStore(tx: tx).draftFiles(of: student, for: id, in: caller.school).map { $0.item }
  }

  package func filesAnswer(
    _ request: Request, _ said: Phrase, _ tx: Transaction
  ) throws(Refusal) -> Response {
    let (id, files) = (try request.id("assignment", CourseItem.self), try draftFiles(request, tx))
    return .done(
      AssignmentsPaths.assignment(id), toast: Toast(said),
      json: { .object([("files", .list(files.map { $0.json }))]) },
      fragments: { fragment(.replace, "draft-files", draftFileList(id, files, $0)) })
  }
}
