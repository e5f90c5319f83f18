import Base
import Classroom
import Database
import Foundation
import HTML
import HomeroomTesting
import Kit
import Learning
import Ledger
import Logging
import People
import PeopleServer
import Router
import School
import Synchronization

@testable import Office
@testable import OfficeServer
@testable import Web

/// Two schools on one server, each with its owner; the tests import into the first.
struct ExchangeFixture: Sendable {
  static let migrations =
    AccountsTables.migrations + SchoolsTables.migrations + MembersTables.migrations + StudentsTables.migrations
    + ConsentsTables.migrations
    + ClassroomsTables.migrations + CoursesTables.migrations + EnrolmentTables.migrations
    + ExchangeTables.migrations
  static let engines: [Dialect] = [.sqlite, .postgres]

  private static let count = Mutex<UInt64>(0)

  let ledger: Ledger
  let server: ExchangeServer
  let owner: Caller
  let stranger: Caller
  var school: ID<Tenant> { owner.school }

  static func open(_ dialect: Dialect) async throws -> ExchangeFixture {
    // Each its own names: files that are on their way lie in one folder.
    let number = Self.count.withLock {
      $0 += 1; return $0
    }
    let world = TestClock(seed: number * 7919).world
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: world)
    let owner = try await found("Rimon School", "owner@rimon.example", ledger)
    let stranger = try await found("Other School", "owner@other.example", ledger)
    return ExchangeFixture(
      ledger: ledger, server: ExchangeServer(ledger: ledger), owner: owner, stranger: stranger)
  }

  private static func found(_ name: String, _ email: String, _ ledger: Ledger) async throws -> Caller {
    let (account, school): (ID<Account>, ID<Tenant>) = (ledger.world.id(), ledger.world.id())
    let sent = CommandEnvelope(ledger.world.id(), "test.found", school: .server, by: account)
    try await ledger.write(sent) { tx in
      let now = tx.now
      try AccountsStore.insert(
        AccountRecord(id: account, email: email, name: name + " owner", passwordHash: "$argon2id$x", createdAt: now), tx
      )
      let row = School(
        id: school, name: name, kind: .k12, zone: "Asia/Jerusalem", language: .en, theme: "oasis", createdAt: now,
        updatedAt: now)
      try SchoolsStore(tx: tx).insert(row, owner: account, sent: sent)
      return school.text
    }
    return Caller(account: account, school: school, role: .owner)
  }

  // MARK: what tests do

  static func fixture(_ name: String) -> String { RosterFixture.folder + name }

  /// A file with this text.
  static func file(_ text: String, _ name: String = "people.csv") throws -> String {
    let path = try TestFolder.make() + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  @discardableResult
  func apply(
    _ path: String, as caller: Caller? = nil, removes: Bool = false, confirmed: Int? = nil,
    answers: RosterAnswers = RosterAnswers(), idempotencyKey: ID<IdempotencyKey>? = nil
  ) async throws -> RosterReport {
    try await server.apply(
      path: path, caller: caller ?? owner, removes: removes, confirmed: confirmed, answers: answers,
      idempotencyKey: idempotencyKey)
  }

  func preview(
    _ path: String, removes: Bool = false, answers: RosterAnswers = RosterAnswers()
  ) async throws -> RosterReport {
    try await server.preview(path: path, caller: owner, removes: removes, answers: answers)
  }

  /// The refusal, or `nil` when it went through.
  func refusal(_ body: () async throws -> Void) async throws -> Refusal? {
    do { try await body() } catch let refusal as Refusal { return refusal }
    return nil
  }

  // MARK: what is in the books

  func students(_ school: ID<Tenant>? = nil) async throws -> [Student] {
    let school = school ?? self.school
    return try await ledger.read { try StudentsStore(tx: $0).batch(in: school, after: .none, limit: 10_000) }
  }

  func student(_ external: String) async throws -> Student? {
    try await ledger.read { [school] in try StudentsStore(tx: $0).find(external: external, in: school) }
  }

  func members(_ role: Role) async throws -> [AccountRecord] {
    try await ledger.read { [school] tx in
      try MembersStore(tx: tx).accounts(of: school, role: role).compactMap { try AccountsStore(tx: tx).account($0) }
    }
  }

  func account(_ identifier: String) async throws -> AccountRecord? {
    try await ledger.read { try AccountsStore(tx: $0).find(identifier: identifier) }
  }

  /// Lets people in who have their own password; each of them teaches a class, as one who was invited by hand.
  func invited(_ people: [(id: ID<Account>, email: String, role: Role)]) async throws {
    try await ledger.upkeep(school: school) { [school, ledger] tx in
      for one in people {
        try AccountsStore.insert(
          AccountRecord(
            id: one.id, email: one.email, name: one.email, passwordHash: "$argon2id$x", createdAt: tx.now), tx)
        try MembersStore(tx: tx).insert(
          Membership(school: school, account: one.id, role: one.role, joinedAt: tx.now))
        let room: ID<Classroom> = ledger.world.id()
        try ClassroomsStore(tx: tx).insert(Classroom(id: room, name: one.email, updatedAt: tx.now))
        try ClassroomsStore(tx: tx).assign(teacher: one.id, to: room)
      }
    }
  }

  func roles(_ accounts: [ID<Account>]) async throws -> [Role?] {
    try await ledger.read { [school] tx in
      try accounts.map { try MembersStore(tx: tx).membership($0, in: school)?.role }
    }
  }

  /// The names of the classes somebody teaches.
  func taught(by account: ID<Account>) async throws -> [String] {
    try await ledger.read { [school] tx in
      let store = ClassroomsStore(tx: tx)
      return try store.taught(by: account, in: school).compactMap { try store.classroom($0, in: school)?.name }
    }
  }

  /// The classes a student is in, by name.
  func classes(of student: Student?) async throws -> [String] {
    guard let student else { return [] }
    return try await ledger.read { [school] in
      try ClassroomsStore(tx: $0).classrooms(of: student.id, in: school).map(\.name)
    }
  }

  func guardians(of student: Student?) async throws -> [AccountRecord] {
    guard let student else { return [] }
    return try await ledger.read { [school] tx in
      try StudentsStore(tx: tx).guardians(of: student.id, in: school)
        .compactMap { try AccountsStore(tx: tx).account($0.account) }
    }
  }

  /// The commands of a school, as its journal has them.
  func journal(_ school: ID<Tenant>? = nil) async throws -> [String] {
    let school = school ?? self.school
    return try await ledger.read { tx in
      try Journal.entries(tx, school: school, after: 0, limit: 1000).map(\.command)
    }
  }

  /// Every row that belongs to a school, so that two looks can be compared.
  func everything(of school: ID<Tenant>) async throws -> [String] {
    try await ledger.read { tx in
      var all: [String] = []
      for table in ["student", "guardian", "classroom", "enrolment", "class_teacher", "membership", "member"] {
        all += try tx.rows("SELECT count(*) FROM \(table) WHERE school = $1", [.id(school)]) { "\(table) \($0.int(0))" }
      }
      all += try tx.rows("SELECT given, family, external FROM student WHERE school = $1 ORDER BY id", [.id(school)]) {
        "\($0.text(0)) \($0.text(1)) \($0.optionalText(2) ?? "")"
      }
      return all
    }
  }

  func exported(_ caller: Caller? = nil) async throws -> [UInt8] {
    let path = try TestFolder.make() + "/out.csv"
    try await server.exportPeople(to: path, caller: caller ?? owner)
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func scene(_ language: Language = .en) -> Scene {
    Scene(words: Words(language, catalogue: Catalogue([:])), zone: .utc, now: ledger.world.now(), csrf: "proof")
  }
}

extension RosterReport {
  /// New people, classes, places and guardians of children.
  var news: [Int] { counts.prefix(4).map(\.new) }
  var isQuiet: Bool { total.new + total.changed + removals == 0 }
}
