import Base
import HTML
import HomeroomTesting
import Kit
import People
import School
import Testing

@testable import Classroom
@testable import Learning
@testable import Ledger
@testable import Web

/// Rimon School: Omar teaches Math 7, in which Maya and Yusuf sit; Noa teaches another course.
///
/// Leila is Maya's mother.
///
/// The quiz has a question of each kind, each worth 2 points, and is published. It is Wednesday morning.
struct QuizzesSchool: Sendable {
  enum Person: UInt64, CaseIterable { case dana = 1, omar, noa, leila, maya, yusuf, stranger }
  static let migrations =
    AccountsTables.migrations + SchoolsTables.migrations + MembersTables.migrations + StudentsTables.migrations
    + ClassroomsTables.migrations + FilesTables.migrations + CoursesTables.migrations + EnrolmentTables.migrations
    + GradesTables.migrations + AssignmentsTables.migrations + QuizzesTables.migrations

  let ledger: Ledger
  let clock: TestClock
  let desk: QuizzesDesk
  let table: RouteTable
  let school = ID<Tenant>(high: 0x7000, low: 1 << 63 | 1)
  let math = ID<Course>(high: 0x7000, low: 1 << 63 | 11)
  let other = ID<Course>(high: 0x7000, low: 1 << 63 | 12)
  let quiz = ID<Quiz>(high: 0x7000, low: 1 << 63 | 21)
  let maya = ID<Student>(high: 0x7000, low: 1 << 63 | 101)
  let yusuf = ID<Student>(high: 0x7000, low: 1 << 63 | 102)
  var questions: [ID<Question>] { (0..<8).map { ID(high: 0x7000, low: 1 << 63 | 300 + UInt64($0)) } }

  static func account(_ person: Person) -> ID<Account> { ID(high: 0x7000, low: 1 << 63 | 200 + person.rawValue) }

  /// - Parameter change: the quiz as the test wants it.
  static func open(_ dialect: Dialect = .sqlite, due: Int64? = nil, _ change: @Sendable (inout Quiz) -> Void = { _ in })
    async throws -> QuizzesSchool
  {
    let clock = TestClock(TestSchool.morning)
    let ledger = try TestBooks.open(dialect, migrations: migrations, world: clock.world)
    let desk = QuizzesDesk(ledger: ledger, world: ledger.world)
    let made = QuizzesSchool(ledger: ledger, clock: clock, desk: desk, table: RouteTable(quizRoutes(desk)))
    var quiz = Quiz(id: made.quiz, course: made.math, points: amount("2"), attempts: nil, updatedAt: ledger.world.now())
    change(&quiz)
    try await made.fill(quiz, due: due)
    return made
  }

  private func fill(_ quiz: Quiz, due: Int64?) async throws {
    let (world, dana) = (ledger.world, Self.account(.dana))
    try await ledger.write(Sent(world.id(), "test.people", school: .server, by: nil)) { tx in
      for person in Person.allCases {
        try AccountsStore.insert(
          AccountRecord(id: Self.account(person), username: "\(person)", name: "\(person)", createdAt: tx.now), tx)
      }
      return ""
    }
    let founding = Sent(world.id(), "schools.found", school: .server, by: dana)
    try await ledger.write(founding) { tx in
      let made = School(
        id: school, name: "Rimon", kind: .k12, zone: "Asia/Jerusalem", language: .en, theme: "oasis", createdAt: tx.now,
        updatedAt: tx.now)
      try SchoolsStore(tx: tx).insert(made, owner: dana, sent: founding)
      return ""
    }
    try await write { tx in try people(tx) }
    try await write { tx in try courses(tx) }
    try await write { tx in
      let item = CourseItem(
        id: quiz.item, course: math, kind: .quiz, title: "Fractions", place: 0,
        dueAt: due.map { tx.now.plus(seconds: $0) }, publishedAt: tx.now, updatedAt: tx.now)
      let contents = try QuestionKind.allCases.map { try QuizzesSchool.content($0) }
      try QuizzesStore(tx: tx).record(
        quiz, item,
        zip(questions, contents).enumerated().map { place, pair in
          (
            Question(
              id: pair.0, course: math, quiz: quiz.id, author: Self.account(.omar), place: place, updatedAt: tx.now),
            pair.1
          )
        })
    }
  }

  private func people(_ tx: WriteTransaction) throws {
    let roles: [(Person, Role)] = [
      (.omar, .teacher), (.noa, .teacher), (.leila, .guardian), (.maya, .student), (.yusuf, .student),
      (.stranger, .student),
    ]
    for (person, role) in roles {
      try MembersStore(tx: tx).insert(
        Membership(school: school, account: Self.account(person), role: role, joinedAt: tx.now))
    }
    for (id, given) in [(maya, "Maya"), (yusuf, "Yusuf")] {
      try StudentsStore(tx: tx).insert(Student(id: id, given: given, family: "Levi", updatedAt: tx.now))
    }
    try StudentsStore(tx: tx).link(guardian: Self.account(.leila), to: maya)
    try StudentsStore(tx: tx).link(account: Self.account(.maya), to: maya)
    try StudentsStore(tx: tx).link(account: Self.account(.yusuf), to: yusuf)
  }

  private func courses(_ tx: WriteTransaction) throws {
    for (id, teacher) in [(math, Person.omar), (other, .noa)] {
      let course = Course(id: id, name: "Math 7", publishedAt: tx.now, createdAt: tx.now, updatedAt: tx.now)
      try CoursesStore(tx: tx).put(course)
      try CoursesStore(tx: tx).assign(teacher: Self.account(teacher), to: id)
    }
    for student in [maya, yusuf] {
      let seat = Seat(course: math, student: student, state: .enrolled, requestedAt: tx.now, changedAt: tx.now)
      try EnrolmentStore(tx: tx).put(seat, by: Self.account(.omar))
    }
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

  func write(_ body: @escaping @Sendable (WriteTransaction) throws -> Void) async throws {
    try await ledger.write(Sent(ledger.world.id(), "test.fill", school: school, by: nil)) { tx in
      try body(tx)
      return ""
    }
  }

  func caller(_ person: Person) -> Caller {
    let role: Role =
      switch person {
      case .dana: .owner
      case .omar, .noa: .teacher
      case .leila: .guardian
      case .maya, .yusuf, .stranger: .student
      }
    return Caller(account: Self.account(person), school: school, role: role)
  }

  func scene(_ language: Language = .en) -> Scene {
    Scene(
      words: TestWords.of(language), zone: .utc, now: ledger.world.now(), csrf: "proof",
      newSending: { [world = ledger.world] in world.id() })
  }

  func send(
    _ method: Web.Method, _ path: String, _ form: Form = Form(), as person: Person, sending: ID<Sending>? = nil,
    wants: Ask.Wants = .page, query: Form = Form()
  ) async throws -> Answer {
    guard case .route(let route, let names) = table.find(method, path) else { throw Refusal.notFound }
    let caller = caller(person)
    if case .member(let roles) = route.access, !roles.contains(caller.role) { throw Refusal.notFound }
    let identity = Identity(
      account: caller.account, credential: .session, session: .none, name: "\(person)", language: .en, look: nil,
      school: .init(
        id: school, name: "Rimon", role: caller.role, kind: "k12", zone: "Asia/Jerusalem", language: .en, look: Look(),
        head: 0),
      schools: [], unread: 0, csrf: "proof")
    let ask = Ask(
      route: route, path: path, names: names, query: query, form: form, uploads: [], wants: wants, identity: identity,
      sending: sending ?? ledger.world.id(), ifMatch: nil, scene: scene(), source: "local", userAgent: "test")
    return try await route.handle(ask)
  }

  func post(_ path: String, _ fields: [(String, String)], as person: Person, sending: ID<Sending>? = nil) async throws
    -> Answer
  {
    try await send(
      .post, path, Form(fields.map { Form.Field($0.0, $0.1) }), as: person, sending: sending, wants: .json)
  }

  /// The page as the browser would get it.
  func page(_ path: String, as person: Person, _ language: Language = .en) async throws -> String {
    let answer = try await send(.get, path, as: person)
    guard case .page(let make) = answer.body else { return "" }
    return make(scene(language)).body.string
  }

  // MARK: taking it

  func begin(_ person: Person = .maya) async throws -> ID<QuizAttempt> {
    let answer = try await post(QuizzesPaths.of(quiz, "attempts"), [], as: person)
    guard case .text(let text) = answer.json()["id"], let id = ID<QuizAttempt>(text) else { throw Refusal.notFound }
    return id
  }

  func path(_ attempt: ID<QuizAttempt>, _ part: String = "") -> String {
    QuizzesPaths.attempt(attempt, of: quiz) + (part.isEmpty ? "" : "/" + part)
  }

  /// Answers the question of a kind.
  @discardableResult
  func answer(
    _ kind: QuestionKind, _ said: [(String, String)], in attempt: ID<QuizAttempt>, as person: Person = .maya,
    _ more: [(String, String)] = []
  ) async throws -> SavedAnswers {
    let question = questions[QuestionKind.allCases.firstIndex(of: kind) ?? 0].text
    let fields = said.map { ("a." + question + ($0.0.isEmpty ? "" : "." + $0.0), $0.1) }
    let json = try await post(path(attempt, "answers"), [("q", question)] + fields + more, as: person).json()
    return SavedAnswers(
      at: .init(milliseconds: 0), isSubmitted: json["isSubmitted"] == .flag(true),
      isFlagged: json["isFlagged"] == .flag(true))
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
    try await ledger.read { try QuizzesStore(tx: $0).attempt(id, of: quiz, in: school) }
  }
  func result(_ id: ID<QuizAttempt>) async throws -> AttemptResult? {
    try await ledger.read { try QuizzesStore(tx: $0).results(of: quiz, in: school)[id] }
  }
  func score(_ student: ID<Student>) async throws -> Score? {
    try await ledger.read { try GradesStore(tx: $0).score(of: student, for: quiz.cast(), in: school) }
  }
  func head() async throws -> Int64 { try await ledger.read { try $0.head(of: school) } }

  /// The rows of a table that lie in a bucket now.
  func rows(_ table: Int, in bucket: Bucket) async throws -> Int {
    try await ledger.read { tx in
      try tx.count(
        "SELECT count(*) FROM bucket_row WHERE school = $1 AND kind = $2 AND bucket = $3 AND tbl = $4 AND op = 1",
        [.id(school), .text(bucket.kind.letter), .id(bucket.id), .int(table)])
    }
  }

  /// Does what the clock asks for.
  func runJobs() async throws { try await JobRunner(ledger, desk.jobHandlers).runDue() }

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
