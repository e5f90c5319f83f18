import Base
import HTML
import Kit
import Ledger
import School
import Web

/// A student's own doors: saving, attaching, handing in.
func workRoutes(_ service: AssignmentsService) -> [Route] {
  let page: @Sendable (Request) async throws -> Response = { request in
    guard case .student(let data) = try await service.assignment(request) else { throw Refusal.notFound }
    let draft = request.draft
    return .page { workPage(data, draft, $0) }
  }
  let content = [
    Input("text", "What was written.", required: false), Input("link", "An address of the web.", required: false),
    Input("file", "Files, as multipart/form-data.", required: false),
    Input("upload", "Files that came in pieces, by their ids.", required: false),
  ]
  return [
    .post(
      "/assignments/:assignment/draft", .member([.student]), "Keeps what was written so far.",
      inputs: content + [Input("version", "The version this grew from.", required: false)], form: page
    ) { request in
      let command = try SaveWork(request.form, assignment: request.id("assignment"))
      let version = try await service.run(command, request)
      let files = try await service.draftFiles(request)
      return .done(
        AssignmentsPaths.assignment(command.assignment), toast: Toast(Phrase("assignments.draft-saved")),
        json: { .object([("version", .text(version))]) },
        fragments: { scene in
          fragment(.replace, "draft-version", draftVersion(version))
            + fragment(.replace, "draft-note", draftNote(scene.now, scene))
            + fragment(.replace, "draft-files", draftFileList(command.assignment, files, scene))
        })
    }.taking(work),
    .post(
      "/assignments/:assignment/draft/files", .member([.student]), "Puts files into the draft.",
      inputs: Array(content.suffix(2)), form: page
    ) { request in
      let command = AttachFiles(assignment: try request.id("assignment"))
      let count = try await service.run(command, request)
      return try await service.filesAnswer(request, Phrase("assignments.files-attached", .count(count)))
    }.taking(work),
    .post(
      "/assignments/:assignment/draft/files/removal", .member([.student]), "Takes a file out of the draft.",
      inputs: [Input("file", "The file.")]
    ) { request in
      try await service.run(DetachFile(request.form, assignment: request.id("assignment")), request)
      return try await service.filesAnswer(request, Phrase("assignments.file-detached"))
    },
  ] + handingRoutes(service, content, page)
}

/// What comes with a student's work.
private let work = FilesTaken(["file", "photo"])

/// Handing in, and beginning anew.
private func handingRoutes(
  _ service: AssignmentsService, _ content: [Input], _ page: @escaping @Sendable (Request) async throws -> Response
) -> [Route] {
  [
    .post(
      "/assignments/:assignment/submission", .member([.student]), "Hands in, once however often it is sent.",
      inputs: content + [Input("waited", "For how many seconds the device waited for a line.", required: false)],
      form: page
    ) { request in
      let command = try HandIn(request.form, id: service.world.id(), assignment: request.id("assignment"))
      let receipt = try await service.run(command, request)
      return .done(
        AssignmentsPaths.assignment(command.assignment), toast: Toast(Phrase("assignments.was-handed-in")),
        created: true, json: { .object([("id", .id(receipt))]) })
    }.taking(work),
    .post(
      "/assignments/:assignment/attempt", .member([.student]), "Begins the next attempt with what was handed in last."
    ) { request in
      let command = try BeginAttempt(request.form, assignment: request.id("assignment"))
      try await service.run(command, request)
      return .done(AssignmentsPaths.assignment(command.assignment))
    },
  ]
}

extension AssignmentsService {
  func draftFiles(_ request: Request) async throws -> [WorkFileItem] {
    let (caller, id) = (try request.caller(), try request.id("assignment", CourseItem.self))
    return try await ledger.read { tx in
      let (_, _, student) = try Self.room(id, caller, tx)
      return try AssignmentsStore(tx: tx).draftFiles(of: student, for: id, in: caller.school).map(\.item)
    }
  }

  fileprivate func filesAnswer(_ request: Request, _ said: Phrase) async throws -> Response {
    let (id, files) = (try request.id("assignment", CourseItem.self), try await draftFiles(request))
    return .done(
      AssignmentsPaths.assignment(id), toast: Toast(said),
      json: { .object([("files", .list(files.map(\.json)))]) },
      fragments: { fragment(.replace, "draft-files", draftFileList(id, files, $0)) })
  }
}
