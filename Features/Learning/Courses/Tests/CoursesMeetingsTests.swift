import Base
import School
import Testing

@Suite struct `The next meeting of a course` {
  private let monday = Day(number: 4)  // 5 January 1970
  private let meetings = [
    CourseMeeting(weekday: 1, start: 600, end: 645), CourseMeeting(weekday: 1, start: 480, end: 525),
    CourseMeeting(weekday: 3, start: 480, end: 525),
  ]

  private func course(from: Day? = nil, until: Day? = nil, archivedAt: Instant? = nil) -> Course {
    let now = Instant(milliseconds: 0)
    return Course(
      id: ID(high: 1, low: 2), name: "Math 7", from: from, until: until, archivedAt: archivedAt, createdAt: now,
      updatedAt: now)
  }

  private func next(_ course: Course, _ minute: Int, holidays: Set<Day> = []) -> (Int, Int)? {
    course.nextSitting(meetings, from: monday, minute: minute, holidays: holidays).map {
      ($0.day.number - monday.number, $0.meeting.start)
    }
  }

  @Test func `is the first of the day, the one that goes on, and then the next day's`() throws {
    #expect(try #require(next(course(), 400)) == (0, 480))
    #expect(try #require(next(course(), 524)) == (0, 480))
    #expect(try #require(next(course(), 525)) == (0, 600))
    #expect(try #require(next(course(), 645)) == (2, 480))
  }

  @Test func `is on no holiday, and not outside the course's days`() throws {
    #expect(try #require(next(course(), 0, holidays: [monday, monday.plus(days: 2)])) == (7, 480))
    #expect(try #require(next(course(from: monday.plus(days: 1)), 0)) == (2, 480))
    #expect(next(course(until: monday.plus(days: -1)), 0) == nil)
    #expect(next(course(archivedAt: Instant(milliseconds: 0)), 0) == nil)
  }
}
