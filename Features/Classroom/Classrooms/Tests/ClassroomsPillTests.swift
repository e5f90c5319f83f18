import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import People
import School
import Testing

@testable import Classroom

@Suite struct `One tap beside a name in the list of a class` {
  private func page(_ books: AttendanceSchool, _ sight: ClassSight = .teacher) async throws -> ClassroomPage {
    let (room, school) = (books.class7B, books.school)
    let found = try await books.ledger.read { tx -> ClassroomPage? in
      guard var page = try ClassroomsService.page(room, sight, school, tx) else { return nil }
      page.running = try ClassroomsService.running(page, school, tx)
      return page
    }
    return try #require(found)
  }

  private func button(_ books: AttendanceSchool) async throws -> String {
    let roster = classroomRoster(try await page(books), books.scene(.en)).string
    let start = try #require(roster.firstRange(of: "id=\"class-mark-\(books.maya.text)\"")?.lowerBound)
    return String(roster[start...].prefix { $0 != ">" })
  }

  @Test func `is there from the lesson's beginning, and goes to that lesson's register`() async throws {
    let books = try await AttendanceSchool.open()
    defer { books.ledger.close() }
    #expect(try await page(books).running == nil)
    books.clock.advance(seconds: 16 * 60)
    #expect(try await page(books).running?.path == books.path())
    let unmarked = try await button(books)
    #expect(unmarked.contains("formaction=\"\(books.path())\"") && unmarked.contains("value=\"present\""))
    #expect(unmarked.contains("aria-pressed=\"false\""))
    try await books.mark(books.maya, "present")
    let present = try await button(books)
    #expect(present.contains("value=\"absent\"") && present.contains("aria-pressed=\"true\""))
    try await books.mark(books.maya, "late")
    #expect(try await button(books).contains("value=\"present\""))
  }

  @Test func `is not there on a holiday, and not for families`() async throws {
    let books = try await AttendanceSchool.open()
    defer { books.ledger.close() }
    books.clock.advance(seconds: 16 * 60)
    #expect(try await page(books, .guardian([books.maya])).running == nil)
    #expect(try await page(books, .mate).running == nil)
    try await books.write { try AttendanceStore(tx: $0).put(Holiday(day: AttendanceSchool.monday, name: "Purim")) }
    #expect(try await page(books).running == nil)
  }
}
