import Base
import Database
import HTML
import Kit
public import Router
import School

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
    ) { request, tx throws(Refusal) in
      let data = try service.catalogue(request, tx)
      return .page(next: data.next?.text, json: { data.json }) { cataloguePage(data, $0) }
    },
    .post(
      "/courses/:course/seats", .member([.student]), "Asks for a place in a course.", RequestSeat.self, service.handle
    ) { handled in
      let (course, seat) = (handled.command.course, SeatAnswer(handled.outcome.text))
      let cancel = (EnrolmentPaths.leaving(course), [Form.Field]())
      let toast: Toast
      switch seat.state {
      case .enrolled: toast = Toast(Phrase("enrolment.now-enrolled"))
      case .waitlisted: toast = Toast(Phrase("enrolment.now-waiting", .count(seat.position ?? 1)), undo: cancel)
      default: toast = Toast(Phrase("enrolment.now-asked"), undo: cancel)
      }
      let path = seat.state == .enrolled ? CoursesPaths.course(course) : EnrolmentPaths.catalogue
      return .done(path, toast: toast) { seat.json }
    },
    .get(
      "/courses/:course/seats/leaving", .member([.student]), "Asks before a course is left.", inAPI: false,
      offline: .everybody
    ) {
      request, tx throws(Refusal) in
      let (course, today) = try service.leaving(request, tx)
      return .page { dropPage(course, today: today, $0) }
    },
    .post(
      "/courses/:course/seats/leaving", .member([.student]), "Leaves a course or its line, or takes a request back.",
      LeaveCourse.self, service.handle
    ) { handled in
      let (course, seat) = (handled.command.course, SeatAnswer(handled.outcome.text))
      guard seat.state == .dropRequested else {
        return .done(EnrolmentPaths.catalogue, toast: Toast(Phrase("enrolment.now-out"))) { seat.json }
      }
      let undo = (EnrolmentPaths.staying(course), [Form.Field]())
      return .done(
        CoursesPaths.course(course), toast: Toast(Phrase("enrolment.now-leaving"), undo: undo)
      ) { seat.json }
    },
    .post(
      "/courses/:course/seats/staying", .member([.student]), "Stays after having asked to leave.", StayInCourse.self,
      service.handle
    ) { handled in
      .done(CoursesPaths.course(handled.command.course), toast: Toast(Phrase("enrolment.now-staying"))) {
        SeatAnswer(handled.outcome.text).json
      }
    },
  ]
}

private func requestRoutes(_ service: EnrolmentService) -> [Route] {
  let page: PageHandler = { request, tx throws(Refusal) in
    let data = try service.requests(request, tx)
    return .page(json: { data.json }) { requestsPage(data, $0) }
  }
  return [
    .get(
      EnrolmentPaths.requests, .staff, "What waits for a yes or a no in the caller's courses.", offline: .everybody,
      page),
    .get("/courses/:course/requests", .staff, "What waits for a yes or a no in one course.", offline: .everybody, page),
    .post(
      "/courses/:course/requests", .staff, "Says yes or no to a request.", form: page, AnswerRequest.self,
      service.handle
    ) { handled in
      let (command, seat) = (handled.command, SeatAnswer(handled.outcome.text))
      let said: Phrase
      switch (command.isApproved, seat.state) {
      case (true, .enrolled): said = Phrase("enrolment.answered-enrolled")
      case (true, .waitlisted): said = Phrase("enrolment.answered-waiting", .count(seat.position ?? 1))
      case (true, _): said = Phrase("enrolment.answered-out")
      case (false, .enrolled): said = Phrase("enrolment.answered-stays")
      case (false, _): said = Phrase("enrolment.answered-denied")
      }
      let back = handled.request.form["all"] == nil ? EnrolmentPaths.requests(command.course) : EnrolmentPaths.requests
      return .done(back, toast: Toast(said)) { seat.json }
    },
  ]
}

private func peopleRoutes(_ service: EnrolmentService) -> [Route] {
  let choosing: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.candidates(request, tx), request.draft)
    return .page(next: data.next?.text, json: { data.json }) { addPeoplePage(data, draft, $0) }
  }
  return [
    .get("/courses/:course/people", .members, "Who is in a course and who teaches it.", offline: .teachersAndGuardians)
    {
      request, tx throws(Refusal) in
      let data = try service.people(request, tx)
      return .page(json: { data.json }) { peoplePage(data, $0) }
    },
    .get(
      "/courses/:course/people/new", .staff, "Students who could be put into the course.", choosing
    ),
    .post(
      "/courses/:course/people", .staff, "Puts students into the course: all of them, or none.", form: choosing,
      AddToCourse.self, service.handle
    ) { handled in
      let count = Int(handled.outcome.text) ?? 0
      return .done(
        CoursesPaths.people(handled.command.course), toast: Toast(Phrase("enrolment.added", .count(count))),
        json: { .object([("added", .integer(count))]) })
    },
    .post(
      "/courses/:course/people/removal", .staff, "Takes a student out of the course or its line.",
      RemoveFromCourse.self, service.handle
    ) { handled in
      let command = handled.command
      let undo = (EnrolmentPaths.rejoining(command.course), [Form.Field("student", command.student.text)])
      return .done(CoursesPaths.people(command.course), toast: Toast(Phrase("enrolment.removed"), undo: undo))
    },
    .post(
      "/courses/:course/people/rejoining", .staff, "Takes a removal back.", RejoinCourse.self, service.handle
    ) { handled in
      .done(CoursesPaths.people(handled.command.course), toast: Toast(Phrase("enrolment.rejoined")))
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
            .object((access.isStaff ? [("id", .id(teacher.account))] : []) + [("name", .text(teacher.name))])
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
    if case .student = access { return false }
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
