import Base
import Database
import HomeroomTesting
import Kit
import People
import Router
import School
import Testing
import Web

@testable import Learning

@Suite struct `A student who is not in a course for a grade` {
  private func set(_ standing: String, _ school: GradesSchool, as person: GradesSchool.Person = .omar) async throws
    -> Response
  {
    try await school.send(
      .post, GradesPaths.course(school.math, school.maya) + "/standing", Form(["standing": standing]), as: person)
  }

  private func average(_ school: GradesSchool) async throws -> Amount? {
    try await school.asked { try $0.mine(school.caller(.leila), .utc, $1) }.children.first?.projected.unweighted
  }

  @Test(arguments: Dialect.allCases)
  func `counts in no average, which the teacher, the student and the parent read, and there is a way back`(
    _ dialect: Dialect
  ) async throws {
    let school = try await GradesSchool.open(dialect)
    try await school.type([(school.essay, school.maya, "9.5")])
    try await school.post(school.essay)
    #expect(try await average(school) == amount("4"))
    func seen(_ path: String, _ person: GradesSchool.Person) async throws -> String {
      try await school.send(.get, path, as: person).everything(school.scene())
    }
    let (own, book) = (GradesPaths.course(school.math, school.maya), GradesPaths.gradebook(school.math))
    for (standing, word) in [("audit", "Audit"), ("withdrawn", "Withdrawn")] {
      let done = try await set(standing, school)
      #expect(try await average(school) == nil)
      #expect(try await seen(own, .leila).contains("\(word): this course counts in no average."))
      #expect(try await seen(GradesPaths.mine, .maya).contains(word))
      #expect(try await seen(book, .gal).contains(">\(word)</span>"))
      // What was given is not lost: the percent stays to be seen.
      #expect(try await school.summary(school.maya)?.percent == amount("95"))
      let undo = try #require(done.toast?.undo)
      _ = try await school.send(.post, undo.path, Form(undo.fields), as: .omar)
      #expect(try await average(school) == amount("4"))
      #expect(try await !seen(own, .leila).contains("counts in no average"))
    }
    #expect(try await seen(own, .omar).contains("value=\"graded\" checked"))
    #expect(try await !seen(own, .maya).contains("name=\"standing\""))
  }

  @Test(arguments: Dialect.allCases)
  func `is told to the family and the staff, once however often it is sent`(_ dialect: Dialect) async throws {
    let school = try await GradesSchool.open(dialect)
    let before = try await school.head()
    let (path, idempotencyKey) = (
      GradesPaths.course(school.math, school.maya) + "/standing", ID<IdempotencyKey>(high: 5, low: 5)
    )
    for _ in 0..<2 {
      _ = try await school.send(.post, path, Form(["standing": "audit"]), as: .dana, idempotencyKey: idempotencyKey)
    }
    #expect(try await school.head() == before + 1)
    #expect(try await school.buckets(GradesTables.standing.number, after: before).count == 2)
    let size = try await school.counts()
    for person in [GradesSchool.Person.noa, .maya, .leila, .stranger] {
      #expect(try await school.refused { _ = try await set("withdrawn", school, as: person) } != nil)
    }
    #expect(try await school.refused { _ = try await set("absent", school) }?.code == "invalid")
    let other = GradesPaths.course(school.math, GradesSchool.student(999)) + "/standing"
    #expect(
      try await school.refused { _ = try await school.send(.post, other, Form(["standing": "audit"]), as: .omar) }
        == .notFound)
    #expect(try await school.counts() == size)
    try await school.write { tx in
      var course = try #require(try CoursesStore(tx: tx).course(school.math, in: school.school))
      course.archivedAt = tx.now
      try CoursesStore(tx: tx).put(course)
    }
    #expect(try await school.refused { _ = try await set("graded", school) }?.code == "conflict")
  }

  @Test(arguments: GradeStanding.allCases) func `is neither attempted nor earned`(_ standing: GradeStanding) {
    let four = amount("4")
    let average = GradeAverage([
      AverageEntry(points: four), AverageEntry(points: amount("1"), state: standing.state),
      AverageEntry(points: .zero, isFail: true, state: standing.state),
    ])
    #expect(average.unweighted == four && average.attempted == amount("1") && average.earned == amount("1"))
  }
}
