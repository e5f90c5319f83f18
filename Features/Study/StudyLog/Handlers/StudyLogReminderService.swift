public import Base
public import Database
import Kit
import People
import Router
public import School

/// What waits for somebody today.
public struct StudyWaiting: Sendable {
  public let day: Day
  /// With a text today that is not done, on a day on which one would study.
  public let tracks: [Track]

  /// Exactly there: the text when it is one, else the page of all.
  public var path: String {
    tracks.count == 1 ? tracks.first.map { StudyLogPaths.day($0.id, day) } ?? StudyLogPaths.study : StudyLogPaths.study
  }
  /// Never of loss.
  public var phrase: Phrase {
    guard tracks.count == 1, let track = tracks.first else { return Phrase("study.reminder.many") }
    return Phrase("study.reminder.one", .text(track.name))
  }
}

extension StudyLogService {
  /// What of a reminder's tracks waits on the day of study that it is; `nil` when all is done, or nothing is asked today.
  public func waiting(_ reminder: StudyReminder, for caller: Caller, _ tx: Transaction) throws(Refusal) -> StudyWaiting?
  {
    let facts = try StudyFacts(joinedBy: caller, tx)
    let tracks = try facts.cards(caller, tx).filter { card in
      (reminder.track.map { $0 == card.track.id } ?? true) && card.hasText && !card.isDone
        && facts.expectation.expects(facts.today, in: card.track)
    }.map { $0.track }
    return tracks.isEmpty ? nil : StudyWaiting(day: facts.today, tracks: tracks)
  }

  /// Says that a person was told of a day, which is told once.
  ///
  /// - Returns: `false` when they were told already, or want it no more: another server was first.
  public func told(_ account: ID<Account>, of waiting: StudyWaiting, _ tx: WriteTransaction) throws(Refusal) -> Bool {
    try StudyLogStore(tx: tx).tell(account, of: waiting.day)
  }

  /// The weekdays on which a reminder's tracks ask for anything, as rules of a calendar want them.
  public func weekdays(_ reminder: StudyReminder, for caller: Caller, _ tx: Transaction) throws(Refusal) -> [Int] {
    let tracks = try TracksStore(tx: tx).joined(by: caller).filter { track in
      reminder.track.map { $0 == track.id } ?? true
    }
    return (1...7).filter { weekday in tracks.contains { $0.weekdays.contains(weekday) } }
  }

  func reminder(_ caller: Caller, _ tx: Transaction) throws(Refusal) -> StudyReminderPage {
    StudyReminderPage(
      reminder: try StudyLogStore(tx: tx).reminder(of: caller.account, in: caller.school),
      tracks: try TracksStore(tx: tx).joined(by: caller),
      topics: .watching([.person(caller.account)], [StudyLogTables.reminder.number, TracksTables.member.number]))
  }

  func handle(_ command: SetStudyReminder, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), StudyLogStore(tx: tx))
    let known = try store.reminder(of: caller.account, in: caller.school)
    let studied = try TracksStore(tx: tx).joined(by: caller).map { $0.id }
    if let permit = try command.permit(for: caller, studied: studied, known: known, now: tx.now) {
      try store.save(permit, over: known)
    }
    return .done
  }
}

func studyReminderRoutes(_ service: StudyLogService) -> [Route] {
  let show: PageHandler = { request, tx throws(Refusal) in
    let data = try service.reminder(request.caller(), tx)
    return .page(json: { data.json }) { studyReminderPage(data, request.draft, $0) }
  }
  return [
    .get(
      StudyLogPaths.reminder, .members, "At which hour the caller is reminded of studying.", offline: .everybody, show),
    .post(
      StudyLogPaths.reminder, .members, "The caller is reminded of studying at an hour, or no more.", form: show,
      SetStudyReminder.self, service.handle
    ) { _ in
      .done(StudyLogPaths.reminder, toast: Toast(Phrase("study.reminder.saved")))
    },
  ]
}

extension StudyReminderPage {
  var json: JSON {
    let minute = reminder?.minute ?? StudyReminder.usualMinute
    return .object([
      ("on", .flag(isOn)), ("at", .text(pad(minute / 60) + ":" + pad(minute % 60))),
      ("about", .optional(reminder?.track?.text)), ("calendar", .flag(reminder?.inCalendar ?? true)),
    ])
  }
}
