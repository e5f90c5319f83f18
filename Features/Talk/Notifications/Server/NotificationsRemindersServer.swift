import Base
import Database
import Learning
import Ledger
import People
import School
import Talk

extension NotificationsServer {
  /// Reminds students of what is due, and takes back what they need not be reminded of any more.
  ///
  /// Once a minute, and it may run as often as one likes.
  public func remind() async throws {
    for school in try await openSchools().map(\.id) {
      let (due, wrong) = try await ledger.read { tx in
        let reader = RemindersReader(tx: tx)
        return (try reader.reminders(in: school), try reader.wrong(in: school))
      }
      for part in due.chunks(of: AnnouncementClock.batchSize) {
        try await write(school) { tx in
          for one in part { try Self.tell(one, tx) }
        }
      }
      for part in wrong.chunks(of: AnnouncementClock.batchSize) {
        try await write(school) { tx in
          for id in part { try Self.takeBackWrong(id, tx) }
        }
      }
    }
  }

  private func write(_ school: ID<Tenant>, _ body: @escaping @Sendable (WriteTransaction) throws -> Void) async throws {
    try await ledger.write(CommandEnvelope(ledger.world.id(), "notifications.remind", school: school, by: nil)) { tx in
      try body(tx)
      return ""
    }
  }

  /// What was read a moment ago may not hold any more.
  private static func tell(_ one: DueReminder, _ tx: WriteTransaction) throws {
    let (reminder, soon) = (one.reminder, one.soon)
    guard try RemindersReader(tx: tx).isDue(soon.item.id, soon.student, at: soon.dueAt, in: tx.school) else { return }
    try NotificationsStore(tx: tx).tell(
      soon.account, one.id, kind: NoticeKind.due.rawValue,
      Phrase("assignments.notice.due", .text(soon.item.title), .text(soon.courseName)), path: path(of: soon.item),
      about: soon.item.course.cast(), until: reminder.work.dueAt,
      facts: NoticeFacts(student: soon.student, thing: soon.item.id.cast(), moment: soon.dueAt))
  }

  private static func takeBackWrong(_ id: ID<Notification>, _ tx: WriteTransaction) throws {
    let store = NotificationsStore(tx: tx)
    guard let item = try store.notification(id, in: tx.school)?.item, try !item.isStillDue(in: tx.school, tx) else {
      return
    }
    try store.takeBack(id)
  }
}
