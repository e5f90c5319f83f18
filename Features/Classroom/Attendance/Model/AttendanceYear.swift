public import Base

/// How often a child was marked one thing on a day, in one class.
public struct MarkedDay: Hashable, Sendable {
  public let day: Day, classroom: ID<Classroom>, status: Mark.Status, count: Int
  /// When the last of these registers began, in minutes since midnight.
  public let start: Int
  public init(day: Day, classroom: ID<Classroom>, status: Mark.Status, count: Int, start: Int) {
    (self.day, self.classroom, self.status) = (day, classroom, status)
    (self.count, self.start) = (count, start)
  }
}

/// A child's year day by day, as its registers have it.
public struct AttendanceYear: Hashable, Sendable {
  /// One register in which the child was there.
  public struct Seen: Hashable, Sendable {
    public let day: Day, start: Int
  }
  public private(set) var count = AttendanceCount()
  /// Of days with several registers what most wants to be seen: absent before late, late before excused.
  public private(set) var days: [Day: Mark.Status] = [:]
  /// The numbers of each month, by its first day.
  public private(set) var months: [Day: AttendanceCount] = [:]
  /// When the child was last there, late or not.
  public private(set) var lastSeen: Seen?

  public init(_ marks: [MarkedDay]) {
    for mark in marks {
      count.add(mark.status, mark.count)
      months[mark.day.startOfMonth, default: AttendanceCount()].add(mark.status, mark.count)
      if days[mark.day].map({ mark.status.isWorse(than: $0) }) ?? true { days[mark.day] = mark.status }
      guard mark.status == .present || mark.status == .late else { continue }
      if let lastSeen, (mark.day, mark.start) <= (lastSeen.day, lastSeen.start) { continue }
      lastSeen = Seen(day: mark.day, start: mark.start)
    }
  }

  public var first: Day? { days.keys.min() }
  /// On how many days the child was marked so at all.
  public func dayCount(_ status: Mark.Status) -> Int { days.values.reduce(0) { $0 + ($1 == status ? 1 : 0) } }
}

extension Mark.Status {
  /// Whether it wants to be seen before the other one, of a day with several registers.
  public func isWorse(than other: Mark.Status) -> Bool { weight > other.weight }

  private var weight: Int {
    switch self {
    case .present: 0
    case .excused: 1
    case .late: 2
    case .absent: 3
    }
  }
}
