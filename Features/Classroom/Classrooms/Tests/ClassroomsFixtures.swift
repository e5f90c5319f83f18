import Base
import Foundation
import HTML
import HomeroomTesting
import Kit
import Ledger
import People
import School
import Synchronization
import Testing

@testable import Classroom
@testable import Web

/// The small school: Ms Okoro teaches 7B, where Ada and Ben sit; Mr Brandt teaches 8A, where Cem sits.
///
/// Leila is Ada's guardian, and Ada signs in herself. Next door is another school, with an owner of its own.
struct ClassroomsBooks: Sendable {
  enum Who: String, CaseIterable, Sendable { case owner, okoro, brandt, ada, leila, neighbour }

  let ledger: Ledger
  let table: RouteTable
  let classrooms: ClassroomsDesk
  let students: StudentsDesk
  let school: ID<Tenant>, other: ID<Tenant>
  let ids: [String: (UInt64, UInt64)]

  func id<Thing>(_ name: String) -> ID<Thing> { ids[name].map { ID(high: $0.0, low: $0.1) } ?? .none }
  func account(_ who: Who) -> ID<Account> { id(who.rawValue) }

  func caller(_ who: Who) -> Caller {
    let role: Role =
      switch who {
      case .owner, .neighbour: .owner
      case .okoro, .brandt: .teacher
      case .ada: .student
      case .leila: .guardian
      }
    return Caller(account: account(who), school: who == .neighbour ? other : school, role: role)
  }

  static let migrations =
    AccountsTables.migrations + SchoolsTables.migrations + MembersTables.migrations + StudentsTables.migrations
    + ClassroomsTables.migrations + AttendanceTables.migrations

  static func open(_ dialect: Dialect) async throws -> ClassroomsBooks {
    let seed = Mutex<UInt64>(1)
    let world = World(now: { Instant(milliseconds: 1_794_000_000_000) }) {
      seed.withLock { seed in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return seed ^ seed >> 29
      }
    }
    let ledger = try TestBooks.open(dialect, migrations: migrations, world: world)
    let names =
      ["school", "other", "ada-record", "ben", "cem", "7b", "8a"] + Who.allCases.map(\.rawValue)
    var ids: [String: (UInt64, UInt64)] = [:]
    for name in names {
      let id: ID<Tenant> = world.id()
      ids[name] = (id.high, id.low)
    }
    let classrooms = ClassroomsDesk(ledger: ledger, world: world)
    let students = StudentsDesk(ledger: ledger, world: world, reach: .classrooms)
    let books = ClassroomsBooks(
      ledger: ledger, table: RouteTable(studentRoutes(students) + classroomRoutes(classrooms)), classrooms: classrooms,
      students: students, school: ID(high: ids["school"]?.0 ?? 0, low: ids["school"]?.1 ?? 0),
      other: ID(high: ids["other"]?.0 ?? 0, low: ids["other"]?.1 ?? 0), ids: ids)
    try await books.found()
    return books
  }

  private func found() async throws {
    let now = ledger.world.now()
    for who in Who.allCases {
      let sent = Sent(ledger.world.id(), "test.account", school: .server, by: nil)
      let id = account(who)
      try await ledger.write(sent) { tx in
        try AccountsStore.insert(
          AccountRecord(id: id, username: who.rawValue, email: nil, name: who.rawValue.capitalized, createdAt: now), tx)
        return ""
      }
    }
    for (id, owner) in [(school, Who.owner), (other, .neighbour)] {
      let school = School(
        id: id, name: "Rimon", kind: .k12, zone: "Asia/Jerusalem", language: .en, theme: "oasis", createdAt: now,
        updatedAt: now)
      let sent = Sent(ledger.world.id(), "test.school", school: .server, by: nil)
      let owner = account(owner)
      try await ledger.write(sent) { tx in
        try SchoolsStore(tx: tx).insert(school, owner: owner, sent: sent)
        return ""
      }
    }
    try await ledger.write(Sent(ledger.world.id(), "test.people", school: school, by: nil)) { [self] tx in
      for who in [Who.okoro, .brandt, .ada, .leila] {
        try MembersStore(tx: tx).insert(
          Membership(school: school, account: account(who), role: caller(who).role, joinedAt: now))
      }
      let (records, rooms) = (StudentsStore(tx: tx), ClassroomsStore(tx: tx))
      for (name, family, room) in [("ada-record", "Lovelace", "7b"), ("ben", "Tal", "7b"), ("cem", "Öz", "8a")] {
        if try rooms.classroom(id(room), in: school) == nil {
          try rooms.insert(Classroom(id: id(room), name: room.uppercased(), updatedAt: now))
        }
        let given = name == "ada-record" ? "Ada" : name.capitalized
        try records.insert(Student(id: id(name), given: given, family: family, updatedAt: now))
        try rooms.enrol(id(name), in: id(room), from: Day(number: 20_000))
      }
      try rooms.assign(teacher: account(.okoro), to: id("7b"))
      try rooms.assign(teacher: account(.brandt), to: id("8a"))
      try records.link(account: account(.ada), to: id("ada-record"))
      try records.link(guardian: account(.leila), to: id("ada-record"), relation: "Mother")
      try rooms.settle([id("ada-record")], on: try rooms.today(in: school))
      return ""
    }
  }

  // MARK: asking

  func scene(_ language: Language = .en) -> Scene { Self.scene(language, now: ledger.world.now()) }

  static func scene(_ language: Language = .en, now: Instant = TestSchool.morning) -> Scene {
    Scene(words: TestWords.of(language), zone: .utc, now: now)
  }

  /// Sends a form, or asks for a page, as the server would after its own checks.
  func send(
    _ method: Web.Method, _ path: String, _ form: Form = Form(), as who: Who, query: Form = Form(),
    sending: ID<Sending>? = nil, ifMatch: String? = nil
  ) async throws -> Answer {
    guard case .route(let route, let names) = table.find(method, path) else { throw Refusal.notFound }
    let caller = caller(who)
    if case .member(let roles) = route.access, !roles.contains(caller.role) { throw Refusal.notFound }
    let scene = scene()
    let identity = Identity(
      account: caller.account, credential: .session, session: .none, name: who.rawValue, language: nil, look: nil,
      school: .init(
        id: caller.school, name: "Rimon", role: caller.role, kind: "k12", zone: "UTC", language: .en, look: Look(),
        head: 0),
      schools: [], unread: 0, csrf: "")
    return try await route.handle(
      Ask(
        route: route, path: path, names: names, query: query, form: form, uploads: [], wants: .page, identity: identity,
        sending: sending ?? ledger.world.id(), ifMatch: ifMatch, scene: scene, source: "192.0.2.7", userAgent: "test"))
  }

  func html(_ path: String, as who: Who, query: Form = Form(), _ language: Language = .en) async throws -> String {
    let answer = try await send(.get, path, as: who, query: query)
    guard case .page(let page) = answer.body else { return "" }
    let drawn = page(scene(language))
    return drawn.title + "\n" + drawn.actions.string + drawn.body.string
  }

  /// What it was refused with; `nil` when it was not.
  func refusal(
    _ method: Web.Method, _ path: String, _ form: Form = Form(), as who: Who, ifMatch: String? = nil
  ) async -> Refusal? {
    do { _ = try await send(method, path, form, as: who, ifMatch: ifMatch) } catch { return error as? Refusal }
    return nil
  }

  /// How many rows there are of everything, to see that nothing was written.
  func counts() async throws -> [Int] {
    try await ledger.read { tx in
      try [
        "student", "guardian", "student_note", "classroom", "class_teacher", "enrolment", "journal", "bucket_row",
        "member",
      ]
      .map { try tx.count("SELECT count(*) FROM \"\($0)\"") }
    }
  }

  func journal() async throws -> [Journal.Entry] {
    let school = school
    return try await ledger.read { try Journal.entries($0, school: school, after: 0, limit: 1000) }
  }

  func sees(_ who: Who, _ student: String) async throws -> StudentSight? {
    let (caller, id) = (caller(who), id(student) as ID<Student>)
    return try await ledger.read { try studentSight(id, caller, $0) }
  }

  func isMember(_ who: Who, of bucket: Bucket) async throws -> Bool {
    let (account, school) = (account(who), school)
    return try await ledger.read { try $0.isMember(account, of: bucket, school: school) }
  }

  func student(_ name: String) async throws -> Student? {
    let (school, id) = (school, id(name) as ID<Student>)
    return try await ledger.read { try StudentsStore(tx: $0).student(id, in: school) }
  }

  func path(_ student: String, _ rest: String = "") -> String {
    StudentsPaths.student(id(student)) + rest
  }
  func room(_ classroom: String, _ rest: String = "") -> String {
    ClassroomsPaths.classroom(id(classroom)) + rest
  }
}
