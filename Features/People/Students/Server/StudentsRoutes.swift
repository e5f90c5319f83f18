import Base
import Kit
import Ledger
import School
public import Web

// The paths are `StudentsPaths`, beside the model, because pages of other features lead here.

public func studentRoutes(_ service: StudentsService) -> [Route] {
  listRoutes(service) + recordRoutes(service) + photoRoutes(service) + leavingRoutes(service) + guardianRoutes(service)
}

private let inputs = [
  Input("given", "First name."), Input("family", "Last name.", required: false),
  Input("called", "How everybody calls the student.", required: false),
  Input("number", "The school's own number, unique in the school.", required: false),
  Input("note", "What the staff should know; only staff see it.", required: false),
]

private let picture = Input(StudentPhoto.field, "A picture, as a file.", required: false)

private func listRoutes(_ service: StudentsService) -> [Route] {
  let blank: @Sendable (Request) async throws -> Response = { request in
    let draft = request.draft
    return .page { newStudentPage(draft, $0) }
  }
  return [
    .get(
      StudentsPaths.all, .staff,
      "The students of the school, or of the teacher's classes; `q` searches, `after` goes on.",
      query: [.search, .after, .optional("left", "on: those who left the school.")]
    ) { request in
      let data = try await service.list(request)
      return .page(next: data.next?.text, json: { data.json }) { studentsPage(data, $0) }
    },
    .get(StudentsPaths.new, .office, "The form for a new student.", inAPI: false, blank),
    .post(StudentsPaths.all, .office, "Adds a student.", inputs: inputs + [picture], form: blank) { request in
      let id = try await service.run(AddStudent(request.form, id: service.world.id()), request)
      return .done(
        StudentsPaths.student(id), toast: Toast(Phrase("students.added", .text(request.form["given"] ?? ""))),
        created: true,
        json: { .object([("id", .id(id))]) })
    }.taking(.picture(StudentPhoto.field)),
  ]
}

private func recordRoutes(_ service: StudentsService) -> [Route] {
  let editing: @Sendable (Request) async throws -> Response = { request in
    let (found, draft) = (try await service.record(request), request.draft)
    return .page { editStudentPage(found.student, note: found.note, draft, $0) }
  }
  return [
    .get("/students/:student", .members, "One student, as much of it as the caller may see.") { request in
      let (data, more) = try await service.student(request)
      return .page(json: { data.json }) { scene in
        var page = data
        page.more = more(scene)
        return studentPage(page, scene)
      }
    },
    .get("/students/:student/edit", .staff, "The form for a student's record.", inAPI: false, editing),
    .post(
      "/students/:student", .staff, "Changes a student's record; all fields come.",
      inputs: inputs + [Input("version", "The version that was seen; If-Match does the same.", required: false)],
      form: editing
    ) { request in
      let command = try EditStudent(request.form, student: request.id("student"))
      try await service.run(command, request)
      return .done(
        StudentsPaths.student(command.student), toast: Toast(Phrase("students.saved")),
        json: { .object([("id", .id(command.student))]) })
    },
    .get("/students/:student/deletion", .office, "Asks before a student is deleted.", inAPI: false) { request in
      let found = try await service.record(request)
      return .page { deleteStudentPage(found.student, hasRecords: found.hasRecords, $0) }
    },
    .post("/students/:student/deletion", .office, "Deletes a student nothing is written down about.") { request in
      try await service.run(DeleteStudent(request.form, student: request.id("student")), request)
      return .done(StudentsPaths.all, toast: Toast(Phrase("students.deleted")))
    },
  ]
}

private func leavingRoutes(_ service: StudentsService) -> [Route] {
  [
    .post("/students/:student/leaving", .office, "The student leaves the school; all enrolments end.") { request in
      let command = try RecordLeaving(request.form, student: request.id("student"))
      let left = try await service.run(command, request)
      let undo = left.map { Form.Field("classroom", $0.text) }
      return .done(
        StudentsPaths.student(command.student),
        toast: Toast(Phrase("students.has-left"), undo: (StudentsPaths.returning(command.student), undo)),
        json: { .object([("classrooms", .list(left.map { .id($0) }))]) })
    },
    .post(
      "/students/:student/return", .office, "The student is at the school again.",
      inputs: [Input("classroom", "A class to be in again; may come several times.", required: false)]
    ) { request in
      let command = try ReturnToSchool(request.form, student: request.id("student"))
      try await service.run(command, request)
      return .done(StudentsPaths.student(command.student), toast: Toast(Phrase("students.is-back")))
    },
  ]
}

private func guardianRoutes(_ service: StudentsService) -> [Route] {
  let choosing: @Sendable (Request) async throws -> Response = { request in
    let (data, draft) = (try await service.candidates(request), request.draft)
    return .page(json: { data.json }) { newGuardianPage(data, draft, $0) }
  }
  return [
    .get(
      "/students/:student/guardians/new", .office, "Members who could be guardians of the student.", query: [.search],
      choosing),
    .post(
      "/students/:student/guardians", .office, "Makes a member a guardian of the student.",
      inputs: [Input("account", "The member."), Input("relation", "What they are to the student.", required: false)],
      form: choosing
    ) { request in
      let command = try LinkGuardian(request.form, student: request.id("student"))
      try await service.run(command, request)
      return .done(StudentsPaths.student(command.student), toast: Toast(Phrase("students.linked")), created: true)
    },
    .post(
      "/students/:student/guardians/removal", .office, "Ends what a guardian sees of the student, at once.",
      inputs: [Input("account", "The guardian.")]
    ) { request in
      let command = try UnlinkGuardian(request.form, student: request.id("student"))
      let fields = [
        Form.Field("account", command.account.text), Form.Field("relation", try await service.run(command, request)),
      ]
      let undo = (StudentsPaths.guardians(command.student), fields)
      return .done(StudentsPaths.student(command.student), toast: Toast(Phrase("students.unlinked"), undo: undo))
    },
    .post("/students/:student/login/removal", .office, "The student's own account sees the student no more.") {
      request in
      let command = try UnlinkLogin(request.form, student: request.id("student"))
      try await service.run(command, request)
      return .done(StudentsPaths.student(command.student), toast: Toast(Phrase("students.login-ended")))
    },
  ]
}

extension StudentsPage {
  var json: JSON {
    .object([
      ("students", .list(students.map { $0.json(classes: classes[$0.id] ?? []) })), ("total", .integer(total)),
      ("next", .optional(next?.text)),
    ])
  }
}

extension Student {
  /// What everybody who sees the record sees of it.
  var members: [(String, JSON)] {
    [
      ("id", .id(id)), ("name", .text(name)), ("given", .text(given)), ("family", .text(family)),
      ("called", .optional(called)), ("number", .optional(number)), ("leftAt", .optional(leftAt?.text)),
      ("updatedAt", .text(updatedAt.text)),
    ]
  }

  func json(classes: [String]) -> JSON { .object(members + [("classes", .list(classes.map { .text($0) }))]) }
}

extension StudentPage {
  var json: JSON {
    var all = student.members
    all.append(("classes", .list(classes.map(\.json))))
    // What only staff see is not even named to others.
    if let staff {
      all.append(("note", .optional(staff.note)))
      all.append(("login", .optional(staff.login)))
      all.append(("guardians", .list(staff.guardians.map(\.json))))
    }
    return .object(all)
  }
}

extension StudentPage.Class {
  fileprivate var json: JSON {
    .object([
      ("classroom", .id(classroom)), ("name", .text(name)), ("from", .text(from.text)),
      ("until", .optional(until?.text)),
    ])
  }
}

extension StudentPage.Guardian {
  fileprivate var json: JSON {
    .object([("account", .id(account)), ("name", .text(name)), ("relation", .optional(relation))])
  }
}

extension NewGuardianPage {
  var json: JSON {
    .object([
      (
        "guardians",
        .list(
          people.map { one in
            .object([
              ("account", .id(one.account)), ("name", .text(one.name)), ("role", .text(one.role.rawValue)),
            ])
          })
      ), ("more", .flag(hasMore)),
    ])
  }
}
