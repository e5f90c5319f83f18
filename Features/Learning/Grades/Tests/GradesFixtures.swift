import Base
import Classroom
import Database
import Foundation
import HTML
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import Web

@testable import Learning
@testable import LearningServer
@testable import School

/// A number in a test as one reads it.
func amount(_ text: String) -> Amount { Amount(text) ?? .zero }

func itemID(_ number: Int) -> ID<GradeItem> { ID(high: 1, low: UInt64(number)) }
func categoryID(_ number: Int) -> ID<GradeCategory> { ID(high: 2, low: UInt64(number)) }

/// A category with a weight and rules for drops.
func category(_ number: Int, _ weight: String, low: Int = 0, high: Int = 0, capped: Bool = false) -> GradeCategory {
  GradeCategory(
    id: categoryID(number), course: .none, weight: amount(weight), dropLowest: low, dropHighest: high, isCapped: capped,
    place: number)
}

/// An item of a category; `score` is what was given, or nothing.
func entry(
  _ number: Int, in category: Int, _ score: String?, of possible: String, never: Bool = false, counts: Bool = true,
  excused: Bool = false, late: Int64 = 0, missing: Bool = false, pending: Bool = false
) -> GradeEntry {
  GradeEntry(
    item: itemID(number), category: categoryID(category), possible: amount(possible), counts: counts, neverDrop: never,
    raw: score.map(amount), excused: excused, lateSeconds: late, isMissing: missing, isPending: pending)
}

/// The vectors that other implementations were asked, `fixtures/grades.json`.
enum GradeVectors {
  static func load() throws -> JSON {
    let folder = "\(#filePath)".components(separatedBy: "/Features/")[0]
    return try JSON(Array(Data(contentsOf: URL(fileURLWithPath: folder + "/fixtures/grades.json"))))
  }
}

extension JSON {
  var items: [JSON] { if case .list(let items) = self { items } else { [] } }
  /// Numbers as written, short of a needless “.0” or digits that an amount has no room for.
  var amountText: String? { if case .number(let digits) = self { digits } else { nil } }
  var amountValue: Amount? {
    guard var text = amountText else { return nil }
    while text.contains("."), text.hasSuffix("0") || text.hasSuffix(".") { text.removeLast() }
    return Amount(text)
  }
  var whole: Int? { amountText.flatMap { Int($0) } }
  var word: String? { if case .text(let text) = self { text } else { nil } }
  var isTrue: Bool { if case .flag(true) = self { true } else { false } }
}

/// Rimon School: Omar and Gal teach Math 7 to Maya, Tomer and Yusuf; Noa teaches somebody else.
///
/// Leila is Maya's mother.
struct GradesSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, omar, gal, noa, leila, maya, yusuf, stranger
    var role: Role {
      switch self {
      case .dana: .owner
      case .omar, .gal, .noa: .teacher
      case .leila, .stranger: .guardian
      case .maya, .yusuf: .student
      }
    }
  }
  static let tables = [
    "score", "score_before", "posted_score", "grade_item", "grade_settings", "grade_category", "grade_override",
    "posted_override", "grading_period", "frozen_grade", "grade_standing",
  ]
  static let migrations = learning
  static let start = Instant(milliseconds: 1_773_216_000_000)

  let ledger: Ledger
  let clock: TestClock
  let server: GradesServer
  var service: GradesService { server.service }
  let table: RouteTable
  let math = Self.id(71, Course.self)
  let maya = Self.student(1), tomer = Self.student(2), yusuf = Self.student(3)
  let essay = Self.id(91, GradeItem.self), quiz = Self.id(92, GradeItem.self)

  static func student(_ number: UInt64) -> ID<Student> { id(100 + number) }

  static func open(_ dialect: Dialect = .sqlite) async throws -> GradesSchool {
    let clock = TestClock(start, step: 1)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let server = GradesServer(ledger: ledger)
    let routes = gradeRoutes(server.service) + gradeServerRoutes(server)
    let made = GradesSchool(ledger: ledger, clock: clock, server: server, table: RouteTable(routes))
    try await made.found { try made.fill($0) }
    return made
  }

  private func fill(_ tx: WriteTransaction) throws {
    try addStudent(maya, "Maya", "Levi", account: .maya, guardians: [.leila], tx)
    try addStudent(tomer, "Tomer", "Cohen", tx)
    try addStudent(yusuf, "Yusuf", "Haddad", account: .yusuf, tx)
    try addCourse(math, "Math 7", teachers: [.omar, .gal], students: [maya, tomer, yusuf], tx)
    for (place, id, title, possible) in [(1, essay, "Essay", "10"), (2, quiz, "Test", "20")] {
      try GradesStore(tx: tx).put(
        GradeItem(
          id: id, course: math, source: .manual, title: title, possible: amount(possible), place: place,
          updatedAt: tx.now))
    }
  }

  /// Always the same, so that what is drawn can be compared byte by byte.
  func scene(_ language: Language = .en) -> Scene {
    Scene(words: TestWords.of(language), zone: .utc, now: Self.start, csrf: "proof")
  }

  /// Writes cells: item, student, what is typed, what stood there.
  @discardableResult
  func type(
    _ cells: [(ID<GradeItem>, ID<Student>, String)], was: String? = nil, as person: Person = .omar,
    idempotencyKey: ID<IdempotencyKey>? = nil
  ) async throws -> Response {
    var fields: [Form.Field] = []
    for (item, student, typed) in cells {
      let key = item.text + "." + student.text
      fields.append(Form.Field("cell." + key, typed))
      if let was { fields.append(Form.Field("was." + key, was)) }
    }
    return try await send(.post, GradesPaths.gradebook(math), Form(fields), as: person, idempotencyKey: idempotencyKey)
  }

  @discardableResult
  func post(_ item: ID<GradeItem>, hide: Bool = false) async throws -> Response {
    try await send(
      .post, GradesPaths.column(math, item) + "/post", Form(hide ? [Form.Field("hide", "on")] : []), as: .omar)
  }

  // MARK: what there is

  /// What a page asks of the service.
  func asked<Answer: Sendable>(
    _ ask: @escaping @Sendable (GradesService, Transaction) throws -> Answer
  ) async throws -> Answer {
    try await ledger.read { [service] in try ask(service, $0) }
  }

  func score(_ student: ID<Student>, _ item: ID<GradeItem>) async throws -> Score? {
    try await ledger.read { [school] in try GradesStore(tx: $0).score(of: student, for: item, in: school) }
  }

  func summary(_ student: ID<Student>, _ access: GradeAccess = .posted) async throws -> GradeSummary? {
    try await ledger.read { [school, math] in
      try GradesStore(tx: $0).summaries(of: student, in: [math], access: access, school: school).first
    }
  }

  /// The kinds of the buckets in which a table's rows were noted after a number.
  func buckets(_ table: Int, after seq: Int64) async throws -> [String] {
    try await ledger.read { [school] tx in
      try tx.rows(
        "SELECT DISTINCT kind FROM \(changeIndex) WHERE school = $1 AND seq > $2 AND tbl = \(table) ORDER BY kind",
        [.id(school), .integer(seq)]
      ) { $0.text(0) }
    }
  }
}

extension Form {
  /// With another value for a field.
  func setting(_ name: String, _ value: String) -> Form {
    Form(fields.filter { $0.name != name } + [Field(name, value)])
  }
}

extension Response {
  /// The page, or where it leads, and the data: every byte of an answer.
  func everything(_ scene: Scene) -> String {
    let page =
      switch body {
      case .page(let make): make(scene).body.string + HTML(text: make(scene).title).string
      case .redirect(let path, _): path
      default: ""
      }
    return page + json().string + (fragments?(scene).string ?? "")
  }
}
