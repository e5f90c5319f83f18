package import Base
package import Database
import Kit
import People
public import Router
import School

// The paths are `ClassroomsPaths`, beside the model, because pages of other features lead here.

public func classroomRoutes(_ service: ClassroomsService) -> [Route] {
  listRoutes(service) + roomRoutes(service) + coverRoutes(service) + teacherRoutes(service) + movingRoutes(service)
}

private func listRoutes(_ service: ClassroomsService) -> [Route] {
  [
    .get(
      ClassroomsPaths.all, .members, "The classrooms the caller sees, with how many students are in them today.",
      query: [.search, .after, .optional("archived", "on: those of former times.")], offline: .everybody
    ) { request, tx throws(Refusal) in
      let (data, draft) = (try service.list(request, tx), request.draft)
      return .page(next: data.next?.text, json: { data.json }) { classroomsPage(data, draft, $0) }
    },
    .get(
      ClassroomsPaths.new, .office, "The form for a new classroom.", inAPI: false, offline: .everybody, service.newForm),
  ]
}

private func roomRoutes(_ service: ClassroomsService) -> [Route] {
  let editing: PageHandler = { request, tx throws(Refusal) in
    let (room, draft) = (try service.room(request, tx).classroom, request.draft)
    return .page { editClassroomPage(room, draft, $0) }
  }
  return [
    .get(
      "/classes/:classroom", .members, "One class: who is in it today and who teaches it.",
      offline: .teachersAndFamilies
    ) {
      request, tx throws(Refusal) in
      var data = try service.classroom(request, tx)
      data.isNew = request.query["new"] != nil
      let found = data
      return .page(json: { found.json }) { classroomPage(found, $0) }
    },
    .get(
      "/classes/:classroom/edit", .staff, "The form for a class's name.", inAPI: false, offline: .everybody, editing),
    .post(
      "/classes/:classroom", .staff, "Renames a class.", form: editing, RenameClassroom.self, service.handle
    ) { handled in
      .done(ClassroomsPaths.classroom(handled.command.classroom), toast: Toast(Phrase("classrooms.saved")))
    },
    .post(
      "/classes/:classroom/archive", .office, "Puts a class away, or takes it out again.", ArchiveClassroom.self,
      service.handle
    ) { handled in
      let command = handled.command
      let undo = (ClassroomsPaths.archive(command.classroom), [Form.Field("open", command.isArchived ? "1" : "0")])
      let said = command.isArchived ? Phrase("classrooms.was-archived") : Phrase("classrooms.was-reopened")
      return .done(
        command.isArchived ? ClassroomsPaths.all : ClassroomsPaths.classroom(command.classroom),
        toast: Toast(said, undo: undo))
    },
    .get("/classes/:classroom/deletion", .office, "Asks before a class is deleted.", inAPI: false, offline: .everybody)
    {
      request, tx throws(Refusal) in
      let (room, wasUsed) = try service.room(request, tx)
      return .page { deleteClassroomPage(room, wasUsed: wasUsed, $0) }
    },
    .post(
      "/classes/:classroom/deletion", .office, "Deletes a class nobody was ever in.", DeleteClassroom.self,
      service.handle
    ) { _ in .done(ClassroomsPaths.all, toast: Toast(Phrase("classrooms.deleted"))) },
  ]
}

private func teacherRoutes(_ service: ClassroomsService) -> [Route] {
  let page: PageHandler = { request, tx throws(Refusal) in
    let data = try service.classroom(request, tx)
    return .page { classroomPage(data, $0) }
  }
  return [
    .post(
      "/classes/:classroom/teachers", .office, "Somebody teaches the class from now on.", form: page,
      AssignTeacher.self, service.handle
    ) { handled in
      .done(ClassroomsPaths.classroom(handled.command.classroom), toast: Toast(Phrase("classrooms.teacher-added")))
    },
    .post(
      "/classes/:classroom/teachers/removal", .office, "Somebody teaches the class no more.", UnassignTeacher.self,
      service.handle
    ) { handled in
      let command = handled.command
      let undo = (ClassroomsPaths.teachers(command.classroom), [Form.Field("teacher", command.teacher.text)])
      return .done(
        ClassroomsPaths.classroom(command.classroom), toast: Toast(Phrase("classrooms.teacher-removed"), undo: undo))
    },
  ]
}

private func movingRoutes(_ service: ClassroomsService) -> [Route] {
  let choosing: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.enrolment(request, tx), request.draft)
    return .page(next: data.next?.text, json: { data.json }) { enrolmentPage(data, draft, $0) }
  }
  return [
    .get(
      "/classes/:classroom/students/new", .staff, "The form for a student new to the school.", inAPI: false,
      offline: .everybody,
      service.newStudentForm),
    .get(
      "/classes/:classroom/enrolment", .staff, "Students of the school who could come into the class.",
      offline: .everybody, choosing),
    .post(
      "/classes/:classroom/enrolment", .staff, "Brings students of the school into the class.", form: choosing,
      EnrolStudents.self, service.handle
    ) { handled in
      let count = Int(handled.outcome.text) ?? 0
      return .done(
        ClassroomsPaths.classroom(handled.command.classroom),
        toast: Toast(Phrase("classrooms.enrolled", .count(count))), json: { .object([("added", .integer(count))]) })
    },
    .post(
      "/classes/:classroom/students/removal", .staff, "Takes a student out of the class, at once.",
      RemoveFromClass.self, service.handle
    ) { handled in
      let command = handled.command
      let undo = (ClassroomsPaths.rejoining(command.classroom), [Form.Field("student", command.student.text)])
      return .done(ClassroomsPaths.classroom(command.classroom), toast: Toast(Phrase("classrooms.removed"), undo: undo))
    },
    .post(
      "/classes/:classroom/students/rejoining", .staff, "Takes a removal back.", RejoinClass.self, service.handle
    ) { handled in
      .done(ClassroomsPaths.classroom(handled.command.classroom), toast: Toast(Phrase("classrooms.rejoined")))
    },
  ]
}

extension ClassroomsService {
  /// With no classroom yet, the list is the form: then a refused form comes back there.
  package func newForm(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let draft = request.draft
    return .page { newClassroomPage(draft, $0) }
  }

  package func newStudentForm(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (room, draft, store) = (try room(request, tx).classroom, request.draft, ClassroomsStore(tx: tx))
    let added = wholeNumber((draft["added"] ?? request.query["added"] ?? "").utf8) ?? 0
    let school = try request.caller().school
    let data = NewClassStudentPage(
      classroom: room, added: added,
      students: added == 0 ? [] : try store.roster(room.id, in: school, on: store.today(in: school)),
      isBeginning: (draft["begin"] ?? request.query["begin"]) == "1")
    return .page { newClassStudentPage(data, draft, $0) }
  }
}

extension ClassroomsPage {
  var json: JSON {
    .object([
      (
        "classrooms",
        .list(
          rows.map { row in
            .object([
              ("id", .id(row.classroom.id)), ("name", .text(row.classroom.name)), ("students", .integer(row.students)),
              ("cover", .optional(row.classroom.coverPath)),
              ("teachers", .list(row.teachers.map { .text($0) })),
            ])
          })
      ), ("next", .optional(next?.text)),
    ])
  }
}

extension ClassroomPage {
  /// To classmates the others are names, not records.
  var json: JSON {
    .object([
      ("id", .id(classroom.id)), ("name", .text(classroom.name)), ("cover", .optional(classroom.coverPath)),
      ("archivedAt", .optional(classroom.archivedAt?.text)), ("updatedAt", .text(classroom.updatedAt.text)),
      (
        "students",
        .list(
          students.map { student in
            access == .mate
              ? .object([("name", .text(student.name))])
              : .object([("id", .id(student.id)), ("name", .text(student.name))])
          })
      ),
      (
        "teachers",
        .list(
          teachers.map { teacher in
            access.isStaff
              ? .object([("id", .id(teacher.account)), ("name", .text(teacher.name))])
              : .object([("name", .text(teacher.name))])
          })
      ),
    ])
  }
}

extension EnrolmentPage {
  var json: JSON {
    .object([
      ("chosen", .list(chosen.map { .object([("id", .id($0.id)), ("name", .text($0.name))]) })),
      ("students", .list(students.map { .object([("id", .id($0.id)), ("name", .text($0.name))]) })),
      ("next", .optional(next?.text)),
    ])
  }
}
