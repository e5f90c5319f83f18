import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing

@testable import Learning
@testable import Web

@Suite struct `A course with work, taught again` {
  static let tables = [
    "course", "course_item", "assignment", "quiz", "question", "question_version", "question_key", "grade_item",
    "grade_category", "grade_settings", "grading_period",
  ]

  private func open(_ dialect: Dialect) async throws -> CourseFixture {
    let fixture = try await CourseFixture.open(dialect)
    var service = fixture.courses
    service.copying = [assignmentCopying(), gradesCopying(), quizCopying()]
    service.dates = [.init(assignmentDates), .init(quizDates), .init(gradingDates)]
    service.forgetting = [.init(forgetQuizzes), .init(forgetAssignments), .init(forgetGrades)]
    let (math, world) = (fixture.course("math"), fixture.ledger.world)
    try await fixture.change("math") { $0.from = CourseFixture.today }
    try await fixture.write("test.work") { tx in
      try self.assignment(in: math, world, tx)
      try self.quiz(in: math, world, tx)
      try self.gradebook(of: math, world, tx)
    }
    return fixture.with(service)
  }

  private func assignment(in math: ID<Course>, _ world: World, _ tx: WriteTransaction) throws {
    let item = CourseItem(
      id: world.id(), course: math, kind: .assignment, title: "Essay", place: 1, dueAt: tx.now.plus(days: 10),
      publishedAt: tx.now, updatedAt: tx.now)
    try CoursesStore(tx: tx).put(item)
    let levels = [
      RubricLevel(id: world.id(), title: "Good", points: amount("8")),
      RubricLevel(id: world.id(), title: "Poor", points: amount("3")),
    ]
    try AssignmentsStore(tx: tx).put(
      Assignment(
        id: item.id, course: math, about: "Write **well**.", accepts: [.text, .link], opensAt: tx.now.plus(days: 1),
        closesAt: tx.now.plus(days: 12), attempts: 2, lateAllowed: true,
        rubric: Rubric([RubricCriterion(id: world.id(), title: "Words", levels: levels)]), updatedAt: tx.now))
    let own = GradeCategory(id: world.id(), course: math, name: "Essays", weight: amount("100"), place: 5)
    try GradesStore(tx: tx).put(GradeCategory.usual(for: math) + [own], of: math)
    try GradesStore(tx: tx).put(
      GradeItem(
        id: item.id.cast(), course: math, category: own.id, source: .assignment, title: "Essay",
        possible: amount("8"), place: 1, dueAt: item.dueAt, neverDrop: true, updatedAt: tx.now))
  }

  private func quiz(in math: ID<Course>, _ world: World, _ tx: WriteTransaction) throws {
    let item = CourseItem(
      id: world.id(), course: math, kind: .quiz, title: "Halves", place: 2, publishedAt: tx.now, updatedAt: tx.now)
    let quiz = Quiz(
      id: item.id.cast(), course: math, minutes: 15, points: amount("2"), showing: .afterDue,
      closesAt: tx.now.plus(days: 20), updatedAt: tx.now)
    let question = Question(
      id: world.id(), course: math, quiz: quiz.id, author: .none, tags: ["halves"], version: 1, updatedAt: tx.now)
    try QuizzesStore(tx: tx).record(quiz, item, [(question, choices(.single, "a", "b*"))])
  }

  private func gradebook(of math: ID<Course>, _ world: World, _ tx: WriteTransaction) throws {
    let grades = GradesStore(tx: tx)
    var settings = GradeSettings(course: math, scheme: .points)
    (settings.late.percent, settings.updatedAt) = (amount("10"), tx.now)
    try grades.put(settings)
    try grades.put(
      GradeItem(
        id: world.id(), course: math, source: .manual, title: "Talking", possible: amount("5"), place: 3,
        updatedAt: tx.now))
    try grades.put(
      GradingPeriod(
        id: world.id(), course: math, name: "Autumn", from: CourseFixture.today,
        until: CourseFixture.today.plus(days: 60),
        weight: amount("50"), closedAt: tx.now))
  }

  private func counts(_ fixture: CourseFixture) async throws -> [Int] {
    try await fixture.ledger.read { tx in try Self.tables.map { try tx.count("SELECT count(*) FROM \"\($0)\"") } }
  }

  @Test(arguments: Dialect.allCases)
  func `has its assignments, quizzes and gradebook, and one undo takes all of it away`(_ dialect: Dialect) async throws
  {
    let fixture = try await open(dialect)
    defer { fixture.ledger.close() }
    let before = try await counts(fixture)
    let begin = CourseFixture.today.plus(days: 364)
    let form = Form(["name": "Math 7 again", "from": begin.text])
    let page = try await fixture.html(fixture.path("math", "/copy"), as: .okoro, query: form)
    #expect(page.contains(">opens<") && page.contains(">closes<") && page.contains("Autumn"))
    let answer = try await fixture.send(.post, fixture.path("math", "/copy"), form, as: .okoro)
    guard case .text(let text)? = answer.json()["id"], let copy = ID<Course>(text) else { return #expect(Bool(false)) }
    try await fixture.ledger.read { tx in
      try self.isWhole(copy, of: fixture.course("math"), in: fixture.school, tx)
    }
    guard case .redirect(_, let toast) = answer.body, let undo = toast?.undo else { return #expect(Bool(false)) }
    try await fixture.send(.post, undo.path, Form(undo.fields), as: .okoro)
    #expect(try await counts(fixture) == before)
  }

  private func isWhole(_ copy: ID<Course>, of math: ID<Course>, in school: ID<Tenant>, _ tx: Transaction) throws {
    let (old, new) = (
      try AssignmentsStore(tx: tx).assignments(of: math, in: school).first,
      try AssignmentsStore(tx: tx).assignments(of: copy, in: school).first
    )
    #expect(
      new?.rubric == old?.rubric && new?.about == old?.about && new?.attempts == 2 && new?.accepts == old?.accepts)
    #expect(new?.closesAt == old?.closesAt?.plus(days: 364) && new?.opensAt == old?.opensAt?.plus(days: 364))
    let (quizzes, questions) = (QuizzesStore(tx: tx), QuestionsStore(tx: tx))
    let quiz = try #require(try quizzes.quizzes(of: copy, in: school).values.first)
    let first = try #require(try quizzes.quizzes(of: math, in: school).values.first)
    #expect(quiz.minutes == 15 && quiz.showing == .afterDue && quiz.closesAt == first.closesAt?.plus(days: 364))
    let (mine, theirs) = (
      try questions.questions(of: quiz.id, in: school), try questions.questions(of: first.id, in: school)
    )
    #expect(mine.count == 1 && mine[0].id != theirs[0].id && mine[0].tags == ["halves"] && mine[0].version == 1)
    #expect(
      try questions.contents(of: quiz.id, in: school)[mine[0].id]
        == questions.contents(of: first.id, in: school)[theirs[0].id])
    let grades = GradesStore(tx: tx)
    let columns = try grades.items(of: copy, in: school)
    #expect(columns.map(\.title) == ["Essay", "Halves", "Talking"] && columns.map(\.possible.text) == ["8", "2", "5"])
    let categories = try grades.categories(of: copy, in: school)
    #expect(categories.first { $0.id == columns[0].category }?.name == "Essays" && columns[0].neverDrop)
    #expect(categories.first { $0.id == columns[1].category }?.kind == .quizzes)
    let settings = try grades.settings(of: copy, in: school)
    #expect(settings.scheme == .points && settings.late.percent == amount("10"))
    let period = try grades.periods(of: copy, in: school).first
    #expect(period?.from == CourseFixture.today.plus(days: 364) && period?.closedAt == nil)
    #expect(try CoursesStore(tx: tx).items(of: copy, in: school).allSatisfy { $0.publishedAt == nil })
  }

  @Test func `goes only when nothing stands in its bank`() async throws {
    let fixture = try await open(.sqlite)
    defer { fixture.ledger.close() }
    let (robotics, world) = (fixture.course("newspaper"), fixture.ledger.world)
    let question = Question(
      id: world.id(), course: robotics, quiz: nil, author: fixture.account(.brandt), version: 1, updatedAt: world.now())
    try await fixture.write("test.bank") { tx in
      try QuizzesStore(tx: tx).put(question, line: "Which?")
      try QuestionsStore(tx: tx).put(choices(.single, "a", "b*"), version: 1, of: question, by: question.author)
    }
    let path = fixture.path("newspaper", "/deletion")
    #expect(await fixture.refusal(.post, path, as: .brandt) == .conflict(Phrase("quizzes.bank-stays")))
    try await fixture.write("test.bank") { try QuizzesStore(tx: $0).remove(question, at: $0.now) }
    try await fixture.send(.post, path, as: .brandt)
    #expect(await fixture.refusal(.get, fixture.path("newspaper"), as: .brandt) == .notFound)
  }

  @Test func `a window never closes before its work is due`() {
    // Saturday and Sunday are off; the work is due on Saturday evening and closes on Sunday morning.
    let shift = CourseShift(days: 0, daysOff: [6, 7], holidays: [], zone: .utc)
    let saturday = Instant(milliseconds: 1_772_870_400_000)  // 7 March 2026, 08:00
    let due = saturday.plus(seconds: 12 * 3600)
    let window = shift.window(opens: saturday.plus(seconds: -3600), due: due, closes: saturday.plus(days: 1))
    #expect(window.closes == shift(due) && (window.opens ?? due) <= shift(due))
  }

  @Test func `keeps the second: the last minute of a day lasts to its end`() {
    let shift = CourseShift(days: 364, daysOff: [], holidays: [], zone: .utc)
    let end = Zone.utc.instant(CourseFixture.today, minute: 1439).plus(seconds: 59)
    #expect(shift(end) == end.plus(days: 364))
  }
}
