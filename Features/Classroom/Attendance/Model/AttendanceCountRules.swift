public import Base

/// Which share a school calls its attendance.
public enum AttendanceRate: String, CaseIterable, Hashable, Sendable { case attendance, excluding, strict }

/// How often each of the four was marked.
///
/// Sittings without a mark are in none of them.
public struct AttendanceCount: Hashable, Sendable {
  public var present: Int
  public var late: Int
  public var absent: Int
  public var excused: Int
  public init(present: Int = 0, late: Int = 0, absent: Int = 0, excused: Int = 0) {
    (self.present, self.late, self.absent, self.excused) = (present, late, absent, excused)
  }
  public init(_ statuses: some Sequence<Mark.Status>) {
    self.init()
    for status in statuses { add(status) }
  }

  public mutating func add(_ status: Mark.Status, _ times: Int = 1) {
    switch status {
    case .present: present += times
    case .late: late += times
    case .absent: absent += times
    case .excused: excused += times
    }
  }

  public subscript(_ status: Mark.Status) -> Int {
    switch status {
    case .present: present
    case .late: late
    case .absent: absent
    case .excused: excused
    }
  }

  /// How many sittings were marked at all: what the rates are shares of.
  public var marked: Int { present + late + absent + excused }

  /// The share that the school has chosen.
  public subscript(_ rate: AttendanceRate) -> Amount? {
    switch rate {
    case .attendance: attendance
    case .excluding: excludingExcused
    case .strict: strict
    }
  }

  /// (P + L) / (P + L + A + E) in percent, the rate on the transcript; `nil` when nothing was marked.
  public var attendance: Amount? { percent(present + late, of: marked) }
  /// (P + L) / (P + L + A): what was excused counts neither way.
  public var excludingExcused: Amount? { percent(present + late, of: present + late + absent) }
  /// P / (P + L + A + E): being late is not being there.
  public var strict: Amount? { percent(present, of: marked) }
}

/// An exact share of a hundred, half up in the fourth place; `nil` of nothing.
private func percent(_ part: Int, of whole: Int) -> Amount? {
  guard whole > 0, let hundredfold = Amount(part * 100), let divisor = Amount(whole) else { return nil }
  return hundredfold.dividedHalfUp(by: divisor)
}

/// Days missed out of days enrolled.
///
/// Missing counts excused and unexcused alike, as the federal definition does.
public struct MissedDays: Hashable, Sendable {
  /// In half days: most of a day is a whole one, half of it or less is one half.
  public let halves: Int
  public let days: Int
  public init(halves: Int, days: Int) { (self.halves, self.days) = (halves, days) }

  /// From marked sittings: present for all of a day's minutes is no miss, for half of them a half, for less a whole.
  public init(_ marks: some Sequence<(day: Day, minutes: Int, status: Mark.Status)>) {
    var byDay: [Int: (there: Int, whole: Int)] = [:]
    for mark in marks {
      // A sitting of no length still counts as something one can miss.
      let minutes = max(1, mark.minutes)
      var day = byDay[mark.day.number] ?? (0, 0)
      day.whole += minutes
      if mark.status == .present || mark.status == .late { day.there += minutes }
      byDay[mark.day.number] = day
    }
    var halves = 0
    for day in byDay.values where day.there < day.whole { halves += day.there * 2 >= day.whole ? 1 : 2 }
    self.init(halves: halves, days: byDay.count)
  }

  /// The share of days missed, in percent; `nil` when there were none.
  public var share: Amount? { percent(halves, of: days * 2) }
  /// At least a tenth of at least ten days.
  public var isChronic: Bool { days >= 10 && halves * 5 >= days }
}
