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

@Suite struct `Publishing from the outline` {
  @Test(arguments: Dialect.allCases)
  func `is the feature's own publishing: its rows, its rules`(_ dialect: Dialect) async throws {
    let plain = try await CourseFixture.open(dialect)
    var service = plain.courses
    service.publishing = [
      .assignment: .init(publishAssignment),
      .quiz: QuizzesService(questions: QuestionsService(files: FilesService()), attempts: .taken).publishing,
    ]
    let fixture = plain.with(service)
    defer { fixture.ledger.close() }
    let (math, world) = (fixture.course("math"), fixture.ledger.world)
    let (essay, quiz) = (world.id(CourseItem.self), world.id(CourseItem.self))
    try await fixture.write("test.items") { tx in
      try CoursesStore(tx: tx).put(
        CourseItem(id: essay, course: math, kind: .assignment, title: "Essay", place: 1, updatedAt: tx.now))
      try AssignmentsStore(tx: tx).put(Assignment(id: essay, course: math, updatedAt: tx.now))
      let item = CourseItem(id: quiz, course: math, kind: .quiz, title: "Empty", place: 2, updatedAt: tx.now)
      try QuizzesStore(tx: tx).record(Quiz(id: quiz.cast(), course: math, updatedAt: tx.now), item, [])
    }
    func publish(_ item: ID<CourseItem>) -> String { fixture.path("math", "/items/" + item.text + "/publication") }
    try await fixture.send(.post, publish(essay), Form(["published": "1"]), as: .okoro)
    let seen = try await fixture.ledger.read { tx in
      try tx.count(
        "SELECT count(*) FROM \(changeIndex) WHERE school = $1 AND kind = $2 AND bucket = $3 AND tbl = $4 AND op = 1",
        [
          .id(fixture.school), .text(Bucket.course(math).kind.letter), .id(math),
          .int(AssignmentsTables.assignment.number),
        ])
    }
    #expect(seen == 1)
    let refusal = await fixture.refusal(.post, publish(quiz), Form(["published": "1"]), as: .okoro)
    #expect(refusal == .notAllowed(Phrase("quizzes.refused-no-questions")))
  }
}
