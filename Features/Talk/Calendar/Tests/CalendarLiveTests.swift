import Base
import Classroom
import Database
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import Learning
@testable import Talk
@testable import Web

/// An open calendar follows everything it shows, and the page of an event its event.
@Suite struct `A calendar that is open` {
  private let essay: ID<CourseItem> = CalendarSchool.id(500)

  private func put(_ school: CalendarSchool, due: Instant) async throws {
    let essay = essay
    try await school.write { tx in
      try CoursesStore(tx: tx).put(
        CourseItem(
          id: essay, course: school.math, kind: .assignment, title: "Essay", place: 0, dueAt: due,
          publishedAt: tx.now, updatedAt: tx.now))
      try AssignmentsStore(tx: tx).put(
        Assignment(id: essay, course: school.math, updatedAt: tx.now))
    }
  }

  private typealias Act = (what: String, hear: Set<CalendarSchool.Person>, act: () async throws -> Void)

  /// What is done, and who has a calendar that shows it.
  private func acts(_ school: CalendarSchool) -> [Act] {
    let (noon, day) = (
      CalendarSchool.zone.instant(school.monday.plus(days: 2), minute: 720), school.monday.plus(days: 3)
    )
    let essay = essay
    return [
      ("work for all", [.omar, .leila, .maya], { try await put(school, due: noon) }),
      (
        "a day of one's own", [.omar, .leila, .maya],
        {
          try await school.write { tx in
            try AssignmentsStore(tx: tx).put(
              DueExtension(item: essay, student: school.maya, dueAt: noon.plus(days: 1), by: .none, at: tx.now))
          }
        }
      ),
      (
        "a lesson of the class", [.omar, .leila, .maya],
        {
          try await school.write { tx in
            try AttendanceStore(tx: tx).put(
              TimetablePeriod(
                id: CalendarSchool.id(301), classroom: school.b7, title: "Morning", weekday: 1, start: 500, end: 540,
                from: school.monday, until: nil))
          }
        }
      ),
      (
        "an hour of the course", [.omar, .leila, .maya],
        {
          try await school.write { tx in
            try CoursesStore(tx: tx).setMeetings([CourseMeeting(weekday: 4, start: 600, end: 660)], of: school.math)
          }
        }
      ),
      (
        "a day closed by hand", [.omar, .leila, .maya, .noa],
        {
          try await school.write { tx in try AttendanceStore(tx: tx).put(Holiday(day: day, name: "Storm", event: nil)) }
        }
      ),
      (
        "an event of the class", [.omar, .leila, .maya],
        { try await school.add(901, ["audience": "class." + school.b7.text]) }
      ),
      ("an event of one's own", [.omar], { try await school.add(902) }),
    ]
  }

  @Test(arguments: Dialect.allCases)
  func `hears of what is due, of timetables, closed days and holidays as of events`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    var watched: [CalendarSchool.Person: [String]] = [:]
    for person in [CalendarSchool.Person.omar, .leila, .maya, .noa] {
      watched[person] = try await school.topics(CalendarPaths.calendar, as: person)
    }
    for (what, hear, act) in acts(school) {
      let change = try #require(try await school.ledger.change(act))
      for (person, topics) in watched {
        let told = try await school.ledger.tells(topics, of: change, to: school.caller(person))
        #expect(told == hear.contains(person), "\(what): \(person)")
      }
    }
  }

  @Test func `on one event is told of its audience's events, whoever may see it`() async throws {
    let school = try await CalendarSchool.open()
    let id = try await school.add(900, ["audience": "class." + school.b7.text, "repeat": "weekly"])
    let readers: [CalendarSchool.Person] = [.omar, .leila, .maya]
    var watched: [CalendarSchool.Person: [String]] = [:]
    for person in readers { watched[person] = try await school.topics(CalendarPaths.event(id), as: person) }
    let skipped = try #require(
      try await school.ledger.change {
        try await school.send(CalendarPaths.skip(id), ["day": school.monday.plus(days: 8).text], as: .omar)
      })
    let other = try #require(try await school.ledger.change { try await school.add(903) })
    for (person, topics) in watched {
      #expect(try await school.ledger.tells(topics, of: skipped, to: school.caller(person)) == true, "\(person)")
      #expect(try await school.ledger.tells(topics, of: other, to: school.caller(person)) == false, "\(person)")
      #expect(try await school.ledger.tells(topics, of: skipped, to: school.caller(.noa)) != true)
    }
  }
}
