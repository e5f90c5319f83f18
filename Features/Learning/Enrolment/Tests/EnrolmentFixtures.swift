import Base
import Classroom
import Database
import HomeroomTesting
import Kit
import Ledger
import People
import PeopleServer
import Router
import School
import Testing
import Web

@testable import Learning
@testable import LearningServer

/// A small school with courses: Ms Okoro teaches Math 7 (where Ada and Ben are put) and Robotics (open, two places); Mr
/// Brandt teaches the newspaper (on request).
///
/// Ada, Ben, Cem and Dina sign in; Leila is Ada's and Ben's guardian. Next door is another school.
struct CourseFixture: FeatureSchool {
  enum Who: TestPerson {
    case owner, okoro, brandt, ada, ben, cem, dina, leila, neighbour
    var role: Role {
      switch self {
      case .owner, .neighbour: .owner
      case .okoro, .brandt: .teacher
      case .ada, .ben, .cem, .dina: .student
      case .leila: .guardian
      }
    }
  }
  typealias Person = Who
  static let children: [Who] = [.ada, .ben, .cem, .dina]
  static let tables = ["course", "course_teacher", "course_meeting", "course_module", "course_item", "seat", "member"]
  static let migrations = learning
  /// Monday, 2 March 2026, 08:00 UTC.
  static let monday = Instant(milliseconds: 1_772_438_400_000)
  static let today = Day(number: 20_514)

  let ledger: Ledger
  let table: RouteTable
  let courses: CoursesService
  let enrolment: EnrolmentServer
  let clock: TestClock

  func student(_ who: Who) -> ID<Student> { id("\(who)-record") }
  func course(_ name: String) -> ID<Course> { id(name) }

  func school(of who: Who) -> ID<Tenant> { who == .neighbour ? Self.id(2) : school }

  static func open(_ dialect: Dialect) async throws -> CourseFixture {
    let clock = TestClock(monday)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let courses = CoursesService()
    let enrolment = EnrolmentServer(ledger: ledger)
    let students = StudentsServer(ledger: ledger, reach: .classrooms.withCourses())
    let fixture = CourseFixture(
      ledger: ledger,
      table: RouteTable(
        studentRoutes(students.service) + studentServerRoutes(students)
          + courseRoutes(courses) + enrolmentRoutes(enrolment.service)),
      courses: courses, enrolment: enrolment, clock: clock)
    try await fixture.found { tx in
      try fixture.people(tx)
      try fixture.furnish(tx)
    }
    return fixture
  }

  private func people(_ tx: WriteTransaction) throws {
    for who in Self.children {
      let guardians: [Who] = who == .ada || who == .ben ? [.leila] : []
      try addStudent(student(who), who.name, "Tal", account: who, guardians: guardians, tx)
    }
    try addClass(
      id("7b"), "7B", teachers: [.okoro], students: [Who.ada, .ben, .cem].map(student),
      from: Self.today.plus(days: -30), tx)
  }

  private func furnish(_ tx: WriteTransaction) throws {
    let store = CoursesStore(tx: tx)
    func open(_ name: String, _ title: String, _ entry: Course.Entry, _ capacity: Int?, _ who: Who) throws {
      try store.put(
        Course(
          id: id(name), name: title, subject: title, grade: "7", about: "About \(title)", capacity: capacity,
          entry: entry, from: Self.today.plus(days: 14), until: Self.today.plus(days: 100), publishedAt: tx.now,
          createdAt: tx.now, updatedAt: tx.now))
      try store.assign(teacher: account(who), to: id(name))
    }
    try open("math", "Math 7", .closed, nil, .okoro)
    try open("robotics", "Robotics", .open, 2, .okoro)
    try open("newspaper", "Newspaper", .approval, 1, .brandt)
    try store.setMeetings([CourseMeeting(weekday: 1, start: 540, end: 600)], of: id("robotics"))
    for (place, title) in ["Fractions", "Ratio"].enumerated() {
      try store.put(CourseModule(id: id(title.lowercased()), course: id("math"), title: title, place: place * 10))
    }
    try seat([Who.ada, .ben].map(student), in: id("math"), by: .okoro, tx)
  }

  func seat(_ who: Who, _ course: String) async throws -> Seat.State? {
    let (school, student, course) = (school, student(who), self.course(course))
    return try await ledger.read {
      try EnrolmentStore(tx: $0).seat(of: student, in: course, school: school)?.state
    }
  }

  func seats(_ course: String) async throws -> [Seat] {
    let (school, course) = (school, self.course(course))
    return try await ledger.read { try EnrolmentStore(tx: $0).seats(in: course, school: school) }
  }

  func known(_ course: String) async throws -> Course {
    let (school, course) = (school, self.course(course))
    let found = try await ledger.read { try CoursesStore(tx: $0).course(course, in: school) }
    return try #require(found)
  }

  func change(_ course: String, _ edit: @escaping @Sendable (inout Course) -> Void) async throws {
    var known = try await known(course)
    edit(&known)
    let changed = known
    try await write("test.change") { tx in try CoursesStore(tx: tx).put(changed) }
  }

  /// The same school with other neighbours beside its courses.
  func with(_ service: CoursesService) -> CourseFixture {
    CourseFixture(
      ledger: ledger, table: RouteTable(courseRoutes(service) + enrolmentRoutes(enrolment.service)),
      courses: service, enrolment: enrolment, clock: clock)
  }

  func path(_ course: String, _ rest: String = "") -> String { CoursesPaths.course(self.course(course)) + rest }
}
