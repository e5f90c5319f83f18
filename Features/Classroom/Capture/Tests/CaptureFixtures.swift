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

/// The Stars, whom Noa guides: Tomer, Maya and Adam; Omar guides the Moons, with Lia.
///
/// Photos and voices of Tomer are allowed.
struct CaptureSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, noa, omar, leila
    var role: Role {
      switch self {
      case .dana: .owner
      case .noa, .omar: .teacher
      case .leila: .guardian
      }
    }
  }
  static let tables = [
    "observation", "observation_child", "observation_file", "record", "child_task", "presentation_act",
  ]
  static let zone = Zones.named("Asia/Jerusalem") ?? .utc
  static let monday = Day(number: 20_521)
  static let migrations =
    people + ClassroomsTables.migrations + AttendanceTables.migrations + FilesTables.migrations
    + ConsentsTables.migrations + RecordsTables.migrations + ObservationsTables.migrations
    + CurriculumTables.migrations + PresentationsTables.migrations + TasksTables.migrations

  let ledger: Ledger
  let clock: TestClock
  let table: RouteTable
  let stars = Self.id(71, Classroom.self), moons = Self.id(81, Classroom.self)
  let tomer = Self.id(101, Student.self), maya = Self.id(102, Student.self), adam = Self.id(103, Student.self)
  let lia = Self.id(104, Student.self)
  let water = Self.id(601, RecordTag.self), tower = Self.id(503, CurriculumNode.self)
  let pouring = Self.id(901, Observation.self)

  static func open(_ dialect: Dialect = .sqlite) async throws -> CaptureSchool {
    let clock = TestClock(zone.instant(monday, minute: 600), step: 1)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let files = FilesServer(ledger: ledger)
    let (observations, capture) = (ObservationsServer(ledger: ledger, files: files), CaptureServer(files: files))
    let made = CaptureSchool(
      ledger: ledger, clock: clock,
      table: RouteTable(
        captureRoutes(capture.service) + captureServerRoutes(capture) + observationRoutes(observations.service)
          + presentationRoutes(PresentationsService()) + taskRoutes(TasksService())))
    try await made.found { tx in
      try made.addStudent(made.tomer, "Tomer", "Cohen", tx)
      try made.addStudent(made.maya, "Maya", "Levi", guardians: [.leila], tx)
      try made.addStudent(made.adam, "Adam", "Haddad", tx)
      try made.addStudent(made.lia, "Lia", "Katz", tx)
      let first = monday.plus(days: -60)
      try made.addClass(
        made.stars, "Stars", teachers: [.noa], students: [made.tomer, made.maya, made.adam], from: first, tx)
      try made.addClass(made.moons, "Moons", teachers: [.omar], students: [made.lia], from: first, tx)
      try tx.put(ObservationsTables.tag, RecordTag(id: made.water, taxonomy: .material, name: "Water pouring"))
      let (area, material) = (Self.id(501, CurriculumNode.self), Self.id(502, CurriculumNode.self))
      let nodes: [(ID<CurriculumNode>, ID<CurriculumNode>?, CurriculumNode.Kind, String)] = [
        (area, nil, .area, "Sensorial"), (material, area, .material, "Pink Tower"),
        (made.tower, material, .presentation, "Building the tower"),
      ]
      for (place, (id, parent, kind, name)) in nodes.enumerated() {
        try tx.put(
          CurriculumTables.node,
          CurriculumNode(
            id: id, parent: parent, kind: kind, key: "k\(place)", name: name, position: place, updatedAt: tx.now))
      }
      for scope in [ConsentScope.photos, .voice] {
        try tx.put(
          ConsentsTables.state, ConsentState(student: made.tomer, scope: scope, isAllowed: true, since: tx.now))
      }
    }
    return made
  }

  static func form(_ kind: CaptureKind, _ children: [ID<Student>], _ more: [(String, String)] = []) -> Form {
    Form(
      [Form.Field("kind", kind.rawValue)] + children.map { Form.Field("child", $0.text) }
        + more.map { Form.Field($0.0, $0.1) })
  }

  func sound(_ size: Int = 64) async throws -> Router.Upload {
    let bytes = soundOfSilence + Array(repeating: 0, count: max(0, size - 64))
    return try await upload("song.mp3", bytes, field: "sound")
  }

  func page(_ path: String, as person: Person) async throws -> String? {
    do { return try await send(.get, path, as: person).page(scene())?.body.string } catch Refusal.notFound {
      return nil
    }
  }

  /// What a capture was refused with; it must have written nothing.
  func refused(_ form: Form, as person: Person = .noa, uploads: [Router.Upload] = []) async throws -> Refusal? {
    let before = try await counts()
    let refusal = try await refused {
      _ = try await send(.post, CapturePaths.capture, form, as: person, uploads: uploads)
    }
    return try await counts() == before ? refusal : nil
  }
}
