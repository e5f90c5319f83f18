import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing
import Web

@testable import Learning

@Suite struct `New work is set in a few taps` {
  private static let meetings = [
    CourseMeeting(weekday: 3, start: 600, end: 645), CourseMeeting(weekday: 3, start: 495, end: 540),
    CourseMeeting(weekday: 5, start: 555, end: 600),
  ]

  @Test func `for the next lesson on a later day`() throws {
    // 11 March 2026 is a Wednesday.
    var course = Course(
      id: .none, name: "Math", createdAt: Instant(milliseconds: 0), updatedAt: Instant(milliseconds: 0))
    var holidays: Set<Day> = []
    func next(_ day: String, _ meetings: [CourseMeeting] = Self.meetings) throws -> String? {
      course.nextLesson(meetings, after: try #require(Day(day)), holidays: holidays)?.text
    }
    #expect(try next("2026-03-10") == "2026-03-11T08:15")
    #expect(try next("2026-03-11") == "2026-03-13T09:15")
    #expect(try next("2026-03-13") == "2026-03-18T08:15")
    // One that meets once a week meets on the same day of the next one.
    #expect(try next("2026-03-13", [CourseMeeting(weekday: 5, start: 0, end: 45)]) == "2026-03-20T00:00")
    #expect(try next("2026-03-13", []) == nil)
    holidays = [try #require(Day("2026-03-11"))]
    #expect(try next("2026-03-10") == "2026-03-13T09:15", "nothing is due on a day without school")
    course.until = Day("2026-03-12")
    #expect(try next("2026-03-10") == nil, "nor when the course is over")
    (course.until, course.from) = (nil, Day("2026-03-14"))
    #expect(try next("2026-03-10") == "2026-03-18T08:15", "nor before it begins")
  }

  @Test func `and the form has that day unless the course has no lessons or somebody typed another`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let path = AssignmentsPaths.new(fixture.course)
    let hint = fixture.scene(.en).words("assignments.due-next-meeting")
    #expect(try await !fixture.shown(path, as: .okoro).contains(hint))
    let course = fixture.course
    try await fixture.ledger.write(
      CommandEnvelope(fixture.ledger.world.id(), "test.meetings", school: fixture.school, by: nil)
    ) { tx in
      try CoursesStore(tx: tx).setMeetings(Self.meetings, of: course)
      return ""
    }
    let day = fixture.scene(.en).zone.day(of: fixture.scene(.en).now)
    let known = Course(id: course, name: "Math", createdAt: fixture.clock.now, updatedAt: fixture.clock.now)
    let due = try #require(known.nextLesson(Self.meetings, after: day, holidays: [])).text
    let page = try await fixture.shown(path, as: .okoro)
    #expect(page.contains("value=\"\(due)\"") && page.contains(hint))
    // Who cleared it, and was asked for a title, is not given it again.
    let again = assignmentFormPage(
      AssignmentFormPage(course: known, meetings: Self.meetings), Draft(Form([.init("title", ""), .init("due", "")])),
      fixture.scene(.en))
    #expect(!again.body.string.contains("value=\"\(due)\""))
  }
}
