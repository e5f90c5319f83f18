public import Base

/// A new place in the week of a classroom.
public struct PlanSlot: Command {
  public static let name = "attendance.plan-slot"
  public let id: ID<Slot>?
  public let classroom: ID<Classroom>
  public let title: String
  public let weekday: Int
  public let start: Int
  public let end: Int
  public let from: Day
  public let until: Day?
  public init(
    id: ID<Slot>? = nil, classroom: ID<Classroom>, title: String, weekday: Int, start: Int, end: Int, from: Day,
    until: Day? = nil
  ) {
    (self.id, self.classroom, self.title, self.weekday) = (id, classroom, title, weekday)
    (self.start, self.end, self.from, self.until) = (start, end, from, until)
  }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let id = reader.optionalID("id", Slot.self)
    let (classroom, title) = (reader.id("classroom", Classroom.self), reader.text("title", max: 60))
    let weekday = reader.integer("weekday", in: 1...7)
    let (start, end) = reader.times()
    let (from, until) = (reader.day("from"), reader.optionalDay("until"))
    if reader.problems.isEmpty, let until, until < from { reader.fail("until", Phrase("attendance.until-before-from")) }
    try reader.finish()
    self.init(
      id: id, classroom: classroom, title: title, weekday: weekday, start: start, end: end, from: from, until: until)
  }
}

/// Another name or other times for a slot.
///
/// Registers already taken keep theirs; another weekday is another slot.
public struct ChangeSlot: Command {
  public static let name = "attendance.change-slot"
  public let slot: ID<Slot>
  public let title: String
  public let start: Int
  public let end: Int
  public init(slot: ID<Slot>, title: String, start: Int, end: Int) {
    (self.slot, self.title, self.start, self.end) = (slot, title, start, end)
  }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let (slot, title) = (reader.id("slot", Slot.self), reader.text("title", max: 60))
    let (start, end) = reader.times()
    try reader.finish()
    self.init(slot: slot, title: title, start: start, end: end)
  }
}

/// The slot takes place for the last time.
public struct EndSlot: Command {
  public static let name = "attendance.end-slot"
  public let slot: ID<Slot>
  public let until: Day
  public init(slot: ID<Slot>, until: Day) { (self.slot, self.until) = (slot, until) }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    (slot, until) = (reader.id("slot", Slot.self), reader.day("until"))
    try reader.finish()
  }
}

/// The school is closed on a day, or on all days from one to another.
public struct NameHoliday: Command {
  public static let name = "attendance.name-holiday"
  /// Longer than the longest summer.
  public static let maxDays = 120
  public let from: Day
  public let until: Day
  public let title: String
  public init(from: Day, until: Day, title: String) { (self.from, self.until, self.title) = (from, until, title) }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let from = reader.day("from")
    let until = reader.optionalDay("until") ?? from
    let title = reader.text("name", max: 60)
    if reader.problems.isEmpty, until < from { reader.fail("until", Phrase("attendance.until-before-from")) }
    if reader.problems.isEmpty, until.number - from.number >= NameHoliday.maxDays {
      reader.fail("until", Phrase("attendance.too-many-days", .count(NameHoliday.maxDays)))
    }
    try reader.finish()
    self.init(from: from, until: until, title: title)
  }
}

/// The school is open on a day after all, or on all days of a break from one to another.
public struct DropHoliday: Command {
  public static let name = "attendance.drop-holiday"
  public let day: Day
  public let until: Day
  public init(day: Day, until: Day? = nil) { (self.day, self.until) = (day, until ?? day) }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let day = reader.day("day")
    let until = reader.optionalDay("until") ?? day
    if reader.problems.isEmpty, until < day { reader.fail("until", Phrase("attendance.until-before-from")) }
    try reader.finish()
    self.init(day: day, until: until)
  }
}

extension FormReader {
  /// `start` and `end`, the end after the start.
  fileprivate mutating func times() -> (start: Int, end: Int) {
    let before = problems.count
    let (start, end) = (clock("start"), clock("end"))
    if problems.count == before, end <= start { fail("end", Phrase("attendance.ends-before-start")) }
    return (start, end)
  }
}
