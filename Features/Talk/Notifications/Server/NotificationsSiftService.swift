import Base
import Database
import Learning
import People
import School
import Talk

/// What is claimed is looked at once more before it leaves: what was planned hours ago may be wrong now.
struct NoticeFilter {
  let school: School
  let account: ID<Account>
  let reader: NoticeReader
  let channel: NoticeChannel
  let tx: WriteTransaction
  private let muted: Set<ID<NoticeSubject>>
  private var store: NotificationsDeliveryStore<WriteTransaction> { .init(tx: tx) }

  init(
    _ school: School, _ account: ID<Account>, _ reader: NoticeReader, _ channel: NoticeChannel, _ tx: WriteTransaction
  )
    throws
  {
    (self.school, self.account, self.reader, self.channel, self.tx) = (school, account, reader, channel, tx)
    muted = try NotificationsPreferencesStore(tx: tx).muted(account, in: school.id)
  }

  /// What leaves now; the rest is settled: dropped, put off, or sent another way.
  func pass(_ claimed: [Delivery]) throws -> (deliveries: [Delivery], items: [Notification]) {
    var kept: [(Delivery, Notification)] = []
    for delivery in claimed {
      guard let item = try NotificationsStore(tx: tx).notification(delivery.notification, in: school.id)?.item else {
        try store.close(delivery, "dropped", reason: "taken back")
        continue
      }
      if let reason = try objection(to: item) {
        try store.close(delivery, "dropped", reason: reason)
      } else if try leaves(delivery, item) {
        kept.append((delivery, item))
      }
    }
    return (kept.map(\.0), kept.map(\.1).sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) })
  }

  /// Why it is worth nothing any more.
  private func objection(to item: Notification) throws -> String? {
    if item.readAt != nil { return "read" }
    guard let student = item.facts.student else { return nil }
    guard let known = try StudentsStore(tx: tx).student(student, in: school.id),
      try StudentsStore(tx: tx).family(of: known, in: school.id).contains(account)
    else { return "no family" }
    return try item.isStillDue(in: school.id, tx) ? nil : "not due"
  }

  /// Whether it goes this way at this hour, by what the reader wants now.
  private func leaves(_ delivery: Delivery, _ item: Notification) throws -> Bool {
    let isMuted = delivery.about.map { muted.contains($0) } ?? false
    let plan = reader.muting(isMuted).plan(NoticeKind(stored: item.kind), at: tx.now)
    guard let planned = plan[channel] else {
      try store.close(delivery, "dropped", reason: "not wanted")
      try move(delivery, plan)
      return false
    }
    let then = channel == .digest ? reader.clock.digestLeaves(at: tx.now) : planned
    if then <= tx.now { return true }
    let isLate = delivery.until.map { $0 <= then } ?? false
    try store.close(
      delivery, isLate ? "dropped" : "waiting", reason: isLate ? "late" : nil, dueAt: then, isTried: isLate)
    return false
  }

  /// Who wants it at once instead of in the evening, or the other way round, still gets it.
  private func move(_ delivery: Delivery, _ plan: [NoticeChannel: Instant]) throws {
    for other in [NoticeChannel.mail, .digest] where other != channel && channel != .push {
      guard let dueAt = plan[other] else { continue }
      try store.add(
        delivery.notification, other.rawValue, target: delivery.target, to: account, about: delivery.about,
        dueAt: dueAt, until: delivery.until)
    }
  }
}

extension Notification {
  /// Whether the work it reminds of is still to be done by that moment; what is no reminder holds.
  func isStillDue<DB: Transaction>(in school: ID<Tenant>, _ tx: DB) throws -> Bool {
    guard kind == NoticeKind.due.rawValue, let student = facts.student, let work = facts.thing, let due = facts.moment
    else { return true }
    return try RemindersReader(tx: tx).isDue(work.cast(), student, at: due, in: school)
  }
}
