import Base
import Learning
import Ledger
import People
import School

extension NotificationsDesk {
  /// Reminds students of what is due; once a minute, and it may run as often as one likes.
  public func remind() async throws {
    let schools = try await ledger.read { tx in
      try SchoolsStore(tx: tx).all().map(\.id).filter { try !Self.reminders(in: $0, tx).isEmpty }
    }
    for school in schools {
      try await ledger.write(Sent(world.id(), "notifications.remind", school: school, by: nil)) { tx in
        for (reminder, soon) in try Self.reminders(in: school, tx) { try Self.tell(reminder, soon, tx) }
        return ""
      }
    }
  }

  /// The reminders of a school whose moment has come and that nobody has had.
  private static func reminders(in school: ID<Tenant>, _ tx: Transaction) throws -> [(Reminder, DueSoon)] {
    let longest = NoticePreferences.allLeads.max() ?? 24
    let soon = try AssignmentsStore(tx: tx).dueSoon(
      from: tx.now, until: tx.now.plus(seconds: Int64(longest) * 3600), in: school)
    let preferences = NotificationsPreferencesStore(tx: tx)
    let notifications = NotificationsStore(tx: tx)
    var found: [(Reminder, DueSoon)] = []
    for (account, works) in Dictionary(grouping: soon, by: \.account).sorted(by: { $0.key < $1.key })
    where works.contains(where: { isNear($0.dueAt, tx.now) }) {
      let leads = try preferences.preferences(account, .student, in: school).leads
      let asked = works.map { ReminderWork(item: $0.item.id, student: $0.student, dueAt: $0.dueAt, isDone: false) }
      for reminder in Reminders.due(asked, leads: leads, at: tx.now) {
        guard let work = works.first(where: { $0.item.id == reminder.work.item }),
          try notifications.notification(Notification.id(due: reminder, to: account), in: school) == nil
        else { continue }
        found.append((reminder, work))
      }
    }
    return found
  }

  /// Whether any reminder of what is due then could come now; most minutes none can.
  private static func isNear(_ dueAt: Instant, _ now: Instant) -> Bool {
    NoticePreferences.allLeads.contains { hours in
      let at = dueAt.plus(seconds: -Int64(hours) * 3600)
      return at <= now && at > now.plus(seconds: -Reminders.grace)
    }
  }

  private static func tell(_ reminder: Reminder, _ soon: DueSoon, _ tx: WriteTransaction) throws {
    let (title, course) = (soon.item.title, soon.courseName)
    let phrase =
      reminder.hours == 24
      ? Phrase("assignments.notice.due-tomorrow", .text(title), .text(course))
      : Phrase("assignments.notice.due-hours", .text(title), .text(course), .count(reminder.hours))
    try NotificationsStore(tx: tx).tell(
      soon.account, Notification.id(due: reminder, to: soon.account), kind: NoticeKind.due.rawValue, phrase,
      path: path(of: soon.item), about: soon.item.course.cast(), until: reminder.work.dueAt)
  }
}
