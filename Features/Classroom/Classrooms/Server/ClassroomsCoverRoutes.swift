import Base
import Database
import Kit
import People
import Router
import School
import Web

func coverRoutes(_ service: ClassroomsService) -> [Route] {
  let editing: PageHandler = { request, tx throws(Refusal) in
    let (room, draft) = (try service.room(request, tx).classroom, request.draft)
    return .page { classroomCoverPage(room, draft, $0) }
  }
  return [
    .get("/classes/:classroom/cover", .members, "The picture of a class.", service.cover),
    .get("/classes/:classroom/cover/edit", .staff, "The form for a class's picture.", inAPI: false, editing),
    .post(
      "/classes/:classroom/cover", .staff, "Puts a picture of a class in, as the file `cover`.", form: editing,
      SetCover.self, prepare: service.picture, service.handle
    ) { handled in
      .done(
        ClassroomsPaths.classroom(handled.command.classroom), toast: Toast(Phrase("classrooms.cover-saved")))
    }.taking(.picture(ClassroomCover.field)),
    .post(
      "/classes/:classroom/cover/removal", .staff, "Takes the picture of a class out.", RemoveCover.self,
      service.handle
    ) { handled in
      let room = handled.command.classroom
      return .done(
        ClassroomsPaths.classroom(room),
        toast: .pictureRemoved(
          "classrooms.cover-removed", ID(handled.outcome.text), back: ClassroomsPaths.cover(room)))
    },
  ]
}
