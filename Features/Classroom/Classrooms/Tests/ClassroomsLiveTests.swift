import Base
import HTML
import Kit
import Ledger
import People
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
    for who in ClassroomsBooks.Who.allCases {
      #expect(try await room.maySee(topic, books.caller(who)) == (who == .okoro || who == .owner), "\(who)")
    }
  }

  @Test func `a teacher's open page hears nothing of a student who has left the class`() async throws {
    let books = try await ClassroomsBooks.open(.sqlite)
    defer { books.ledger.close() }
    let student = try view("student", books)
    guard case .page(let drawn) = try await books.send(.get, books.path("ben"), as: .okoro).body else {
      return #expect(Bool(false))
    }
    let topic = String(try #require(drawn(try books.scene()).topics.first).dropFirst("student/".count))
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
    #expect(change.reseated == [books.account(.leila)])
  }
}
