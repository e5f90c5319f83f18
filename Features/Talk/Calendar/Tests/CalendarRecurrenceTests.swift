import Base
import Foundation
import ICalendar
import Router
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

  @Test func `in the hour that does not exist the offset from before holds`() throws {
    let paris = try #require(Zones.named("Europe/Paris"))
    let day = try #require(Day("2027-03-28"))
    #expect(paris.moment(day, minute: 150).text == "2027-03-28T01:30:00.000Z")
    let autumn = try #require(Day("2026-10-25"))
    #expect(paris.moment(autumn, minute: 150).text == "2026-10-25T00:30:00.000Z")
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
