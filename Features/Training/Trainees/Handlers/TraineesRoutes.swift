import Base
import Database
import Kit
public import Router
import School

// The paths are `TrainingPaths`, beside the model, because pages of other features lead here.

public func traineeRoutes(_ service: TraineesService) -> [Route] {
  traineeListRoutes(service) + traineeKeepingRoutes(service) + traineeInstructorRoutes(service)
    + traineeOfficeRoutes(service) + traineeShareRoutes(service)
}

private func traineeListRoutes(_ service: TraineesService) -> [Route] {
  let blank: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.blank(request, tx), request.draft)
    return .page { traineeFormPage(data, draft, $0) }
  }
  return [
    .get(
      "/training", .members, "Whom the caller trains; who is trained sees the own training.", query: [.search],
      offline: .everybody
    ) { request, tx throws(Refusal) in
      let (list, own) = try service.home(request, tx)
      if let own { return .page(version: own.profile.version, json: { own.json }) { traineePage(own, $0) } }
      let data = list ?? TraineesPage()
      return .page(json: { data.json }) { traineesPage(data, $0) }
    },
    .get("/training/trainees/new", .staff, "The form of a new trainee.", inAPI: false, offline: .everybody, blank),
    .post(
      "/training/trainees", .staff, "Begins to train somebody.", form: blank, AddTrainee.self, service.handle
    ) { handled in
      let id: ID<Trainee> = handled.id()
      return .done(
        TrainingPaths.trainee(id), toast: Toast(Phrase("training.trainees.added")), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .get(
      "/training/trainees/:trainee", .members, "A trainee: who they are, who trains them, and how far they have come.",
      offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.page(request, tx)
      return .page(version: data.profile.version, json: { data.json }) { traineePage(data, $0) }
    },
  ]
}

private func traineeKeepingRoutes(_ service: TraineesService) -> [Route] {
  let editing: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.form(request, tx), request.draft)
    return .page { traineeFormPage(data, draft, $0) }
  }
  return [
    .get(
      "/training/trainees/:trainee/edit", .members, "The form of a trainee.", inAPI: false, offline: .everybody, editing
    ),
    .post(
      "/training/trainees/:trainee", .members, "Changes what is known of a trainee.", form: editing, EditTrainee.self,
      service.handle
    ) { handled in
      .done(TrainingPaths.trainee(handled.command.trainee), toast: Toast(Phrase("training.trainees.saved")))
    },
    .post(
      "/training/trainees/:trainee/end", .members, "The training is over; what was done stays.", EndTraining.self,
      service.handle
    ) { handled in
      let undo = TrainingPaths.reopening(handled.command.trainee)
      return .done(
        TrainingPaths.trainee(handled.command.trainee),
        toast: Toast(Phrase("training.trainees.was-ended"), undo: (undo, [])))
    },
    .post(
      "/training/trainees/:trainee/reopening", .members, "The training goes on.", ReopenTraining.self, service.handle
    ) { handled in
      .done(TrainingPaths.trainee(handled.command.trainee), toast: Toast(Phrase("training.trainees.was-reopened")))
    },
  ]
}

private func traineeInstructorRoutes(_ service: TraineesService) -> [Route] {
  let page: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.instructorsPage(request, tx), request.draft)
    return .page(json: { data.json }) { traineeInstructorsPage(data, draft, $0) }
  }
  return [
    .get(
      "/training/trainees/:trainee/instructors", .members, "Who trains them, and whom of the staff one may add.",
      offline: .everybody, page),
    .post(
      "/training/trainees/:trainee/instructors", .members, "Another member of the staff trains them, too.", form: page,
      AddTraineeInstructor.self, service.handle
    ) { handled in
      .done(
        TrainingPaths.instructors(handled.command.trainee), toast: Toast(Phrase("training.trainees.instructor-added")))
    },
    .post(
      "/training/trainees/:trainee/instructors/:account/removal", .members,
      "Somebody trains them no more; the last instructor stays.", RemoveTraineeInstructor.self, service.handle
    ) { handled in
      let isMe = handled.request.identity?.account == handled.command.account
      return .done(
        isMe ? TrainingPaths.all : TrainingPaths.instructors(handled.command.trainee),
        toast: Toast(Phrase(isMe ? "training.trainees.went" : "training.trainees.instructor-removed")))
    },
  ]
}

private func traineeOfficeRoutes(_ service: TraineesService) -> [Route] {
  let page: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.office(request, tx), request.draft)
    return .page(json: { data.json }) { traineesOfficePage(data, draft, $0) }
  }
  return [
    .get(
      "/training/office", .office, "Who is trained by whom, by name; nothing of the training.", offline: .everybody,
      page),
    .post(
      "/training/trainees/:trainee/handover", .office, "Gives a trainee whom nobody trains to an instructor.",
      form: page, HandTraineeOver.self, service.handle
    ) { _ in .done(TrainingPaths.office, toast: Toast(Phrase("training.trainees.handed-over"))) },
  ]
}

private func traineeShareRoutes(_ service: TraineesService) -> [Route] {
  [
    .post(
      "/training/trainees/:trainee/invitation/withdrawal", .members,
      "A link that was given out opens nothing any more.",
      WithdrawTraineeInvitation.self, service.handle
    ) { handled in
      .done(TrainingPaths.trainee(handled.command.trainee), toast: Toast(Phrase("training.share.withdrawn")))
    },
    .get(
      "/training/trainees/:trainee/revocation", .members, "The question before a share is revoked.", inAPI: false,
      offline: .everybody
    ) { request, tx throws(Refusal) in
      let trainee = try service.sharing(request, tx)
      return .page { traineeRevokePage(trainee, $0) }
    },
    .post(
      "/training/trainees/:trainee/revocation", .members, "The trainee reads along no more.", RevokeTraineeShare.self,
      service.handle
    ) { handled in
      .done(TrainingPaths.trainee(handled.command.trainee), toast: Toast(Phrase("training.share.revoked")))
    },
  ]
}

// MARK: for programs

extension Trainee {
  var json: [(String, JSON)] {
    [
      ("id", .id(id)), ("firstName", .text(firstName)), ("lastName", .text(lastName)),
      ("hasActiveShare", .flag(hasActiveShare)), ("sharedSince", .optional(sharedSince?.text)),
      ("endedAt", .optional(endedAt?.text)),
    ]
  }
}

extension TraineesPage {
  var json: JSON { .object([("trainees", .list(rows.map { .object($0.trainee.json) }))]) }
}

extension TraineePage {
  var json: JSON {
    .object(
      trainee.json + [
        ("email", .text(profile.email)), ("telephone", .text(profile.telephone)), ("address", .text(profile.address)),
        ("ftn", .text(profile.ftn)), ("biography", .text(profile.biography)),
        ("background", .text(profile.background)), ("minor", .flag(profile.isMinor)),
        ("instructor", .flag(access.isInstructor)),
        ("instructors", .list(instructors.map { $0.json })), ("version", .text(profile.version)),
      ])
  }
}

extension TraineeInstructorRow {
  var json: JSON {
    .object([("account", .id(account)), ("name", .text(name)), ("since", .text(since.text))])
  }
}

extension TraineeInstructorsPage {
  var json: JSON {
    .object([
      ("instructors", .list(rows.map { $0.json })),
      ("others", .list(others.map { .object([("account", .id($0.account)), ("name", .text($0.name))]) })),
    ])
  }
}

extension TraineesOfficePage {
  var json: JSON {
    .object([
      (
        "trainees",
        .list(
          rows.map {
            .object([
              ("id", .id($0.trainee.id)), ("name", .text($0.trainee.name)),
              ("instructors", .list($0.instructors.map { .text($0) })),
              ("endedAt", .optional($0.trainee.endedAt?.text)),
            ])
          })
      )
    ])
  }
}
