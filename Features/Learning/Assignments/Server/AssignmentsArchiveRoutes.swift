import Base
import Database
import Kit
import Learning
import People
import Router
import School
import Web

/// Everybody's work as one archive, and back.
func archiveRoutes(_ server: AssignmentsServer) -> [Route] {
  let service = server.service
  let blank: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (MarkedPage(item: try service.staffed(request, tx).item), request.draft)
    return .page(json: { data.json }) { markedPage(data, draft, $0) }
  }
  return [
    .get(
      "/assignments/:assignment/download", .staff,
      "Everybody's work as a ZIP archive; with ungraded=1 of those who wait for a grade."
    ) { try await server.archive($0) },
    .get("/assignments/:assignment/marked", .staff, "What would become of a marked archive.") { request in
      let (data, draft) = (try await server.marked(request), request.draft)
      return .page(json: { data.json }) { markedPage(data, draft, $0) }
    },
    .post(
      "/assignments/:assignment/marked", .staff, "Takes a marked archive in, to be looked at.",
      inputs: [Input("archive", "The ZIP archive, as multipart/form-data.")], form: blank, KeepArchive.self,
      prepare: { try await server.incomingArchive($1) }, server.handle
    ) { handled in
      let id: ID<KeptFile> = handled.id()
      return .done(
        AssignmentsPaths.marked(handled.command.assignment) + "?archive=" + id.text, created: true,
        json: { .object([("id", .id(id))]) })
    }.taking(FilesTaken(["archive"], most: Limits.archive.most, count: 1)),
    .post(
      "/assignments/:assignment/marked/return", .staff, "Gives the marked files back to their students.", form: blank,
      ReturnMarked.self,
      prepare: { try await server.plan($0.archive.cast(), $1) }, server.handle
    ) { handled in
      let count = Int(handled.outcome.text) ?? 0
      return .done(
        AssignmentsPaths.assignment(handled.command.assignment),
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
              ("path", .text($0.path)), ("student", .optional($0.student)), ("returned", .flag($0.reason == nil)),
              ("why", .optional($0.reason?.key)),
            ])
          })
      ),
    ])
  }
}
