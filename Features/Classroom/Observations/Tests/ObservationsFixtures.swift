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

/// A Montessori class: Noa and Gal guide the Stars, with Tomer, Maya and Adam; Omar guides the Moons, with Lia.
///
/// Leila is Maya's mother, Sami is Tomer's father; Maya signs in herself. Next door is another school.
struct ObservationsSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, noa, gal, omar, leila, sami, maya, neighbour
    var role: Role {
      switch self {
      case .dana, .neighbour: .owner
      case .noa, .gal, .omar: .teacher
      case .leila, .sami: .guardian
      case .maya: .student
      }
    }
  }
  static let tables = [
    "observation", "observation_child", "observation_file", "observation_before", "observation_share", "record",
    "record_tag",
  ]
  static let zone = Zones.named("Asia/Jerusalem") ?? .utc
  static let monday = Day(number: 20_521)
  static let migrations =
    people + ClassroomsTables.migrations + AttendanceTables.migrations + FilesTables.migrations
    + ConsentsTables.migrations + RecordsTables.migrations + ObservationsTables.migrations

  let ledger: Ledger
  let clock: TestClock
  let table: RouteTable
  let stars = Self.id(71, Classroom.self), moons = Self.id(81, Classroom.self)
  let tomer = Self.student(1), mayaStudent = Self.student(2), adam = Self.student(3), lia = Self.student(4)
  let pouring = Self.id(901, Observation.self)

  static func student(_ number: UInt64) -> ID<Student> { id(100 + number) }
  func school(of person: Person) -> ID<Tenant> { person == .neighbour ? Self.id(2) : school }

  static func open(_ dialect: Dialect = .sqlite) async throws -> ObservationsSchool {
    let clock = TestClock(zone.instant(monday, minute: 600), step: 1)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let server = ObservationsServer(ledger: ledger, files: FilesServer(ledger: ledger))
    let made = ObservationsSchool(
      ledger: ledger, clock: clock,
      table: RouteTable(observationRoutes(server.service) + observationServerRoutes(server)))
    try await made.found { tx in
      try made.addStudent(made.tomer, "Tomer", "Cohen", guardians: [.sami], tx)
      try made.addStudent(made.mayaStudent, "Maya", "Levi", account: .maya, guardians: [.leila], tx)
      try made.addStudent(made.adam, "Adam", "Haddad", tx)
      try made.addStudent(made.lia, "Lia", "Katz", tx)
      let first = monday.plus(days: -60)
      try made.addClass(
        made.stars, "Stars", teachers: [.noa, .gal], students: [made.tomer, made.mayaStudent, made.adam], from: first,
        tx)
      try made.addClass(made.moons, "Moons", teachers: [.omar], students: [made.lia], from: first, tx)
    }
    return made
  }

  // MARK: what is done

  static func fields(
    _ children: [ID<Student>], _ text: String = "Tomer poured water three times while Maya looked on.",
    _ more: [(String, String)] = []
  ) -> Form {
    Form(
      [Form.Field("text", text)] + children.map { Form.Field("child", $0.text) } + more.map { Form.Field($0.0, $0.1) })
  }

  /// Noa writes of Tomer, with Maya.
  @discardableResult
  func observe(
    _ children: [ID<Student>]? = nil, _ text: String = "Tomer poured water three times while Maya looked on.",
    as person: Person = .noa, _ more: [(String, String)] = []
  ) async throws -> ID<Observation> {
    let form = Self.fields(children ?? [tomer, mayaStudent], text, [("id", pouring.text)] + more)
    try await send(.post, ObservationsPaths.all, form, as: person)
    return pouring
  }

  func allow(_ scope: ConsentScope, _ students: [ID<Student>], _ isAllowed: Bool = true) async throws {
    try await write("consents.answer") { tx in
      for student in students {
        try tx.put(
          ConsentsTables.state, ConsentState(student: student, scope: scope, isAllowed: isAllowed, since: tx.now))
      }
    }
    try await follow()
  }

  func follow() async throws { try await Followers.catchUp(ledger, recordFollowers) }

  /// A sound, which needs nobody to read its picture.
  func addSound(
    _ children: [ID<Student>], others: String = "nobody", as person: Person = .noa
  ) async throws -> ID<ObservationFile> {
    let sound = try await upload("song.mp3", soundOfSilence)
    let form = Form(children.map { Form.Field("child", $0.text) } + [Form.Field("others", others)])
    try await send(.post, ObservationsPaths.files(pouring), form, as: person, uploads: [sound])
    guard let file = try await files().last else { throw Refusal.notFound }
    return file.id
  }

  func share(
    with student: ID<Student>, _ text: String = "You poured water three times.", files: [ID<ObservationFile>] = [],
    as person: Person = .noa
  ) async throws {
    let form = Form([Form.Field("text", text)] + files.map { Form.Field("file", $0.text) })
    try await send(.post, ObservationsPaths.shares(pouring, student), form, as: person)
  }

  func move(_ student: ID<Student>, from old: ID<Classroom>, to new: ID<Classroom>) async throws {
    let day = Self.monday
    try await write { tx in
      let rooms = ClassroomsStore(tx: tx)
      try rooms.leave(student, from: old, until: day.plus(days: -1))
      try rooms.enrol(student, in: new, from: day)
      try rooms.recalculate([student], on: day)
    }
    try await follow()
  }

  // MARK: what there is

  func one() async throws -> Observation? {
    try await ledger.read { [school, pouring] in try ObservationsStore(tx: $0).observation(pouring, in: school) }
  }
  func files() async throws -> [ObservationFile] {
    try await ledger.read { [school, pouring] in try ObservationsStore(tx: $0).files(of: [pouring], in: school) }
  }
  func shares() async throws -> [ObservationShare] {
    try await ledger.read { [school, pouring] in try ObservationsStore(tx: $0).shares(of: pouring, in: school) }
  }
  func history() async throws -> [ObservationBefore] {
    try await ledger.read { [school, pouring] in try ObservationsStore(tx: $0).history(of: pouring, in: school) }
  }

  /// The page as somebody gets it; `nil` is “not found”.
  func page(_ path: String, as person: Person) async throws -> String? {
    do { return try await send(.get, path, as: person).page(scene())?.body.string } catch Refusal.notFound {
      return nil
    }
  }

  /// What a POST was refused with; it must have written nothing.
  func refused(
    _ path: String, _ form: Form = Form(), as person: Person, uploads: [Router.Upload] = []
  ) async throws -> Refusal? {
    let before = try await counts()
    let refusal = try await refused { _ = try await send(.post, path, form, as: person, uploads: uploads) }
    return try await counts() == before ? refusal : nil
  }
}
