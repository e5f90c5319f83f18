public import Base

/// When somebody has a birthday, and how old they become.
public struct Birthday: Hashable, Sendable {
  public let student: ID<Student>
  /// The day it is kept on.
  public let day: Day
  /// How old the child is from that day on.
  public let age: Int
  public init(student: ID<Student>, day: Day, age: Int) { (self.student, self.day, self.age) = (student, day, age) }

  /// Nobody at a school was born before.
  public static let first = Day(year: 1900, month: 1, day: 1) ?? Day(number: 0)

  /// The day in a year on which who was born then has a birthday: the last of February for who was born on the 29th.
  public static func day(of born: Day, in year: Int) -> Day? {
    let (_, month, day) = born.parts
    return Day(year: year, month: month, day: min(day, Day.length(year: year, month: month)))
  }

  /// The birthdays from today on, for so many days, of those whose day is known; the next first.
  public static func coming(_ students: [Student], from today: Day, days: Int) -> [Birthday] {
    let last = today.plus(days: days)
    let years = Set([today.parts.year, last.parts.year]).sorted()
    var found: [Birthday] = []
    for student in students {
      guard let born = student.birthday else { continue }
      for year in years {
        guard let day = day(of: born, in: year), day >= today, day <= last, year > born.parts.year else { continue }
        found.append(Birthday(student: student.id, day: day, age: year - born.parts.year))
      }
    }
    // Those of one day stay in the order of the list.
    return found.enumerated().sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }.map { $0.element }
  }
}

extension Student {
  /// How old the child is on a day; nothing where that is not known, or the day was before.
  public func age(on today: Day) -> Int? {
    guard let birthday, birthday <= today else { return nil }
    let (born, year) = (birthday.parts.year, today.parts.year)
    let hadIt = Birthday.day(of: birthday, in: year).map { $0 <= today } ?? true
    return year - born - (hadIt ? 0 : 1)
  }
}

extension StudentFields {
  /// A birthday is a day from 1900 on that has begun, somewhere on the earth.
  func checkBirthday(_ now: Instant) throws(Refusal) {
    guard let birthday else { return }
    let latest = Zone.utc.day(of: now.plus(seconds: 14 * 3600))
    guard birthday >= Birthday.first, birthday <= latest else {
      throw .invalid("birthday", Phrase("students.birthday-range"))
    }
  }
}
