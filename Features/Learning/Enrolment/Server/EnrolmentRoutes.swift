import Base
import HTML
import Kit
import Ledger
import School
public import Web

// The paths are `EnrolmentPaths`, beside the model, because pages of other features lead here.

public func enrolmentRoutes(_ service: EnrolmentService) -> [Route] {
  seatRoutes(service) + requestRoutes(service) + peopleRoutes(service)
}

private func seatRoutes(_ service: EnrolmentService) -> [Route] {
  [
    .get(
      EnrolmentPaths.catalogue, .members, "What can be chosen, and where the caller stands in each.",
      query: [
        .search, .optional("subject", "The subject."), .optional("grade", "The grade."),
        .optional("teacher", "The account of who teaches it."), .optional("weekday", "1 to 7, Monday first."), .after,
      ]
    ) { request in
      let data = try await service.catalogue(request)
      return .page(next: data.next?.text, json: { data.json }) { cataloguePage(data, $0) }
    },
    .post("/courses/:course/seats", .member([.student]), "Asks for a place in a course.") { request in
      let command = try RequestSeat(request.form, course: request.id("course"))
      let seat = try await service.run(command, request)
      let cancel = (EnrolmentPaths.leaving(command.course), [Form.Field]())
      let toast: Toast
      switch seat.state {
      case .enrolled: toast = Toast(Phrase("enrolment.now-enrolled"))
      case .waitlisted: toast = Toast(Phrase("enrolment.now-waiting", .count(seat.position ?? 1)), undo: cancel)
      default: toast = Toast(Phrase("enrolment.now-asked"), undo: cancel)
      }
      let path = seat.state == .enrolled ? CoursesPaths.course(command.course) : EnrolmentPaths.catalogue
      return .done(path, toast: toast) { seat.json }
    },
    .get("/courses/:course/seats/leaving", .member([.student]), "Asks before a course is left.", inAPI: false) {
      request in
      let (course, today) = try await service.leaving(request)
      return .page { dropPage(course, today: today, $0) }
    },
    .post(
      "/courses/:course/seats/leaving", .member([.student]), "Leaves a course or its line, or takes a request back."
    ) { request in
      let command = try LeaveCourse(request.form, course: request.id("course"))
      let seat = try await service.run(command, request)
      guard seat.state == .dropRequested else {
        return .done(EnrolmentPaths.catalogue, toast: Toast(Phrase("enrolment.now-out"))) { seat.json }
      }
      let undo = (EnrolmentPaths.staying(command.course), [Form.Field]())
      return .done(
        CoursesPaths.course(command.course), toast: Toast(Phrase("enrolment.now-leaving"), undo: undo)
      ) { seat.json }
    },
    .post("/courses/:course/seats/staying", .member([.student]), "Stays after having asked to leave.") { request in
      let command = try StayInCourse(request.form, course: request.id("course"))
      let seat = try await service.run(command, request)
      return .done(CoursesPaths.course(command.course), toast: Toast(Phrase("enrolment.now-staying"))) { seat.json }
    },
  ]
}

private func requestRoutes(_ service: EnrolmentService) -> [Route] {
  let page: @Sendable (Request) async throws -> Response = { request in
    let data = try await service.requests(request)
    return .page(json: { data.json }) { requestsPage(data, $0) }
  }
  return [
    .get(EnrolmentPaths.requests, .staff, "What waits for a yes or a no in the caller's courses.", page),
    .get("/courses/:course/requests", .staff, "What waits for a yes or a no in one course.", page),
    .post(
      "/courses/:course/requests", .staff, "Says yes or no to a request.",
      inputs: [
        Input("approve", "The student, for a yes.", required: false),
        Input("deny", "The student, for a no.", required: false),
      ], form: page
    ) { request in
      let command = try AnswerRequest(request.form, course: request.id("course"))
      let seat = try await service.run(command, request)
      let said: Phrase
      switch (command.isApproved, seat.state) {
      case (true, .enrolled): said = Phrase("enrolment.answered-enrolled")
      case (true, .waitlisted): said = Phrase("enrolment.answered-waiting", .count(seat.position ?? 1))
      case (true, _): said = Phrase("enrolment.answered-out")
      case (false, .enrolled): said = Phrase("enrolment.answered-stays")
      case (false, _): said = Phrase("enrolment.answered-denied")
      }
      let back = request.form["all"] == nil ? EnrolmentPaths.requests(command.course) : EnrolmentPaths.requests
      return .done(back, toast: Toast(said)) { seat.json }
    },
  ]
}

private func peopleRoutes(_ service: EnrolmentService) -> [Route] {
  let student = Input("student", "The student.")
  let choosing: @Sendable (Request) async throws -> Response = { request in
    let (data, draft) = (try await service.candidates(request), request.draft)
    return .page(next: data.next?.text, json: { data.json }) { addPeoplePage(data, draft, $0) }
  }
  return [
    .get("/courses/:course/people", .members, "Who is in a course and who teaches it.") { request in
      let data = try await service.people(request)
      return .page(json: { data.json }) { peoplePage(data, $0) }
    },
    .get("/courses/:course/people/new", .staff, "Students who could be put into the course.", choosing),
    .post(
      "/courses/:course/people", .staff, "Puts students into the course: all of them, or none.",
      inputs: [
        Input("student", "A student; may come several times.", required: false),
        Input("classroom", "A whole class.", required: false),
      ], form: choosing
    ) { request in
      let command = try AddToCourse(request.form, course: request.id("course"))
      let count = try await service.run(command, request)
      return .done(
        CoursesPaths.people(command.course), toast: Toast(Phrase("enrolment.added", .count(count))),
        json: { .object([("added", .integer(count))]) })
    },
    .post(
      "/courses/:course/people/removal", .staff, "Takes a student out of the course or its line.", inputs: [student]
    ) { request in
      let command = try RemoveFromCourse(request.form, course: request.id("course"))
      try await service.run(command, request)
      let undo = (EnrolmentPaths.rejoining(command.course), [Form.Field("student", command.student.text)])
      return .done(CoursesPaths.people(command.course), toast: Toast(Phrase("enrolment.removed"), undo: undo))
    },
    .post("/courses/:course/people/rejoining", .staff, "Takes a removal back.", inputs: [student]) { request in
      let command = try RejoinCourse(request.form, course: request.id("course"))
      try await service.run(command, request)
      return .done(CoursesPaths.people(command.course), toast: Toast(Phrase("enrolment.rejoined")))
    },
  ]
}

extension SeatAnswer {
  var json: JSON {
    .object([("state", .text(state.rawValue)), ("position", position.map { .integer($0) } ?? .null)])
  }
}

extension CataloguePage {
  var json: JSON {
    .object([
      (
        "courses",
        .list(
          cards.map { card in
            .object(
              card.card.members + [
                ("waiting", .integer(card.card.counts.waiting)),
                (
                  "seats",
                  .list(
                    card.seats.filter { $0.seat.state.isActive }.map { own in
                      .object([
                        ("student", .id(own.seat.student)), ("state", .text(own.seat.state.rawValue)),
                        ("position", own.position.map { .integer($0) } ?? .null),
                      ])
                    })
                ),
              ])
          })
      ), ("count", .integer(count)), ("next", .optional(next?.text)),
    ])
  }
}

extension PeoplePage {
  /// To classmates the others are names, not records.
  var json: JSON {
    .object([
      ("enrolled", .integer(counts.enrolled)),
      (
        "teachers",
        .list(
          teachers.map { teacher in
            .object((sight.isStaff ? [("id", .id(teacher.account))] : []) + [("name", .text(teacher.name))])
          })
      ),
      (
        "students",
        .list(
          students.map { student in
            .object((mayName ? [("id", .id(student.id))] : []) + [("name", .text(student.name))])
          })
      ),
      (
        "line",
        .list(
          line.map { waiter in
            .object([
              ("id", .id(waiter.student.id)), ("name", .text(waiter.student.name)),
              ("position", .integer(waiter.position)), ("requestedAt", .text(waiter.seat.requestedAt.text)),
            ])
          })
      ),
    ])
  }

  private var mayName: Bool {
    if case .student = sight { return false }
    return true
  }
}

extension AddPeoplePage {
  var json: JSON {
    .object([
      ("students", .list(students.map { .object([("id", .id($0.id)), ("name", .text($0.name))]) })),
      ("free", free.map { .integer($0) } ?? .null), ("next", .optional(next?.text)),
    ])
  }
}

extension RequestsPage {
  var json: JSON {
    .object([
      (
        "requests",
        .list(
          requests.map { request in
            .object([
              ("course", .id(request.course.id)), ("student", .id(request.student.id)),
              ("name", .text(request.student.name)), ("state", .text(request.seat.state.rawValue)),
              ("requestedAt", .text(request.seat.requestedAt.text)),
            ])
          })
      )
    ])
  }
}
