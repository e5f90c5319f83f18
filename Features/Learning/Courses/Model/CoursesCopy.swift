public import Base

/// How dates move when a course is taught again: by whole days, and never onto a day without school.
public struct CourseShift: Sendable {
  /// How many days later the new course begins.
  public let days: Int
  /// The weekdays without school, 1 Monday … 7 Sunday.
  public let daysOff: Set<Int>
  public let holidays: Set<Day>
  public let zone: Zone
  public init(days: Int, daysOff: Set<Int>, holidays: Set<Day>, zone: Zone) {
    (self.days, self.daysOff, self.holidays, self.zone) = (days, daysOff, holidays, zone)
  }

  /// No holidays are longer; keeps a week of seven days off from looking for ever.
  public static var longestHoliday: Int { 120 }

  public func isOff(_ day: Day) -> Bool { daysOff.contains(day.weekday) || holidays.contains(day) }

  /// The day moved, and then on to the next day with school.
  public func callAsFunction(_ day: Day) -> Day {
    let plain = day.plus(days: days)
    var shown = plain
    for _ in 0..<Self.longestHoliday {
      if !isOff(shown) { return shown }
      shown = shown.plus(days: 1)
    }
    return plain
  }

  /// The last day moved, and then back to the day with school before, never before the first.
  public func last(_ day: Day, from first: Day) -> Day {
    let plain = day.plus(days: days)
    var shown = plain
    for _ in 0..<Self.longestHoliday where shown > first {
      if !isOff(shown) { return shown }
      shown = shown.plus(days: -1)
    }
    return isOff(shown) ? plain : shown
  }

  /// The moment on its new day, at the same time on the school's clock, summer or winter.
  public func callAsFunction(_ instant: Instant) -> Instant {
    let (day, minute) = (zone.day(of: instant), zone.minute(of: instant))
    // A day that is due at its last minute is due at that minute's end.
    let second = instant.milliseconds / 1000 - zone.instant(day, minute: minute).milliseconds / 1000
    return zone.instant(self(day), minute: minute).plus(seconds: (0..<60).contains(second) ? second : 0)
  }

  /// Whether the day would have fallen on one without school.
  public func skips(_ day: Day) -> Bool { isOff(day.plus(days: days)) }
}

extension CourseShift {
  /// When the moved item opens and closes; days without school move neither past the day it is due.
  public func window(opens: Instant?, due: Instant?, closes: Instant?) -> (opens: Instant?, closes: Instant?) {
    let moved = due.map { self($0) }
    var end = closes.map { self($0) }
    if let moved, let late = end, late < moved { end = moved }
    var begin = opens.map { self($0) }
    if let last = moved ?? end, let early = begin, early > last { begin = last }
    return (begin, end)
  }
}

/// A date that moves when a course is copied: of what, and which.
public struct CourseDate: Hashable, Sendable {
  /// The title of the item, as its teacher wrote it.
  public let title: String
  /// The key of what the date says of it: `courses.date.due`.
  public let key: String
  public let at: When
  /// A moment moves past days without school, a day of the calendar does not.
  public enum When: Hashable, Sendable {
    case moment(Instant), day(Day)
  }
  public init(_ title: String, _ key: String, at: Instant) {
    (self.title, self.key, self.at) = (title, key, .moment(at))
  }
  public init(_ title: String, _ key: String, on day: Day) { (self.title, self.key, self.at) = (title, key, .day(day)) }
}

/// A course that was made from another, as the features that keep something of it are told.
///
/// Each copies its own rows under the new ids, moves its dates by `shift`, and leaves drafts: nothing is published.
public struct CourseCopy: Sendable {
  public let from: Course
  public let to: Course
  public let modules: [ID<CourseModule>: ID<CourseModule>]
  public let items: [ID<CourseItem>: ID<CourseItem>]
  public let shift: CourseShift
  public let by: ID<Account>
  public init(
    from: Course, to: Course, modules: [ID<CourseModule>: ID<CourseModule>], items: [ID<CourseItem>: ID<CourseItem>],
    shift: CourseShift, by: ID<Account>
  ) {
    (self.from, self.to, self.modules, self.items) = (from, to, modules, items)
    (self.shift, self.by) = (shift, by)
  }
}

/// A course is taught again: everything but its students, as a draft, with its dates moved.
public struct CopyCourse: FormCommand {
  public static let name = "courses.copy-course"
  public let course: ID<Course>
  public let title: String
  public let term: String?
  /// The first day of the new course.
  public let from: Day
  public let daysOff: Set<Int>
  public init(course: ID<Course>, title: String, term: String? = nil, from: Day, daysOff: Set<Int> = []) {
    (self.course, self.title, self.term) = (course, title, term)
    (self.from, self.daysOff) = (from, daysOff)
  }

  public init(_ form: inout FormReader) {
    self.init(
      course: form.id("course"), title: form.text("name", max: 120, about: "The name of the copy."),
      term: form.optionalText("term", max: 60, about: "Its term."), from: form.day("from", about: "Its first day."),
      daysOff: Self.daysOff(&form))
    form.ignore("preview")
  }

  /// `off.5`, ticked: no school on Fridays.
  private static func daysOff(_ reader: inout FormReader) -> Set<Int> {
    let about = "The weekdays without school, 1 Monday to 7 Sunday: off.6 is on."
    var off: Set<Int> = []
    let ticked = reader.entries("off", max: 7, about: about)
    for (key, value) in ticked where value != "" && value != "0" && value != "false" {
      guard let weekday = wholeNumber(key.utf8), (1...7).contains(weekday) else {
        reader.fail("off." + key, Phrase("form.choice"))
        continue
      }
      off.insert(weekday)
    }
    if off.count == 7 { reader.fail("off.1", Phrase("courses.no-school-days")) }
    return off
  }
}
