import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing

@testable import Learning
@testable import LearningServer
@testable import Web

@Suite struct `The catalogue on an open screen` {
  private func told(_ fixture: CourseFixture, _ act: () async throws -> Void) async throws -> String {
    let view = try #require(fixture.enrolment.views.first { $0.name == "catalogue" })
    var changes = fixture.ledger.changes().makeAsyncIterator()
    try await act()
    let change = try #require(await changes.next())
    guard view.touched(change) == [fixture.school.text] else { return "" }
    return try await view.render(fixture.school.text, change, fixture.scene())?.string ?? ""
  }
  private func request(_ who: CourseFixture.Who, _ fixture: CourseFixture) async throws {
    try await fixture.send(.post, fixture.path("robotics", "/seats"), as: who)
  }

  @Test func `looks again when the last place goes, and counts otherwise`() async throws {
    let fixture = try await CourseFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    try await fixture.change("robotics") { $0.capacity = 3 }
    let again = fragment(.refresh, "catalogue").string
    let first = try await told(fixture) { try await self.request(.ada, fixture) }
    #expect(first.contains("1 of 3 places taken") && first != again)
    _ = try await told(fixture) { try await self.request(.ben, fixture) }
    #expect(try await told(fixture) { try await self.request(.cem, fixture) } == again)
    let line = try await told(fixture) { try await self.request(.dina, fixture) }
    #expect(line.contains("3 of 3 places taken") && line != again)
  }

  @Test func `hears of a course that is offered, and of one that is so no more`() async throws {
    let fixture = try await CourseFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let topics = try await fixture.topics("/catalogue", as: .ada)
    func hears(_ act: () async throws -> Void) async throws -> Bool? {
      try await fixture.ledger.tells(
        topics, of: try #require(try await fixture.ledger.change(act)), to: fixture.caller(.ada))
    }
    #expect(try await hears { try await fixture.change("math") { $0.entry = .open } } == true)
    #expect(try await hears { try await fixture.change("math") { $0.entry = .closed } } == true)
    // What only those in it see of a course is no news to the school.
    #expect(try await hears { try await fixture.change("math") { $0.about = "Numbers" } } == false)
  }

  @Test func `says what keeps somebody out who waits`() async throws {
    let fixture = try await CourseFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    try await fixture.change("robotics") { $0.capacity = 1 }
    for who in [CourseFixture.Who.cem, .ada] { try await request(who, fixture) }
    #expect(try await !fixture.html("/catalogue", as: .ada).contains("passes you over"))
    try await fixture.change("robotics") { $0.refusesClash = true }
    try await fixture.write("test.week") { tx in
      let (store, math) = (CoursesStore(tx: tx), fixture.course("math"))
      try store.setMeetings([CourseMeeting(weekday: 1, start: 540, end: 600)], of: math)
    }
    let own = try await fixture.html("/catalogue", as: .ada)
    #expect(own.contains("Math 7") && own.contains("passes you over"))
    #expect(try await fixture.html("/catalogue", as: .leila).contains("Ada"))
    #expect(try await !fixture.html("/catalogue", as: .cem).contains("passes you over"))
  }
}
