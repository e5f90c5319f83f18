import Base
import Database
import Ledger
import People
import School
import Study
import Talk
import Web

extension NotificationsServer {
  /// Reminds of studying whoever has asked for it, at their hour, when something of today waits; takes back what was said
  /// once it is done or the day is over.
  ///
  /// Once a minute, and it may run as often as one likes: that a day was told stands in the person's own row.
  public func remindOfStudy() async throws {
    for school in try await openSchools() {
      let (due, wrong) = try await ledger.read { tx in
        (try StudyReminders(school: school, tx: tx).due(), try StudyReminders(school: school, tx: tx).wrong())
      }
      for one in due {
        try await write(in: school.id) { tx in try Self.tell(one, school, tx) }
      }
      for one in wrong {
        try await write(in: school.id) { tx in
          // What was read a moment ago may wait again.
          if try StudyReminders(school: school, tx: tx).isWrong(one) { try NotificationsStore(tx: tx).takeBack(one.id) }
        }
      }
    }
  }

  private func write(
    in school: ID<Tenant>, _ body: @escaping @Sendable (WriteTransaction) throws -> Void
  ) async throws {
    try await ledger.write(CommandEnvelope(ledger.world.id(), "notifications.remind-study", school: school, by: nil)) {
      tx in
      try body(tx)
      return ""
    }
  }

  private static func tell(_ one: StudyReminder, _ school: School, _ tx: WriteTransaction) throws {
    guard let (caller, waiting) = try StudyReminders(school: school, tx: tx).waiting(one),
      try StudyLogService().told(one.account, of: waiting, tx)
    else { return }
    try NotificationsStore(tx: tx).tell(
      caller.account,
      Notification.id(.study, one.account, .none, mark: Int64(waiting.day.number), to: one.account),
      kind: NoticeKind.study.rawValue, waiting.phrase, path: waiting.path,
      until: tx.now.plus(seconds: StudyReminder.grace), facts: NoticeFacts(moment: tx.now))
  }
}

/// A word about studying that nobody has read.
struct UnreadStudyNotice: Sendable {
  let id: ID<Notification>
  let account: ID<Account>
  let toldAt: Instant
}

/// Who is to be reminded now, and what was said and holds no more.
struct StudyReminders<DB: Transaction> {
  let school: School
  let tx: DB

  func due() throws -> [StudyReminder] {
    let today = try SchoolsStore(tx: tx).studyDay(of: tx.now, in: school.id)
    return try StudyLogStore(tx: tx).reminders(in: school.id).filter { one in
      guard one.toldOn.map({ $0 < today }) ?? true, try isHour(one) else { return false }
      return try waiting(one) != nil
    }
  }

  /// What waits for somebody who has not been told of it.
  func waiting(_ one: StudyReminder) throws -> (Caller, StudyWaiting)? {
    guard let caller = try caller(one.account),
      let waiting = try StudyLogService().waiting(one, for: caller, tx),
      one.toldOn.map({ $0 < waiting.day }) ?? true
    else { return nil }
    return (caller, waiting)
  }

  func wrong() throws -> [UnreadStudyNotice] {
    try NotificationsStore(tx: tx).unreadOfStudy(in: school.id).filter { try isWrong($0) }
  }

  /// Whether all is done, the day is over, or the person wants it no more.
  func isWrong(_ one: UnreadStudyNotice) throws -> Bool {
    let schools = SchoolsStore(tx: tx)
    guard try schools.studyDay(of: one.toldAt, in: school.id) == schools.studyDay(of: tx.now, in: school.id),
      let reminder = try StudyLogStore(tx: tx).reminder(of: one.account, in: school.id), reminder.isOn,
      let caller = try caller(one.account)
    else { return true }
    return try StudyLogService().waiting(reminder, for: caller, tx) == nil
  }

  private func caller(_ account: ID<Account>) throws -> Caller? {
    try MembersStore(tx: tx).membership(account, in: school.id).map {
      Caller(account: account, school: school.id, role: $0.role)
    }
  }

  private func isHour(_ one: StudyReminder) throws -> Bool {
    guard let reader = try NotificationsPreferencesStore(tx: tx).reader(one.account, in: school, muting: nil) else {
      return false
    }
    let home = Zones.named(school.zone) ?? .utc
    return one.isDue(at: tx.now, in: reader.clock.zone, rings: reader.clock.rings) { moment in
      Streak.day(of: moment, in: home, startMinute: school.work.startMinute)
    }
  }
}

extension NotificationsStore {
  fileprivate func unreadOfStudy(in school: ID<Tenant>) throws(Refusal) -> [UnreadStudyNotice] {
    try tx.rows(
      """
      SELECT id, account, "createdAt" FROM notification
      WHERE school = $1 AND kind = 'study' AND moment IS NOT NULL AND "readAt" IS NULL ORDER BY id
      """, [.id(school)]
    ) { UnreadStudyNotice(id: $0.id(0), account: $0.id(1), toldAt: $0.instant(2)) }
  }
}
