import Base
import Foundation
import School
import Testing
import Web

/// What independent programs expand each rule to.
private struct Expected: Decodable {
  let tz: String, dtstart_local: String, rrule: String, local: [String], utc: [String]
}

private func facts() throws -> [Expected] {
  let data = try Data(contentsOf: URL(fileURLWithPath: "fixtures/recurrences.json"))
  return try JSONDecoder().decode([Expected].self, from: data)
}

private func event(_ text: String, _ rule: String, _ zone: String) throws -> Event {
  let clock = try #require(Recurrence.clock(text.filter { $0 != "-" && $0 != ":" }))
  return Event(
    id: .none, audience: .school, kind: .event, title: "Lesson",
    times: EventTimes(from: clock.day, start: clock.second / 60, end: clock.second / 60 + 45), zone: zone,
    rule: try Recurrence(rule), uid: "1", by: .none, createdAt: Instant(milliseconds: 0),
    updatedAt: Instant(milliseconds: 0))
}

private let far = Day(number: 0)...Day(number: 60_000)

@Suite struct `What comes again` {
  @Test func `each day of one month comes in that month alone`() throws {
    let days = try event("2026-03-30T10:00:00", "FREQ=DAILY;BYMONTH=3;COUNT=4", "UTC").occurrences(
      in: far, [], zone: .utc
    ).map { $0.day.text }
    #expect(days == ["2026-03-30", "2026-03-31", "2027-03-01", "2027-03-02"])
  }

  @Test func `comes when other programs say it does`() throws {
    let all = try facts()
    #expect(all.count >= 14)
    for fact in all {
      let zone = try #require(fact.tz == "UTC" ? .utc : Zones.named(fact.tz))
      let event = try event(fact.dtstart_local, fact.rrule, fact.tz)
      let found = event.occurrences(in: far, [], zone: zone)
      let seconds = found.map { String($0.start(in: zone).text.prefix(19)) + "Z" }
      #expect(seconds == fact.utc, "\(fact.tz) \(fact.rrule)")
      #expect(found.map { $0.day.text } == fact.local.map { String($0.prefix(10)) }, "\(fact.rrule)")
    }
  }

  @Test func `a window far ahead is the same as the whole, cut`() throws {
    for text in [
      "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=SU", "FREQ=MONTHLY;BYDAY=-2MO",
      "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "FREQ=YEARLY;BYDAY=20MO",
      "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "FREQ=DAILY;COUNT=500", "FREQ=MONTHLY;INTERVAL=5;BYDAY=1SA,-1SU",
    ] {
      let (rule, start) = (try Recurrence(text), try #require(Day("2020-01-07")))
      let whole = rule.days(from: start, in: start...start.plus(days: 4000))
      for offset in stride(from: 0, to: 3900, by: 97) {
        let window = start.plus(days: offset)...start.plus(days: offset + 60)
        #expect(rule.days(from: start, in: window) == whole.filter { window.contains($0) }, "\(text) \(offset)")
      }
    }
  }

  @Test func `in the hour that does not exist the offset from before holds`() throws {
    let paris = try #require(Zones.named("Europe/Paris"))
    let day = try #require(Day("2027-03-28"))
    #expect(paris.moment(day, minute: 150).text == "2027-03-28T01:30:00.000Z")
    let autumn = try #require(Day("2026-10-25"))
    #expect(paris.moment(autumn, minute: 150).text == "2026-10-25T00:30:00.000Z")
  }

  @Test func `a rule is written as it was read`() throws {
    for text in [
      "FREQ=DAILY;COUNT=10", "FREQ=WEEKLY;INTERVAL=2;WKST=SU;COUNT=8;BYDAY=TU,TH", "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO",
      "FREQ=WEEKLY;UNTIL=20260930T235959Z;BYDAY=SU,MO", "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,-1",
    ] {
      #expect(try Recurrence(text).text() == text)
    }
  }

  @Test(arguments: [
    "", "FREQ", "FREQ=SECONDLY", "FREQ=DAILY;COUNT=0", "FREQ=DAILY;COUNT=99999999", "FREQ=DAILY;INTERVAL=0",
    "FREQ=DAILY;COUNT=2;UNTIL=20260101", "FREQ=WEEKLY;BYDAY=2MO", "FREQ=DAILY;BYHOUR=1,2,3", "FREQ=MONTHLY;BYSETPOS=1",
    "FREQ=DAILY;FREQ=DAILY", "FREQ=DAILY;UNTIL=never", "FREQ=MONTHLY;BYMONTHDAY=32", "FREQ=MONTHLY;BYDAY=XX",
    "FREQ=DAILY;COUNT=18446744073709551616", "FREQ=WEEKLY;BYMONTHDAY=1", "COUNT=2",
  ])
  func `what cannot be done exactly is refused`(_ text: String) {
    #expect(throws: Refusal.self) { try Recurrence(text) }
  }

  @Test func `a rule that never comes ends`() throws {
    let rule = try Recurrence("FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30")
    #expect(rule.days(from: Day(number: 0), in: far).isEmpty)
  }

  @Test func `one time is left out, one is moved out of the window and one into it`() throws {
    let event = try event("2026-03-02T10:00:00", "FREQ=WEEKLY;COUNT=6", "UTC")
    let first = try #require(Day("2026-03-02"))
    let now = Instant(milliseconds: 0)
    let changes = [
      EventChange(event: .none, day: first.plus(days: 7), isSkipped: true, updatedAt: now),
      EventChange(
        event: .none, day: first.plus(days: 14), isSkipped: false, title: "Elsewhere",
        times: EventTimes(from: first.plus(days: 1), start: 660, end: 700), updatedAt: now),
      EventChange(
        event: .none, day: first.plus(days: 3), isSkipped: false, title: "Never named", updatedAt: now),
    ]
    let found = event.occurrences(in: first...first.plus(days: 20), changes, zone: .utc)
    #expect(found.map(\.title) == ["Lesson", "Elsewhere"])
    #expect(found.map { $0.times.from.number - first.number } == [0, 1])
  }
}

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
