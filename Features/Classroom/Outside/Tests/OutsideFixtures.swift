import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import People
import PeopleServer
import Router
import School
import Web

@testable import Classroom
@testable import ClassroomServer

/// The Stars, whom Noa Peretz guides, with Tomer and Maya; a text service and a speech service that say what a test has them say.
struct OutsideSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, noa, omar, leila, rana
    var role: Role {
      switch self {
      case .dana: .owner
      case .noa, .omar: .teacher
      case .leila, .rana: .guardian
      }
    }
    var name: String {
      switch self {
      case .dana: "Dana Shalev"
      case .noa: "Noa Peretz"
      case .omar: "Omar Nasser"
      case .leila: "Leila Azulay"
      case .rana: "Rana Ben"
      }
    }
  }
  static let monday = Day(number: 20_521)
  static let tables = ["record", "summary", "outside_request", "observation", "observation_file"]
  static let migrations =
    people + ClassroomsTables.migrations + AttendanceTables.migrations + FilesTables.migrations
    + RecordsTables.migrations + TasksTables.migrations + HabitsTables.migrations + CurriculumTables.migrations
    + PresentationsTables.migrations + ObservationsTables.migrations + InsightsTables.migrations
    + SummariesTables.migrations + OutsideTables.migrations
  /// What each service is known by: it must be on no page and in no row.
  static let key = "sk-never-to-be-seen-0123456789"
  static let written =
    "On Monday Tomer Azulay poured water with Noa, while Maya looked on and Leila Azulay waited. "
    + "Yael came late, and Rana thanked them."

  let ledger: Ledger
  let clock: TestClock
  let table: RouteTable
  let text: FakeService, speech: FakeService
  let tomer = Self.id(101, Student.self), maya = Self.id(102, Student.self)
  /// Tomer's sister, in no class of his.
  let yael = Self.id(103, Student.self)
  let house = Self.id(71, Classroom.self), draft = Self.id(401, Summary.self)
  let pouring = Self.id(901, Observation.self)

  static func open(_ dialect: Dialect = .sqlite, seconds: Int = 20, isSetUp: Bool = true) async throws -> OutsideSchool
  {
    let clock = TestClock(zone.instant(monday, minute: 540), step: 1)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let (text, speech) = (try FakeService(), try FakeService())
    let ends: [OutsideKind: OutsideEnd] = [
      .text: text.end(key: key, seconds: seconds), .speech: speech.end(key: key, seconds: seconds),
    ]
    let outside = OutsideServer(ledger: ledger, ends: OutsideEnds(isSetUp ? ends : [:]))
    let observations = ObservationsServer(ledger: ledger, files: FilesServer(ledger: ledger))
    let made = OutsideSchool(
      ledger: ledger, clock: clock,
      table: RouteTable(
        summaryRoutes(SummariesService()) + summaryServerRoutes(SummariesService()) + insightRoutes(InsightsService())
          + observationRoutes(observations.service) + observationServerRoutes(observations)
          + outsideServerRoutes(outside)), text: text, speech: speech)
    try await made.found { tx in
      try made.addStudent(made.tomer, "Tomer", "Azulay", guardians: [.leila], tx)
      try made.addStudent(made.maya, "Maya", "Ben", guardians: [.rana], tx)
      try made.addStudent(made.yael, "Yael", "Azulay", guardians: [.leila], tx)
      try made.addClass(
        made.house, "House", teachers: [.noa], students: [made.tomer, made.maya], from: monday.plus(days: -30), tx)
      try tx.put(RecordsTables.record, ChildRecord(student: made.tomer, openedAt: tx.now))
      try tx.put(
        SummariesTables.summary,
        Summary(
          id: made.draft, student: made.tomer, from: monday, until: monday, language: "en", text: written,
          by: account(.noa), updatedAt: tx.now))
    }
    return made
  }

  var summary: String { SummariesPaths.of(tomer) + "/" + draft.text }
  var insights: String { InsightsPaths.of(tomer) }

  func turn(_ kinds: OutsideKind...) async throws {
    try await send(
      .post, OutsidePaths.settings, Form(kinds.map { Form.Field($0.rawValue, "1") }), as: .dana)
  }

  func allow(_ scopes: ConsentScope..., of students: [ID<Student>]? = nil, isAllowed: Bool = true) async throws {
    let wanted = students ?? [tomer]
    try await write("consents.answer") { tx in
      for student in wanted {
        for scope in scopes {
          try tx.put(
            ConsentsTables.state, ConsentState(student: student, scope: scope, isAllowed: isAllowed, since: tx.now))
        }
      }
    }
  }

  /// What the page says that answers a question.
  func asked(_ path: String, as person: Person = .noa) async throws -> String {
    try await send(.post, path, as: person).page(scene())?.body.string ?? ""
  }

  func requests() async throws -> [OutsideRequest] {
    try await ledger.read { [school] in try OutsideStore(tx: $0).requests(limit: 100, in: school) }
  }

  func text() async throws -> String? {
    try await ledger.read { [school, draft] in try SummariesStore(tx: $0).summary(draft, in: school)?.text }
  }

  /// Noa writes of the children and puts a sound beside it.
  func record(_ children: [ID<Student>], others: String = "nobody") async throws -> ID<ObservationFile> {
    let who = children.map { Form.Field("child", $0.text) }
    try await send(
      .post, ObservationsPaths.all,
      Form([Form.Field("id", pouring.text), Form.Field("text", "Sang."), Form.Field("state", "draft")] + who), as: .noa)
    let sound = try await upload("Tomer sings.mp3", soundOfSilence)
    try await send(
      .post, ObservationsPaths.files(pouring), Form(who + [Form.Field("others", others)]), as: .noa, uploads: [sound])
    let files = try await ledger.read { [school, pouring] in
      try ObservationsStore(tx: $0).files(of: [pouring], in: school)
    }
    guard let file = files.last else { throw Refusal.notFound }
    return file.id
  }
}
