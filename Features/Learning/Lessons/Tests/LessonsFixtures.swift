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
import Web

@testable import Learning
@testable import LearningServer

/// Rimon School in Jerusalem: Omar teaches Math 7, in which Maya and Yusuf sit; Noa teaches Science, in which nobody sits.
///
/// Leila is Maya's mother. Math 7 has the module Fractions with three lessons, two published (halves, quarters) and one
/// draft (tenths). It is Monday, 9 March 2026, eight in the morning.
struct LessonsSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, omar, noa, leila, maya, yusuf, stranger
    var role: Role {
      switch self {
      case .dana: .owner
      case .omar, .noa: .teacher
      case .leila, .stranger: .guardian
      case .maya, .yusuf: .student
      }
    }
  }
  static let zone = Zones.named("Asia/Jerusalem") ?? .utc
  static let monday = Day(number: 20_521)
  static let tables = ["course_item", "lesson", "lesson_file", "lesson_done", "video_place", "lesson_note", "file"]
  static let migrations = learning + LessonsTables.migrations + ProgressTables.migrations

  let ledger: Ledger
  let clock: TestClock
  let server: LessonsServer
  let table: RouteTable
  let math = Self.id(71, Course.self), science = Self.id(72, Course.self)
  let fractions = Self.id(75, CourseModule.self)
  let halves = Self.id(81, CourseItem.self), quarters = Self.id(82, CourseItem.self)
  let tenths = Self.id(83, CourseItem.self)
  let maya = Self.id(101, Student.self), yusuf = Self.id(102, Student.self)

  static func open(_ dialect: Dialect = .sqlite) async throws -> LessonsSchool {
    let clock = TestClock(zone.instant(monday, minute: 480), step: 1)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let server = LessonsServer(ledger: ledger, files: FilesServer(ledger: ledger))
    let made = LessonsSchool(
      ledger: ledger, clock: clock, server: server,
      table: RouteTable(lessonRoutes(server.service) + lessonServerRoutes(server)))
    try await made.found { tx in
      try made.addStudent(made.maya, "Maya", "Levi", account: .maya, guardians: [.leila], tx)
      try made.addStudent(made.yusuf, "يوسف", "حداد", account: .yusuf, tx)
      try made.courses(tx)
    }
    return made
  }

  private func courses(_ tx: WriteTransaction) throws {
    let courses = CoursesStore(tx: tx)
    try addCourse(math, "Math 7", teachers: [.omar], students: [maya, yusuf], tx)
    try addCourse(science, "Science", teachers: [.noa], tx)
    try courses.put(CourseModule(id: fractions, course: math, title: "Fractions", place: 0))
    for (place, (id, title, isOut)) in [
      (halves, "Halves", true), (quarters, "Quarters", true), (tenths, "Tenths", false),
    ]
    .enumerated() {
      let item = CourseItem(
        id: id, course: math, module: fractions, kind: .lesson, title: title, place: place,
        publishedAt: isOut ? tx.now : nil, updatedAt: tx.now)
      try courses.put(item)
      try LessonsStore(tx: tx).put(
        Lesson(id: id, course: math, text: "Half of **it**: $\\frac12$", minutes: 10 + place * 5, updatedAt: tx.now))
    }
  }

  /// The rows of the change index since a number: kind and table.
  func indexed(since seq: Int64) async throws -> [String] {
    let school = school
    return try await ledger.read { tx in
      try tx.rows(
        "SELECT kind, tbl FROM \(changeIndex) WHERE school = $1 AND seq > $2 ORDER BY tbl, kind",
        [.id(school), .integer(seq)]
      ) { "\($0.text(0)) \($0.int(1))" }
    }
  }
}
