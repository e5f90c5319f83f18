import Base
import Classroom
import Database
import Ledger
import People
import School

/// The days on which the calendar closes the whole school: no lesson takes place then.
///
/// They are reckoned from the events that stand, all of them each time: whatever was renamed, moved, left out or put
/// back, and whether two holidays share a day. What was closed by hand stays as it is.
struct CalendarClosedDays {
  let home: Zone
  let tx: WriteTransaction

  static let past = 400
  static let ahead = 800

  /// Brings the closed days of the timetable to where the events have them.
  func settle() throws(Refusal) {
    let (store, today) = (AttendanceStore(tx: tx), home.day(of: tx.now))
    let window = today.plus(days: -Self.past)...today.plus(days: Self.ahead)
    let wanted = try wanted(window)
    let now = try store.holidays(in: tx.school, from: window.lowerBound, through: window.upperBound)
    let known = Dictionary(now.map { ($0.day, $0) }) { first, _ in first }
    let over = now.filter { $0.event != nil && wanted[$0.day] == nil }
    for free in SchoolBreak.of(over) { try store.reopen(free.first...free.last) }
    let new = wanted.values.filter { holiday in
      guard let old = known[holiday.day] else { return true }
      return old.event != nil && old != holiday
    }
    for closed in SchoolBreak.of(new) { try store.close(closed) }
  }

  /// Of two holidays on a day the older gives it its name.
  private func wanted(_ window: ClosedRange<Day>) throws(Refusal) -> [Day: Holiday] {
    let store = CalendarStore(tx: tx)
    let events = try store.closing(from: window.lowerBound, through: window.upperBound, in: tx.school)
    let changes = try store.changes(of: events.filter { $0.rule != nil }.map(\.id), in: tx.school)
    var found: [Day: Holiday] = [:]
    for event in events where found.count <= Self.past + Self.ahead {
      // Each day once, however long each time is and however many there are.
      var next = window.lowerBound
      for one in event.occurrences(in: window, changes[event.id] ?? [], zone: home) where one.times.isAllDay {
        let last = min(one.times.until, window.upperBound)
        next = max(next, one.times.from)
        while next <= last {
          if found[next] == nil { found[next] = Holiday(day: next, name: one.title, event: event.id) }
          next = next.plus(days: 1)
        }
      }
    }
    return found
  }
}

extension CalendarService {
  /// Closes what has come within reach, once a day in each school.
  @Sendable public func closeDays() async throws {
    for school in try await ledger.read({ try SchoolsStore(tx: $0).all() }) {
      let today = (zoneNamed(school.zone) ?? .utc).day(of: world.now())
      let sent = CommandEnvelope(Self.closing(school.id, on: today), "calendar.close-days", school: school.id, by: nil)
      try await ledger.write(sent) { tx in
        try CalendarClosedDays(home: homeZone(of: school.id, tx), tx: tx).settle()
        return ""
      }
    }
  }

  /// The name of a school's day as a sending, worked out: whoever comes second finds the first one's receipt.
  private static func closing(_ school: ID<Tenant>, on day: Day) -> ID<IdempotencyKey> {
    let salt = UInt64(truncatingIfNeeded: day.number) &* 0xD1B5_4A32_D192_ED03
    return ID(high: school.high, low: school.low & 0xC000_0000_0000_0000 | (school.low ^ salt) & 0x3FFF_FFFF_FFFF_FFFF)
  }
}
