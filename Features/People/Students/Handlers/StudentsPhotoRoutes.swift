import Base
import Database
import Kit
import Router
import School

func photoRoutes(_ service: StudentsService) -> [Route] {
  [
    .get("/students/:student/photo", .members, "The picture of a student.", service.photo),
    .get(
      "/students/:student/photo/edit", .staff, "The form for a student's picture.", inAPI: false, offline: .everybody,
      service.photoForm),
    .post(
      "/students/:student/photo/removal", .staff, "Takes the picture of a student out.", RemovePhoto.self,
      service.handle
    ) { handled in
      let student = handled.command.student
      return .done(
        StudentsPaths.student(student),
        toast: .pictureRemoved(
          "students.photo-removed", ID(handled.outcome.text), back: StudentsPaths.photo(student)))
    },
  ]
}
