import Base
import Database
import HomeroomTesting
import School
import Testing

@testable import Learning
@testable import Ledger

@Suite struct `A quiz that was not taken` {
  private func missing(_ school: QuizzesSchool) async throws -> (staff: Set<ID<Student>>, seen: Set<ID<Student>>) {
    try await school.ledger.read { tx in
      let store = GradesStore(tx: tx)
      let (book, all) = (
        try store.book(of: school.math, in: school.school),
        try store.postedGradebooks(of: [school.maya, school.yusuf], in: [school.math], school: school.school)
      )
      func of(_ book: GradeBook?) -> Set<ID<Student>> {
        Set((book?.missing ?? [:]).filter { $0.value.contains(school.quiz.cast()) }.keys)
      }
      return (of(book), of(all[school.math]))
    }
  }

  @Test(arguments: Dialect.allCases)
  func `is missing from the student's own day on, for staff and families alike`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect, due: -3600)
    let both: Set<ID<Student>> = [school.maya, school.yusuf]
    var found = try await missing(school)
    #expect(found.staff == both && found.seen == both)
    let page = try await school.shown(QuizzesPaths.of(school.quiz, "results"), as: .omar)
    #expect(page.contains("Missing"))
    _ = try await school.begin()
    found = try await missing(school)
    #expect(found.staff == [school.yusuf] && found.seen == [school.yusuf])
    try await school.write { tx in
      let later = DueExtension(
        item: school.quiz.cast(), student: school.yusuf, dueAt: tx.now.plus(days: 1), by: .none, at: tx.now)
      try AssignmentsStore(tx: tx).put(later)
    }
    found = try await missing(school)
    #expect(found.staff.isEmpty && found.seen.isEmpty)
  }

  @Test func `costs what the policy says, until it is taken`() async throws {
    let school = try await QuizzesSchool.open(due: -3600)
    try await school.write { tx in
      try GradesStore(tx: tx).put(GradeSettings(course: school.math, missing: MissingPolicy(isOn: true)))
    }
    let percent = try await school.ledger.read { tx in
      try GradesStore(tx: tx).summaries(of: school.maya, in: [school.math], school: school.school).first?.percent
    }
    #expect(percent == .zero)
  }

  @Test func `is not missing before its day, as a draft, or with more time`() async throws {
    #expect(try await missing(QuizzesSchool.open(due: 3600)).staff.isEmpty)
    let school = try await QuizzesSchool.open(due: -3600)
    try await school.write { tx in
      let time = QuizTime(quiz: school.quiz, student: school.maya, closesAt: tx.now.plus(days: 1))
      try QuizzesStore(tx: tx).put(time)
    }
    #expect(try await missing(school).staff == [school.yusuf])
  }
}
