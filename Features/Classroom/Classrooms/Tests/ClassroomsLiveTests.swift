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
@testable import Web

@Suite struct `Open screens of classes and students` {
  private func view(_ name: String, _ fixture: ClassroomsFixture) throws -> LiveView {
    try #require((fixture.students.views + fixture.classrooms.views).first { $0.name == name })
  }

  /// What the books tell of one act.
  private func change(_ fixture: ClassroomsFixture, _ act: () async throws -> Void) async throws -> Change {
    var changes = fixture.ledger.changes().makeAsyncIterator()
    try await act()
    return try #require(await changes.next())
  }

  @Test func `a new name reaches the class's staff, and no forms' secrets with it`() async throws {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let change = try await change(fixture) {
      _ = try await fixture.send(.post, fixture.path("ben"), Form(["given": "Benjamin", "family": "Tal"]), as: .okoro)
    }
    let (room, topic) = (try view("class", fixture), (fixture.id("7b") as ID<Classroom>).text)
    #expect(room.touched(change) == [topic])
    let html = try #require(try await room.render(topic, change, fixture.scene())).string
    #expect(html.contains("Benjamin Tal") && html.contains("data-target=\"class-\(topic)-students\""))
    #expect(!html.contains("name=\"command\"") && !html.contains("csrf"))
    let access: [(String, Set<ClassroomsFixture.Who>)] = [
      ("class", [.owner, .okoro]), ("class-row", [.owner, .okoro, .ada, .leila]), ("class-teachers", [.owner]),
      ("taught", [.okoro]),
    ]
    for (name, people) in access {
      let view = try view(name, fixture)
      for who in ClassroomsFixture.Who.allCases {
        #expect(try await view.maySee(topic, fixture.caller(who)) == people.contains(who), "\(name) \(who)")
        #expect(try await !view.maySee("nonsense", fixture.caller(who)), "\(name) \(who)")
      }
    }
  }

  @Test func `a teacher's open page hears nothing of a student who has left the class`() async throws {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let student = try view("student", fixture)
    guard case .page(let drawn) = try await fixture.send(.get, fixture.path("ben"), as: .okoro).body else {
      return #expect(Bool(false))
    }
    let topic = String(try #require(drawn(fixture.scene()).topics.first).dropFirst("student/".count))
    #expect(try await student.maySee(topic, fixture.caller(.okoro)))
    let edit: () async throws -> Void = {
      _ = try await fixture.send(.post, fixture.path("ben"), Form(["given": "Ben", "family": "Tal"]), as: .owner)
    }
    #expect(try await student.render(topic, change(fixture, edit), fixture.scene()) != nil)
    _ = try await fixture.send(
      .post, fixture.room("7b", "/students/removal"), Form(["student": (fixture.id("ben") as ID<Student>).text]),
      as: .okoro
    )
    #expect(try await student.render(topic, change(fixture, edit), fixture.scene()) == nil)
    #expect(try await !student.maySee(topic, fixture.caller(.okoro)))
    for who in [ClassroomsFixture.Who.brandt, .ada, .leila, .neighbour] {
      #expect(try await !student.maySee(topic, fixture.caller(who)))
    }
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

  @Test func `a new student appears in the office's list beside the neighbours, and not among what was searched`()
    async throws
  {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let change = try await change(fixture) {
      _ = try await fixture.send(.post, "/students", Form(["given": "Bea", "family": "Nahas"]), as: .owner)
    }
    let (list, school) = (try view("students", fixture), fixture.school.text)
    #expect(list.touched(change) == [school, school + ".found"])
    let html = try #require(try await list.render(school, change, fixture.scene())).string
    let (ada, cem) = (fixture.id("ada-record") as ID<Student>, fixture.id("cem") as ID<Student>)
    #expect(html.contains("data-op=\"after\" data-target=\"student-\(ada.text)\""))
    #expect(html.contains("data-op=\"before\" data-target=\"student-\(cem.text)\""))
    let found = try #require(try await list.render(school + ".found", change, fixture.scene())).string
    #expect(!found.contains("data-op=\"after\"") && found.contains("data-op=\"replace\""))
    let left = try await self.change(fixture) {
      _ = try await fixture.send(.post, fixture.path("cem", "/leaving"), as: .owner)
    }
    let gone = try #require(try await list.render(school, left, fixture.scene())).string
    #expect(gone.contains("data-op=\"remove\" data-target=\"student-\(cem.text)\""))
  }

  @Test func `a teacher's list of students looks again when somebody comes into a class of theirs, or goes`()
    async throws
  {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let (list, room) = (try view("taught", fixture), (fixture.id("7b") as ID<Classroom>).text)
    guard case .page(let drawn) = try await fixture.send(.get, "/students", as: .okoro).body else {
      return #expect(Bool(false))
    }
    #expect(drawn(fixture.scene()).topics.contains("taught/" + room))
    let student = Form(["student": (fixture.id("ben") as ID<Student>).text])
    let gone = try await change(fixture) {
      _ = try await fixture.send(.post, fixture.room("7b", "/students/removal"), student, as: .owner)
    }
    #expect(list.touched(gone) == [room])
    let html = try #require(try await list.render(room, gone, fixture.scene())).string
    #expect(html.contains("data-op=\"refresh\" data-target=\"main\"") && !html.contains("Ben"))
    for who in ClassroomsFixture.Who.allCases {
      #expect(try await list.maySee(room, fixture.caller(who)) == (who == .okoro), "\(who)")
    }
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
