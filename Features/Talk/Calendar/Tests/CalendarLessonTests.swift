import Base
import Classroom
import Database
import HomeroomTesting
import School
import Testing

@testable import Learning
@testable import Talk

/// An hour of a class and a meeting of a course at the same time are one lesson.
@Suite struct `A lesson with a register and a course` {
  private let hour: ID<TimetablePeriod> = CalendarSchool.id(310)

  /// 7B has Mathematics on Tuesdays from ten to eleven, when Math 7 meets; 8A has Music then.
  private func fill(_ school: CalendarSchool) async throws {
    let hour = hour
    try await school.write { tx in
      for (id, room, title) in [
        (hour, school.b7, "Mathematics"), (CalendarSchool.id(311, TimetablePeriod.self), school.a8, "Music"),
      ] {
        try AttendanceStore(tx: tx).put(
          TimetablePeriod(
            id: id, classroom: room, title: title, weekday: 2, start: 600, end: 660, from: school.monday, until: nil))
      }
    }
  }

  private func lessons(_ school: CalendarSchool, as person: CalendarSchool.Person) async throws -> [CalendarEntry] {
    try await school.entries("day", on: school.monday.plus(days: 1), as: person).filter { $0.kind == .lesson }
  }

  @Test(arguments: Dialect.allCases)
  func `stands once, and leads to the register for the teacher, for others to the course`(
    _ dialect: Dialect
  ) async throws {
    let school = try await CalendarSchool.open(dialect)
    try await fill(school)
    let register = AttendancePaths.register(hour, school.monday.plus(days: 1))
    for (person, path) in [
      (CalendarSchool.Person.omar, register), (.maya, CoursesPaths.course(school.math)),
    ] {
      let lesson = try await lessons(school, as: person)
      #expect(lesson.map { $0.title } == ["Math 7"], "\(person)")
      #expect(lesson.first?.path == path && lesson.first?.group == "7B" && lesson.first?.place == "Room 3", "\(person)")
      #expect(lesson.first?.hue == CalendarEntry.hue(of: school.math))
    }
    // Yusuf learns Math 7 and is in no class.
    #expect(try await lessons(school, as: .yusuf).map { $0.path } == [CoursesPaths.course(school.math)])
    // Nobody of 8A is in a course of Noa's that anybody may see.
    #expect(try await lessons(school, as: .noa).map { $0.title } == ["Music"])
    // Of Maya it is one lesson with 7B, of Yusuf the course alone.
    let theirs = try await lessons(school, as: .leila).map {
      ([$0.title, $0.group ?? ""] + $0.who).joined(separator: " ")
    }
    #expect(theirs.sorted() == ["Math 7  Yusuf", "Math 7 7B Maya"])
  }

  @Test(arguments: Dialect.allCases)
  func `stays two where a teacher's class and course have nobody in common`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    try await fill(school)
    try await school.write { tx in
      try ClassroomsStore(tx: tx).assign(teacher: school.account(.omar), to: school.a8)
    }
    #expect(try await lessons(school, as: .omar).map { $0.title }.sorted() == ["Math 7", "Music"])
  }

  @Test func `is the course whose name is nearest, when two meet at that hour`() {
    func entry(_ title: String, at hour: Int64, classroom: UInt64? = nil, course: UInt64? = nil) -> CalendarEntry {
      var entry = CalendarEntry(.lesson, title, day: CalendarSchool.monday, start: 600, end: 660)
      (entry.begins, entry.ends) = (Instant(milliseconds: hour), Instant(milliseconds: hour + 1))
      (entry.classroom, entry.course) = (classroom.map { CalendarSchool.id($0) }, course.map { CalendarSchool.id($0) })
      return entry
    }
    let session = entry("Mathematics", at: 1, classroom: 1)
    let meetings = [
      entry("Music 7", at: 1, course: 2), entry("Math 7", at: 1, course: 3), entry("Art", at: 2, course: 4),
    ]
    let joined = CalendarEntry.joined([session], meetings) { _, _ in true }
    #expect(joined.map { $0.title } == ["Math 7", "Music 7", "Art"])
    #expect(joined.first?.classroom == session.classroom)
    #expect(CalendarEntry.joined([session], meetings) { _, _ in false }.count == 4)
  }
}
