import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Testing

@testable import Learning
@testable import Talk
@testable import TalkServer
@testable import Web

@Suite struct `What somebody may know no more of` {
  /// The parts of a feed that are about one thing, as lines.
  private func parts(_ text: String, _ uid: String) -> [[String]] {
    text.split(separator: "BEGIN:VEVENT").filter { $0.contains("UID:" + uid) }
      .map { $0.split(separator: "\r\n").map(String.init) }
  }

  private func sequence(_ part: [String]?) -> Int {
    part?.first { $0.hasPrefix("SEQUENCE:") }.flatMap { Int($0.dropFirst(9)) } ?? -1
  }

  private func made(_ scope: String, _ school: CalendarSchool, as person: CalendarSchool.Person) async throws -> String
  {
    let request = try school.request(.post, CalendarPaths.feeds, as: person)
    return try await school.server.run(MakeFeed(scope: try #require(Feed.Scope(text: scope))), request).secret
  }

  private func send(_ school: CalendarSchool, _ id: ID<Event>, _ title: String, to audience: String) async throws {
    let fields = [
      "title": title, "audience": audience, "from": school.monday.plus(days: 3).text, "start": "11:00", "end": "12:00",
      "place": "Vault", "note": "Whispered", "anyway": "on",
    ]
    try await school.send(CalendarPaths.event(id), fields, as: .dana)
  }

  @Test(arguments: Dialect.allCases)
  func `is called off in their feeds without a word of it, and comes back when it is theirs again`(
    _ dialect: Dialect
  ) async throws {
    let school = try await CalendarSchool.open(dialect)
    let id = try await school.add(900, ["audience": "class." + school.b7.text, "repeat": "weekly"])
    let feeds = try await [
      made("person", school, as: .maya), made("class." + school.b7.text, school, as: .omar),
      made("child." + school.maya.text, school, as: .leila),
    ]
    let office = try await made("person", school, as: .dana)
    for secret in feeds { #expect(parts(try await school.read(secret), id.text)[0].contains("SUMMARY:Choir")) }
    let before = sequence(parts(try await school.read(feeds[0]), id.text).first)
    school.clock.advance(seconds: 60)
    try await send(school, id, "Staff matters", to: "class." + school.a8.text)
    for secret in feeds {
      let found = parts(try await school.read(secret), id.text)
      #expect(found.count == 1 && found[0].contains("STATUS:CANCELLED") && found[0].contains("SUMMARY:"))
      #expect(sequence(found.first) > before)
      // When it was is as they had it; where it is and what it is called they learn no more.
      #expect(found[0].contains("DTSTART;TZID=Europe/Paris:20260310T090000") && found[0].contains("RRULE:FREQ=WEEKLY"))
      for word in ["Choir", "Staff matters", "Vault", "Whispered", "T110000"] {
        #expect(!found[0].joined(separator: " ").contains(word), "\(word)")
      }
    }
    let theirs = parts(try await school.read(office), id.text)
    #expect(theirs.count == 1 && theirs[0].contains("SUMMARY:Staff matters") && theirs[0].contains("STATUS:CONFIRMED"))
    // A feed made afterwards never had it.
    school.clock.advance(seconds: 60)
    #expect(parts(try await school.read(made("person", school, as: .maya)), id.text).isEmpty)
    let gone = sequence(parts(try await school.read(feeds[0]), id.text).first)
    try await send(school, id, "Band", to: "class." + school.b7.text)
    let back = parts(try await school.read(feeds[0]), id.text)
    #expect(back.count == 1 && back[0].contains("SUMMARY:Band") && back[0].contains("STATUS:CONFIRMED"))
    #expect(sequence(back.first) > gone)
  }

  @Test func `is called off as long as what was cancelled is`() async throws {
    let school = try await CalendarSchool.open()
    let id = try await school.add(900, ["audience": "class." + school.b7.text])
    let feed = try await made("person", school, as: .maya)
    try await send(school, id, "Other", to: "class." + school.a8.text)
    school.clock.advance(seconds: 86_400 * Int64(FeedContent.past))
    #expect(parts(try await school.read(feed), id.text).count == 1)
    school.clock.advance(seconds: 86_400 * 2)
    #expect(parts(try await school.read(feed), id.text).isEmpty)
  }

  private let essay: ID<CourseItem> = CalendarSchool.id(500)

  /// An essay for Wednesday noon, for Maya on Friday.
  private func work(_ school: CalendarSchool, isShown: Bool = true, due: Bool = true) async throws {
    let (essay, noon) = (essay, CalendarSchool.zone.instant(school.monday.plus(days: 2), minute: 720))
    try await school.write { tx in
      try CoursesStore(tx: tx).put(
        CourseItem(
          id: essay, course: school.math, kind: .assignment, title: "Essay", place: 0, dueAt: due ? noon : nil,
          publishedAt: isShown ? tx.now : nil, updatedAt: tx.now))
      let store = AssignmentsStore(tx: tx)
      guard try store.dueExtension(essay, of: school.maya, in: school.school) == nil else { return }
      try store.put(Assignment(id: essay, course: school.math, updatedAt: tx.now))
      try store.put(
        DueExtension(item: essay, student: school.maya, dueAt: noon.plus(days: 2), by: .none, at: tx.now))
    }
  }

  @Test(arguments: Dialect.allCases)
  func `is work that was taken back or deleted, on each one's own day`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    try await work(school)
    let secrets = try await [
      made("person", school, as: .maya), made("person", school, as: .leila), made("person", school, as: .omar),
    ]
    var before: [[[String]]] = []
    for secret in secrets { before.append(parts(try await school.read(secret), essay.text)) }
    #expect(before.map(\.count) == [1, 2, 1])
    func days(_ parts: [[String]]) -> [String] {
      parts.flatMap { $0.filter { $0.hasPrefix("UID:") || $0.hasPrefix("DTSTART") } }
    }
    let essay = essay
    for step in 0..<3 {
      school.clock.advance(seconds: 60)
      switch step {
      case 0: try await work(school, isShown: false)
      case 1: try await work(school, due: false)
      default:
        try await school.write { tx in
          let item = try #require(try CoursesStore(tx: tx).item(essay, in: tx.school))
          try CoursesStore(tx: tx).remove(item)
        }
      }
      // Who has a day of their own keeps it when the others have none any more.
      for (secret, old) in zip(secrets, before).dropFirst(step == 1 ? 2 : 0) {
        let found = parts(try await school.read(secret), essay.text)
        #expect(days(found) == days(old), "\(step)")
        #expect(found.allSatisfy { $0.contains("STATUS:CANCELLED") && !$0.joined().contains("Essay") })
        #expect(sequence(found.first) > sequence(old.first))
      }
      school.clock.advance(seconds: 60)
      try await work(school)
      let again = parts(try await school.read(secrets[0]), essay.text)
      #expect(again.count == 1 && again[0].contains("STATUS:CONFIRMED") && again[0].contains("SUMMARY:Due: Essay"))
      for (place, secret) in secrets.enumerated() { before[place] = parts(try await school.read(secret), essay.text) }
    }
  }
}
