import Base
import Database
import Kit
public import Router
import School

// The paths are `StudyLogPaths`, beside the model, because pages of other features lead here.

public func studyLogRoutes(_ service: StudyLogService) -> [Route] {
  readingRoutes(service) + markingRoutes(service) + pauseRoutes(service) + studyReminderRoutes(service)
    + studyQuestionRoutes(service) + studyGuestRoutes(service)
}

private func readingRoutes(_ service: StudyLogService) -> [Route] {
  [
    .get(StudyLogPaths.study, .members, "Today of every track the caller studies.", offline: .everybody) {
      request, tx throws(Refusal) in
      let data = try service.today(request.caller(), tx)
      return .page(json: { data.json }) { studyTodayPage(data, $0) }
    },
    .get(
      "/study/tracks/:track/days/:day", .members, "What a track has for a day, and whether the caller studied it.",
      offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.day(request, tx)
      return .page(json: { data.json }) { studyDayPage(data, $0) }
    },
    .get(
      "/study/tracks/:track/calendar", .members, "What each day of a month was for the caller.",
      query: [.optional("month", "2026-03; this month without it.")], offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.month(request, tx)
      return .page(json: { data.json }) { studyMonthPage(data, $0) }
    },
  ]
}

private func markingRoutes(_ service: StudyLogService) -> [Route] {
  [
    .post(
      "/study/tracks/:track/days/:day/completion", .members, "The caller has studied the day.", MarkStudied.self,
      service.handle, then: service.marked),
    .post(
      "/study/tracks/:track/days/:day/completion/undo", .members, "Takes back that the caller studied the day.",
      UndoStudied.self, service.handle
    ) { handled in
      .done(
        StudyLogPaths.day(handled.command.track, handled.command.day), toast: Toast(Phrase("study.undone")))
    },
  ]
}

extension StudyLogService {
  /// Back to the day, which says so; a track that was deleted meanwhile has no page any more.
  func marked(_ handled: Handled<MarkStudied>, _ tx: Transaction) throws(Refusal) -> Response {
    let (command, caller) = (handled.command, try handled.request.caller())
    let track = try TracksStore(tx: tx).track(command.track, in: caller.school)
    guard let track, track.deletedAt == nil else {
      return .done(StudyLogPaths.study, toast: Toast(Phrase("study.well-done")))
    }
    let undo = command.tick.map {
      (path: StudyLogPaths.undoing(track.id, command.day), fields: [Form.Field("ticks", $0.text)])
    }
    return .done(
      StudyLogPaths.day(track.id, command.day) + "#study-done", toast: Toast(Phrase("study.well-done"), undo: undo))
  }
}

private func pauseRoutes(_ service: StudyLogService) -> [Route] {
  let show: PageHandler = { request, tx throws(Refusal) in
    let data = try service.pauses(request.caller(), tx)
    return .page(json: { data.json }) { studyPausesPage(data, request.draft, $0) }
  }
  return [
    .get(StudyLogPaths.pauses, .members, "When the caller does not study.", offline: .everybody, show),
    .post(
      StudyLogPaths.pauses, .members, "Nobody expects the caller to study from one day to another.", form: show,
      AddStudyPause.self, service.handle
    ) { _ in
      .done(StudyLogPaths.pauses, toast: Toast(Phrase("study.pause-added")), created: true)
    },
    .post(
      "/study/pauses/:pause/end", .members, "The days of a pause count again.", RemoveStudyPause.self, service.handle
    ) { _ in
      .done(StudyLogPaths.pauses, toast: Toast(Phrase("study.pause-ended")))
    },
  ]
}

extension StudyDayPage {
  var json: JSON {
    .object([
      ("track", .id(track.id)), ("day", .text(day.text)), ("done", .flag(isDone)),
      ("late", .flag(entry?.isLate ?? false)), ("ticks", .list((entry?.ticks ?? []).map { .id($0) })),
      ("streak", .integer(streak.current)), ("previous", .optional(before?.text)), ("next", .optional(after?.text)),
      (
        "texts",
        .list(
          items.map {
            .object([
              ("id", .id($0.id)), ("label", .text($0.label)), ("reference", .text($0.reference)),
              ("language", .text($0.language ?? track.language)), ("source", .text($0.source)),
              ("commentary", .text($0.commentary)),
            ])
          })
      ),
    ])
  }
}

extension StudyMonthPage {
  var json: JSON {
    .object([
      ("track", .id(track.id)), ("streak", .integer(streak.current)),
      (
        "days",
        .list(
          month.states.enumerated().map { place, state in
            .object([("day", .text(month.first.plus(days: place).text)), ("state", .text(state.rawValue))])
          })
      ),
    ])
  }
}

extension StudyTodayPage {
  var json: JSON {
    .object([
      ("day", .text(today.text)),
      (
        "tracks",
        .list(
          cards.map {
            .object([
              ("track", .id($0.track.id)), ("name", .text($0.track.name)), ("streak", .integer($0.streak.current)),
              ("hasText", .flag($0.hasText)), ("done", .flag($0.isDone)),
            ])
          })
      ),
    ])
  }
}

extension StudyPausesPage {
  var json: JSON {
    .object([
      (
        "pauses",
        .list(
          pauses.map {
            .object([("id", .id($0.id)), ("from", .text($0.from.text)), ("until", .text($0.until.text))])
          })
      )
    ])
  }
}
