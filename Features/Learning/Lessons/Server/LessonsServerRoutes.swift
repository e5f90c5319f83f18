import Base
import Database
import Kit
import Learning
public import Router
import School
import Web

/// The doors that only a server has: what comes with files, and what is written beside the journal.
public func lessonServerRoutes(_ server: LessonsServer) -> [Route] {
  let service = server.service
  return [
    .post(
      "/lessons/:lesson/place", .members, "Where the film stands; the latest wins.",
      inputs: [Input("second", "From its beginning."), Input("at", "When, in milliseconds.", required: false)]
    ) { request in
      let command = try KeepPlace(request.form, path: request.names)
      let place = try await server.run(command, request)
      return .done(
        LessonsPaths.lesson(command.lesson),
        json: { .object([("second", .integer(place.second)), ("at", .text(place.at.text))]) })
    },
    .post(
      "/lessons/:lesson/files", .staff, "Puts a file beside a lesson.",
      inputs: [.optional("file", "The file, as multipart."), .optional("upload", "Or one that came in pieces.")],
      form: lessonEditing(service), AddLessonFile.self, prepare: { try await server.incoming($1) }, service.handle
    ) { handled in
      let id: ID<LessonFile> = handled.id()
      return .done(
        LessonsPaths.edit(handled.command.lesson) + "#files", toast: Toast(Phrase("lessons.file-added")),
        created: true, json: { .object([("id", .id(id))]) })
    }.taking(FilesTaken()),
  ]
}
