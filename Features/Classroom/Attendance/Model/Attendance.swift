public import Base

/// One place in the week of a classroom: Monday, 08:15 to 09:00, “Mathematics”.
public struct TimetablePeriod: Hashable, Sendable {
  public let id: ID<TimetablePeriod>
  public let classroom: ID<Classroom>
  public var title: String
  /// 1 Monday … 7 Sunday.
  public var weekday: Int
  /// Minutes since midnight, in the school's zone.
  public var start: Int
  public var end: Int
  /// The first and the last day it takes place; `nil` is open.
  public var from: Day
  public var until: Day?
  public init(
    id: ID<TimetablePeriod>, classroom: ID<Classroom>, title: String, weekday: Int, start: Int, end: Int, from: Day,
    until: Day?
  ) {
    (self.id, self.classroom, self.title, self.weekday) = (id, classroom, title, weekday)
    (self.start, self.end, self.from, self.until) = (start, end, from, until)
  }
}

/// A slot on one day: what a register is taken of.
public struct LessonSession: Hashable, Sendable {
  public let id: ID<LessonSession>
  public let classroom: ID<Classroom>
  public let period: ID<TimetablePeriod>
  public let day: Day
  public let title: String
  public let start: Int
  public let end: Int
  public init(
    id: ID<LessonSession>, classroom: ID<Classroom>, period: ID<TimetablePeriod>, day: Day, title: String, start: Int,
    end: Int
  ) {
    (self.id, self.classroom, self.period, self.day) = (id, classroom, period, day)
    (self.title, self.start, self.end) = (title, start, end)
  }

  /// The name of a slot's sitting on a day: worked out, not assigned, so that two phones without a network give the
  /// same sitting the same name.
  ///
  /// The day is folded into the slot's random bits.
  public static func id(of period: ID<TimetablePeriod>, on day: Day) -> ID<LessonSession> {
    let salt = UInt64(truncatingIfNeeded: day.number) &* 0x9E37_79B9_7F4A_7C15
    return ID(high: period.high, low: period.low & 0xC000_0000_0000_0000 | (period.low ^ salt) & 0x3FFF_FFFF_FFFF_FFFF)
  }
}

/// What was seen of one student in one sitting.
///
/// No mark means “not taken”, never “present”.
public struct Mark: Hashable, Sendable {
  public enum Status: String, CaseIterable, Hashable, Sendable {
    case present, late, absent, excused
    public var isAway: Bool { self == .absent || self == .excused }
  }
  public let session: ID<LessonSession>
  public let student: ID<Student>
  public let status: Status
  public let note: String?
  public let by: ID<Account>
  public let at: Instant
  public init(
    session: ID<LessonSession>, student: ID<Student>, status: Status, note: String?, by: ID<Account>, at: Instant
  ) {
    (self.session, self.student, self.status) = (session, student, status)
    (self.note, self.by, self.at) = (note, by, at)
  }
}

/// What a guardian, or the school for one, said beforehand: a proposed excuse, until a teacher takes it over.
public struct Absence: Hashable, Sendable {
  public let id: ID<Absence>
  public let student: ID<Student>
  public let from: Day
  public let until: Day
  public let reason: String?
  public let by: ID<Account>
  public let at: Instant
  public let withdrawnAt: Instant?
  public init(
    id: ID<Absence>, student: ID<Student>, from: Day, until: Day, reason: String?, by: ID<Account>, at: Instant,
    withdrawnAt: Instant? = nil
  ) {
    (self.id, self.student, self.from, self.until) = (id, student, from, until)
    (self.reason, self.by, self.at, self.withdrawnAt) = (reason, by, at, withdrawnAt)
  }
  public func covers(_ day: Day) -> Bool { withdrawnAt == nil && day >= from && day <= until }
}

/// One thing that was said about one student in one sitting: a mark, or that there is none any more.
public struct MarkEvent: Hashable, Sendable {
  public let student: ID<Student>
  public let at: Instant
  public let by: ID<Account>
  public let status: Mark.Status?
  public let note: String?
  public init(student: ID<Student>, at: Instant, by: ID<Account>, status: Mark.Status?, note: String?) {
    (self.student, self.at, self.by, self.status, self.note) = (student, at, by, status, note)
  }
  public init(_ mark: Mark) {
    self.init(student: mark.student, at: mark.at, by: mark.by, status: mark.status, note: mark.note)
  }
}

/// How one student's mark changes: from what it was to what it becomes, `nil` where there is none.
public struct MarkStep: Hashable, Sendable {
  public let student: ID<Student>
  public let before: Mark?
  public let after: Mark?
  public init(student: ID<Student>, before: Mark?, after: Mark?) {
    (self.student, self.before, self.after) = (student, before, after)
  }
}
