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
@testable import Web

@Suite struct `The catalogue on an open screen` {
  private func told(_ books: CourseBooks, _ act: () async throws -> Void) async throws -> String {
    let view = try #require(books.enrolment.views.first { $0.name == "catalogue" })
    var changes = books.ledger.changes().makeAsyncIterator()
    try await act()
    let change = try #require(await changes.next())
    guard view.touched(change) == [books.school.text] else { return "" }
    return try await view.render(books.school.text, change, books.scene())?.string ?? ""
  }
  private func request(_ who: CourseBooks.Who, _ books: CourseBooks) async throws {
    try await books.send(.post, books.path("robotics", "/seats"), as: who)
  }

  @Test func `looks again when the last place goes, and counts otherwise`() async throws {
    let books = try await CourseBooks.open(.sqlite)
    defer { books.ledger.close() }
    try await books.change("robotics") { $0.capacity = 3 }
    let again = lookAgain("catalogue/" + books.school.text).string
    let first = try await told(books) { try await self.request(.ada, books) }
    #expect(first.contains("1 of 3 places taken") && first != again)
    _ = try await told(books) { try await self.request(.ben, books) }
    #expect(try await told(books) { try await self.request(.cem, books) } == again)
    let line = try await told(books) { try await self.request(.dina, books) }
    #expect(line.contains("3 of 3 places taken") && line != again)
  }

  @Test func `hears of a course that is offered, and of one that is so no more`() async throws {
    let books = try await CourseBooks.open(.sqlite)
    defer { books.ledger.close() }
    let again = lookAgain("catalogue/" + books.school.text).string
    #expect(try await told(books) { try await books.change("math") { $0.entry = .open } } == again)
    #expect(try await told(books) { try await books.change("math") { $0.entry = .closed } } == again)
    // What only the staff see of a course is no news to the school.
    #expect(try await told(books) { try await books.change("math") { $0.about = "Numbers" } }.isEmpty)
  }

  @Test func `says what keeps somebody out who waits`() async throws {
    let books = try await CourseBooks.open(.sqlite)
    defer { books.ledger.close() }
    try await books.change("robotics") { $0.capacity = 1 }
    for who in [CourseBooks.Who.cem, .ada] { try await request(who, books) }
    #expect(try await !books.html("/catalogue", as: .ada).contains("passes you over"))
    try await books.change("robotics") { $0.refusesClash = true }
    try await books.write("test.week") { tx in
      let (store, math) = (CoursesStore(tx: tx), books.course("math"))
      try store.setMeetings([CourseMeeting(weekday: 1, start: 540, end: 600)], of: math)
    }
    let own = try await books.html("/catalogue", as: .ada)
    #expect(own.contains("Math 7") && own.contains("passes you over"))
    #expect(try await books.html("/catalogue", as: .leila).contains("Ada"))
    #expect(try await !books.html("/catalogue", as: .cem).contains("passes you over"))
  }
}
