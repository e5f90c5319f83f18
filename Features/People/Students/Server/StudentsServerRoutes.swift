import Base
import Database
import Kit
import People
public import Router
import School
import Web

/// The doors that pictures come by.
public func studentServerRoutes(_ server: StudentsServer) -> [Route] {
  let service = server.service
  let picture = Input(StudentPhoto.field, "A picture, as a file.", required: false)
  let blank: PageHandler = { request, tx throws(Refusal) in try newStudentForm(request, tx) }
  let editing: PageHandler = { request, tx throws(Refusal) in try service.photoForm(request, tx) }
  return [
    .post(
      StudentsPaths.all, .office, "Adds a student.", inputs: [picture], form: blank, AddStudent.self,
      prepare: { try await server.files.picture($1, field: StudentPhoto.field, side: StudentPhoto.side) },
      service.handle
    ) { handled in
      let (id, given) = (handled.id(Student.self), handled.request.form["given"] ?? "")
      return .done(
        StudentsPaths.student(id), toast: Toast(Phrase("students.added", .text(given))), created: true,
        json: { .object([("id", .id(id))]) })
    }.taking(.picture(StudentPhoto.field)),
    .post(
      "/students/:student/photo", .staff, "Puts a picture of a student in, as the file `photo`.", form: editing,
      SetPhoto.self, prepare: server.picture, service.handle
    ) { handled in
      .done(StudentsPaths.student(handled.command.student), toast: Toast(Phrase("students.photo-saved")))
    }.taking(.picture(StudentPhoto.field)),
  ]
}
