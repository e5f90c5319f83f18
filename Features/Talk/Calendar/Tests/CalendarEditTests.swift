import Base
import Database
import HomeroomTesting
import ICalendar
import Ledger
import Router
import School
import Testing

@testable import Talk
@testable import TalkServer
@testable import Web

@Suite struct `An event that is changed` {
  /// What the form of the event sends when nothing but the title is touched.
  private func form(_ event: Event, title: String) -> [String: String] {
    var said = [
      "title": title, "kind": event.kind.rawValue, "audience": event.audience.text, "from": event.times.from.text,
      "until": event.times.until.text, "start": "09:00", "end": "10:00",
      "repeat": event.rule?.repeating(from: event.times.from).rawValue ?? "none",
      "weekStart": String(event.rule?.weekStart ?? 7), "interval": String(event.rule?.interval ?? 1),
    ]
    said["rule"] = event.rule?.text()
    for day in event.rule?.weekdays ?? [] { said["on." + String(day.weekday)] = "on" }
    return said
  }

  @Test(arguments: [
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "FREQ=MONTHLY", "FREQ=YEARLY", "FREQ=WEEKLY;WKST=SU;BYDAY=TH,TU", "FREQ=DAILY",
    "FREQ=YEARLY;BYMONTHDAY=10",
  ])
  func `keeps its days and what differs on them when only its title changes`(_ rule: String) async throws {
    let school = try await CalendarSchool.open()
    let id = try await school.add(900, ["repeat": "rule", "rule": rule])
    let first = school.monday.plus(days: 1)
    try await school.send(CalendarPaths.skip(id), ["day": first.text], as: .omar)
    let old = try await school.event(id)
    try await school.send(CalendarPaths.event(id), form(old, title: "Band"), as: .omar)
    let new = try await school.event(id)
    #expect(new.title == "Band" && new.rule == old.rule && new.times == old.times)
    #expect(try await school.changes(id).map(\.day) == [first])
    let window = first...first.plus(days: 800)
    #expect(new.days(in: window, zone: .utc) == old.days(in: window, zone: .utc))
  }

  @Test func `shows the form with the week it had`() async throws {
    let school = try await CalendarSchool.open()
    let id = try await school.add(900, ["repeat": "rule", "rule": "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"])
    let page = try await school.page(CalendarPaths.edit(id), as: .omar)
    #expect(page.contains("name=\"weekStart\" value=\"1\""))
  }

  @Test func `loses only what differs on days that its new rule does not name`() async throws {
    let school = try await CalendarSchool.open()
    let id = try await school.add(900, ["repeat": "daily", "count": "10"])
    let first = school.monday.plus(days: 1)
    for day in [1, 2] { try await school.send(CalendarPaths.skip(id), ["day": first.plus(days: day).text], as: .omar) }
    var said = form(try await school.event(id), title: "Choir")
    (said["rule"], said["interval"]) = (nil, "2")
    try await school.send(CalendarPaths.event(id), said, as: .omar)
    #expect(try await school.changes(id).map(\.day) == [first.plus(days: 2)])
  }

  @Test(arguments: Dialect.allCases)
  func `stays with whom it is for`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    let id = try await school.add(900, ["audience": "class." + school.b7.text])
    var said = form(try await school.event(id), title: "Band")
    said["audience"] = nil
    try await school.send(CalendarPaths.event(id), said, as: .omar)
    #expect(try await school.event(id).audience == .classroom(school.b7))
    // The office changes what is for a class that was archived; the choice is there, and chosen.
    let (b7, clock) = (school.b7, school.clock)
    try await school.write { tx in
      try tx.execute(
        "UPDATE classroom SET \"archivedAt\" = $1 WHERE school = $2 AND id = $3",
        [.instant(clock.world.now()), .id(tx.school), .id(b7)])
    }
    let page = try await school.page(CalendarPaths.edit(id), as: .dana)
    #expect(page.contains("value=\"class.\(school.b7.text)\" selected"))
  }

  @Test(arguments: Dialect.allCases)
  func `answers like one that is not there to who may not see it, whatever version is named`(
    _ dialect: Dialect
  ) async throws {
    let school = try await CalendarSchool.open(dialect)
    let id = try await school.add()
    let said = form(try await school.event(id), title: "Band")
    for (event, person) in [(id, CalendarSchool.Person.noa), (CalendarSchool.id(999), .noa)] {
      let refusal = try await school.refused {
        try await school.send(CalendarPaths.event(event), said, as: person, ifMatch: "\"x\"")
      }
      #expect(refusal == .notFound)
    }
    let stale = try await school.refused {
      try await school.send(CalendarPaths.event(id), said, as: .omar, ifMatch: "\"x\"")
    }
    #expect(stale == .stale)
  }

  @Test(arguments: Dialect.allCases)
  func `is moved once by a sending that comes twice, and answered alike`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    let id = try await school.add()
    let (day, to) = (school.monday.plus(days: 1), school.monday.plus(days: 4))
    let idempotencyKey: ID<IdempotencyKey> = school.ledger.world.id()
    let command = MoveEvent(event: id, day: day, to: to)
    for _ in 0..<2 {
      let request = try school.request(.post, CalendarPaths.move(id), as: .omar, idempotencyKey: idempotencyKey)
      let moved = try await school.ledger.handle(command, request, school.server.service.handle)
      #expect(MovedFrom(moved.outcome.text) == MovedFrom(from: day, start: 540, day: to))
    }
    #expect(try await school.event(id).sequence == 1)
  }

  @Test func `is moved by days as its reader saw them, where another clock has other days`() async throws {
    let school = try await CalendarSchool.open()
    let id = try await school.add(900, ["start": "23:30", "end": "23:45"])
    let tokyo = try #require(Zones.named("Asia/Tokyo"))
    let shown = try #require(try await school.entries(as: .omar, zone: tokyo).first { $0.event == id })
    #expect(shown.day == school.monday.plus(days: 2))
    try await school.send(
      CalendarPaths.move(id),
      ["day": shown.original?.text ?? "", "to": shown.day.plus(days: 1).text, "seen": shown.day.text], as: .omar)
    #expect(try await school.event(id).times.from == school.monday.plus(days: 2))
    let page = try await school.page(CalendarPaths.edit(id), as: .omar, zone: tokyo)
    #expect(page.contains("Europe/Paris"))
    #expect(!(try await school.page(CalendarPaths.edit(id), as: .omar).contains("Europe/Paris")))
  }

  @Test(arguments: Dialect.allCases)
  func `keeps of one time only what differs`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    let id = try await school.add(900, ["place": "Hall", "repeat": "weekly", "count": "3"])
    let (day, to) = (school.monday.plus(days: 8), school.monday.plus(days: 9))
    try await school.send(CalendarPaths.move(id), ["day": day.text, "to": to.text, "start": "11:00"], as: .omar)
    var kept = try #require(try await school.changes(id).first)
    #expect(kept.title == nil && kept.place == nil)
    var said = form(try await school.event(id), title: "Band")
    said["count"] = "3"
    said["place"] = "Hall"
    try await school.send(CalendarPaths.event(id), said, as: .omar)
    func moved() async throws -> CalendarEntry? { try await school.entries(as: .omar).first { $0.original == day } }
    #expect(try await moved()?.title == "Band")
    try await school.send(
      CalendarPaths.occurrence(id),
      ["day": day.text, "title": "Band", "from": to.text, "start": "11:00", "end": "12:00", "place": ""], as: .omar)
    kept = try #require(try await school.changes(id).first)
    #expect(kept.place == "" && kept.title == nil)
    #expect(try await moved()?.place == nil)
    #expect(try await school.feed("person", as: .omar).split(separator: "LOCATION:Hall").count == 2)
    // What was left out and put back is where it had been moved to.
    try await school.send(CalendarPaths.skip(id), ["day": day.text], as: .omar)
    #expect(try await moved() == nil)
    try await school.send(CalendarPaths.unskip(id), ["day": day.text], as: .omar)
    #expect(try await moved()?.day == to)
    try await school.send(CalendarPaths.unskip(id), ["day": day.text], as: .omar)
    #expect(try await moved()?.day == day)
    #expect(try await school.changes(id).isEmpty)
  }
}
