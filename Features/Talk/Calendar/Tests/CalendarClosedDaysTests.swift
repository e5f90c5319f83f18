import Base
import Classroom
import Database
import HomeroomTesting
import School
import Testing

@testable import Talk
@testable import TalkServer

/// Lessons take place on the days on which the calendar does not close the school, and on no others.
@Suite struct `A holiday of the whole school` {
  private func holiday(_ school: CalendarSchool, _ number: UInt64, _ more: [String: String] = [:]) async throws -> ID<
    Event
  > {
    let usual = ["title": "Spring", "kind": "holiday", "audience": "school", "allDay": "on", "start": "", "end": ""]
    return try await school.add(number, usual.merging(more) { $1 }, as: .dana)
  }
  private func days(_ school: CalendarSchool) async throws -> [Int] {
    try await school.closed().map { $0.day.number - school.monday.number }
  }

  @Test(arguments: Dialect.allCases)
  func `is renamed, shortened, taken off and put back with the days it closes`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    let id = try await holiday(school, 900, ["until": school.monday.plus(days: 3).text])
    #expect(try await days(school) == [1, 2, 3])
    var said = [
      "title": "Easter", "kind": "holiday", "audience": "school", "allDay": "on",
      "from": school.monday.plus(days: 1).text, "until": school.monday.plus(days: 2).text,
    ]
    try await school.send(CalendarPaths.event(id), said, as: .dana)
    #expect(try await school.closed().map(\.name) == ["Easter", "Easter"])
    try await school.send(CalendarPaths.deletion(id), as: .dana)
    #expect(try await days(school) == [])
    try await school.send(CalendarPaths.restoral(id), as: .dana)
    #expect(try await days(school) == [1, 2])
    try await school.send(
      CalendarPaths.move(id), ["day": school.monday.plus(days: 1).text, "to": school.monday.plus(days: 7).text],
      as: .dana)
    #expect(try await days(school) == [7, 8])
    said["kind"] = "event"
    try await school.send(CalendarPaths.event(id), said, as: .dana)
    #expect(try await days(school) == [])
  }

  @Test(arguments: Dialect.allCases)
  func `that comes again opens on the day that is left out, and closes on the one it is moved to`(
    _ dialect: Dialect
  ) async throws {
    let school = try await CalendarSchool.open(dialect)
    let id = try await holiday(school, 900, ["repeat": "weekly", "count": "3"])
    let (second, third) = (school.monday.plus(days: 8).text, school.monday.plus(days: 15).text)
    #expect(try await days(school) == [1, 8, 15])
    try await school.send(CalendarPaths.skip(id), ["day": second], as: .dana)
    #expect(try await days(school) == [1, 15])
    try await school.send(CalendarPaths.unskip(id), ["day": second], as: .dana)
    #expect(try await days(school) == [1, 8, 15])
    try await school.send(
      CalendarPaths.move(id), ["day": third, "to": school.monday.plus(days: 16).text], as: .dana)
    #expect(try await days(school) == [1, 8, 16])
    try await school.send(
      CalendarPaths.occurrence(id),
      ["day": third, "title": "Spring", "from": school.monday.plus(days: 17).text, "allDay": "on"], as: .dana)
    #expect(try await days(school) == [1, 8, 17])
  }

  @Test func `leaves a day closed that another holiday still closes, or that somebody closed by hand`() async throws {
    let school = try await CalendarSchool.open()
    let first = try await holiday(school, 900, ["until": school.monday.plus(days: 2).text])
    _ = try await holiday(school, 901, ["title": "Strike", "from": school.monday.plus(days: 2).text])
    let byHand = school.monday.plus(days: 4)
    try await school.write { tx in try AttendanceStore(tx: tx).put(Holiday(day: byHand, name: "Spring")) }
    try await school.send(
      CalendarPaths.event(first),
      [
        "title": "Spring", "kind": "holiday", "audience": "school", "allDay": "on",
        "from": school.monday.plus(days: 1).text, "until": byHand.text,
      ], as: .dana)
    #expect(try await days(school) == [1, 2, 3, 4])
    try await school.send(CalendarPaths.deletion(first), as: .dana)
    #expect(try await school.closed().map(\.name) == ["Strike", "Spring"])
    #expect(try await days(school) == [2, 4])
  }

  @Test(arguments: Dialect.allCases)
  func `comes within reach as the days go by`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    _ = try await holiday(school, 900, ["from": school.monday.plus(days: 900).text])
    #expect(try await days(school) == [])
    try await school.server.closeDays()
    #expect(try await days(school) == [])
    school.clock.advance(seconds: 200 * 86_400)
    try await school.server.closeDays()
    #expect(try await days(school) == [900])
    let head = try await school.head()
    try await school.server.closeDays()
    #expect(try await school.head() == head, "once a day")
  }

  @Test func `is shown once, under its present name, on the page and in the feed`() async throws {
    let school = try await CalendarSchool.open()
    let id = try await holiday(school, 900)
    try await school.send(
      CalendarPaths.event(id),
      [
        "title": "Easter", "kind": "holiday", "audience": "school", "allDay": "on",
        "from": school.monday.plus(days: 1).text,
      ], as: .dana)
    let shown = try await school.entries(as: .maya).filter { $0.kind == .holiday }
    #expect(shown.map(\.title) == ["Easter"])
    let feed = try await school.feed("person", as: .maya)
    #expect(feed.contains("SUMMARY:Easter") && !feed.contains("SUMMARY:Spring"))
    #expect(feed.split(separator: "CATEGORIES:HOLIDAY").count == 2)
  }

  @Test func `is opened on the calendar alone`() async throws {
    let caller = Caller(account: .none, school: .none, role: .admin)
    let drop = DropHoliday(day: Day(number: 20_000))
    let now = Instant(milliseconds: 0)
    #expect(throws: Refusal.conflict(Phrase("attendance.holiday-planned"))) {
      try drop.permit(for: caller, isNamed: true, isPlanned: true, now: now)
    }
    #expect(throws: Never.self) { try drop.permit(for: caller, isNamed: true, now: now) }
  }
}
