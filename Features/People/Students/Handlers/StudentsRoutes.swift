package import Base
package import Database
import Kit
public import Router
import School

// The paths are `StudentsPaths`, beside the model, because pages of other features lead here.

public func studentRoutes(_ service: StudentsService) -> [Route] {
  listRoutes(service) + recordRoutes(service) + photoRoutes(service) + leavingRoutes(service) + guardianRoutes(service)
}

/// The form for a new student.
package func newStudentForm(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
  let draft = request.draft
  return .page { newStudentPage(draft, $0) }
}

private func listRoutes(_ service: StudentsService) -> [Route] {
  [
    .get(
      StudentsPaths.all, .staff,
      "The students of the school, or of the teacher's classes; `q` searches, `after` goes on.",
      query: [.search, .after, .optional("left", "on: those who left the school.")], offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.list(request, tx)
      return .page(next: data.next?.text, json: { data.json }) { studentsPage(data, $0) }
    },
    .get(StudentsPaths.new, .office, "The form for a new student.", inAPI: false, offline: .everybody, newStudentForm),
  ]
}

private func recordRoutes(_ service: StudentsService) -> [Route] {
  let editing: PageHandler = { request, tx throws(Refusal) in
    let (found, draft) = (try service.record(request, tx), request.draft)
    return .page { editStudentPage(found.student, note: found.note, draft, $0) }
  }
  return [
    .get("/students/:student", .members, "One student, as much of it as the caller may see.", offline: .guardians) {
      request, tx throws(Refusal) in
      let (data, pieces) = try service.student(request, tx)
      return .page(json: { data.json }) { scene in
        var page = data
        page.parts = pieces.map { $0.draw(scene) }
        return studentPage(page, scene)
      }
    },
    .get(
      "/students/:student/edit", .staff, "The form for a student's record.", inAPI: false, offline: .everybody, editing),
    .post(
      "/students/:student", .staff, "Changes a student's record; all fields come.", form: editing, EditStudent.self,
      service.handle
    ) { handled in
      let student = handled.command.student
      return .done(
        StudentsPaths.student(student), toast: Toast(Phrase("students.saved")),
        json: { .object([("id", .id(student))]) })
    },
    .get("/students/:student/deletion", .office, "Asks before a student is deleted.", inAPI: false, offline: .everybody)
    {
      request, tx throws(Refusal) in
      let found = try service.record(request, tx)
      return .page { deleteStudentPage(found.student, hasRecords: found.hasRecords, $0) }
    },
    .post(
      "/students/:student/deletion", .office, "Deletes a student nothing is written down about.", DeleteStudent.self,
      service.handle
    ) { _ in .done(StudentsPaths.all, toast: Toast(Phrase("students.deleted"))) },
  ]
}

private func leavingRoutes(_ service: StudentsService) -> [Route] {
  [
    .post(
      "/students/:student/leaving", .office, "The student leaves the school; all enrolments end.", RecordLeaving.self,
      service.handle
    ) { handled in
      let student = handled.command.student
      let left = handled.outcome.text.split(separator: " ").compactMap { ID<Classroom>($0) }
      let undo = left.map { Form.Field("classroom", $0.text) }
      return .done(
        StudentsPaths.student(student),
        toast: Toast(Phrase("students.has-left"), undo: (StudentsPaths.returning(student), undo)),
        json: { .object([("classrooms", .list(left.map { .id($0) }))]) })
    },
    .post(
      "/students/:student/return", .office, "The student is at the school again.", ReturnToSchool.self, service.handle
    ) { handled in
      .done(StudentsPaths.student(handled.command.student), toast: Toast(Phrase("students.is-back")))
    },
  ]
}

private func guardianRoutes(_ service: StudentsService) -> [Route] {
  let choosing: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.candidates(request, tx), request.draft)
    return .page(json: { data.json }) { newGuardianPage(data, draft, $0) }
  }
  return [
    .get(
      "/students/:student/guardians/new", .office, "Members who could be guardians of the student.", query: [.search],
      choosing),
    .post(
      "/students/:student/guardians", .office, "Makes a member a guardian of the student.", form: choosing,
      LinkGuardian.self, service.handle
    ) { handled in
      .done(StudentsPaths.student(handled.command.student), toast: Toast(Phrase("students.linked")), created: true)
    },
    .post(
      "/students/:student/guardians/removal", .office, "Ends what a guardian sees of the student, at once.",
      UnlinkGuardian.self, service.handle
    ) { handled in
      let command = handled.command
      let fields = [Form.Field("account", command.account.text), Form.Field("relation", handled.outcome.text)]
      let undo = (StudentsPaths.guardians(command.student), fields)
      return .done(StudentsPaths.student(command.student), toast: Toast(Phrase("students.unlinked"), undo: undo))
    },
    .post(
      "/students/:student/login/removal", .office, "The student's own account sees the student no more.",
      UnlinkLogin.self, service.handle
    ) { handled in
      .done(StudentsPaths.student(handled.command.student), toast: Toast(Phrase("students.login-ended")))
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
      ("birthday", .optional(birthday?.text)),
      ("updatedAt", .text(updatedAt.text)),
    ]
  }

  func json(classes: [String]) -> JSON { .object(members + [("classes", .list(classes.map { .text($0) }))]) }
}

extension StudentPage {
  var json: JSON {
    var all = student.members
    all.append(("classes", .list(classes.map { $0.json })))
    // What only staff see is not even named to others.
    if let staff {
      all.append(("note", .optional(staff.note)))
      all.append(("login", .optional(staff.login)))
      all.append(("guardians", .list(staff.guardians.map { $0.json })))
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
