import Base
import Foundation
import Testing

/// A zone of the world, from Foundation's tables.
private func zone(_ name: String) throws -> Zone {
  let table = try #require(TimeZone(identifier: name))
  return Zone(name: name) { table.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0.milliseconds) / 1000)) }
}

private func clock(_ text: String) -> Int {
  let parts = text.split(separator: ":").compactMap { Int($0) }
  return parts[0] * 60 + parts[1]
}

@Suite struct `A day` {
  @Test func `is the same day in Foundation's calendar, over eight centuries`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let first = try #require(Day(year: 1600, month: 1, day: 1)),
      last = try #require(Day(year: 2400, month: 12, day: 31))
    // A prime step meets every day of the month and the week; each day around the century leap rule is tried as well.
    let edges = stride(from: 1600, through: 2400, by: 100).flatMap { year in
      (-3...3).compactMap { offset in Day(year: year, month: 3, day: 1)?.plus(days: offset) }
    }
    for day in stride(from: first.number, through: last.number, by: 11).map({ Day(number: $0) }) + edges {
      let (year, month, number) = day.parts
      #expect(Day(year: year, month: month, day: number) == day)
      if day.number > -141_427 {  // Foundation turns Julian before 15 October 1582; we are far after it
        let parts = calendar.dateComponents(
          [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(day.number) * 86_400))
        #expect(parts.year == year && parts.month == month && parts.day == number)
        #expect(parts.weekday == day.weekday % 7 + 1)
      }
    }
  }
  @Test func `belongs to the week of ISO 8601`() throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    for year in 2000...2060 {
      let first = try #require(Day(year: year, month: 1, day: 1))
      for day in (-8...8).map({ first.plus(days: $0) }) {
        let parts = calendar.dateComponents(
          [.weekOfYear, .yearForWeekOfYear], from: Date(timeIntervalSince1970: Double(day.number) * 86_400))
        #expect(parts.weekOfYear == day.week.week && parts.yearForWeekOfYear == day.week.year)
      }
    }
  }
  @Test func `lies in a week and in a month, each with its first day`() throws {
    // A Thursday.
    let day = try #require(Day("2026-02-12"))
    for (first, start) in [(1, "2026-02-09"), (4, "2026-02-12"), (5, "2026-02-06"), (7, "2026-02-08")] {
      #expect(day.startOfWeek(from: first).text == start)
      #expect(day.daysIntoWeek(from: first) == day.number - day.startOfWeek(from: first).number)
    }
    #expect(day.startOfMonth.text == "2026-02-01" && day.endOfMonth.text == "2026-02-28")
    #expect(day.endOfMonth.endOfMonth == day.endOfMonth && day.startOfMonth.startOfMonth == day.startOfMonth)
    #expect(Day("2028-02-01")?.endOfMonth.text == "2028-02-29")
  }
  @Test func `comes back from its text`() {
    for number in stride(from: -135_140, to: 157_000, by: 97) {
      #expect(Day(Day(number: number).text)?.number == number)
    }
    #expect(
      Day("2026-03-11")?.text == "2026-03-11" && Day("0001-01-01")?.text == "0001-01-01" && Day("9999-12-31") != nil)
  }
  @Test(arguments: [
    "", "2026-02-30", "2026-2-3", "2026-13-01", "2026-00-10", "2026-01-00", "1900-02-29", "2100-02-29", "0000-01-01",
    "10000-01-01", "2026/03/11",
    "2026-03-11 ", "٢٠٢٦-٠٣-١١", "-026-03-11", "2026-03", "2026-03-11-1", "2026-+3-11",
  ])
  func `is read strictly`(text: String) { #expect(Day(text) == nil) }
  @Test func `has a leap day every fourth year, but not every century`() {
    #expect(Day("2000-02-29") != nil && Day("2024-02-29") != nil && Day("2400-02-29") != nil)
    #expect([1900, 2000, 2023, 2024].map { Day.length(year: $0, month: 2) } == [28, 29, 28, 29])
  }
}

@Suite struct `A zone` {
  @Test(arguments: [
    "Europe/Paris", "Asia/Jerusalem", "Asia/Riyadh", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu",
  ])
  func `shows each hour of the year as Foundation does, and finds it again`(name: String) throws {
    let zone = try zone(name)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: name))
    let start = try #require(Day("2026-01-01")).number
    for hour in stride(from: 0, to: 365 * 24, by: 1) {
      let instant = Instant(milliseconds: Int64(start) * 86_400_000 + Int64(hour) * 3_600_000)
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute], from: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000))
      let (year, month, day) = zone.day(of: instant).parts
      #expect(year == parts.year && month == parts.month && day == parts.day)
      #expect(zone.minute(of: instant) == (parts.hour ?? 0) * 60 + (parts.minute ?? 0))
      // The second of an hour that comes twice is found as the first.
      let again = zone.instant(zone.day(of: instant), minute: zone.minute(of: instant))
      #expect(again == instant || instant.since(again) > 0 && instant.since(again) <= 3_600_000)
    }
  }
  @Test(arguments: [
    ("Europe/Paris", "2026-10-25", "02:30", "2026-10-25T00:30:00.000Z"),
    ("Europe/Paris", "2026-10-25", "01:59", "2026-10-24T23:59:00.000Z"),
    ("Europe/Paris", "2026-10-25", "03:00", "2026-10-25T02:00:00.000Z"),
    ("Asia/Jerusalem", "2026-10-25", "01:30", "2026-10-24T22:30:00.000Z"),
    ("Asia/Jerusalem", "2026-10-25", "02:00", "2026-10-25T00:00:00.000Z"),
    ("Europe/Paris", "2026-06-01", "08:00", "2026-06-01T06:00:00.000Z"),
  ])
  func `takes the first of an hour that comes twice`(name: String, day: String, time: String, expected: String) throws {
    #expect(try zone(name).instant(try #require(Day(day)), minute: clock(time)).text == expected)
  }
  @Test(arguments: [
    ("Europe/Paris", "2026-03-29", "01:59", "2026-03-29T00:59:00.000Z"),
    ("Europe/Paris", "2026-03-29", "03:00", "2026-03-29T01:00:00.000Z"),
    ("Asia/Jerusalem", "2026-03-27", "01:59", "2026-03-26T23:59:00.000Z"),
    ("Asia/Jerusalem", "2026-03-27", "03:00", "2026-03-27T00:00:00.000Z"),
    ("Europe/Paris", "2026-03-29", "02:00", "2026-03-29T01:00:00.000Z"),
    ("Europe/Paris", "2026-03-29", "02:30", "2026-03-29T01:00:00.000Z"),
    ("Asia/Jerusalem", "2026-03-27", "02:30", "2026-03-27T00:00:00.000Z"),
  ])
  func `in an hour that does not exist, takes the moment the clock jumps to`(
    name: String, day: String, time: String, expected: String
  )
    throws
  {
    #expect(try zone(name).instant(try #require(Day(day)), minute: clock(time)).text == expected)
  }

  @Test func `rests on the days on which its country does`() {
    func weekend(_ name: String) -> Set<Int> { Zone(name: name) { _ in 0 }.weekend }
    #expect(weekend("Asia/Jerusalem") == [5, 6])
    #expect(weekend("Africa/Cairo") == [5, 6])
    #expect(weekend("Asia/Tehran") == [4, 5])
    #expect(weekend("Europe/Paris") == [6, 7])
  }

  @Test func `begins the week where its country does, in every language`() {
    func first(_ name: String) -> Int { Zone(name: name) { _ in 0 }.firstWeekday }
    #expect(["Asia/Jerusalem", "Africa/Cairo", "America/New_York", "Asia/Tokyo"].map(first) == [7, 7, 7, 7])
    #expect(first("Asia/Tehran") == 6)
    #expect(["Europe/Paris", "Europe/London", "America/Montevideo", "UTC"].map(first) == [1, 1, 1, 1])
  }
}

@Suite struct `An instant` {
  @Test func `is written as RFC 3339 in UTC`() {
    #expect(Instant(milliseconds: 1_773_237_900_001).text == "2026-03-11T14:05:00.001Z")
    #expect(Instant(milliseconds: -1).text == "1969-12-31T23:59:59.999Z")
  }
  @Test func `stops at the ends of time`() {
    let last = Instant(milliseconds: .max), first = Instant(milliseconds: .min)
    #expect(last.plus(seconds: 1) == last && first.plus(seconds: -1) == first && last.plus(seconds: .max) == last)
    #expect(
      Instant(milliseconds: 0).plus(seconds: .min) == first
        && Instant(milliseconds: 0).plus(days: 2).milliseconds == 172_800_000)
  }
  @Test func `rounds down, also before 1970`() {
    for (a, b, floor, rest) in [(7, 3, 2, 1), (-7, 3, -3, 2), (-6, 3, -2, 0), (0, 3, 0, 0)]
      as [(Int64, Int64, Int64, Int64)]
    {
      #expect(floorDivide(a, b) == floor && floorModulo(a, b) == rest)
    }
  }
  @Test func `whole numbers are ASCII digits, at most nine`() {
    #expect(wholeNumber("999999999".utf8) == 999_999_999 && wholeNumber("007".utf8) == 7)
    for text in ["", "1000000000", "-1", "+1", "٣", "1 ", "1.0"] { #expect(wholeNumber(text.utf8) == nil) }
  }
}
