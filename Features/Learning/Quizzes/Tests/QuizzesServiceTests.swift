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
@testable import LearningServer
@testable import Ledger

@Suite struct `Making a quiz` {
  private let usual = [("title", "Percent"), ("points", "2"), ("minutes", "30"), ("attempts", "2")]

  @Test(arguments: Dialect.allCases)
  func `writes its item, its settings and its column together`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let idempotencyKey = school.ledger.world.id(IdempotencyKey.self)
    let made = try await school.post(
      QuizzesPaths.all(in: school.math), usual, as: .omar, idempotencyKey: idempotencyKey
    ).json()
    let again = try await school.post(
      QuizzesPaths.all(in: school.math), usual, as: .omar, idempotencyKey: idempotencyKey
    ).json()
    #expect(made == again)
    guard case .text(let text) = made["id"], let id = ID<Quiz>(text) else { throw Refusal.notFound }
    let rows = try await school.ledger.read { tx in
      try tx.rows("SELECT rows FROM journal WHERE school = $1 AND command = 'quizzes.make-quiz'", [.id(school.school)])
      {
        $0.text(0).split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
      }
    }
    #expect(rows == [["course_item", "quiz", "grade_item"]])
    let found = try await school.ledger.read { tx in
      (
        try QuizzesStore(tx: tx).quiz(id, in: school.school),
        try CoursesStore(tx: tx).item(id.cast(), in: school.school),
        try GradesStore(tx: tx).item(id.cast(), in: school.school)
      )
    }
    #expect(found.0?.minutes == 30 && found.0?.points == amount("2") && found.0?.attempts == 2)
    #expect(found.1?.publishedAt == nil && found.1?.title == "Percent" && found.2?.source == .quiz)
    await #expect(throws: Refusal.notFound) { try await school.shown(QuizzesPaths.quiz(id), as: .maya) }
  }

  @Test(arguments: Dialect.allCases)
  func `is for the course's staff alone`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    try await school.refuses("not-found") {
      _ = try await school.post(QuizzesPaths.all(in: school.math), usual, as: .noa)
    }
    try await school.refuses("not-found") {
      _ = try await school.post(QuizzesPaths.of(school.quiz, "settings"), usual, as: .noa)
    }
    for part in ["settings", "results", "analysis", "times", "regrade", "preview", "bank", "import"] {
      await #expect(throws: Refusal.notFound) { try await school.shown(QuizzesPaths.of(school.quiz, part), as: .noa) }
      await #expect(throws: Refusal.notFound) { try await school.shown(QuizzesPaths.of(school.quiz, part), as: .maya) }
    }
  }

  @Test(arguments: Dialect.allCases)
  func `cannot be published empty, nor taken back once it was taken`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let made = try await school.post(QuizzesPaths.all(in: school.math), usual, as: .omar).json()
    guard case .text(let text) = made["id"], let id = ID<Quiz>(text) else { throw Refusal.notFound }
    try await school.refuses("not-allowed") {
      _ = try await school.post(QuizzesPaths.of(id, "publish"), [("published", "on")], as: .omar)
    }
    func holders() async throws -> Set<QuizzesSchool.Person> {
      try await school.holders(of: QuizzesTables.quiz, [.id(school.school), .id(school.quiz)])
    }
    let (all, publish) = (try await holders(), QuizzesPaths.of(school.quiz, "publish"))
    #expect(all.isSuperset(of: [.omar, .maya, .leila, .yusuf]))
    _ = try await school.post(publish, [("published", "off")], as: .omar)
    let hidden = try await holders()
    #expect(hidden.contains(.omar) && hidden.isDisjoint(with: [.maya, .leila, .yusuf]))
    _ = try await school.post(publish, [("published", "on")], as: .omar)
    #expect(try await holders() == all)
    _ = try await school.begin()
    try await school.refuses("not-allowed") {
      _ = try await school.post(publish, [("published", "off")], as: .omar)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `the column is out of what the questions give`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    func possible() async throws -> Amount? {
      try await school.ledger.read { try GradesStore(tx: $0).item(school.quiz.cast(), in: school.school)?.possible }
    }
    #expect(try await possible() == amount("16"))
    let own = QuizzesPaths.question(school.questions[0], in: school.quiz) + "/arrange"
    _ = try await school.post(own, [("act", "duplicate")], as: .omar)
    #expect(try await possible() == amount("18"))
    _ = try await school.post(own, [("act", "remove")], as: .omar)
    #expect(try await possible() == amount("16"))
    _ = try await school.post(own, [("act", "restore")], as: .omar)
    #expect(try await possible() == amount("18"))
  }

  @Test(arguments: Dialect.allCases)
  func `questions move up, down and to a place`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    func order() async throws -> [Int] {
      try await school.ledger.read { try QuestionsStore(tx: $0).questions(of: school.quiz, in: school.school) }
        .compactMap { school.questions.firstIndex(of: $0.id) }
    }
    func move(_ question: Int, _ fields: [(String, String)]) async throws {
      _ = try await school.post(
        QuizzesPaths.question(school.questions[question], in: school.quiz) + "/arrange", fields, as: .omar)
    }
    try await move(0, [("act", "down")])
    #expect(try await order() == [1, 0, 2, 3, 4, 5, 6, 7])
    try await move(7, [("act", "place"), ("place", "0")])
    #expect(try await order() == [7, 1, 0, 2, 3, 4, 5, 6])
    try await move(7, [("act", "up")])
    #expect(try await order() == [7, 1, 0, 2, 3, 4, 5, 6])
  }

  @Test(arguments: Dialect.allCases)
  func `a version never changes once it is written`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let own = QuizzesPaths.question(school.questions[3], in: school.quiz)
    let fields = [("kind", "short"), ("text", "Another?"), ("answers", "new")]
    _ = try await school.post(own, fields, as: .omar)
    _ = try await school.post(own, fields, as: .omar)
    let versions = try await school.ledger.read { tx in
      try (1...3).map { try QuestionsStore(tx: tx).content(school.questions[3], version: $0, in: school.school) }
    }
    #expect(versions[0]?.answers == ["KEYshort"] && versions[1]?.answers == ["new"] && versions[2] == nil)
    try await school.refuses("invalid") {
      _ = try await school.post(own, [("kind", "essay"), ("text", "Another?")], as: .omar)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `a question is not written over what somebody else has changed`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let own = QuizzesPaths.question(school.questions[3], in: school.quiz)
    let kept = try await school.post(own + "/arrange", [("act", "bank")], as: .omar).json()
    guard case .text(let text) = kept["id"], let banked = ID<Question>(text) else { throw Refusal.notFound }
    func fields(_ answer: String) -> Form { Form(["kind": "short", "text": "Another?", "answers": answer]) }
    for path in [own, QuestionsPaths.banked(banked)] {
      try await school.send(.post, path, fields("first"), as: .omar, ifMatch: "\"1\"")
      let late = try await school.refused {
        try await school.send(.post, path, fields("second"), as: .omar, ifMatch: "\"1\"")
      }
      #expect(late == .stale)
      try await school.send(.post, path, fields("second"), as: .omar, ifMatch: "\"2\"")
    }
  }

  @Test(arguments: Dialect.allCases)
  func `a path makes no question where there is none`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let new = school.ledger.world.id(Question.self)
    let fields = [("kind", "essay"), ("text", "Another?"), ("course", school.math.text)]
    for path in [QuizzesPaths.question(new, in: school.quiz), QuestionsPaths.banked(new)] {
      try await school.refuses("not-found") { _ = try await school.post(path, fields, as: .omar) }
    }
    // Whoever makes one may name it.
    let made = try await school.post(QuestionsPaths.bank, fields + [("id", new.text)], as: .omar).json()
    #expect(made["id"] == JSON.id(new))
  }

  private func bank(
    _ query: Form, _ person: QuizzesSchool.Person, in school: QuizzesSchool
  ) async throws -> QuestionBankPage {
    try await school.ledger.read { try school.services.questions.service.bank(query, school.caller(person), $0) }
  }

  @Test(arguments: Dialect.allCases)
  func `the bank gives copies, to those who teach`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let own = QuizzesPaths.question(school.questions[3], in: school.quiz) + "/arrange"
    _ = try await school.post(own, [("act", "bank")], as: .omar)
    let found = try await bank(Form(["q": "question short"]), .omar, in: school)
    let banked = try #require(found.lines.first?.question.id)
    #expect(found.lines.count == 1)
    #expect(try await bank(Form(["q": "nothing like it"]), .omar, in: school).lines.isEmpty)
    #expect(try await bank(Form(), .noa, in: school).lines.isEmpty)
    _ = try await school.post(QuizzesPaths.of(school.quiz, "bank"), [("question", banked.text)], as: .omar)
    let questions = try await school.ledger.read {
      try QuestionsStore(tx: $0).questions(of: school.quiz, in: school.school)
    }
    #expect(questions.count == 9 && questions.last?.id != banked)
    try await school.refuses("not-found") {
      _ = try await school.post(
        QuizzesPaths.of(school.quiz, "bank"), [("question", school.questions[0].text)], as: .omar)
    }
    try await school.refuses("not-found") {
      _ = try await school.post(QuestionsPaths.banked(banked) + "/remove", [], as: .noa)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `a file is taken whole or not at all`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let path = QuizzesPaths.of(school.quiz, "import")
    try await school.refuses("invalid") {
      _ = try await school.post(path, [("text", "Fine {T}\n\nBroken {=a")], as: .omar)
    }
    try await school.refuses("invalid") { _ = try await school.post(path, [("text", "Just words.")], as: .omar) }
    let head = try await school.head()
    _ = try await school.post(path, [("text", "Fine {T}"), ("act", "check")], as: .omar)
    #expect(try await school.head() == head)
    let said = try await school.post(path, [("text", "Fine {T}\n\nמה? {=כן}\n\nWords.")], as: .omar).json()
    #expect(said["count"] == .integer(2))
    let count = try await school.ledger.read {
      try QuestionsStore(tx: $0).questions(of: school.quiz, in: school.school).count
    }
    #expect(count == 10)
  }
}
