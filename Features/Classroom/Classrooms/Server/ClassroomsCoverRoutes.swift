import Base
import Kit
import People
import School
import Web

func coverRoutes(_ service: ClassroomsService) -> [Route] {
  let editing: @Sendable (Request) async throws -> Response = { request in
    let (room, draft) = (try await service.room(request).classroom, request.draft)
    return .page { classroomCoverPage(room, draft, $0) }
  }
  return [
    .get("/classes/:classroom/cover", .members, "The picture of a class.") { request in
      .file(try await service.cover(request), inline: true)
    },
    .get("/classes/:classroom/cover/edit", .staff, "The form for a class's picture.", inAPI: false, editing),
    .post("/classes/:classroom/cover", .staff, "Puts a picture of a class in, as the file `cover`.", form: editing) {
      request in
      try await service.setCover(request)
      return .done(
        ClassroomsPaths.classroom(try request.id("classroom")), toast: Toast(Phrase("classrooms.cover-saved")))
    }.taking(.picture(ClassroomCover.field)),
    .post("/classes/:classroom/cover/removal", .staff, "Takes the picture of a class out.") { request in
      let command = RemoveCover(classroom: try request.id("classroom"))
      let removed = try await service.run(command, request)
      return .done(
        ClassroomsPaths.classroom(command.classroom),
        toast: .pictureRemoved(
          "classrooms.cover-removed", removed, back: ClassroomsPaths.cover(command.classroom)))
    },
  ]
}
