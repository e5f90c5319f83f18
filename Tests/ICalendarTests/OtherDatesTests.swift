import Base
import Foundation
import ICalendar
import Testing

@Suite struct `Other dates` {
  @Test func `the Hebrew date is exact, also where ICU is a day late`() throws {
    for (text, year, month, day) in [
      ("2026-09-12", 5787, 1, 1), ("2027-04-22", 5787, 8, 15), ("2027-03-23", 5787, 7, 14), ("2046-10-01", 5807, 1, 1),
      ("2000-01-01", 5760, 4, 23), ("1948-05-14", 5708, 9, 5),
    ] {
      let date = HebrewDate(try #require(Day(text)))
      #expect((date.year, date.month, date.day) == (year, month, day), "\(text)")
    }
    #expect(HebrewDate(try #require(Day("2026-09-26"))).letters == "ט״ו")
    #expect(HebrewDate(try #require(Day("2026-09-12"))).letters == "א׳")
  }

  @Test func `the Hebrew date agrees with Foundation for a hundred years but where that errs`() throws {
    var calendar = Calendar(identifier: .hebrew)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    for number in stride(from: 0, to: 27_000, by: 5) {
      let said = calendar.dateComponents(
        [.year, .month, .day], from: Foundation.Date(timeIntervalSince1970: Double(number) * 86_400 + 43_200))
      let ours = HebrewDate(Day(number: number))
      #expect((ours.year, ours.month, ours.day) == (said.year, said.month, said.day), "\(number)")
    }
  }

  @Test func `the Hijri date is that of Umm al-Qura, and moves by a day`() throws {
    var calendar = Calendar(identifier: .islamicUmmAlQura)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    for number in stride(from: 11_053, to: 39_000, by: 7) {
      let said = calendar.dateComponents(
        [.year, .month, .day], from: Foundation.Date(timeIntervalSince1970: Double(number) * 86_400 + 43_200))
      let ours = HijriDate(Day(number: number))
      #expect((ours.year, ours.month, ours.day) == (said.year, said.month, said.day), "\(number)")
    }
    let ramadan = try #require(Day("2026-02-18"))
    #expect((HijriDate(ramadan).month, HijriDate(ramadan).day) == (9, 1))
    #expect(HijriDate(ramadan, shift: 1).day == 2)
    #expect(HijriDate(ramadan, shift: -1).month == 8)
  }

  @Test func `before its tables it is the tabular one`() throws {
    var calendar = Calendar(identifier: .islamicCivil)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    for number in stride(from: 0, to: 11_000, by: 29) {
      let said = calendar.dateComponents(
        [.year, .month, .day], from: Foundation.Date(timeIntervalSince1970: Double(number) * 86_400 + 43_200))
      let ours = HijriDate(Day(number: number))
      #expect((ours.year, ours.month, ours.day) == (said.year, said.month, said.day), "\(number)")
    }
  }
}
