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
  private func page(_ fixture: AttendanceSchool, _ access: ClassAccess = .teacher) async throws -> ClassroomPage {
    let (room, school) = (fixture.class7B, fixture.school)
    let found = try await fixture.ledger.read { tx -> ClassroomPage? in
      guard var page = try ClassroomsService.page(room, access, school, tx) else { return nil }
      page.running = try ClassroomsService.running(page, school, tx)
      return page
    }
    return try #require(found)
  }

  private func button(_ fixture: AttendanceSchool) async throws -> String {
    let roster = classroomRoster(try await page(fixture), fixture.scene(.en)).string
    let start = try #require(roster.firstRange(of: "id=\"class-mark-\(fixture.maya.text)\"")?.lowerBound)
    return String(roster[start...].prefix { $0 != ">" })
  }

  @Test func `is there from the lesson's beginning, and goes to that lesson's register`() async throws {
    let fixture = try await AttendanceSchool.open()
    defer { fixture.ledger.close() }
    #expect(try await page(fixture).running == nil)
    fixture.clock.advance(seconds: 16 * 60)
    #expect(try await page(fixture).running?.path == fixture.path())
    let unmarked = try await button(fixture)
    #expect(unmarked.contains("formaction=\"\(fixture.path())\"") && unmarked.contains("value=\"present\""))
    #expect(unmarked.contains("aria-pressed=\"false\""))
    try await fixture.mark(fixture.maya, "present")
    let present = try await button(fixture)
    #expect(present.contains("value=\"absent\"") && present.contains("aria-pressed=\"true\""))
    try await fixture.mark(fixture.maya, "late")
    #expect(try await button(fixture).contains("value=\"present\""))
  }

  @Test func `is not there on a holiday, and not for families`() async throws {
    let fixture = try await AttendanceSchool.open()
    defer { fixture.ledger.close() }
    fixture.clock.advance(seconds: 16 * 60)
    #expect(try await page(fixture, .guardian([fixture.maya])).running == nil)
    #expect(try await page(fixture, .mate).running == nil)
    try await fixture.write { try AttendanceStore(tx: $0).put(Holiday(day: AttendanceSchool.monday, name: "Purim")) }
    #expect(try await page(fixture).running == nil)
  }
}
