import Base
import Database
import HTML
import Kit
import Router
import School

/// The grading desk: one student after another, each answer the next one's page or its pieces.
func gradingRoutes(_ service: AssignmentsService) -> [Route] {
  let page: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.grading(request, tx), request.draft)
    return .page(version: data.version, json: { data.json }) { gradingPage(data, draft, $0) }
  }
  return [
    .get("/assignments/:assignment/grading", .staff, "To the student who waits longest for a grade.", inAPI: false) {
      request, tx throws(Refusal) in
      guard case .staff(let data) = try service.assignment(request, tx) else { throw .notFound }
      let row = data.rows.first { $0.waits } ?? data.rows.first
      return .done(
        row.map { AssignmentsPaths.grading(data.item.id, $0.student.id) }
          ?? AssignmentsPaths.assignment(data.item.id))
    },
    .get(
      "/assignments/:assignment/grading/:student", .staff, "One student's work, and what was said to it.",
      offline: .teachers, page),
    .post(
      "/assignments/:assignment/grading/:student", .staff, "Gives points and words.", form: page, GradeWork.self,
      service.handle
    ) { handled, tx throws(Refusal) in try service.answer(handled, tx) },
    .post(
      "/assignments/:assignment/grading/:student/time", .staff,
      "Says whether work counts from a time that only the student's device tells.", form: page, JudgeTime.self,
      service.handle
    ) { handled in
      let (command, before) = (handled.command, Submission.Claim(rawValue: handled.outcome.text) ?? .open)
      let path = AssignmentsPaths.time(command.assignment, command.student)
      let undo = [Form.Field("attempt", String(command.attempt)), Form.Field("claim", before.rawValue)]
      // words: assignments.time-judged.*
      let said = Phrase("assignments.time-judged." + command.claim.rawValue)
      return .done(
        AssignmentsPaths.grading(command.assignment, command.student),
        toast: Toast(said, undo: before == command.claim ? nil : (path, undo)))
    },
  ]
}

extension AssignmentsService {
  /// After saving: the next one who waits, or the same student where that was asked or nobody waits any more.
  fileprivate func answer(_ handled: Handled<GradeWork>, _ tx: Transaction) throws(Refusal) -> Response {
    let (command, request) = (handled.command, handled.request)
    let same = try grading(request, command.student, tx)
    var next = same
    if request.form["then"] != "stay", let other = same.turns.nextWaiting {
      next = try grading(request, other.student, tx)
    }
    let isOver = same.list.column?.meant(same.score?.raw) != nil
    let said = Toast(Phrase(isOver ? "assignments.graded-over" : "assignments.graded", .text(same.student.given)))
    // Whose points are more than there are stays on the desk: the way to mend them is there.
    if isOver { next = same }
    let shown = next
    return .done(
      AssignmentsPaths.grading(command.assignment, next.student.id), toast: said, json: { same.json },
      fragments: { scene in
        fragment(.replace, "desk", gradingView(shown, Draft(), scene)) + fragment(.append, "toasts", toast(said, scene))
      })
  }
}

extension AssignmentsService.Seen {
  /// The page of an assignment as an answer.
  func answer(_ draft: Draft) -> Response {
    .page(version: version, json: { json }) { scene in
      switch self {
      case .staff(let data): assignmentPage(data, draft, scene)
      case .student(let data): workPage(data, draft, scene)
      case .family(let pages): familyWorkPage(pages, scene) ?? refusalPage(.notFound, scene)
      }
    }
  }

  var version: String {
    switch self {
    case .staff(let data): data.assignment.version
    case .student(let data): data.assignment.version
    case .family(let pages): pages.first?.assignment.version ?? ""
    }
  }

  var json: JSON {
    switch self {
    case .staff(let data): data.json
    case .student(let data): data.json
    case .family(let pages): .object([("children", .list(pages.map({ $0.json })))])
    }
  }
}

extension WorkFileItem {
  var json: JSON {
    .object([
      ("id", .id(id)), ("name", .text(name)), ("type", .text(type)), ("size", .integer(size)),
      ("path", .text(workFilePath(id))),
    ])
  }
}

extension HandedIn {
  var json: JSON {
    .object([
      ("id", .id(submission.id)), ("attempt", .integer(submission.attempt)), ("text", .text(submission.text)),
      ("link", .text(submission.link)), ("submittedAt", .text(submission.submittedAt.text)),
      ("pressedAt", .optional(submission.pressedAt?.text)), ("claim", .optional(submission.claim?.rawValue)),
      ("lateSeconds", .integer(Int(lateSeconds))),
      ("files", .list(files.map { $0.json })),
    ])
  }
}

private func head(_ item: CourseItem, _ assignment: Assignment, _ column: GradeItem?) -> [(String, JSON)] {
  [
    ("id", .id(item.id)), ("course", .id(item.course)), ("title", .text(item.title)),
    ("about", .text(assignment.about)),
    ("accepts", .list(assignment.accepts.map { .text($0.rawValue) })),
    ("points", column.map { .number($0.possible.text) } ?? .null), ("dueAt", .optional(item.dueAt?.text)),
    ("opensAt", .optional(assignment.opensAt?.text)), ("closesAt", .optional(assignment.closesAt?.text)),
    ("attempts", assignment.attempts.map { .integer($0) } ?? .null), ("lateAllowed", .flag(assignment.lateAllowed)),
    ("rubric", assignment.rubric.json), ("updatedAt", .text(assignment.updatedAt.text)),
  ]
}

extension AssignmentPage {
  var json: JSON {
    .object(
      head(item, assignment, column) + [
        ("publishedAt", .optional(item.publishedAt?.text)),
        (
          "students",
          .list(
            shown(show).map {
              .object([
                ("id", .id($0.student.id)), ("name", .text($0.student.name)), ("state", .text($0.state.rawValue)),
                ("handedInAt", .optional($0.handedInAt?.text)), ("lateSeconds", .integer(Int($0.lateSeconds))),
                ("waits", .flag($0.waits)), ("score", $0.score.map { .number($0.text) } ?? .null),
              ])
            })
        ),
      ])
  }
}

extension WorkPage {
  /// What a family sees; nothing that is not released is in it.
  var json: JSON {
    .object(
      head(item, assignment, column) + [
        ("student", .optional(child?.id.text)), ("state", .text(state.rawValue)),
        ("myDueAt", .optional(times.dueAt?.text)), ("handedIn", .list(attempts.map { $0.json })),
        (
          "draft",
          draft.map { .object([("text", .text($0.text)), ("link", .text($0.link)), ("version", .text($0.version))]) }
            ?? .null
        ),
        ("draftFiles", .list(draftFiles.map { $0.json })),
        ("score", returned?.score.map { .number($0.text) } ?? .null), ("comment", .optional(returned?.comment)),
        ("markedFiles", .list((returned?.files ?? []).map { $0.json })),
      ])
  }
}

extension GradingPage {
  var json: JSON {
    .object([
      ("student", .object([("id", .id(student.id)), ("name", .text(student.name))])),
      ("handedIn", .list(attempts.map { $0.json })), ("score", score?.raw.map { .number($0.text) } ?? .null),
      ("excused", .flag(score?.excused ?? false)), ("comment", .text(comment)),
      ("levels", .list((feedback?.levels ?? []).map { .id($0) })), ("version", .text(version)),
      ("next", .optional(turns.nextWaiting?.student.text)),
    ])
  }
}

extension ExtensionsPage {
  var json: JSON {
    .object([
      (
        "extensions",
        .list(extensions.map { .object([("student", .id($0.student)), ("dueAt", .text($0.dueAt.text))]) })
      )
    ])
  }
}

extension OwnFilesPage {
  var json: JSON {
    .object([
      ("size", .integer(Int(size))), ("most", .integer(Int(most))),
      (
        "assignments",
        .list(
          groups.map { group in
            .object([
              ("course", .text(group.course)), ("title", .text(group.title)), ("path", .text(group.path)),
              ("files", .list(group.entries.map { $0.file.json })),
            ])
          })
      ),
    ])
  }
}
