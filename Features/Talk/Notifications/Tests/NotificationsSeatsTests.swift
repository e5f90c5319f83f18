import Base
import Database
import HomeroomTesting
import Kit
import Learning
import People
import School
import Testing

@testable import Talk

@Suite struct `A place that comes free in a course that has begun` {
  private static let tom = ID<Student>(high: 0x7000, low: 1 << 63 | 411)

  /// History with one place, in which Tom sits; Maya waits.
  private func begun(_ dialect: Dialect, _ name: String, until: Day?, teachers: [NotificationsSchool.Person])
    async throws -> NotificationsOffice
  {
    let office = try await NotificationsOffice.open(dialect, name)
    let maya = office.school.maya
    try await office.write { tx in
      try StudentsStore(tx: tx).insert(Student(id: Self.tom, given: "Tom", family: "Levi", updatedAt: tx.now))
      let store = CoursesStore(tx: tx)
      try store.put(
        Course(
          id: NotificationsOffice.course, name: "History", capacity: 1, entry: .open,
          from: NotificationsSchool.monday.plus(days: -7), promoteUntil: until, publishedAt: tx.now,
          createdAt: tx.now, updatedAt: tx.now))
      for teacher in teachers {
        try store.assign(teacher: NotificationsSchool.account(teacher), to: NotificationsOffice.course)
      }
      try Self.seat(Self.tom, .enrolled, tx)
      try Self.seat(maya, .waitlisted, tx)
    }
    return office
  }

  private static func seat(_ student: ID<Student>, _ state: Seat.State, _ tx: WriteTransaction) throws {
    try EnrolmentStore(tx: tx).put(
      Seat(
        course: NotificationsOffice.course, student: student, state: state, requestedAt: tx.now, changedAt: tx.now),
      by: NotificationsSchool.account(.omar))
  }

  private func told(_ office: NotificationsOffice, _ person: NotificationsSchool.Person) async throws -> [Notification]
  {
    try await office.school.follow()
    return try await office.school.inbox(person).filter { $0.phrase.key == "enrolment.notice.free-place" }
  }

  @Test(arguments: Dialect.allCases)
  func `is told to its teacher, who gave it free too, with the way there`(_ dialect: Dialect) async throws {
    let office = try await begun(dialect, "seat-free", until: nil, teachers: [.omar])
    #expect(try await told(office, .omar).isEmpty)
    try await office.write { try Self.seat(Self.tom, .dropped, $0) }
    let words = try await told(office, .omar)
    #expect(words.map(\.phrase) == [Phrase("enrolment.notice.free-place", .text("History"))])
    #expect(words.first?.path == CoursesPaths.people(NotificationsOffice.course))
    for other in [NotificationsSchool.Person.dana, .leila] { #expect(try await told(office, other).isEmpty) }
  }

  @Test func `is told to the office where nobody teaches it, after the day for it too`() async throws {
    let office = try await begun(
      .sqlite, "seat-free-office", until: NotificationsSchool.monday.plus(days: -1), teachers: [])
    try await office.write { try Self.seat(Self.tom, .removed, $0) }
    #expect(try await told(office, .dana).count == 1)
  }

  @Test func `is not told while the line moves by itself, nor when nobody waits`() async throws {
    let moving = try await begun(.sqlite, "seat-moving", until: NotificationsSchool.monday, teachers: [.omar])
    try await moving.write { try Self.seat(Self.tom, .dropped, $0) }
    #expect(try await told(moving, .omar).isEmpty)
    let empty = try await begun(.sqlite, "seat-nobody", until: nil, teachers: [.omar])
    try await empty.write { [maya = empty.school.maya] tx in
      try Self.seat(maya, .dropped, tx)
      try Self.seat(Self.tom, .dropped, tx)
    }
    #expect(try await told(empty, .omar).isEmpty)
  }
}
