import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Web

@testable import Classroom
@testable import ClassroomServer

/// Beit Rimon: Dana is the owner, Noa and Omar guide, Leila is a mother, Maya a child with an account; Gil's school is another.
struct CurriculumSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, noa, omar, leila, maya, gil

    var role: Role {
      switch self {
      case .dana, .gil: .owner
      case .noa, .omar: .teacher
      case .leila: .guardian
      case .maya: .student
      }
    }
  }
  static let zone = Zones.named("Asia/Jerusalem") ?? .utc
  func school(of person: Person) -> ID<Tenant> { person == .gil ? Self.id(2) : school }
  static let tables = ["curriculum_node", "prerequisite"]
  static let migrations =
    people + ClassroomsTables.migrations + AttendanceTables.migrations + CurriculumTables.migrations
    + RecordsTables.migrations + PresentationsTables.migrations

  let ledger: Ledger
  let clock: TestClock
  let table: RouteTable

  static func open(
    _ dialect: Dialect = .sqlite, uses: CurriculumService.Counting? = nil
  ) async throws -> CurriculumSchool {
    let clock = TestClock(zone.instant(Day(number: 20_521), minute: 480), step: 1)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    var service = CurriculumService()
    service.uses = uses
    let routes =
      curriculumRoutes(service) + curriculumServerRoutes(CurriculumServer(ledger: ledger, service: service))
    let made = CurriculumSchool(ledger: ledger, clock: clock, table: RouteTable(routes))
    try await made.found { _ in }
    return made
  }

  func tree() async throws -> CurriculumTree {
    let school = school
    return try await ledger.read { try CurriculumStore(tx: $0).tree(in: school) }
  }

  /// The id of what has this key.
  func node(_ key: String) async throws -> ID<CurriculumNode> {
    try await tree().nodes.first { $0.key == key }?.id ?? .none
  }

  @discardableResult
  func adopt(_ band: String = "3-6", _ language: String = "en", as person: Person = .noa) async throws -> Response {
    try await send(.post, CurriculumPaths.shipped, Form(["band": band, "language": language]), as: person)
  }

  /// A small one: an area A with a material M and its presentations, each after the one before.
  func grow(_ names: String = "one two three") async throws {
    var file = "area,material,presentation,key,after\n"
    var before = ""
    for name in names.split(separator: " ") {
      file += "A,M,\(name),a.m.\(name),\(before)\n"
      before = "a.m.\(name)"
    }
    try await take(file)
  }

  @discardableResult
  func take(_ file: String, act: String = "take", as person: Person = .noa) async throws -> Response {
    try await send(.post, CurriculumPaths.importing, Form(["text": file, "act": act]), as: person)
  }

  func names(_ key: String) async throws -> String {
    let (tree, id) = (try await tree(), try await node(key))
    return tree.children(of: id).map { $0.name }.joined(separator: " ")
  }
}
