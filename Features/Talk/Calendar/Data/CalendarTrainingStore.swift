import Base
import Database
import ICalendar
import People
import School
import Training

/// The lessons of a training in the own feeds of both: of the instructor with the trainee, and the other way round.
struct CalendarTraining {
  let content: FeedContent
  let home: Zone

  func items(_ window: ClosedRange<Day>) throws(Refusal) -> [FeedItem] {
    let (tx, school, owner) = (content.tx, content.school, content.feed.owner)
    guard content.feed.scope == .person else { return [] }
    let found = try TrainingLessonsStore(tx: tx).lessons(
      of: owner, from: home.instant(window.lowerBound, minute: 0), until: home.instant(window.upperBound, minute: 0),
      in: school)
    let names = try AccountsStore(tx: tx).names(of: Array(Set(found.map { $0.lesson.instructor })))
    return found.map { lesson, trainee in
      let name = other(than: owner, lesson, trainee, names)
      var item = FeedItem(
        uid: "training-" + lesson.id.text + "@homeroom", updatedAt: lesson.updatedAt,
        title: withoutIsolates(content.words("training.log.feed", .text(name))), kind: "training",
        times: EventTimes(
          from: home.day(of: lesson.startsAt), until: home.day(of: lesson.endsAt),
          start: home.minute(of: lesson.startsAt), end: home.minute(of: lesson.endsAt)), zone: home.name)
      (item.sequence, item.createdAt) = (lesson.updatedAt.edition, lesson.createdAt)
      item.place = lesson.place.isEmpty ? nil : lesson.place
      item.note = lesson.note.isEmpty ? nil : lesson.note
      item.url = content.origin + LogbookPaths.lessons(lesson.trainee)
      item.isCancelled = lesson.cancelledAt != nil
      return item
    }
  }
}

extension CalendarListing {
  /// The lessons of a training of the reader, called as the other one is; where one reads of a lesson is the list of all.
  func trainings() throws(Refusal) -> [CalendarEntry] {
    guard access.hasPersonal else { return [] }
    let found = try TrainingLessonsStore(tx: tx).lessons(
      of: access.account, from: zone.instant(window.lowerBound, minute: 0),
      until: zone.instant(window.upperBound.plus(days: 1), minute: 0), in: access.school
    ).filter { $0.lesson.cancelledAt == nil }
    let names = try AccountsStore(tx: tx).names(of: Array(Set(found.map { $0.lesson.instructor })))
    return found.map { lesson, trainee in
      let title = other(than: access.account, lesson, trainee, names)
      let (begins, ends) = (lesson.startsAt, lesson.endsAt)
      var entry = CalendarEntry(
        .lesson, title, day: zone.day(of: begins), last: zone.day(of: ends), start: zone.minute(of: begins),
        end: zone.minute(of: ends))
      (entry.begins, entry.ends) = (begins, ends)
      entry.place = lesson.place.isEmpty ? nil : lesson.place
      entry.path = LogbookPaths.lessons(lesson.trainee)
      entry.endAtMidnight()
      return entry
    }
  }
}

/// Whoever learns reads with whom, and so does whoever instructs.
private func other(
  than account: ID<Account>, _ lesson: TrainingLesson, _ trainee: Trainee, _ names: [ID<Account>: String]
) -> String {
  trainee.account == account ? names[lesson.instructor] ?? "" : trainee.name
}
