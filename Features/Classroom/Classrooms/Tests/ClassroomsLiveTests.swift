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

@testable import Classroom
@testable import ClassroomServer
@testable import Web

@Suite struct `Open screens of classes and students` {
  /// What somebody's page watches.
  private func topics(_ path: String, _ who: ClassroomsFixture.Who, _ fixture: ClassroomsFixture) async throws
    -> [String]
  {
    guard case .page(let drawn) = try await fixture.send(.get, path, as: who).body else { return [] }
    return drawn(fixture.scene()).topics
  }

  /// What the books tell of one act.
  private func change(_ fixture: ClassroomsFixture, _ act: () async throws -> Void) async throws -> Change {
    try #require(try await fixture.ledger.change(act))
  }

  @Test func `a new name reaches whoever has the child on a page, and nobody else`() async throws {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let change = try await change(fixture) {
      _ = try await fixture.send(.post, fixture.path("ben"), Form(["given": "Benjamin", "family": "Tal"]), as: .okoro)
    }
    let pages: [(String, ClassroomsFixture.Who)] = [
      (fixture.room("7b"), .owner), (fixture.room("7b"), .okoro), (fixture.path("ben"), .owner),
      (fixture.path("ben"), .okoro), ("/students", .owner), ("/students", .okoro),
    ]
    for (path, who) in pages {
      let topics = try await topics(path, who, fixture)
      #expect(try await fixture.ledger.tells(topics, of: change, to: fixture.caller(who)) == true, "\(path) \(who)")
      // What a list says, all that its reader sees, is something else for somebody else.
      for other in ClassroomsFixture.Who.allCases where path != "/students" && ![.owner, .okoro].contains(other) {
        #expect(
          try await fixture.ledger.tells(topics, of: change, to: fixture.caller(other)) != true, "\(path) \(other)")
      }
    }
    let elsewhere = try await topics(fixture.path("ada-record"), .owner, fixture)
    #expect(try await fixture.ledger.tells(elsewhere, of: change, to: fixture.caller(.owner)) == false)
  }

  @Test func `what each sees of a class they may also watch`() async throws {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let change = try await change(fixture) {
      _ = try await fixture.send(.post, fixture.room("7b"), Form(["name": "7 B"]), as: .owner)
    }
    for (who, path) in [ClassroomsFixture.Who.owner, .okoro, .ada, .leila].flatMap({ who in
      [(who, fixture.room("7b")), (who, "/classes")]
    }) {
      let topics = try await topics(path, who, fixture)
      #expect(try await fixture.ledger.tells(topics, of: change, to: fixture.caller(who)) == true, "\(path) \(who)")
    }
  }

  @Test func `a teacher's open page hears nothing of a student who has left the class`() async throws {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let topics = try await topics(fixture.path("ben"), .okoro, fixture)
    let edit: () async throws -> Void = {
      _ = try await fixture.send(.post, fixture.path("ben"), Form(["given": "Ben", "family": "Tal"]), as: .owner)
    }
    let (ledger, okoro) = (fixture.ledger, fixture.caller(.okoro))
    #expect(try await ledger.tells(topics, of: change(fixture, edit), to: okoro) == true)
    let student = Form(["student": (fixture.id("ben") as ID<Student>).text])
    let gone = try await change(fixture) {
      _ = try await fixture.send(.post, fixture.room("7b", "/students/removal"), student, as: .okoro)
    }
    #expect(try await ledger.tells(topics, of: gone, to: okoro) == true)
    await #expect(throws: Refusal.notFound) { try await self.topics(fixture.path("ben"), .okoro, fixture) }
  }

  @Test func `unlinking a guardian ends the guardian's open lines`() async throws {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let change = try await change(fixture) {
      _ = try await fixture.send(
        .post, fixture.path("ada-record", "/guardians/removal"), Form(["account": fixture.account(.leila).text]),
        as: .owner
      )
    }
    #expect(change.membershipChanged == [fixture.account(.leila)])
  }

  @Test func `lists of students look again when somebody comes to the school or into a class, or goes`() async throws {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let (ledger, owner) = (fixture.ledger, fixture.caller(.owner))
    let (all, own) = (try await topics("/students", .owner, fixture), try await topics("/students", .okoro, fixture))
    let come = try await change(fixture) {
      _ = try await fixture.send(.post, "/students", Form(["given": "Bea", "family": "Nahas"]), as: .owner)
    }
    let left = try await change(fixture) {
      _ = try await fixture.send(.post, fixture.path("cem", "/leaving"), as: .owner)
    }
    let student = Form(["student": (fixture.id("ben") as ID<Student>).text])
    let gone = try await change(fixture) {
      _ = try await fixture.send(.post, fixture.room("7b", "/students/removal"), student, as: .owner)
    }
    for change in [come, left, gone] { #expect(try await ledger.tells(all, of: change, to: owner) == true) }
    #expect(try await ledger.tells(own, of: come, to: fixture.caller(.okoro)) == false, "nobody's class")
    #expect(try await ledger.tells(own, of: gone, to: fixture.caller(.okoro)) == true)
  }

  @Test(arguments: Dialect.allCases)
  func `a day that begins takes the class away from who was in it until yesterday, once`(_ dialect: Dialect)
    async throws
  {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    let (room, ada) = (fixture.id("8a") as ID<Classroom>, fixture.id("ada-record") as ID<Student>)
    let (account, school) = (fixture.account(.ada), fixture.school)
    let today = try await fixture.ledger.read { try ClassroomsStore(tx: $0).today(in: school) }
    try await fixture.ledger.write(
      CommandEnvelope(fixture.ledger.world.id(), "test.yesterday", school: school, by: nil)
    ) {
      tx in
      let store = ClassroomsStore(tx: tx)
      try store.enrol(ada, in: room, from: today.plus(days: -9), until: today.plus(days: -1))
      try tx.grant(account, .classMates(room))
      return ""
    }
    #expect(try await fixture.isMember(.ada, of: .classMates(room)))
    try await fixture.classrooms.rollOver()
    #expect(try await !fixture.isMember(.ada, of: .classMates(room)))
    #expect(try await fixture.isMember(.ada, of: .classMates(fixture.id("7b"))))
    #expect(try await fixture.journal().last?.command == "classrooms.turn-day")
    let before = try await fixture.counts()
    try await fixture.classrooms.rollOver()
    #expect(try await fixture.counts() == before)
  }

  @Test func `who is ticked stays on top of whatever is searched for next`() async throws {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let cem = (fixture.id("cem") as ID<Student>).text
    let query = Form(["q": "nobody", "student": cem])
    let html = try await fixture.html(fixture.room("7b", "/enrolment"), as: .owner, query: query)
    #expect(html.contains("value=\"\(cem)\" checked") && html.contains("data-keep=\"student\""))
    // Whom the teacher does not know cannot be ticked by an address either.
    #expect(try await !fixture.html(fixture.room("7b", "/enrolment"), as: .okoro, query: query).contains(cem))
  }
}
