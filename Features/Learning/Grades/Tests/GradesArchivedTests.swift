import Base
import Database
import HomeroomTesting
import Kit
import People
import Router
import School
import Testing

@testable import Learning
@testable import Ledger
@testable import Web

@Suite struct `The gradebook of a course that was archived` {
  @Test(arguments: Dialect.allCases)
  func `stays as it is`(_ dialect: Dialect) async throws {
    let school = try await GradesSchool.open(dialect)
    let undo = try #require(try await school.type([(school.essay, school.maya, "9")]).toast?.undo)
    let away = Refusal.conflict(Phrase("courses.is-archived"))
    try await school.write { tx in
      var course = try #require(try CoursesStore(tx: tx).course(school.math, in: school.school))
      course.archivedAt = tx.now
      try CoursesStore(tx: tx).put(course)
    }
    let size = try await school.counts()
    #expect(try await school.refused { try await school.type([(school.essay, school.maya, "4")]) } == away)
    #expect(try await school.refused { try await school.post(school.essay) } == away)
    #expect(
      try await school.refused { _ = try await school.send(.post, undo.path, Form(undo.fields), as: .omar) } == away)
    let form = Form(["title": "Autumn", "from": "2026-01-01", "until": "2026-06-30", "weight": "100"])
    #expect(
      try await school.refused { _ = try await school.send(.post, GradesPaths.periods(school.math), form, as: .omar) }
        == away)
    #expect(try await school.counts() == size)
    #expect(try await school.send(.get, GradesPaths.gradebook(school.math), as: .omar).toast == nil)
  }
}

@Suite struct `A change of the school's letters` {
  @Test func `has open pages of grades fetch themselves again`() async throws {
    let school = try await GradesSchool.open()
    let entry = Change.Entry(
      bucket: .school(school.school), table: GradesTables.scale.number, row: [], removed: false)
    let change = Change(
      school: school.school, seq: 1, command: "", entries: [entry], membershipChanged: [], isWhole: true)
    for (path, person) in [
      (GradesPaths.mine, GradesSchool.Person.maya), (GradesPaths.gradebook(school.math), .omar),
      (GradesPaths.course(school.math, school.maya), .leila),
    ] {
      let topics = try await school.topics(path, as: person)
      #expect(try await school.ledger.tells(topics, of: change, to: school.caller(person)) == true, "\(path)")
    }
  }
}
