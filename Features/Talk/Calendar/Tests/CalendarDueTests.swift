import Base
import Database
import HomeroomTesting
import School
import Testing

@testable import Learning
@testable import Talk

/// What is due stands on the day it is due for the reader.
@Suite struct `What is due on the calendar` {
  private let essay: ID<CourseItem> = CalendarSchool.id(500)
  private let quiz: ID<CourseItem> = CalendarSchool.id(501)

  /// An essay for Wednesday, and a quiz that closes on Thursday and has no other day; Maya has until Friday for the
  /// essay and until Saturday for the quiz.
  private func fill(_ school: CalendarSchool) async throws {
    func noon(_ days: Int) -> Instant { CalendarSchool.zone.instant(school.monday.plus(days: days), minute: 720) }
    let (essay, quiz) = (essay, quiz)
    let days = (essay: noon(2), quiz: noon(3), hers: noon(4), close: noon(5))
    try await school.write { tx in
      let (courses, quizzes) = (CoursesStore(tx: tx), QuizzesStore(tx: tx))
      for (id, kind, title, due) in [
        (essay, CourseItem.Kind.assignment, "Essay", Optional(days.essay)), (quiz, .quiz, "Fractions", nil),
      ] {
        try courses.put(
          CourseItem(
            id: id, course: school.math, kind: kind, title: title, place: 0, dueAt: due, publishedAt: tx.now,
            updatedAt: tx.now))
      }
      try AssignmentsStore(tx: tx).put(
        Assignment(id: essay, course: school.math, updatedAt: tx.now))
      var test = Quiz(
        id: quiz.cast(), course: school.math, points: try #require(Amount(2)), attempts: nil, updatedAt: tx.now)
      test.closesAt = days.quiz
      try quizzes.put(test)
      try quizzes.put(QuizTime(quiz: quiz.cast(), student: school.maya, closesAt: days.close))
      try AssignmentsStore(tx: tx).put(
        DueExtension(item: essay, student: school.maya, dueAt: days.hers, by: .none, at: tx.now))
    }
  }

  /// “Essay 2 Maya”: what, how many days from Monday, whose.
  private func due(_ school: CalendarSchool, as person: CalendarSchool.Person) async throws -> [String] {
    try await school.entries(as: person).filter { $0.kind == .due }.map {
      ([$0.title, String($0.day.number - school.monday.number)] + $0.who).joined(separator: " ")
    }.sorted()
  }

  /// When something is due that a feed calls so.
  private func fed(_ text: String, _ title: String) -> [String] {
    text.split(separator: "BEGIN:VEVENT").filter { $0.contains("SUMMARY:" + title + "\r\n") }.compactMap { part in
      part.split(separator: "\r\n").first { $0.hasPrefix("DTSTART") }.map { String($0.suffix(15)) }
    }.sorted()
  }

  @Test(arguments: Dialect.allCases)
  func `stands on the student's own day, for staff on the class's`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    try await fill(school)
    #expect(try await due(school, as: .yusuf) == ["Essay 2", "Fractions 3"])
    #expect(try await due(school, as: .maya) == ["Essay 4", "Fractions 5"])
    #expect(
      try await due(school, as: .leila) == ["Essay 2 Yusuf", "Essay 4 Maya", "Fractions 3 Yusuf", "Fractions 5 Maya"])
    #expect(try await due(school, as: .omar) == ["Essay 2", "Fractions 3"])
    #expect(try await due(school, as: .noa) == [])
  }

  @Test(arguments: Dialect.allCases)
  func `is in each feed on the same day as on the page`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    try await fill(school)
    let hers = try await school.feed("person", as: .maya)
    #expect(fed(hers, "Due: Essay") == ["20260313T120000"] && fed(hers, "Due: Fractions") == ["20260314T120000"])
    let child = try await school.feed("child." + school.yusuf.text, as: .leila)
    #expect(fed(child, "Due: Essay") == ["20260311T120000"] && fed(child, "Due: Fractions") == ["20260312T120000"])
    let both = try await school.feed("person", as: .leila)
    // Among other calendars each day says whose it is.
    #expect(fed(both, "Yusuf: Due: Essay") == ["20260311T120000"])
    #expect(fed(both, "Maya: Due: Essay") == ["20260313T120000"])
    #expect(fed(both, "Yusuf: Due: Fractions") == ["20260312T120000"])
    #expect(fed(both, "Maya: Due: Fractions") == ["20260314T120000"])
    let names = both.split(separator: "\r\n").filter { $0.hasPrefix("UID:") }
    #expect(Set(names).count == names.count)
    for (scope, person) in [("course." + school.math.text, CalendarSchool.Person.maya), ("person", .omar)] {
      let whole = try await school.feed(scope, as: person)
      #expect(fed(whole, "Due: Essay") == ["20260311T120000"] && fed(whole, "Due: Fractions") == ["20260312T120000"])
    }
  }
}
