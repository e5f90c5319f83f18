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
@testable import Ledger

@Suite struct `Where a quiz stands in the outline` {
  private let fields = [("title", "Percent"), ("points", "2")]

  private func withModule(_ dialect: Dialect) async throws -> (QuizzesSchool, CourseModule) {
    let school = try await QuizzesSchool.open(dialect)
    let module = CourseModule(id: school.ledger.world.id(), course: school.math, title: "Week 3", place: 0)
    try await school.write("test.module") { try CoursesStore(tx: $0).put(module) }
    return (school, module)
  }
  private func module(of quiz: ID<Quiz>, _ school: QuizzesSchool) async throws -> ID<CourseModule>? {
    try await school.ledger.read { try CoursesStore(tx: $0).item(quiz.cast(), in: school.school)?.module }
  }

  @Test func `begun in a module it is made there`() async throws {
    let (school, module) = try await withModule(.sqlite)
    let path = QuizzesPaths.new(in: school.math)
    let page = try await school.html(path, as: .omar, query: Form(["module": module.id.text]))
    #expect(page.contains("value=\"\(module.id.text)\" selected"))
    #expect(try await !school.html(path, as: .omar).contains("value=\"\(module.id.text)\" selected"))
  }

  @Test(arguments: Dialect.allCases)
  func `leaves its module when its teacher says so, and goes into none of another course`(_ dialect: Dialect)
    async throws
  {
    let (school, module) = try await withModule(dialect)
    let path = QuizzesPaths.of(school.quiz, "settings")
    _ = try await school.post(path, fields + [("module", module.id.text)], as: .omar)
    #expect(try await self.module(of: school.quiz, school) == module.id)
    _ = try await school.post(path, fields + [("module", "")], as: .omar)
    #expect(try await self.module(of: school.quiz, school) == nil)
    let strange = CourseModule(id: school.ledger.world.id(), course: school.other, title: "Theirs", place: 0)
    try await school.write("test.module") { try CoursesStore(tx: $0).put(strange) }
    try await school.refuses("invalid") {
      _ = try await school.post(path, fields + [("module", strange.id.text)], as: .omar)
    }
    try await school.refuses("invalid") {
      _ = try await school.post(
        QuizzesPaths.all(in: school.math), fields + [("module", strange.id.text)], as: .omar)
    }
  }
}

@Suite struct `What a family reads before a quiz` {
  @Test func `is the child's own time, day and attempts`() async throws {
    let school = try await QuizzesSchool.open(due: 3600) { quiz in (quiz.minutes, quiz.attempts) = (30, 1) }
    let own = [
      ("student", school.maya.text), ("factor", "1.5"), ("extraAttempts", "1"), ("dueDay", "2026-03-13"),
      ("dueTime", "12:00"),
    ]
    _ = try await school.post(QuizzesPaths.of(school.quiz, "times"), own, as: .omar)
    let rules: (QuizzesSchool.Person) async throws -> String = { person in
      let page = try await school.html(QuizzesPaths.quiz(school.quiz), as: person)
      let from = try #require(page.firstRange(of: "class=\"quiz-rules\"")).upperBound
      return String(page[from...].split(separator: "</ul>")[0])
    }
    let (hers, mothers, others) = (try await rules(.maya), try await rules(.leila), try await rules(.yusuf))
    #expect(hers == mothers && hers != others)
    #expect(mothers.contains("45") && !others.contains("45"))
  }

  @Test func `names each child where they differ`() async throws {
    let school = try await QuizzesSchool.open { quiz in quiz.minutes = 30 }
    try await school.write("test.family") { tx in
      try StudentsStore(tx: tx).link(guardian: school.account(.leila), to: school.yusuf)
    }
    #expect(try await school.html(QuizzesPaths.quiz(school.quiz), as: .leila).contains("id=\"rules\""))
    let own = [("student", school.maya.text), ("factor", "2")]
    _ = try await school.post(QuizzesPaths.of(school.quiz, "times"), own, as: .omar)
    let page = try await school.html(QuizzesPaths.quiz(school.quiz), as: .leila)
    #expect(page.contains("For Maya Levi") && page.contains("For Yusuf Levi") && !page.contains("id=\"rules\""))
  }
}
