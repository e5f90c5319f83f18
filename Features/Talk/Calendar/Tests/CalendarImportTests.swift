import Base
import Database
import Foundation
import HomeroomTesting
import ICalendar
import Ledger
import Router
import School
import Testing

@testable import Talk
@testable import TalkServer
@testable import Web

@Suite struct `A calendar file` {
  private static func file(_ events: [String]...) -> String {
    let lines = events.flatMap { ["BEGIN:VEVENT"] + $0 + ["END:VEVENT"] }
    return (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR"]).joined(separator: "\r\n") + "\r\n"
  }
  private func plan(_ events: [String]...) -> ImportPlan {
    let lines = events.flatMap { ["BEGIN:VEVENT"] + $0 + ["END:VEVENT"] }
    let text = (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR"]).joined(separator: "\r\n")
    return ImportPlan(text, home: CalendarSchool.zone) { $0 == "UTC" ? .utc : Zones.named($0) }
  }
  private let weekly = [
    "UID:1", "SUMMARY:Choir", "LOCATION:Hall", "DTSTART;TZID=America/New_York:20260309T200000",
    "DTEND;TZID=America/New_York:20260309T210000", "RRULE:FREQ=WEEKLY;COUNT=5",
  ]

  @Test func `gives what comes once at a moment of UTC the school's clock`() throws {
    let row = try #require(
      plan(["UID:1", "SUMMARY:Gala", "DTSTART:20260711T223000Z", "DTEND:20260711T233000Z"]).rows.first)
    #expect(row.zone == "Europe/Paris")
    #expect(row.times == EventTimes(from: try #require(Day("2026-07-12")), start: 30, end: 90))
    let again = try #require(
      plan(["UID:1", "DTSTART:20260711T223000Z", "DTEND:20260711T233000Z", "RRULE:FREQ=WEEKLY"]).rows.first)
    #expect(again.zone == "UTC" && again.times.start == 1350)
  }

  @Test func `puts exceptions on the day of the event's own clock`() throws {
    let found = plan(
      weekly + ["EXDATE:20260317T000000Z", "EXDATE;TZID=Europe/Paris:20260324T010000"],
      [
        "UID:1", "RECURRENCE-ID:20260331T000000Z", "SUMMARY:Choir", "DTSTART:20260401T000000Z",
        "DTEND:20260401T010000Z",
      ])
    #expect(found.problems.isEmpty)
    let changes = try #require(found.rows.first?.changes)
    #expect(changes.map(\.day.text) == ["2026-03-16", "2026-03-23", "2026-03-30"])
    #expect(changes.map(\.isSkipped) == [true, true, false])
    #expect(changes.last?.times == EventTimes(from: try #require(Day("2026-03-31")), start: 1200, end: 1260))
    // An exception that names no place has none, and the title is that of the whole.
    #expect(changes.last?.place == "" && changes.last?.title == nil)
  }

  @Test func `changes a day that is named besides the rule, and a place is as long as one may be`() throws {
    let (long, zone) = (String(repeating: "é", count: 130), ";TZID=America/New_York:")
    func band(_ day: String, _ more: String...) -> [String] {
      [
        "UID:1", "RECURRENCE-ID\(zone)\(day)T200000", "SUMMARY:Band", "LOCATION:" + long,
        "DTSTART\(zone)\(day)T210000", "DTEND\(zone)\(day)T220000",
      ] + more
    }
    let days = weekly + ["RDATE\(zone)20260312T200000,20260313T200000"]
    let found = plan(days, band("20260312"), band("20260316"), band("20260313", "STATUS:CANCELLED"))
    #expect(found.problems.isEmpty)
    let extra = try #require(found.rows.first { $0.rule == nil })
    #expect(found.rows.filter { $0.rule == nil }.count == 1, "what does not come is no event")
    #expect(extra.title == "Band" && extra.times.start == 1260 && extra.place == String(long.prefix(120)))
    let change = try #require(found.rows.first { $0.rule != nil }?.changes.first)
    #expect(change.title == "Band" && change.times?.start == 1260 && change.place == String(long.prefix(120)))
  }

  @Test func `leaves out what we would make something else of, with its line, and takes the rest`() {
    let change = ["UID:1", "DTSTART:20260401T000000Z", "DTEND:20260401T010000Z"]
    for (found, key) in [
      (plan(weekly + ["EXDATE;TZID=America/New_York:20260317T200000"]), "calendar.import.unnamed"),
      (plan(weekly, change + ["RECURRENCE-ID;VALUE=DATE:20260318"]), "calendar.import.unnamed"),
      (plan(weekly, change + ["RECURRENCE-ID;RANGE=THISANDFUTURE:20260331T000000Z"]), "calendar.import.range"),
      (plan(["UID:1", "DTSTART;VALUE=DATE:20260309", "EXDATE;VALUE=DATE:20260309"]), "calendar.import.unnamed"),
      (plan(weekly + ["EXDATE;TZID=Nowhere/Here:20260316T200000"]), "calendar.import.zone"),
    ] {
      #expect(found.leftOut.map(\.key) == [key] && found.leftOutCount == 1)
      #expect(found.rows.isEmpty && found.problems.isEmpty && found.refusals == found.leftOut)
    }
    let both = plan(
      ["UID:1", "DTSTART:never"], ["UID:2", "DTSTART;VALUE=DATE:20260310"], ["UID:2", "DTSTART;VALUE=DATE:20260311"],
      ["UID:3", "DTSTART:20260310T080000Z", "not a line of anything"])
    #expect(both.rows.map(\.uid) == ["2"] && both.problems.isEmpty && both.leftOutCount == 3)
    // The line of a date is its own, of a twin where it begins, and of what cannot be read the first such.
    let reasons = [(4, "date"), (10, "twice"), (17, "unreadable")]
    #expect(both.leftOut == reasons.map { ImportProblem(line: $0.0, key: "calendar.import." + $0.1) })
    // What is left out after the end is left out anyway.
    #expect(plan(weekly + ["EXDATE;TZID=America/New_York:20270316T200000"]).problems.isEmpty)
  }

  // The limit stops a run that takes steps by the square; it measures nothing.
  @Test(.timeLimit(.minutes(5)))
  func `with more exceptions than anybody has is refused, and soon`() {
    let first = Day(number: 20_521)
    let days = (0..<60_000).map { Recurrence.compact(first.plus(days: $0)) }
    let found = plan(
      ["UID:1", "DTSTART;VALUE=DATE:20260309", "RRULE:FREQ=DAILY", "EXDATE;VALUE=DATE:" + days.joined(separator: ",")])
    #expect(found.leftOut.first?.key == "calendar.import.changes")
    #expect(found.rows.allSatisfy { $0.changes.count <= ImportPlan.maxChanges })
  }

  @Test(arguments: Dialect.allCases)
  func `is put in by the office alone, without what cannot be read, and twice as once`(_ dialect: Dialect) async throws
  {
    let school = try await CalendarSchool.open(dialect)
    let good = Self.file(
      ["UID:1", "SUMMARY:Spring", "DTSTART;VALUE=DATE:20260310", "DTEND;VALUE=DATE:20260313"],
      [
        "UID:2", "SUMMARY:Fridays", "DTSTART;VALUE=DATE:20260320", "RRULE:FREQ=WEEKLY;COUNT=3",
        "EXDATE;VALUE=DATE:20260327",
      ])
    let bad = Self.file(["UID:3", "DTSTART:never"])
    func put(_ file: String, as person: CalendarSchool.Person) async throws -> [Int] {
      let request = try school.request(.post, CalendarPaths.applying, as: person)
      let (command, server) = (ImportEvents(file: file, kind: .holiday), school.server)
      let read = try await server.read(command, request)
      let done = try await school.ledger.handle(command, request) { command, request, tx throws(Refusal) in
        try server.handle(command, read, request, tx)
      }
      return done.outcome.text.split(separator: " ").compactMap { Int($0) }
    }
    for person in [CalendarSchool.Person.omar, .leila, .maya] {
      #expect(try await school.refused { _ = try await put(good, as: person) } == .notFound)
    }
    #expect(try await school.refused { _ = try await put(bad, as: .dana) }?.code == "invalid")
    #expect(try await put(good, as: .dana) == [2, 0, 0])
    let closed = ["2026-03-10", "2026-03-11", "2026-03-12", "2026-03-20", "2026-04-03"]
    #expect(try await school.closed().map(\.day.text) == closed)
    #expect(try await put(good, as: .dana) == [0, 0, 2])
    // What cannot be read keeps nothing else out.
    let broken = good.replacingOccurrences(
      of: "END:VCALENDAR", with: "BEGIN:VEVENT\r\nUID:3\r\nDTSTART:never\r\nEND:VEVENT\r\nEND:VCALENDAR")
    #expect(try await put(broken, as: .dana) == [0, 0, 2])
    // An exception that comes with the next file opens its day.
    let next = good.replacingOccurrences(of: "EXDATE;VALUE=DATE:20260327", with: "EXDATE;VALUE=DATE:20260327,20260403")
    #expect(try await put(next, as: .dana) == [0, 1, 1])
    #expect(try await school.closed().map(\.day.text) == Array(closed.dropLast()))
  }
}
