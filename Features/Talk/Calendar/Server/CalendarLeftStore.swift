import Base
import Ledger
import People
import School

/// What feeds still say of events that are for others now.
extension CalendarStore {
  private static var leftColumns: String {
    "\"from\", until, start, \"end\", zone, rule, uid, sequence, at, event"
  }

  /// What has left the audiences since a moment and touched the days.
  func left(
    _ audiences: [Event.Audience], from first: Day, through last: Day, since: Instant, in school: ID<Tenant>
  ) throws(Refusal) -> [LeftEvent] {
    try audiences.tryFlatMap { audience throws(Refusal) -> [LeftEvent] in
      try tx.rows(
        """
        SELECT \(Self.leftColumns) FROM event_left WHERE school = $1 AND audience = $2 AND target = $3
          AND last >= $4 AND first <= $5 AND at >= $6 ORDER BY event
        """,
        [
          .id(school), .text(audience.kind), .id(audience.target(in: school)), .day(first), .day(last),
          .instant(since),
        ], LeftEvent.init(row:))
    }
  }

  /// The same of all that was for more than one person.
  func left(from first: Day, through last: Day, since: Instant, in school: ID<Tenant>) throws(Refusal) -> [LeftEvent] {
    try tx.rows(
      """
      SELECT \(Self.leftColumns) FROM event_left WHERE school = $1 AND audience <> 'person'
        AND last >= $2 AND first <= $3 AND at >= $4 ORDER BY event
      """, [.id(school), .day(first), .day(last), .instant(since)], LeftEvent.init(row:))
  }
}

extension CalendarStore where Books == WriteTransaction {
  /// The event goes from one audience to another; those who have it again need no word that it left.
  func leave(_ old: Event, for new: Event) throws(Refusal) {
    let times = old.times
    try tx.put(
      CalendarTables.left,
      [
        .id(tx.school), .id(old.id), .text(old.audience.kind), .id(old.audience.target(in: tx.school)),
        .day(times.from), .day(times.until), .int(times.start), .int(times.end), .text(old.zone),
        .text(old.rule?.text()), .day(times.from), .day(old.lastDay), .text(old.uid), .int(old.sequence + 1),
        .instant(tx.now),
      ])
    try tx.remove(
      CalendarTables.left,
      key: [.id(tx.school), .id(old.id), .text(new.audience.kind), .id(new.audience.target(in: tx.school))])
  }
}

/// An event as those had it who may know no more of it.
struct LeftEvent {
  let event: ID<Event>
  let item: FeedItem

  init(row: Row) {
    event = row.id(9)
    var item = FeedItem(
      uid: row.text(6), updatedAt: row.instant(8), title: "", kind: Event.Kind.event.rawValue,
      times: EventTimes(from: row.day(0), until: row.day(1), start: row.optionalInt(2), end: row.optionalInt(3)),
      zone: row.text(4), rule: row.optionalText(5).flatMap { try? Recurrence($0) })  // only this store writes it
    (item.sequence, item.isCancelled) = (row.int(7), true)
    self.item = item
  }
}
