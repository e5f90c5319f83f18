import Base
import School

/// Where an entry stands in the hours of a day.
struct CalendarSlot: Sendable {
  let entry: CalendarEntry
  /// Minutes since midnight; never so few that there is no room for its name.
  let from: Int
  let to: Int
  /// What is at the same time stands side by side: in which lane, of how many.
  var lane = 0
  var lanes = 1

  static let least = 20

  init?(_ entry: CalendarEntry) {
    guard let start = entry.start, entry.kind != .due, entry.day == entry.last else { return nil }
    self.entry = entry
    from = min(start, 1440 - Self.least)
    to = min(1440, max(entry.end ?? start, from + Self.least))
  }

  /// What there is room for: a line, two, or as many as it needs.
  var size: String? { to - from < 40 ? "line" : to - from < 75 ? "short" : nil }
}

/// One day of a week: what has hours, what has none, and what there is no room for.
struct CalendarColumn: Sendable {
  static let maxLanes = 3
  static let maxTop = 4

  let day: Day
  private(set) var top: [CalendarEntry] = []
  private(set) var slots: [CalendarSlot] = []
  private(set) var left: [CalendarEntry] = []

  /// - Parameter entries: those of the day.
  init(_ day: Day, _ entries: [CalendarEntry]) {
    self.day = day
    (top, left) = fitting(entries.filter { CalendarSlot($0) == nil }, Self.maxTop)
    place(entries.compactMap(CalendarSlot.init))
  }

  /// Each in the first lane that is free again; those that meet, also through others, are equally wide.
  private mutating func place(_ all: [CalendarSlot]) {
    var group: [CalendarSlot] = []
    var free: [Int] = []
    // What comes seldom has its place before the lessons of every week.
    let order = all.sorted {
      ($0.from, $0.entry.kind == .lesson ? 1 : 0, -$0.to) < ($1.from, $1.entry.kind == .lesson ? 1 : 0, -$1.to)
    }
    for var slot in order {
      if free.allSatisfy({ $0 <= slot.from }) {
        close(group, free.count)
        (group, free) = ([], [])
      }
      if let lane = free.firstIndex(where: { $0 <= slot.from }) {
        (slot.lane, free[lane]) = (lane, slot.to)
      } else if free.count < Self.maxLanes {
        slot.lane = free.count
        free.append(slot.to)
      } else {
        left.append(slot.entry)
        continue
      }
      group.append(slot)
    }
    close(group, free.count)
  }

  private mutating func close(_ group: [CalendarSlot], _ lanes: Int) {
    for var slot in group {
      slot.lanes = lanes
      slots.append(slot)
    }
  }
}

/// The hours of a week that have something, and one before and after; of a week without hours a school's morning.
struct CalendarHours: Equatable, Sendable {
  var first = 8
  /// The hour after the last one.
  var end = 14

  init(_ columns: [CalendarColumn]) {
    let slots = columns.flatMap { $0.slots }
    guard let from = slots.map({ $0.from }).min(), let to = slots.map({ $0.to }).max() else { return }
    (first, end) = (max(0, from / 60 - 1), min(24, (to + 59) / 60 + 1))
  }

  var all: [Int] { Array(first..<max(first, end)) }
  func contains(_ minute: Int) -> Bool { first * 60 <= minute && minute < end * 60 }
}

extension CalendarPage {
  /// The days of a week that stand beside each other: those without school only when something is on them.
  func columns(weekend: Set<Int>) -> [CalendarColumn] {
    days.map { CalendarColumn($0, entries(on: $0)) }.filter {
      !weekend.contains($0.day.weekday) || !entries(on: $0.day).isEmpty
    }
  }
}
