import Base
import Kit
import Ledger
import School
import Web

/// The doors of the files that come with the work.
func sheetRoutes(_ service: AssignmentsService) -> [Route] {
  let staffPage: @Sendable (Request) async throws -> Response = { request in
    guard case .staff(let data) = try await service.assignment(request) else { throw Refusal.notFound }
    let draft = request.draft
    return .page { assignmentPage(data, draft, $0) }
  }
  return [
    .post(
      "/assignments/:assignment/sheets", .staff, "Gives files with the work.",
      inputs: [
        Input("file", "Files, as multipart/form-data.", required: false),
        Input("upload", "Files that came in pieces, by their ids.", required: false),
        Input("copy", "1: each student gets a copy to write in and hand in.", required: false),
      ], form: staffPage
    ) { request in
      let command = try AddWorksheets(request.form, assignment: request.id("assignment"))
      try await service.run(command, request)
      return .done(
        AssignmentsPaths.assignment(command.assignment), toast: Toast(Phrase("assignments.sheets-added")), created: true
      )
    }.taking(FilesTaken(["file"], count: Worksheet.most)),
    .post(
      "/assignments/:assignment/sheets/removal", .staff, "Takes a file of the work away.",
      inputs: [Input("file", "The file.")]
    ) { request in
      let command = try RemoveWorksheet(request.form, assignment: request.id("assignment"))
      try await service.run(command, request)
      return .done(
        AssignmentsPaths.assignment(command.assignment), toast: Toast(Phrase("assignments.sheet-removed")))
    },
    .post("/assignments/:assignment/copies", .member([.student]), "Takes one's own copies into the draft.") { request in
      let command = try TakeCopies(request.form, assignment: request.id("assignment"))
      try await service.run(command, request)
      return .done(AssignmentsPaths.assignment(command.assignment), toast: Toast(Phrase("assignments.copies-taken")))
    },
  ]
}
