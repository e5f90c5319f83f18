public import Base
public import Database
import People
public import School

/// The days the school is closed, a break a row; no day is ever in two rows.
extension AttendanceStore where DB == WriteTransaction {
  func save(_ permit: Permit<NameHoliday>) throws(Refusal) {
    try close(SchoolBreak(first: permit.command.from, last: permit.command.until, name: permit.command.title))
  }

  /// Opens the school on the days that were closed by hand; the calendar's stay with the calendar.
  func save(_ permit: Permit<DropHoliday>) throws(Refusal) {
    let days = permit.command.day...permit.command.until
    for closed in try breaks(in: tx.school, from: days.lowerBound, through: days.upperBound) where closed.event == nil {
      try replace(closed, with: closed.without(days))
    }
  }

  public func put(_ holiday: Holiday) throws(Refusal) {
    try close(SchoolBreak(first: holiday.day, last: holiday.day, name: holiday.name, event: holiday.event))
  }

  /// Closes the school; what closed it on those days before gives way, and a neighbour of the same name becomes one with it.
  public func close(_ wanted: SchoolBreak) throws(Refusal) {
    try reopen(wanted.first...wanted.last)
    var whole = wanted
    let (before, after) = (wanted.first.plus(days: -1), wanted.last.plus(days: 1))
    for neighbour in try breaks(in: tx.school, from: before, through: after) {
      guard let both = whole.joined(with: neighbour) else { continue }
      whole = both
      if neighbour.first != whole.first { try remove(neighbour) }
    }
    try write(whole)
  }

  /// The school is open on those days after all.
  public func reopen(_ days: ClosedRange<Day>) throws(Refusal) {
    for closed in try breaks(in: tx.school, from: days.lowerBound, through: days.upperBound) {
      try replace(closed, with: closed.without(days))
    }
  }

  private func replace(_ old: SchoolBreak, with rest: [SchoolBreak]) throws(Refusal) {
    if !rest.contains(where: { $0.first == old.first }) { try remove(old) }
    for part in rest { try write(part) }
  }

  private func write(_ closed: SchoolBreak) throws(Refusal) {
    try tx.put(AttendanceTables.holiday, closed)
  }

  private func remove(_ closed: SchoolBreak) throws(Refusal) {
    try tx.remove(AttendanceTables.holiday, closed)
  }
}
