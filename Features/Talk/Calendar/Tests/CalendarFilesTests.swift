import Base
import Database
import Foundation
import HTML
import HomeroomTesting
import ICalendar
import Kit
import Ledger
import Router
import School
import Testing

@testable import Talk
@testable import TalkServer
@testable import Web

/// Files as Outlook, Exchange, Google, Apple and Evolution write them; what is in them was worked out by another program
/// (Python's dateutil and zoneinfo).
@Suite struct `Calendars of other programs` {
  private static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "fixtures/calendars/" + name)))
  }

  private func read(_ name: String) throws -> ImportPlan {
    let text = try #require(CalendarReader.text(of: try Self.bytes(name + ".ics")))
    return ImportPlan(text, home: CalendarSchool.zone) { zoneNamed($0) }
  }

  /// The moments of every event, by the name it has in the file: of those named one by one, too.
  private func moments(_ plan: ImportPlan) throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    for row in plan.rows {
      let zone = try #require(zoneNamed(row.zone), "\(row.zone)")
      let (far, uid) = (Day(number: 0)...Day(number: 60_000), String(row.uid.prefix { $0 != "/" }))
      var event = row.event(.none, over: nil, kind: .event, by: .none, now: Instant(milliseconds: 0))
      event.cancelledAt = nil
      found[uid, default: []] += event.occurrences(in: far, row.changes, zone: zone).map {
        $0.times.isAllDay ? $0.times.from.text : String($0.start(in: zone).text.prefix(16)) + "Z"
      }
    }
    return found.mapValues { $0.sorted() }
  }

  @Test(arguments: ["outlook", "exchange", "google", "apple", "evolution"])
  func `mean the moments that another program finds in them`(_ name: String) throws {
    let wanted = try JSONDecoder().decode([String: [String: [String]]].self, from: Data(Self.bytes("expected.json")))
    let plan = try read(name)
    #expect(plan.problems.isEmpty)
    #expect(try moments(plan) == wanted[name])
    #expect(plan.rows.allSatisfy { !$0.title.contains("\u{FFFD}") })
  }

  @Test func `keep a clock of the world, whatever the file calls it`() throws {
    let zones = { (plan: ImportPlan) in Dictionary(plan.rows.map { ($0.title, $0.zone) }) { first, _ in first } }
    let outlook = try zones(read("outlook"))
    #expect(
      outlook["Lehrerkonferenz"] == "Europe/Berlin" && outlook["Call with our partner school"] == "America/New_York")
    #expect(try zones(read("exchange"))["Staff"] == "Asia/Jerusalem")
    #expect(try zones(read("apple"))["Open lab"] == "America/New_York")
    #expect(try zones(read("evolution"))["Elternabend"] == "Europe/Berlin")
    let easter = try read("outlook").rows.first { $0.title.hasPrefix("Osterferien") }
    let days = ["2026-04-03", "2026-04-06"].compactMap { Day($0) }
    #expect(easter?.times == EventTimes(from: days[0], until: days[1]))
  }

  @Test func `say by its line what is left out, and bring the rest`() throws {
    #expect(try read("outlook").leftOut.map(\.key) == ["calendar.rule.part"])
    #expect(try read("exchange").leftOut.map(\.key) == ["calendar.import.zone"])
    #expect(try read("evolution").leftOut == [ImportProblem(line: 38, key: "calendar.import.unreadable")])
    #expect(try read("apple").leftOut.isEmpty && read("google").leftOut.isEmpty)
    #expect(try read("exchange").rows.filter(\.isCancelled).map(\.title) == ["Trip"])
  }

  /// The definition of a zone that a file brings is what its clocks mean, also where its name means another.
  @Test func `are read by their own definition of a zone`() throws {
    func file(_ rule: String) -> String {
      [
        "BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", "TZID:Europe/Berlin", "BEGIN:STANDARD", "DTSTART:19700101T000000",
        "TZOFFSETFROM:+0545", "TZOFFSETTO:+0545", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT", "UID:1",
        "DTSTART;TZID=Europe/Berlin:20260310T120000", "DTEND;TZID=Europe/Berlin:20260310T130000", rule, "END:VEVENT",
        "END:VCALENDAR",
      ].filter { !$0.isEmpty }.joined(separator: "\r\n")
    }
    let once = ImportPlan(file(""), home: CalendarSchool.zone) { zoneNamed($0) }
    #expect(try moments(once) == ["1": ["2026-03-10T06:15Z"]])
    let again = ImportPlan(file("RRULE:FREQ=WEEKLY;COUNT=2"), home: CalendarSchool.zone) { zoneNamed($0) }
    #expect(try moments(again) == ["1": ["2026-03-10T06:15Z", "2026-03-17T06:15Z"]])
    #expect(again.rows.first?.zone == "Asia/Katmandu")
    // A clock that no place on earth has, for something that comes again: left out, never guessed.
    let nowhere = file("RRULE:FREQ=WEEKLY;COUNT=2").replacingOccurrences(of: "+0545", with: "+0517")
    #expect(
      ImportPlan(nowhere, home: CalendarSchool.zone) { zoneNamed($0) }.leftOut.map(\.key) == ["calendar.import.zone"])
  }

  @Test func `that are no text are refused with a sentence`() async throws {
    let school = try await CalendarSchool.open()
    for name in ["latin1", "utf16"] {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "fixtures/fuzz/calendar/\(name).ics")))
      #expect(CalendarReader.text(of: bytes) == nil)
      let upload = try await school.upload("a.ics", bytes)
      let refused = await school.refusal(.post, CalendarPaths.importing, as: .dana, uploads: [upload])
      #expect(refused == .invalid("file", Phrase("calendar.import.encoding")))
    }
    let upload = try await school.upload("exchange.ics", try Self.bytes("exchange.ics"))
    let page = try await school.send(.post, CalendarPaths.importing, as: .dana, uploads: [upload])
    let html = try #require(page.page(school.scene())?.body.string)
    #expect(html.contains("Called off") && html.contains("is left out") && html.contains("name=\"file\""))
    #expect(html.contains("אסיפת הורים לכיתה ז׳ באולם הגדול של בית הספר"))
  }

  @Test func `that were made to harm do none`() throws {
    let folder = URL(fileURLWithPath: "fixtures/fuzz/calendar")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(files.count >= 16)
    for file in files {
      guard let text = CalendarReader.text(of: [UInt8](try Data(contentsOf: file))) else { continue }
      let plan = ImportPlan(text, home: CalendarSchool.zone) { zoneNamed($0) }
      #expect(
        plan.rows.allSatisfy { $0.times.isWithinReason && zoneNamed($0.zone) != nil }, "\(file.lastPathComponent)")
      #expect(plan.leftOut.count <= 50)
    }
  }

  @Test func `twice as long take twice as long`() {
    let ratio = growth(of: 200) { count in
      let events = (0..<count).map {
        "BEGIN:VEVENT\r\nUID:\($0)\r\nSUMMARY:Lesson\r\nDTSTART:20260310T080000Z\r\nDTEND:20260310T090000Z\r\n"
          + "RRULE:FREQ=WEEKLY\r\nEXDATE:20260317T080000Z\r\nRDATE:20260318T080000Z\r\nEND:VEVENT\r\n"
      }.joined()
      return "BEGIN:VCALENDAR\r\n" + events + "END:VCALENDAR\r\n"
    } _: { text in
      _ = ImportPlan(text, home: CalendarSchool.zone) { zoneNamed($0) }
    }
    #expect(ratio == nil)
  }
}
