public import Base

/// A new place in the week of a classroom.
public struct PlanPeriod: FormCommand {
  public static let name = "attendance.plan-slot"
  public let id: ID<TimetablePeriod>?
  public let classroom: ID<Classroom>
  public let title: String
  public let weekday: Int
  public let start: Int
  public let end: Int
  public let from: Day
  public let until: Day?
  public init(
    id: ID<TimetablePeriod>? = nil, classroom: ID<Classroom>, title: String, weekday: Int, start: Int, end: Int,
    from: Day,
    until: Day? = nil
  ) {
    (self.id, self.classroom, self.title, self.weekday) = (id, classroom, title, weekday)
    (self.start, self.end, self.from, self.until) = (start, end, from, until)
  }
  public init(_ form: inout FormReader) {
    let id = form.optionalID("id", TimetablePeriod.self, about: "The id it is to have; without it one is made.")
    let (classroom, title) = (form.id("classroom", Classroom.self), form.periodTitle())
    let weekday = form.integer("weekday", in: 1...7, about: "1 is Monday, 7 is Sunday.")
    let (start, end) = form.times()
    let from = form.day("from", about: "The first day.")
    let until = form.optionalDay("until", about: "The last day; without it there is none.")
    if form.problems.isEmpty, let until, until < from { form.fail("until", Phrase("attendance.until-before-from")) }
    self.init(
      id: id, classroom: classroom, title: title, weekday: weekday, start: start, end: end, from: from, until: until)
  }
}

/// Another name or other times for a slot.
///
/// Registers already taken keep theirs; another weekday is another slot.
public struct ChangePeriod: FormCommand {
  public static let name = "attendance.change-slot"
  public let classroom: ID<Classroom>
  public let period: ID<TimetablePeriod>
  public let title: String
  public let start: Int
  public let end: Int
  public init(classroom: ID<Classroom>, period: ID<TimetablePeriod>, title: String, start: Int, end: Int) {
    (self.classroom, self.period, self.title, self.start, self.end) = (classroom, period, title, start, end)
  }
  public init(_ form: inout FormReader) {
    let (classroom, period) = (form.id("classroom", Classroom.self), form.id("slot", TimetablePeriod.self))
    let (title, times) = (form.periodTitle(), form.times())
    self.init(classroom: classroom, period: period, title: title, start: times.start, end: times.end)
  }
}

/// The slot takes place for the last time.
public struct EndPeriod: FormCommand {
  public static let name = "attendance.end-slot"
  public let classroom: ID<Classroom>
  public let period: ID<TimetablePeriod>
  public let until: Day
  public init(classroom: ID<Classroom>, period: ID<TimetablePeriod>, until: Day) {
    (self.classroom, self.period, self.until) = (classroom, period, until)
  }
  public init(_ form: inout FormReader) {
    self.init(
      classroom: form.id("classroom"), period: form.id("slot"), until: form.day("until", about: "The last day."))
  }
}

/// The school is closed on a day, or on all days from one to another.
public struct NameHoliday: FormCommand {
  public static let name = "attendance.name-holiday"
  /// Longer than the longest summer.
  public static let maxDays = 120
  public let from: Day
  public let until: Day
  public let title: String
  public init(from: Day, until: Day, title: String) { (self.from, self.until, self.title) = (from, until, title) }
  public init(_ form: inout FormReader) {
    let from = form.day("from", about: "The first day.")
    let until = form.optionalDay("until", about: "The last day; without it the first is the only one.") ?? from
    let title = form.text("name", max: 60, about: "What it is called.")
    if form.problems.isEmpty, until < from { form.fail("until", Phrase("attendance.until-before-from")) }
    if form.problems.isEmpty, until.number - from.number >= NameHoliday.maxDays {
      form.fail("until", Phrase("attendance.too-many-days", .count(NameHoliday.maxDays)))
    }
    self.init(from: from, until: until, title: title)
  }
}

/// The school is open on a day after all, or on all days of a break from one to another.
public struct DropHoliday: FormCommand {
  public static let name = "attendance.drop-holiday"
  public let day: Day
  public let until: Day
  public init(day: Day, until: Day? = nil) { (self.day, self.until) = (day, until ?? day) }
  public init(_ form: inout FormReader) {
    let day = form.day("day")
    let until = form.optionalDay("until", about: "The last of the days; without it that one day.") ?? day
    if form.problems.isEmpty, until < day { form.fail("until", Phrase("attendance.until-before-from")) }
    self.init(day: day, until: until)
  }
}

extension FormReader {
  fileprivate mutating func periodTitle() -> String { text("title", max: 60, about: "What it is called.") }

  /// `start` and `end`, the end after the start.
  fileprivate mutating func times() -> (start: Int, end: Int) {
    let before = problems.count
    let (start, end) = (
      clock("start", about: "When it begins, as 08:15."), clock("end", about: "When it ends, as 09:00.")
    )
    if problems.count == before, end <= start { fail("end", Phrase("attendance.ends-before-start")) }
    return (start, end)
  }
}
