import Base
import Kit
import School
import Web

/// Everybody's work as one archive, and back.
func archiveRoutes(_ service: AssignmentsService) -> [Route] {
  let page: @Sendable (Request) async throws -> Response = { request in
    let (data, draft) = (try await service.marked(request), request.draft)
    return .page(json: { data.json }) { markedPage(data, draft, $0) }
  }
  return [
    .get(
      "/assignments/:assignment/download", .staff,
      "Everybody's work as a ZIP archive; with ungraded=1 of those who wait for a grade."
    ) { try await service.archive($0) },
    .get("/assignments/:assignment/marked", .staff, "What would become of a marked archive.", page),
    .post(
      "/assignments/:assignment/marked", .staff, "Takes a marked archive in, to be looked at.",
      inputs: [Input("archive", "The ZIP archive, as multipart/form-data.")], form: page
    ) { request in
      let command = KeepArchive(assignment: try request.id("assignment"))
      let id = try await service.run(command, request)
      return .done(
        AssignmentsPaths.marked(command.assignment) + "?archive=" + id.text, created: true,
        json: { .object([("id", .id(id))]) })
    }.taking(FilesTaken(["archive"], most: Limits.archive.most, count: 1)),
    .post(
      "/assignments/:assignment/marked/return", .staff, "Gives the marked files back to their students.",
      inputs: [Input("archive", "The archive that was taken in.")], form: page
    ) { request in
      let command = try ReturnMarked(request.form, assignment: request.id("assignment"))
      let count = try await service.run(command, request)
      return .done(
        AssignmentsPaths.assignment(command.assignment),
        toast: Toast(Phrase("assignments.was-returned", .count(count))),
        json: { .object([("returned", .integer(count))]) })
    },
  ]
}

extension MarkedPage {
  var json: JSON {
    .object([
      ("archive", .optional(archive?.text)),
      (
        "files",
        .list(
          lines.map {
            .object([
              ("path", .text($0.path)), ("student", .optional($0.student)), ("returned", .flag($0.why == nil)),
              ("why", .optional($0.why?.key)),
            ])
          })
      ),
    ])
  }
}
