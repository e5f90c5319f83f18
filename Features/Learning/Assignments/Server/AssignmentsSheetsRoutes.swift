import Base
import Database
import Kit
import Ledger
import People
import Router
import School
import Web

/// The doors of the files that come with the work.
func sheetRoutes(_ service: AssignmentsService) -> [Route] {
  let staffPage: PageHandler = { request, tx throws(Refusal) in
    guard case .staff(let data) = try service.assignment(request, tx) else { throw .notFound }
    let draft = request.draft
    return .page { assignmentPage(data, draft, $0) }
  }
  return [
    .post(
      "/assignments/:assignment/sheets", .staff, "Gives files with the work.",
      inputs: [
        Input("file", "Files, as multipart/form-data.", required: false),
        Input("upload", "Files that came in pieces, by their ids.", required: false),
      ], form: staffPage, AddWorksheets.self, prepare: { try await service.sheets($1) }, service.handle
    ) { handled in
      .done(
        AssignmentsPaths.assignment(handled.command.assignment), toast: Toast(Phrase("assignments.sheets-added")),
        created: true)
    }.taking(FilesTaken(["file"], count: Worksheet.most)),
    .post(
      "/assignments/:assignment/sheets/removal", .staff, "Takes a file of the work away.",
      RemoveWorksheet.self, service.handle
    ) { handled in
      .done(AssignmentsPaths.assignment(handled.command.assignment), toast: Toast(Phrase("assignments.sheet-removed")))
    },
    .post(
      "/assignments/:assignment/copies", .member([.student]), "Takes one's own copies into the draft.",
      TakeCopies.self, service.handle
    ) { handled in
      .done(AssignmentsPaths.assignment(handled.command.assignment), toast: Toast(Phrase("assignments.copies-taken")))
    },
  ]
}
