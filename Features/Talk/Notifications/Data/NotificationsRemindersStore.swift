package import Base
package import Database
package import Learning
package import School

/// A reminder whose moment has come, and what it is about.
package struct DueReminder: Sendable {
  package let reminder: Reminder
  package let soon: DueSoon
  package var id: ID<Notification> { Notification.id(due: reminder, to: soon.account) }
}

/// What there is to remind of, in a handful of queries however many students there are.
package struct RemindersReader<DB: Transaction> {
  let tx: DB
  package init(tx: DB) { self.tx = tx }

  private static var longest: Int64 { Int64(NoticePreferences.allLeads.max() ?? 24) * 3600 }

  private func soon(in school: ID<Tenant>) throws(Refusal) -> [DueSoon] {
    let end = tx.now.plus(seconds: Self.longest)
    return try AssignmentsStore(tx: tx).dueSoon(from: tx.now, until: end, in: school)
      + AttemptsStore(tx: tx).dueSoon(from: tx.now, until: end, in: school)
  }

  /// Whether a work is still to be done by that moment, and by no other.
  package func isDue(
    _ work: ID<CourseItem>, _ student: ID<Student>, at due: Instant, in school: ID<Tenant>
  ) throws(Refusal) -> Bool {
    let one = (item: work, student: student)
    if try !AssignmentsStore(tx: tx).dueSoon(from: due, until: due, in: school, of: one).isEmpty { return true }
    return try !AttemptsStore(tx: tx).dueSoon(from: due, until: due, in: school, of: one).isEmpty
  }

  /// The reminders of a school whose moment has come and that nobody has had.
  package func reminders(in school: ID<Tenant>) throws(Refusal) -> [DueReminder] {
    let soon = try soon(in: school)
    guard !soon.isEmpty else { return [] }
    // Also of what was due a while ago and was put off since.
    let known = try NotificationsStore(tx: tx).reminded(in: school, of: tx.now.plus(days: -7))
    let told = Dictionary(grouping: known.values.map { $0.facts }) { $0.work }
    let isMoved: (DueSoon) -> Bool = { one in
      guard let before = told[one.facts.work] else { return false }
      return !before.contains(one.facts)
    }
    guard soon.contains(where: { isNear($0.dueAt) || isMoved($0) }) else { return [] }
    let leads = try NotificationsPreferencesStore(tx: tx).leads(in: school)
    var found: [DueReminder] = []
    for (account, works) in Dictionary(grouping: soon, by: { $0.account }).sorted(by: { $0.key < $1.key }) {
      let asked = works.map {
        ReminderWork(item: $0.item.id, student: $0.student, dueAt: $0.dueAt, isDone: false, isMoved: isMoved($0))
      }
      let chosen = leads[account] ?? NoticePreferences.standard(for: .student).leads
      for reminder in Reminders.due(asked, leads: chosen, at: tx.now) {
        guard let work = works.first(where: { $0.item.id == reminder.work.item }) else { continue }
        let one = DueReminder(reminder: reminder, soon: work)
        if known[one.id] == nil { found.append(one) }
      }
    }
    return found
  }

  /// Those nobody has read yet whose work is done, excused, not shown any more, or due another day.
  package func wrong(in school: ID<Tenant>) throws(Refusal) -> [ID<Notification>] {
    let unread = try NotificationsStore(tx: tx).reminded(in: school).filter { !$0.value.isRead }
    guard !unread.isEmpty else { return [] }
    let open = Set(try soon(in: school).map { $0.facts })
    return unread.filter { !open.contains($0.value.facts) }.keys.sorted()
  }

  /// Whether any reminder of what is due then could come now; most minutes none can.
  private func isNear(_ dueAt: Instant) -> Bool {
    NoticePreferences.allLeads.contains { hours in
      let at = dueAt.plus(seconds: -Int64(hours) * 3600)
      return at <= tx.now && at > tx.now.plus(seconds: -Reminders.grace)
    }
  }
}

extension DueSoon {
  fileprivate var facts: NoticeFacts { NoticeFacts(student: student, thing: item.id.cast(), moment: dueAt) }
}

extension NoticeFacts {
  /// The same work, whenever it is due.
  fileprivate var work: NoticeFacts { NoticeFacts(student: student, thing: thing, moment: nil) }
}

extension NotificationsStore {
  /// Every reminder of what is not over yet.
  ///
  /// - Parameter since: of what was due since then, when that is earlier.
  func reminded(
    in school: ID<Tenant>, of since: Instant? = nil
  ) throws(Refusal) -> [ID<Notification>: (facts: NoticeFacts, isRead: Bool)] {
    var found: [ID<Notification>: (facts: NoticeFacts, isRead: Bool)] = [:]
    try tx.each(
      """
      SELECT id, student, thing, moment, "readAt" FROM notification WHERE school = $1 AND kind = 'due' AND moment > $2
      """, [.id(school), .instant(since ?? tx.now)]
    ) { row in
      found[row.id(0)] = (
        NoticeFacts(student: row.optionalID(1), thing: row.optionalID(2), moment: row.optionalInstant(3)),
        row.optionalInstant(4) != nil
      )
    }
    return found
  }
}
