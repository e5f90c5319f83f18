import Base
import Database
import Kit
public import Router
import School

// The paths are `LogbookPaths`, beside the model, because pages of other features lead here.

public func logbookRoutes(_ service: LogbookService) -> [Route] {
  logListRoutes(service) + logKeepingRoutes(service) + trainingLessonRoutes(service)
    + trainingLessonKeepingRoutes(service) + logImportRoutes(service) + logKindRoutes(service)
}

private func logKindRoutes(_ service: LogbookService) -> [Route] {
  let show: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.kinds(request, tx), request.draft)
    return .page(version: data.scheme.version, json: { data.scheme.json }) { logKindsPage(data, draft, $0) }
  }
  return [
    .get("/training/hours", .office, "What the school's logs count, for the office.", offline: .everybody, show),
    .post(
      "/training/hours", .office, "The office names kinds of hours and says how hours read.", form: show,
      NameLogKinds.self, service.handle
    ) { _ in .done(LogbookPaths.kinds, toast: Toast(Phrase("training.log.kinds.saved"))) },
  ]
}

private func logListRoutes(_ service: LogbookService) -> [Route] {
  let blank: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.blankEntry(request, tx), request.draft)
    return .page { logFormPage(data, draft, $0) }
  }
  return [
    .get(
      "/training/trainees/:trainee/log", .members,
      "The hours of a trainee in whole minutes, the last day first, with their exact sums by kind.",
      query: [
        .optional("from", "The first day, as 2026-03-11."), .optional("to", "The last day."),
        .optional("hours", "clock shows 1:18, decimal 1.3."), .after,
      ], offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.log(request, tx)
      return .page(next: data.next.map { $0.text }, json: { data.json }) { logPage(data, $0) }
    },
    .get(
      "/training/trainees/:trainee/log/new", .members, "The form of a new entry.", inAPI: false, offline: .everybody,
      blank),
    .post(
      "/training/trainees/:trainee/log", .members, "Enters some time; with a checklist it is linked with that.",
      form: blank, AddLogEntry.self, service.handle
    ) { handled in
      let (id, command) = (handled.id(LogEntry.self), handled.command)
      return .done(
        command.checklist.map { ChecklistsPaths.checklist($0) } ?? LogbookPaths.log(command.trainee),
        toast: Toast(Phrase("training.log.added"), undo: (LogbookPaths.deletion(command.trainee, id), [])),
        created: true, json: { .object([("id", .id(id))]) })
    },
  ]
}

private func logKeepingRoutes(_ service: LogbookService) -> [Route] {
  let editing: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.entryForm(request, tx), request.draft)
    return .page(version: data.known?.version) { logFormPage(data, draft, $0) }
  }
  return [
    .get(
      "/training/trainees/:trainee/log/:entry/edit", .members, "The form of an entry.", inAPI: false,
      offline: .everybody, editing),
    .post(
      "/training/trainees/:trainee/log/:entry", .members, "Changes an entry.", form: editing, EditLogEntry.self,
      service.handle
    ) { handled in .done(LogbookPaths.log(handled.command.trainee), toast: Toast(Phrase("training.log.saved"))) },
    .post(
      "/training/trainees/:trainee/log/:entry/deletion", .members, "Takes an entry out; it can be brought back.",
      DeleteLogEntry.self, service.handle
    ) { handled in
      let undo = LogbookPaths.restoration(handled.command.trainee, handled.command.entry)
      return .done(
        LogbookPaths.log(handled.command.trainee), toast: Toast(Phrase("training.log.was-deleted"), undo: (undo, [])))
    },
    .post(
      "/training/trainees/:trainee/log/:entry/restoration", .members, "Brings an entry back as it was.",
      RestoreLogEntry.self, service.handle
    ) { handled in
      .done(LogbookPaths.log(handled.command.trainee), toast: Toast(Phrase("training.log.was-restored")))
    },
  ]
}

private func trainingLessonRoutes(_ service: LogbookService) -> [Route] {
  let blank: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.blankLesson(request, tx), request.draft)
    return .page { trainingLessonFormPage(data, draft, $0) }
  }
  return [
    .get(
      "/training/trainees/:trainee/lessons", .members, "The lessons planned with a trainee, and those that are over.",
      query: [.after], offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.lessons(request, tx)
      return .page(next: data.next.map { $0.text }, json: { data.json }) { trainingLessonsPage(data, $0) }
    },
    .get(
      "/training/trainees/:trainee/lessons/new", .members, "The form of a new lesson.", inAPI: false,
      offline: .everybody, blank),
    .post(
      "/training/trainees/:trainee/lessons", .members,
      "Plans a lesson with a trainee; one who has another lesson then is not planned twice.", form: blank,
      PlanTrainingLesson.self, service.handle
    ) { handled in
      let id = handled.id(TrainingLesson.self)
      return .done(
        LogbookPaths.lessons(handled.command.trainee), toast: Toast(Phrase("training.log.lesson.planned")),
        created: true, json: { .object([("id", .id(id))]) })
    },
  ]
}

private func trainingLessonKeepingRoutes(_ service: LogbookService) -> [Route] {
  let editing: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.lessonForm(request, tx), request.draft)
    return .page(version: data.known?.version) { trainingLessonFormPage(data, draft, $0) }
  }
  return [
    .get(
      "/training/trainees/:trainee/lessons/:lesson/edit", .members, "The form of a lesson.", inAPI: false,
      offline: .everybody, editing),
    .post(
      "/training/trainees/:trainee/lessons/:lesson", .members, "Changes or moves a lesson.", form: editing,
      EditTrainingLesson.self, service.handle
    ) { handled in
      .done(LogbookPaths.lessons(handled.command.trainee), toast: Toast(Phrase("training.log.lesson.saved")))
    },
    .post(
      "/training/trainees/:trainee/lessons/:lesson/cancellation", .members, "Calls a lesson off.",
      CancelTrainingLesson.self, service.handle
    ) { handled in
      let command = handled.command
      let undo = LogbookPaths.lessons(command.trainee) + "/" + command.lesson.text + "/restoration"
      return .done(
        LogbookPaths.lessons(command.trainee),
        toast: Toast(Phrase("training.log.lesson.was-cancelled"), undo: (undo, [])))
    },
    .post(
      "/training/trainees/:trainee/lessons/:lesson/restoration", .members, "A lesson takes place after all.",
      RestoreTrainingLesson.self, service.handle
    ) { handled in
      .done(LogbookPaths.lessons(handled.command.trainee), toast: Toast(Phrase("training.log.lesson.was-restored")))
    },
    .post(
      "/training/trainees/:trainee/lessons/:lesson/log", .members,
      "Makes an entry of a lesson that took place, its time as dual; two taps make one.", LogTrainingLesson.self,
      service.handle
    ) { handled in
      let (id, trainee) = (handled.id(LogEntry.self), handled.command.trainee)
      return .done(
        LogbookPaths.lessons(trainee),
        toast: Toast(Phrase("training.log.lesson.was-logged"), undo: (LogbookPaths.deletion(trainee, id), [])),
        created: true, json: { .object([("id", .id(id))]) })
    },
  ]
}

// MARK: for programs

extension LogScheme {
  var json: JSON {
    .object([
      ("style", .text(style.rawValue)),
      (
        "kinds",
        .list(
          LogKind.allCases.map {
            .object([
              ("kind", .text($0.rawValue)), ("name", .optional(names[$0])), ("shown", .flag(shown.contains($0))),
            ])
          })
      ), ("version", .text(version)),
    ])
  }
}

extension LogMinutes {
  var json: JSON {
    .object(
      LogKind.own.filter { self[$0] > 0 }.map { ($0.rawValue, JSON.integer(self[$0])) } + [
        ("total", .integer(total)), ("dual", .integer(dual)), ("solo", .integer(solo)), ("night", .integer(night)),
        ("instrument", .integer(instrument)),
      ])
  }
}

extension LogPage {
  var json: JSON {
    .object([
      ("trainee", .id(trainee.id)), ("count", .integer(sums.count)), ("sums", sums.minutes.json),
      (
        "entries",
        .list(
          rows.map { row in
            let one = row.entry
            return .object([
              ("id", .id(one.id)), ("day", .text(one.day.text)), ("aircraft", .text(one.aircraft)),
              ("from", .text(one.from)), ("to", .text(one.to)), ("note", .text(one.note)),
              ("minutes", one.minutes.json), ("by", .id(one.by)), ("checklist", .optional(one.checklist?.text)),
              ("version", .text(one.version)),
            ])
          })
      ),
    ])
  }
}

extension TrainingLessonsPage {
  var json: JSON {
    func list(_ rows: [TrainingLessonRow]) -> JSON {
      .list(
        rows.map { row in
          let one = row.lesson
          return .object([
            ("id", .id(one.id)), ("instructor", .id(one.instructor)), ("startsAt", .text(one.startsAt.text)),
            ("endsAt", .text(one.endsAt.text)), ("place", .text(one.place)), ("note", .text(one.note)),
            ("cancelledAt", .optional(one.cancelledAt?.text)), ("logged", .flag(row.isLogged)),
            ("version", .text(one.version)),
          ])
        })
    }
    return .object([("trainee", .id(trainee.id)), ("coming", list(coming)), ("past", list(past))])
  }
}
