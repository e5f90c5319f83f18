package import Base
import Classroom
package import Database
import School

/// The days on which the calendar closes the whole school: no lesson takes place then.
///
/// They are reckoned from the events that stand, all of them each time: whatever was renamed, moved, left out or put
/// back, and whether two holidays share a day. What was closed by hand stays as it is.
package struct CalendarClosedDays {
  let home: Zone
  let tx: WriteTransaction

  package init(home: Zone, tx: WriteTransaction) {
    (self.home, self.tx) = (home, tx)
  }

  package static let past = 400
  static let ahead = 800

  /// Brings the closed days of the timetable to where the events have them.
  package func recalculate() throws(Refusal) {
    let (store, today) = (AttendanceStore(tx: tx), home.day(of: tx.now))
    let window = today.plus(days: -Self.past)...today.plus(days: Self.ahead)
    let wanted = try wanted(window)
    let now = try store.holidays(in: tx.school, from: window.lowerBound, through: window.upperBound)
    var known: [Day: Holiday] = [:]
    for holiday in now where known[holiday.day] == nil { known[holiday.day] = holiday }
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
    let changes = try store.changes(of: events.filter { $0.rule != nil }.map { $0.id }, in: tx.school)
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
