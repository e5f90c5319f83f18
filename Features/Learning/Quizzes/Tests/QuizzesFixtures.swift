import Base
import Classroom
import Database
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing
import Web

@testable import Learning
@testable import LearningServer

/// Rimon School: Omar teaches Math 7, in which Maya and Yusuf sit; Noa teaches another course.
///
/// Leila is Maya's mother.
///
/// The quiz has a question of each kind, each worth 2 points, and is published. It is Wednesday morning.
struct QuizzesSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, omar, noa, leila, maya, yusuf, stranger
    var role: Role {
      switch self {
      case .dana: .owner
      case .omar, .noa: .teacher
      case .leila: .guardian
      case .maya, .yusuf, .stranger: .student
      }
    }
  }
  /// What there is of quizzes on a server, from questions up to marking.
  struct Services {
    let questions: QuestionsServer, quizzes: QuizzesServer, attempts: AttemptsServer
    let marking: MarkingService

    init(_ ledger: Ledger) {
      var service = QuestionsService(files: FilesService())
      service.sights.append(.attempts)
      questions = QuestionsServer(ledger: ledger, service: service)
      let own = QuizzesService(questions: service, attempts: .taken)
      quizzes = QuizzesServer(ledger: ledger, questions: questions, service: own)
      attempts = AttemptsServer(ledger: ledger, service: AttemptsService(quizzes: own, regrades: .marking))
      marking = MarkingService(attempts: attempts.service)
    }

    var routes: [Route] {
      questionRoutes(questions.service) + questionServerRoutes(questions) + quizRoutes(quizzes.service)
        + quizServerRoutes(quizzes) + attemptRoutes(attempts.service) + attemptServerRoutes(attempts)
        + markingRoutes(marking)
    }
  }
  static let migrations = learning

  let ledger: Ledger
  let clock: TestClock
  let services: Services
  let table: RouteTable
  let math = Self.id(11, Course.self), other = Self.id(12, Course.self)
  let quiz = Self.id(21, Quiz.self)
  let maya = Self.id(101, Student.self), yusuf = Self.id(102, Student.self)
  var questions: [ID<Question>] { (0..<8).map { Self.id(300 + $0) } }

  /// - Parameter change: the quiz as the test wants it.
  static func open(_ dialect: Dialect = .sqlite, due: Int64? = nil, _ change: @Sendable (inout Quiz) -> Void = { _ in })
    async throws -> QuizzesSchool
  {
    let clock = TestClock(TestSchool.morning)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let services = Services(ledger)
    let made = QuizzesSchool(ledger: ledger, clock: clock, services: services, table: RouteTable(services.routes))
    var quiz = Quiz(id: made.quiz, course: made.math, points: amount("2"), attempts: nil, updatedAt: ledger.world.now())
    change(&quiz)
    try await made.found { [quiz] tx in
      try made.courses(tx)
      try made.write(quiz, due: due, tx)
    }
    return made
  }

  private func write(_ quiz: Quiz, due: Int64?, _ tx: WriteTransaction) throws {
    let item = CourseItem(
      id: quiz.item, course: math, kind: .quiz, title: "Fractions", place: 0,
      dueAt: due.map { tx.now.plus(seconds: $0) }, publishedAt: tx.now, updatedAt: tx.now)
    let contents = try QuestionKind.allCases.map { try QuizzesSchool.content($0) }
    try QuizzesStore(tx: tx).record(
      quiz, item,
      zip(questions, contents).enumerated().map { place, pair in
        (
          Question(id: pair.0, course: math, quiz: quiz.id, author: account(.omar), place: place, updatedAt: tx.now),
          pair.1
        )
      })
  }

  private func courses(_ tx: WriteTransaction) throws {
    try addStudent(maya, "Maya", "Levi", account: .maya, guardians: [.leila], tx)
    try addStudent(yusuf, "Yusuf", "Levi", account: .yusuf, tx)
    try addCourse(math, "Math 7", teachers: [.omar], students: [maya, yusuf], tx)
    try addCourse(other, "Math 7", teachers: [.noa], tx)
  }

  /// What each kind asks; whatever is right begins with KEY, so that it can be looked for.
  static func content(_ kind: QuestionKind) throws -> QuestionContent {
    var content = QuestionContent(
      kind, kind == .blanks ? "A [KEYone|two] B [KEYthree] C" : "Question \(kind.rawValue)?")
    switch kind {
    case .single: content.options = choices(kind, "a", "b*", "c").options
    case .multiple: content.options = choices(kind, "a*", "b*", "c", "d").options
    case .trueFalse: content = .trueFalse("Question?", isTrue: true)
    case .short: content.answers = ["KEYshort"]
    case .blanks, .essay: break
    case .numeric: content.numbers = [try number(.absolute, "7770.5")]
    case .matching: content.pairs = [QuestionPair(id: 1, "l1", "r1"), QuestionPair(id: 2, "l2", "r2")]
    }
    (content.explanation, content.notes) = ("KEYexplanation", "KEYnotes")
    return content
  }

  func post(_ path: String, _ fields: [(String, String)], as person: Person, idempotencyKey: ID<IdempotencyKey>? = nil)
    async throws
    -> Response
  {
    try await send(
      .post, path, Form(fields.map { Form.Field($0.0, $0.1) }), as: person, wants: .json, idempotencyKey: idempotencyKey
    )
  }

  // MARK: taking it

  func begin(_ person: Person = .maya) async throws -> ID<QuizAttempt> {
    let answer = try await post(QuizzesPaths.of(quiz, "attempts"), [], as: person)
    guard case .text(let text) = answer.json()["id"], let id = ID<QuizAttempt>(text) else { throw Refusal.notFound }
    return id
  }

  func path(_ attempt: ID<QuizAttempt>, _ part: String = "") -> String {
    AttemptsPaths.attempt(attempt, of: quiz) + (part.isEmpty ? "" : "/" + part)
  }

  /// Answers the question of a kind.
  @discardableResult
  func answer(
    _ kind: QuestionKind, _ said: [(String, String)], in attempt: ID<QuizAttempt>, as person: Person = .maya,
    _ more: [(String, String)] = []
  ) async throws -> SavedAnswers {
    let question = questions[QuestionKind.allCases.firstIndex(of: kind) ?? 0].text
    let said = try await named(kind, said, in: attempt)
    let fields = said.map { ("a." + question + ($0.0.isEmpty ? "" : "." + $0.0), $0.1) }
    let json = try await post(path(attempt, "answers"), [("q", question)] + fields + more, as: person).json()
    return SavedAnswers(
      at: .init(milliseconds: 0), isSubmitted: json["isSubmitted"] == .flag(true),
      isFlagged: json["isFlagged"] == .flag(true))
  }

  /// Options by the names that the attempt has for them; what is none of its options stays as it is.
  private func named(_ kind: QuestionKind, _ said: [(String, String)], in attempt: ID<QuizAttempt>) async throws -> [(
    String, String
  )] {
    guard kind == .single || kind == .multiple else { return said }
    let face = try Self.content(kind).face
    let question = questions[QuestionKind.allCases.firstIndex(of: kind) ?? 0]
    let look = try await ledger.read { tx in
      return try QuizzesStore(tx: tx).quiz(quiz, in: school).map {
        try AttemptsStore(tx: tx).look(attempt, of: $0, in: school)
      }
    }
    return said.map { name, value in
      guard let id = Int(value), face.options.contains(where: { $0.id == id }),
        case .choice(let names)? = look?.answer(.choice([id]), face, question), let own = names.first
      else { return (name, value) }
      return (name, String(own))
    }
  }

  /// Everything right but the essay, which waits.
  func answerAll(_ attempt: ID<QuizAttempt>, as person: Person = .maya) async throws {
    try await answer(.single, [("", "2")], in: attempt, as: person)
    try await answer(.multiple, [("", "1"), ("", "2")], in: attempt, as: person)
    try await answer(.trueFalse, [("", "1")], in: attempt, as: person)
    try await answer(.short, [("", " keyshort ")], in: attempt, as: person)
    try await answer(.blanks, [("0", "two"), ("1", "KEYthree")], in: attempt, as: person)
    try await answer(.numeric, [("", "7770.5")], in: attempt, as: person)
    let pairs = try Self.content(.matching).pairs
    try await answer(
      .matching, [("1", String(pairs[0].answer)), ("2", String(pairs[1].answer))], in: attempt, as: person)
  }

  func submit(_ attempt: ID<QuizAttempt>, as person: Person = .maya) async throws {
    _ = try await post(path(attempt, "submit"), [], as: person)
  }

  // MARK: what there is

  func attempt(_ id: ID<QuizAttempt>) async throws -> QuizAttempt? {
    try await ledger.read { try AttemptsStore(tx: $0).attempt(id, of: quiz, in: school) }
  }
  func result(_ id: ID<QuizAttempt>) async throws -> AttemptResult? {
    try await ledger.read { try AttemptsStore(tx: $0).results(of: quiz, in: school)[id] }
  }
  func late(_ id: ID<QuizAttempt>) async throws -> [LateGiven] {
    try await ledger.read { tx in
      let store = AttemptsStore(tx: tx)
      return try store.attempt(id, of: quiz, in: school).map { try store.lateAnswers($0, in: school) } ?? []
    }
  }
  func score(_ student: ID<Student>) async throws -> Score? {
    try await ledger.read { try GradesStore(tx: $0).score(of: student, for: quiz.cast(), in: school) }
  }

  /// The rows of a table that lie in a bucket now.
  func rows(_ table: Int, in bucket: Bucket) async throws -> Int {
    try await ledger.read { tx in
      try tx.count(
        "SELECT count(*) FROM \(changeIndex) WHERE school = $1 AND kind = $2 AND bucket = $3 AND tbl = $4 AND op = 1",
        [.id(school), .text(bucket.kind.letter), .id(bucket.id), .int(table)])
    }
  }

  /// Does what the clock asks for.
  func runJobs() async throws { try await JobRunner(ledger, services.attempts.jobHandlers).runDue() }

  /// Expects a refusal, and that nothing was written.
  func refuses(_ code: String, _ body: () async throws -> Void) async throws {
    let before = try await head()
    do {
      try await body()
      Issue.record("it was allowed")
    } catch let refusal as Refusal {
      #expect(refusal.code == code)
    }
    #expect(try await head() == before)
  }
}
