import Base
import HomeroomTesting
import School
import Testing

@testable import Talk
@testable import Web

/// A week and a month as grids, and as dots on a phone.
@Suite struct `The grid of a calendar` {
  private let day = CalendarSchool.monday

  private func entry(
    _ title: String, _ start: Int? = nil, _ end: Int? = nil, kind: CalendarEntry.Kind = .lesson
  ) -> CalendarEntry { CalendarEntry(kind, title, day: day, start: start, end: end) }

  /// “Art 0/2”: what, in which lane of how many.
  private func lanes(_ entries: [CalendarEntry]) -> [String] {
    CalendarColumn(day, entries).slots.map { "\($0.entry.title) \($0.lane)/\($0.lanes)" }.sorted()
  }

  @Test func `has what clashes side by side, and what does not as wide as the day`() {
    let math = entry("Math", 495, 540)
    #expect(lanes([math, entry("Art", 540, 585)]) == ["Art 0/1", "Math 0/1"])
    #expect(lanes([math, entry("Morning", 480, 720)]) == ["Math 1/2", "Morning 0/2"])
    // Two that meet through a third are as wide as it is; the second takes the lane that is free again.
    let through = [entry("Morning", 480, 720), math, entry("Science", 600, 645), entry("Chess", 900, 960)]
    #expect(lanes(through) == ["Chess 0/1", "Math 1/2", "Morning 0/2", "Science 1/2"])
  }

  @Test func `has room for three at a time, and for what comes seldom first`() {
    let all = (1...3).map { entry("Lesson \($0)", 600, 660) } + [entry("Trip", 600, 660, kind: .event)]
    let column = CalendarColumn(day, all)
    #expect(column.slots.count == 3 && column.slots.contains { $0.entry.title == "Trip" })
    #expect(column.left.map { $0.kind } == [.lesson])
  }

  @Test func `has above its hours what has none, what is due, and what lasts longer than a day`() {
    var camp = entry("Camp", 600, 720, kind: .event)
    camp.last = day.plus(days: 2)
    let column = CalendarColumn(
      day, [entry("Holiday", kind: .holiday), entry("Essay", 1439, kind: .due), camp, entry("Math", 495, 540)])
    #expect(column.top.map { $0.title } == ["Holiday", "Essay", "Camp"])
    #expect(column.slots.map { $0.entry.title } == ["Math"])
  }

  @Test func `shows the hours that have something, and one before and after`() {
    func hours(_ entries: [CalendarEntry]) -> ClosedRange<Int> {
      let hours = CalendarHours([CalendarColumn(day, entries)])
      return hours.first...hours.end
    }
    #expect(hours([entry("Math", 495, 540), entry("Chess", 840, 900)]) == 7...16)
    #expect(hours([entry("Late", 1380, 1440), entry("Early", 10, 20)]) == 0...24)
    // What is due at the end of a day does not stretch it.
    #expect(hours([entry("Math", 495, 540), entry("Essay", 1439, kind: .due)]) == 7...10)
    #expect(hours([]) == 8...14)
  }

  @Test func `gives what ends as it begins room for its name, also at midnight`() throws {
    let slot = try #require(CalendarSlot(entry("Bell", 600, 600)))
    #expect(slot.to - slot.from == CalendarSlot.least)
    let last = try #require(CalendarSlot(entry("Bell", 1439, 1440)))
    #expect(last.from == 1440 - CalendarSlot.least && last.to == 1440)
  }

  @Test func `has a weekend only when something is on it, and begins as the school's weeks do`() async throws {
    let school = try await CalendarSchool.open()
    func days(_ view: String = "week", as person: CalendarSchool.Person, zone: Zone = CalendarSchool.zone) async throws
      -> [String]
    {
      let page = try await school.page(
        CalendarPaths.calendar, ["view": view, "on": school.monday.text], as: person, zone: zone)
      return page.split(separator: "id=\"day-").dropFirst().map { String($0.prefix(10)) }
    }
    let week = (0..<5).map { school.monday.plus(days: $0).text }
    #expect(try await days(as: .maya) == week)
    // Whoever reads in New York, where weeks begin on Sunday, has the school's weeks.
    let america = try #require(Zones.named("America/New_York"))
    #expect(try await days(as: .maya, zone: america) == week)
    #expect(try await days("month", as: .maya, zone: america).first == "2026-02-23")
    try await school.add(900, ["from": school.monday.plus(days: 5).text, "audience": "class." + school.b7.text])
    #expect(try await days(as: .maya) == week + [school.monday.plus(days: 5).text])
  }

  @Test func `is a month or a week of dots on a phone, each of which chooses its day`() async throws {
    let school = try await CalendarSchool.open()
    let tuesday = school.monday.plus(days: 1)
    for view in ["month", "week"] {
      let page = try await school.page(CalendarPaths.calendar, ["view": view, "on": tuesday.text], as: .maya)
      let dots = page.split(separator: "cal-dots__day").dropFirst().map(String.init)
      #expect(dots.count == (view == "week" ? 7 : 42))
      #expect(dots.contains { $0.contains("on=\(tuesday.text)\" aria-current=\"date\"") && $0.contains("1 entry") })
      #expect(page.contains("view=\(view)&amp;on=\(school.monday.text)\""))
      // Below them the chosen day, which no script drags from: what is dragged stands once.
      let chosen = page.split(separator: "cal-chosen").dropFirst().joined()
      #expect(chosen.contains("Math 7</bdi>") && !chosen.contains("draggable"))
    }
    let quiet = try await school.page(CalendarPaths.calendar, ["view": "month"], as: .maya)
    #expect(quiet.contains("Nothing on this day."))
  }

  @Test func `says a lesson's hours once, keeps the hue of its course, and where it is now`() async throws {
    let school = try await CalendarSchool.open()
    let page = try await school.page(CalendarPaths.calendar, ["view": "week"], as: .maya)
    #expect(page.contains("10:00–11:00\u{202F}AM") && !page.contains("10:00\u{202F}AM–"))
    #expect(
      page.contains("data-hue=\"\(CalendarEntry.hue(of: school.math))\" data-h=\"1\" data-m=\"0\" data-to-h=\"2\""))
    // At eight in the morning nothing of nine to twelve is now.
    #expect(!page.contains("cal-now"))
    try await school.add(900, ["from": school.monday.text, "start": "08:30", "end": "09:00"], as: .maya)
    let now = try await school.page(CalendarPaths.calendar, ["view": "week"], as: .maya)
    #expect(now.contains("<span class=\"cal-now\" aria-hidden=\"true\" data-h=\"1\" data-m=\"0\"></span>"))
  }

  @Test func `is a list when a list is asked for, by its old name, too`() async throws {
    let school = try await CalendarSchool.open()
    for name in ["list", "agenda"] {
      let page = try await school.page(CalendarPaths.calendar, ["view": name], as: .maya)
      #expect(
        page.contains("data-view=\"list\"") && page.contains("href=\"/schedule?view=list\" aria-current=\"page\""))
    }
    #expect(CalendarView(named: "year") == nil)
  }
}
