import Base
import Kit
import School
import Web

func photoRoutes(_ service: StudentsService) -> [Route] {
  let editing: @Sendable (Ask) async throws -> Answer = { ask in
    let (found, draft) = (try await service.record(ask), ask.draft)
    return .page { studentPhotoPage(found.student, draft, $0) }
  }
  return [
    .get("/students/:student/photo", .members, "The picture of a student.") { ask in
      .file(try await service.photo(ask), inline: true)
    },
    .get("/students/:student/photo/edit", .staff, "The form for a student's picture.", inAPI: false, editing),
    .post(
      "/students/:student/photo", .staff, "Puts a picture of a student in, as the file `photo`.", form: editing
    ) { ask in
      try await service.setPhoto(ask)
      return .done(StudentsPaths.student(try ask.id("student")), toast: Toast(Phrase("students.photo-saved")))
    }.taking(.picture(StudentPhoto.field)),
    .post("/students/:student/photo/removal", .staff, "Takes the picture of a student out.") { ask in
      let student = try ask.id("student", Student.self)
      let removed = try await service.run(RemovePhoto(student: student), ask)
      return .done(
        StudentsPaths.student(student),
        toast: .pictureRemoved("students.photo-removed", removed, back: StudentsPaths.photo(student)))
    },
  ]
}
