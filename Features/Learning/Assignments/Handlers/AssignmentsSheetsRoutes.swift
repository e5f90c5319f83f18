import Base
import Database
import Kit
import People
package import Router
import School

/// The staff's page of an assignment, which a refused form comes back on.
package func staffPage(_ service: AssignmentsService) -> PageHandler {
  { request, tx throws(Refusal) in
    guard case .staff(let data) = try service.assignment(request, tx) else { throw .notFound }
    let draft = request.draft
    return .page { assignmentPage(data, draft, $0) }
  }
}

/// The doors of the files that come with the work, besides the one they come by.
func sheetRoutes(_ service: AssignmentsService) -> [Route] {
  [
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
