import Base
import Database
import ICalendar
import People
import School

/// What feeds still say of events that are for others now.
extension CalendarStore {
  /// What has left the audiences since a moment and touched the days.
  func left(
    _ audiences: [Event.Audience], from first: Day, through last: Day, since: Instant, in school: ID<Tenant>
  ) throws(Refusal) -> [LeftEvent] {
    try audiences.tryFlatMap { audience throws(Refusal) -> [LeftEvent] in
      try tx.all(
        CalendarTables.left, in: school,
        "AND audience = $2 AND target = $3 AND last >= $4 AND first <= $5 AND at >= $6 ORDER BY event",
        [.text(audience.kind), .id(audience.target(in: school)), .day(first), .day(last), .instant(since)])
    }
  }

  /// The same of all that was for more than one person.
  func left(from first: Day, through last: Day, since: Instant, in school: ID<Tenant>) throws(Refusal) -> [LeftEvent] {
    try tx.all(
      CalendarTables.left, in: school,
      "AND audience <> 'person' AND last >= $2 AND first <= $3 AND at >= $4 ORDER BY event",
      [.day(first), .day(last), .instant(since)])
  }
}

extension CalendarStore where DB == WriteTransaction {
  /// The event goes from one audience to another; those who have it again need no word that it left.
  func leave(_ old: Event, for new: Event) throws(Refusal) {
    try tx.put(
      CalendarTables.left,
      LeftEvent(
        school: tx.school, event: old.id, audience: old.audience, times: old.times, zone: old.zone, rule: old.rule,
        last: old.lastDay, uid: old.uid, sequence: old.sequence + 1, at: tx.now))
    try tx.remove(
      CalendarTables.left,
      key: [.id(tx.school), .id(old.id), .text(new.audience.kind), .id(new.audience.target(in: tx.school))])
  }
}

/// An event as those had it who may know no more of it.
public struct LeftEvent: Sendable {
  /// Those it was for are named by an id, which is the school's for everybody.
  let school: ID<Tenant>
  let event: ID<Event>, audience: Event.Audience, times: EventTimes, zone: String, rule: Recurrence?
  /// The last day it could reach.
  let last: Day
  let uid: String, sequence: Int, at: Instant

  var item: FeedItem {
    var item = FeedItem(
      uid: uid, updatedAt: at, title: "", kind: Event.Kind.event.rawValue, times: times, zone: zone, rule: rule)
    (item.sequence, item.isCancelled) = (sequence, true)
    return item
  }
}
