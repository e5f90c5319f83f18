import Base
import Database
import Kit
import Ledger
import Router
import School
import Web

func photoRoutes(_ service: StudentsService) -> [Route] {
  let editing: PageHandler = { request, tx throws(Refusal) in
    let (found, draft) = (try service.record(request, tx), request.draft)
    return .page { studentPhotoPage(found.student, draft, $0) }
  }
  return [
    .get("/students/:student/photo", .members, "The picture of a student.", service.photo),
    .get("/students/:student/photo/edit", .staff, "The form for a student's picture.", inAPI: false, editing),
    .post(
      "/students/:student/photo", .staff, "Puts a picture of a student in, as the file `photo`.", form: editing,
      SetPhoto.self, prepare: service.picture, service.handle
    ) { handled in
      .done(StudentsPaths.student(handled.command.student), toast: Toast(Phrase("students.photo-saved")))
    }.taking(.picture(StudentPhoto.field)),
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
