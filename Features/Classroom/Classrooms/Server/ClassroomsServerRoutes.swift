import Base
import Classroom
import Database
import Kit
import Ledger
import People
import PeopleServer
public import Router
import School
import Web

/// The doors of what comes with a picture, which only a server makes small.
public func classroomServerRoutes(_ server: ClassroomsServer) -> [Route] {
  let service = server.service
  return [
    .post(
      ClassroomsPaths.all, .office, "Opens a classroom.", inputs: [pictured], form: service.newForm, AddClassroom.self,
      prepare: { try await server.files.picture($1, field: ClassroomCover.field, side: ClassroomCover.side) },
      service.handle
    ) { handled in
      let id: ID<Classroom> = handled.id()
      // The page itself says that it worked.
      return .done(
        ClassroomsPaths.made(id), created: true,
        json: { .object([("id", .id(id))]) })
    }.taking(.picture(ClassroomCover.field)),
    .post(
      "/classes/:classroom/cover", .staff, "Puts a picture of a class in, as the file `cover`.",
      form: service.coverForm, SetCover.self, prepare: server.picture, service.handle
    ) { handled in
      .done(
        ClassroomsPaths.classroom(handled.command.classroom), toast: Toast(Phrase("classrooms.cover-saved")))
    }.taking(.picture(ClassroomCover.field)),
    .post(
      "/classes/:classroom/students", .staff, "Adds a student to the school and the class.",
      inputs: [Input(StudentPhoto.field, "A picture, as a file.", required: false)], form: service.newStudentForm,
      AddStudentToClass.self,
      prepare: { try await server.files.picture($1, field: StudentPhoto.field, side: StudentPhoto.side) },
      service.handle
    ) { handled in
      let (command, id) = (handled.command, handled.id(Student.self))
      let added = (wholeNumber((handled.request.form["added"] ?? "").utf8) ?? 0) + 1
      return .done(
        ClassroomsPaths.newStudent(command.classroom) + "?added=" + String(added)
          + (handled.request.form["begin"] == "1" ? "&begin=1" : ""),
        toast: Toast(Phrase("students.added", .text(command.fields.given))), created: true,
        json: { .object([("id", .id(id))]) })
    }.taking(.picture(StudentPhoto.field)),
  ]
}

private let pictured = Input(ClassroomCover.field, "A picture of the class, as a file.", required: false)

extension ClassroomsServer {
  func picture(_ command: SetCover, _ request: Request) async throws -> IncomingFile {
    // Asked before anything is opened: strangers make the server work for nothing.
    _ = try await ledger.read { try service.room(request, $0) }
    return try await files.requiredPicture(request, field: ClassroomCover.field, side: ClassroomCover.side)
  }
}
