import Base
import Kit
import People
import School
import Web

func coverRoutes(_ service: ClassroomsService) -> [Route] {
  let editing: @Sendable (Ask) async throws -> Answer = { ask in
    let (room, draft) = (try await service.room(ask).classroom, ask.draft)
    return .page { classroomCoverPage(room, draft, $0) }
  }
  return [
    .get("/classes/:classroom/cover", .members, "The picture of a class.") { ask in
      .file(try await service.cover(ask), inline: true)
    },
    .get("/classes/:classroom/cover/edit", .staff, "The form for a class's picture.", inAPI: false, editing),
    .post("/classes/:classroom/cover", .staff, "Puts a picture of a class in, as the file `cover`.", form: editing) {
      ask in
      try await service.setCover(ask)
      return .done(ClassroomsPaths.classroom(try ask.id("classroom")), toast: Toast(Phrase("classrooms.cover-saved")))
    }.taking(.picture(ClassroomCover.field)),
    .post("/classes/:classroom/cover/removal", .staff, "Takes the picture of a class out.") { ask in
      let command = RemoveCover(classroom: try ask.id("classroom"))
      let removed = try await service.run(command, ask)
      return .done(
        ClassroomsPaths.classroom(command.classroom),
        toast: .pictureRemoved(
          "classrooms.cover-removed", removed, back: ClassroomsPaths.cover(command.classroom)))
    },
  ]
}
