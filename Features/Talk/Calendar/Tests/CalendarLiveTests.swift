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

  /// The topics of somebody's calendar as the page says them, and whether each may be listened to.
  private func topics(_ school: CalendarSchool, _ person: CalendarSchool.Person) async throws -> Set<String> {
    let request = try school.request(as: person)
    let page = try await school.ledger.read { try school.server.service.page(request, $0) }
    let view = try #require(school.server.views.first { $0.name == "calendar" })
    for topic in page.topics {
      let id = String(topic.dropFirst("calendar/".count))
      #expect(try await view.maySee(id, school.caller(person)), "\(person) \(topic)")
    }
    return Set(page.topics)
  }

  private func change(_ school: CalendarSchool, _ body: () async throws -> Void) async throws -> Change {
    var changes = school.ledger.changes().makeAsyncIterator()
    try await body()
    return try #require(await changes.next())
  }

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
    let view = try #require(school.server.views.first { $0.name == "calendar" })
    var listening: [CalendarSchool.Person: Set<String>] = [:]
    for person in [CalendarSchool.Person.omar, .leila, .maya, .noa] {
      listening[person] = try await topics(school, person)
    }
    for (what, hear, act) in acts(school) {
      let touched = Set(view.touched(try await change(school, act)).map { "calendar/" + $0 })
      for (person, topics) in listening {
        #expect(topics.isDisjoint(with: touched) == !hear.contains(person), "\(what): \(person)")
      }
    }
  }

  @Test func `shows the same to guardians of a class's child as to the child, and to nobody else's`() async throws {
    let school = try await CalendarSchool.open()
    let view = try #require(school.server.views.first { $0.name == "calendar" })
    let room = "m." + school.b7.text
    #expect(try await view.maySee(room, school.caller(.leila)))
    #expect(try await view.maySee(room, school.caller(.maya)))
    #expect(try await !view.maySee(room, school.caller(.yusuf)))
    #expect(try await !view.maySee("m." + school.a8.text, school.caller(.leila)))
    #expect(try await !view.maySee("p." + school.account(.omar).text, school.caller(.dana)))
  }

  @Test func `of very many classes and courses is listened to as a whole, and leaves nothing out`() {
    var access = CalendarAccess(account: CalendarSchool.id(1), school: CalendarSchool.id(2))
    let make: (UInt64) -> Course = {
      Course(
        id: CalendarSchool.id($0), name: "Course", room: nil, from: nil, publishedAt: nil,
        createdAt: .init(milliseconds: 0), updatedAt: .init(milliseconds: 0))
    }
    access.courses = (1...26).map { make($0) }
    #expect(CalendarService.topics(access).count == CalendarService.maxTopics)
    access.courses.append(make(27))
    #expect(CalendarService.topics(access) == ["calendar/any"])
  }

  @Test func `on one event is told of that event, whoever may see it`() async throws {
    let school = try await CalendarSchool.open()
    let id = try await school.add(900, ["audience": "class." + school.b7.text, "repeat": "weekly"])
    let view = try #require(school.server.views.first { $0.name == "event" })
    let page = try #require(
      try await school.send(.get, CalendarPaths.event(id), as: .leila).page(school.scene()))
    #expect(page.topics == ["event/" + id.text])
    #expect(page.body.contains("id=\"live-event-" + id.text + "\""))
    #expect(try await view.maySee(id.text, school.caller(.leila)))
    #expect(try await !view.maySee(id.text, school.caller(.noa)))
    #expect(try await !view.maySee("x", school.caller(.leila)))
    let skipped = try await change(school) {
      try await school.send(CalendarPaths.skip(id), ["day": school.monday.plus(days: 8).text], as: .omar)
    }
    #expect(view.touched(skipped) == [id.text])
    let other = try await change(school) { try await school.add(903) }
    #expect(!view.touched(other).contains(id.text))
    #expect(try await view.render(id.text, skipped, school.scene())?.contains("live-event-" + id.text) == true)
  }
}
