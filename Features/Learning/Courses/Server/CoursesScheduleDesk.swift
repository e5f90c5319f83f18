public import Base
import Classroom
import Kit
public import Ledger
import People
public import School
import Web

/// The week of whoever looks: the meetings of their courses and what is due in them.
extension CoursesDesk {
  func schedule(_ ask: Ask) async throws -> SchedulePage {
    let (caller, zone, begins) = (try ask.caller(), ask.scene.zone, ask.scene.words.language.firstWeekday)
    let wanted = ask.query["week"].flatMap { Day($0) }
    return try await ledger.read { tx in
      let today = try ClassroomsStore(tx: tx).today(in: caller.school)
      let near = wanted ?? today
      let first = near.plus(days: -((near.weekday - begins + 7) % 7))
      let courses = try Self.own(caller, tx).filter(\.isPublished)
      var page = SchedulePage(days: (0..<7).map { .init(day: first.plus(days: $0)) }, today: today)
      page.isStaff = caller.role.isStaff
      page.requests = caller.role.isStaff ? try EnrolmentStore(tx: tx).requestCount(for: caller) : 0
      try Self.fill(&page, courses, zone, caller.school, tx)
      return page
    }
  }

  /// What the caller teaches or takes; nobody in the office has a week of all courses.
  private static func own(_ caller: Caller, _ tx: Transaction) throws -> [Course] {
    let taught = try CoursesStore(tx: tx).taught(by: caller.account, in: caller.school, archived: false)
    guard !caller.role.isStaff else { return taught }
    return try list(caller, isArchived: false, after: nil, tx).cards.map(\.course)
  }

  private static func fill(
    _ page: inout SchedulePage, _ courses: [Course], _ zone: Zone, _ school: ID<Tenant>, _ tx: Transaction
  ) throws {
    let store = CoursesStore(tx: tx)
    let (first, last) = (page.first, page.first.plus(days: 6))
    let meetings = try store.meetings(of: courses.map(\.id), in: school)
    let due = try store.due(
      in: courses.map(\.id), from: zone.instant(first, minute: 0), until: zone.instant(last.plus(days: 1), minute: 0),
      school)
    let holidays = try AttendanceStore(tx: tx).holidays(in: school, from: first, through: last)
    let names = Dictionary(courses.map { ($0.id, $0.name) }) { first, _ in first }
    for place in page.days.indices {
      let day = page.days[place].day
      page.days[place].holiday = holidays.first { $0.day == day }?.name
      page.days[place].due = due.filter { $0.dueAt.map { zone.day(of: $0) } == day }
        .map { .init(item: $0, course: names[$0.course] ?? "") }
      guard page.days[place].holiday == nil else { continue }
      page.days[place].entries = courses.filter { $0.isTaught(on: day) }
        .flatMap { course in
          (meetings[course.id] ?? []).filter { $0.weekday == day.weekday }.map { .init(course: course, meeting: $0) }
        }
        .sorted { ($0.meeting.start, $0.course.name) < ($1.meeting.start, $1.course.name) }
    }
  }
}

extension Course {
  func isTaught(on day: Day) -> Bool { from.map { $0 <= day } ?? true && until.map { day <= $0 } ?? true }
}

extension CoursesStore {
  /// What is published and due between two moments.
  public func due(
    in courses: [ID<Course>], from first: Instant, until last: Instant, _ school: ID<Tenant>
  ) throws -> [CourseItem] {
    guard !courses.isEmpty else { return [] }
    return try tx.rows(
      """
      SELECT \(Self.itemColumns) FROM course_item
      WHERE school = $1 AND "dueAt" >= $2 AND "dueAt" < $3 AND "publishedAt" IS NOT NULL
        AND course IN (\(placeholders(courses.count, from: 4))) ORDER BY "dueAt", id
      """, [.id(school), .instant(first), .instant(last)] + courses.map { .id($0) }, CourseItem.init(row:))
  }
}

extension SchedulePage {
  var json: JSON {
    .object([
      (
        "days",
        .list(
          days.map { one in
            .object([
              ("day", .text(one.day.text)), ("holiday", .optional(one.holiday)),
              (
                "courses",
                .list(
                  one.entries.map { entry in
                    .object([
                      ("id", .id(entry.course.id)), ("name", .text(entry.course.name)),
                      ("meeting", entry.meeting.json),
                    ])
                  })
              ), ("due", .list(one.due.map(\.item.json))),
            ])
          })
      )
    ])
  }
}
