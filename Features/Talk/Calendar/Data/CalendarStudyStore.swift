import Base
import Classroom
import Database
import ICalendar
import People
import School
import Study

/// The daily reminder of studying in its owner's own feed, for devices that do not ring.
///
/// A feed is read when its program likes, so it says that the hour has come and never that something is not done.
struct CalendarStudyReminder {
  let content: FeedContent
  let home: Zone
  let today: Day

  func items() throws(Refusal) -> [FeedItem] {
    let (tx, school, owner) = (content.tx, content.school, content.feed.owner)
    guard content.feed.scope == .person,
      let reminder = try StudyLogStore(tx: tx).reminder(of: owner, in: school), reminder.isOn, reminder.inCalendar,
      let role = try MembersStore(tx: tx).membership(owner, in: school)?.role
    else { return [] }
    let caller = Caller(account: owner, school: school, role: role)
    let weekdays = try StudyLogService().weekdays(reminder, for: caller, tx)
    guard !weekdays.isEmpty else { return [] }
    let own = try AccountsStore(tx: tx).account(owner)?.zone.flatMap { tx.zones.named($0) } ?? home
    let begun = own.day(of: reminder.updatedAt)
    guard let first = (0..<7).map({ begun.plus(days: $0) }).first(where: { weekdays.contains($0.weekday) })
    else { return [] }
    var rule = Recurrence(.weekly)
    rule.weekdays = weekdays.map { .init(weekday: $0) }
    let title = content.words("study.reminder.event")
    var item = FeedItem(
      uid: "study-" + owner.text + "-" + school.text + "@homeroom", updatedAt: reminder.updatedAt, title: title,
      kind: "study",
      times: EventTimes(from: first, start: reminder.minute, end: reminder.minute), zone: own.name, rule: rule)
    item.sequence = reminder.updatedAt.edition
    item.url = content.origin + StudyLogPaths.study
    let paused = try StudyLogStore(tx: tx).pauses(of: owner, in: school)
    let free = try AttendanceStore(tx: tx).holidays(
      in: school, from: first, through: max(first, today.plus(days: FeedContent.ahead)))
    let resting = paused.flatMap { pause in
      (max(pause.from, first).number...max(pause.until, first).number).map { Day(number: $0) }
        .filter { pause.contains($0) }
    }
    item.skipped = Set(resting + free.map { $0.day }).filter { weekdays.contains($0.weekday) }.sorted()
    let preferences = try NotificationsPreferencesStore(tx: tx).preferences(owner, role, in: school)
    // In quiet hours nothing rings, in no program.
    if !NoticeClock(preferences, zone: own).isQuiet(minute: reminder.minute) { item.alarm = title }
    return [item]
  }
}
