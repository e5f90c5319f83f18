import Base
import Kit
import School
import Web

func photoRoutes(_ service: StudentsService) -> [Route] {
  let editing: @Sendable (Request) async throws -> Response = { request in
    let (found, draft) = (try await service.record(request), request.draft)
    return .page { studentPhotoPage(found.student, draft, $0) }
  }
  return [
    .get("/students/:student/photo", .members, "The picture of a student.") { request in
      .file(try await service.photo(request), inline: true)
    },
    .get("/students/:student/photo/edit", .staff, "The form for a student's picture.", inAPI: false, editing),
    .post(
      "/students/:student/photo", .staff, "Puts a picture of a student in, as the file `photo`.", form: editing
    ) { request in
      try await service.setPhoto(request)
      return .done(StudentsPaths.student(try request.id("student")), toast: Toast(Phrase("students.photo-saved")))
    }.taking(.picture(StudentPhoto.field)),
    .post("/students/:student/photo/removal", .staff, "Takes the picture of a student out.") { request in
      let student = try request.id("student", Student.self)
      let removed = try await service.run(RemovePhoto(student: student), request)
      return .done(
        StudentsPaths.student(student),
        toast: .pictureRemoved("students.photo-removed", removed, back: StudentsPaths.photo(student)))
    },
  ]
}
