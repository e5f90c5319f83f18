package import Base
package import Database
import Kit
import People
package import Router
import School

func coverRoutes(_ service: ClassroomsService) -> [Route] {
  [
    .get("/classes/:classroom/cover", .members, "The picture of a class.", service.cover),
    .get(
      "/classes/:classroom/cover/edit", .staff, "The form for a class's picture.", inAPI: false, offline: .everybody,
      service.coverForm),
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

extension ClassroomsService {
  package func coverForm(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (room, draft) = (try room(request, tx).classroom, request.draft)
    return .page { classroomCoverPage(room, draft, $0) }
  }
}
