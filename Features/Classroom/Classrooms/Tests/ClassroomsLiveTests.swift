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
  private func view(_ name: String, _ books: ClassroomsBooks) throws -> LiveView {
    try #require((books.students.views + books.classrooms.views).first { $0.name == name })
  }

  /// What the books tell of one act.
  private func change(_ books: ClassroomsBooks, _ act: () async throws -> Void) async throws -> Change {
    var changes = books.ledger.changes().makeAsyncIterator()
    try await act()
    return try #require(await changes.next())
  }

  @Test func `a new name reaches the class's staff, and no forms' secrets with it`() async throws {
    let books = try await ClassroomsBooks.open(.sqlite)
    defer { books.ledger.close() }
    let change = try await change(books) {
      _ = try await books.send(.post, books.path("ben"), Form(["given": "Benjamin", "family": "Tal"]), as: .okoro)
    }
    let (room, topic) = (try view("class", books), (books.id("7b") as ID<Classroom>).text)
    #expect(room.touched(change) == [topic])
    let html = try #require(try await room.render(topic, change, books.scene())).string
    #expect(html.contains("Benjamin Tal") && html.contains("data-target=\"class-\(topic)-students\""))
    #expect(!html.contains("name=\"command\"") && !html.contains("csrf"))
    let sight: [(String, Set<ClassroomsBooks.Who>)] = [
      ("class", [.owner, .okoro]), ("class-row", [.owner, .okoro, .ada, .leila]), ("class-teachers", [.owner]),
      ("taught", [.okoro]),
    ]
    for (name, people) in sight {
      let view = try view(name, books)
      for who in ClassroomsBooks.Who.allCases {
        #expect(try await view.maySee(topic, books.caller(who)) == people.contains(who), "\(name) \(who)")
        #expect(try await !view.maySee("nonsense", books.caller(who)), "\(name) \(who)")
      }
    }
  }

  @Test func `a teacher's open page hears nothing of a student who has left the class`() async throws {
    let books = try await ClassroomsBooks.open(.sqlite)
    defer { books.ledger.close() }
    let student = try view("student", books)
    guard case .page(let drawn) = try await books.send(.get, books.path("ben"), as: .okoro).body else {
      return #expect(Bool(false))
    }
    let topic = String(try #require(drawn(books.scene()).topics.first).dropFirst("student/".count))
    #expect(try await student.maySee(topic, books.caller(.okoro)))
    let edit: () async throws -> Void = {
      _ = try await books.send(.post, books.path("ben"), Form(["given": "Ben", "family": "Tal"]), as: .owner)
    }
    #expect(student.touched(try await change(books, edit)).contains(topic))
    _ = try await books.send(
      .post, books.room("7b", "/students/removal"), Form(["student": (books.id("ben") as ID<Student>).text]), as: .okoro
    )
    #expect(!student.touched(try await change(books, edit)).contains(topic))
    #expect(try await !student.maySee(topic, books.caller(.okoro)))
    for who in [ClassroomsBooks.Who.brandt, .ada, .leila, .neighbour] {
      #expect(try await !student.maySee(topic, books.caller(who)))
    }
  }

  @Test func `unlinking a guardian ends the guardian's open lines`() async throws {
    let books = try await ClassroomsBooks.open(.sqlite)
    defer { books.ledger.close() }
    let change = try await change(books) {
      _ = try await books.send(
        .post, books.path("ada-record", "/guardians/removal"), Form(["account": books.account(.leila).text]), as: .owner
      )
    }
    #expect(change.membershipChanged == [books.account(.leila)])
  }

  @Test func `a new student appears in the office's list beside the neighbours, and not among what was searched`()
    async throws
  {
    let books = try await ClassroomsBooks.open(.sqlite)
    defer { books.ledger.close() }
    let change = try await change(books) {
      _ = try await books.send(.post, "/students", Form(["given": "Bea", "family": "Nahas"]), as: .owner)
    }
    let (list, school) = (try view("students", books), books.school.text)
    #expect(list.touched(change) == [school, school + ".found"])
    let html = try #require(try await list.render(school, change, books.scene())).string
    let (ada, cem) = (books.id("ada-record") as ID<Student>, books.id("cem") as ID<Student>)
    #expect(html.contains("data-op=\"after\" data-target=\"student-\(ada.text)\""))
    #expect(html.contains("data-op=\"before\" data-target=\"student-\(cem.text)\""))
    let found = try #require(try await list.render(school + ".found", change, books.scene())).string
    #expect(!found.contains("data-op=\"after\"") && found.contains("data-op=\"replace\""))
    let left = try await self.change(books) {
      _ = try await books.send(.post, books.path("cem", "/leaving"), as: .owner)
    }
    let gone = try #require(try await list.render(school, left, books.scene())).string
    #expect(gone.contains("data-op=\"remove\" data-target=\"student-\(cem.text)\""))
  }

  @Test func `a teacher's list of students looks again when somebody comes into a class of theirs, or goes`()
    async throws
  {
    let books = try await ClassroomsBooks.open(.sqlite)
    defer { books.ledger.close() }
    let (list, room) = (try view("taught", books), (books.id("7b") as ID<Classroom>).text)
    guard case .page(let drawn) = try await books.send(.get, "/students", as: .okoro).body else {
      return #expect(Bool(false))
    }
    #expect(drawn(books.scene()).topics.contains("taught/" + room))
    let student = Form(["student": (books.id("ben") as ID<Student>).text])
    let gone = try await change(books) {
      _ = try await books.send(.post, books.room("7b", "/students/removal"), student, as: .owner)
    }
    #expect(list.touched(gone) == [room])
    let html = try #require(try await list.render(room, gone, books.scene())).string
    #expect(html.contains("data-op=\"refresh\" data-target=\"main\"") && !html.contains("Ben"))
    for who in ClassroomsBooks.Who.allCases {
      #expect(try await list.maySee(room, books.caller(who)) == (who == .okoro), "\(who)")
    }
  }

  @Test(arguments: Dialect.allCases)
  func `a day that begins takes the class away from who was in it until yesterday, once`(_ dialect: Dialect)
    async throws
  {
    let books = try await ClassroomsBooks.open(dialect)
    defer { books.ledger.close() }
    let (room, ada) = (books.id("8a") as ID<Classroom>, books.id("ada-record") as ID<Student>)
    let (account, school) = (books.account(.ada), books.school)
    let today = try await books.ledger.read { try ClassroomsStore(tx: $0).today(in: school) }
    try await books.ledger.write(CommandEnvelope(books.ledger.world.id(), "test.yesterday", school: school, by: nil)) {
      tx in
      let store = ClassroomsStore(tx: tx)
      try store.enrol(ada, in: room, from: today.plus(days: -9), until: today.plus(days: -1))
      try tx.grant(account, .classMates(room))
      return ""
    }
    #expect(try await books.isMember(.ada, of: .classMates(room)))
    try await books.classrooms.turnDay()
    #expect(try await !books.isMember(.ada, of: .classMates(room)))
    #expect(try await books.isMember(.ada, of: .classMates(books.id("7b"))))
    #expect(try await books.journal().last?.command == "classrooms.turn-day")
    let before = try await books.counts()
    try await books.classrooms.turnDay()
    #expect(try await books.counts() == before)
  }

  @Test func `who is ticked stays on top of whatever is searched for next`() async throws {
    let books = try await ClassroomsBooks.open(.sqlite)
    defer { books.ledger.close() }
    let cem = (books.id("cem") as ID<Student>).text
    let query = Form(["q": "nobody", "student": cem])
    let html = try await books.html(books.room("7b", "/enrolment"), as: .owner, query: query)
    #expect(html.contains("value=\"\(cem)\" checked") && html.contains("data-keep=\"student\""))
    // Whom the teacher does not know cannot be ticked by an address either.
    #expect(try await !books.html(books.room("7b", "/enrolment"), as: .okoro, query: query).contains(cem))
  }
}
