import Base
import Database
import HomeroomTesting
import Router
import School
import Testing

@testable import Learning
@testable import Ledger
@testable import Web

@Suite struct `A course that is taught again` {
  @Test(arguments: Dialect.allCases)
  func `has its lessons with their files, and nobody is through with them`(_ dialect: Dialect) async throws {
    let school = try await LessonsSchool.open(dialect)
    let sheet = try await school.upload("sheet.txt", Array("Exercises".utf8))
    _ = try await school.send(.post, LessonsPaths.files(school.halves), as: .omar, uploads: [sheet])
    _ = try await school.send(.post, LessonsPaths.completion(school.halves), as: .maya)
    let (new, item) = (LessonsSchool.id(700, Course.self), LessonsSchool.id(701, CourseItem.self))
    try await school.write { tx in
      let old = try #require(try CoursesStore(tx: tx).course(school.math, in: school.school))
      let course = Course(id: new, name: "Math 8", createdAt: tx.now, updatedAt: tx.now)
      try CoursesStore(tx: tx).put(course)
      try CoursesStore(tx: tx).put(
        CourseItem(id: item, course: new, kind: .lesson, title: "Halves", place: 0, updatedAt: tx.now))
      let copy = CourseCopy(
        from: old, to: course, modules: [:], items: [school.halves: item],
        shift: CourseShift(days: 0, daysOff: [], holidays: [], zone: .utc), by: .none)
      try lessonCopying().run(copy, tx)
    }
    let tenant = school.school
    let (lesson, files, done) = try await school.ledger.read { tx in
      let store = LessonsStore(tx: tx)
      return (
        try store.lesson(item, in: tenant), try store.files(of: item, in: tenant),
        try store.doneCounts(of: new, in: tenant)
      )
    }
    #expect(lesson?.text.contains("Half of") == true && lesson?.course == new)
    #expect(files.map(\.name) == ["sheet.txt"] && done.isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `and one that is deleted takes everything about its lessons along`(_ dialect: Dialect) async throws {
    let school = try await LessonsSchool.open(dialect)
    let sheet = try await school.upload("sheet.txt", Array("Exercises".utf8))
    _ = try await school.send(.post, LessonsPaths.files(school.halves), as: .omar, uploads: [sheet])
    _ = try await school.send(.post, LessonsPaths.completion(school.halves), as: .maya)
    _ = try await school.send(.post, LessonsPaths.notes(school.halves), Form(["text": "mine"]), as: .maya)
    _ = try await school.send(.post, LessonsPaths.place(school.halves), Form(["second": "9"]), as: .maya)
    try await school.write { try forgetLessons(of: school.math, $0) }
    #expect(try await school.counts()[1...6] == [0, 0, 0, 0, 0, 0])
  }
}
