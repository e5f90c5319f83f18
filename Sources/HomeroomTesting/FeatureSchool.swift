public import Base
import Classroom
public import Database
public import Kit
import Learning
public import Ledger
import People
import PeopleServer
public import Router
import School
import Web

/// Somebody in the school of a feature's tests; each case of the enum is a person.
public protocol TestPerson: CaseIterable, Hashable, Sendable where AllCases == [Self] {
  var role: Role { get }
  /// What the others call them: the case with a capital, unless they say otherwise.
  var name: String { get }
  /// What they have chosen to read, if they have.
  var language: Language? { get }
}

extension TestPerson {
  public var name: String {
    let word = "\(self)"
    return word.prefix(1).uppercased() + word.dropFirst()
  }
  public var language: Language? { nil }
}

/// The small school that a feature's tests begin with: its people, its books with the feature's tables, and its routes.
///
/// A feature says who the people are and what else the school has; how they ask is in `FeatureSchool+Requests.swift`.
public protocol FeatureSchool: Sendable {
  associatedtype Person: TestPerson
  static var zone: Zone { get }
  /// The tables into which a refused command must not have written.
  static var tables: [String] { get }
  var ledger: Ledger { get }
  var table: RouteTable { get }
  /// The school somebody belongs to; where there are two, the second one's owner says so.
  func school(of person: Person) -> ID<Tenant>
  func scene(_ language: Language) -> Scene
}

extension FeatureSchool {
  /// The tables that every feature's stand on.
  public static var people: [Migration] {
    AccountsTables.migrations + SchoolsTables.migrations + MembersTables.migrations + StudentsTables.migrations
      + ConsentsTables.migrations
  }
  /// The tables of classes and courses, with all that belongs to a course.
  public static var learning: [Migration] {
    [
      people, ClassroomsTables.migrations, AttendanceTables.migrations, FilesTables.migrations,
      CoursesTables.migrations, EnrolmentTables.migrations, GradesTables.migrations, AssignmentsTables.migrations,
      MarkingTables.migrations,
    ].flatMap { $0 }
  }
  public static var zone: Zone { .utc }
  public static var tables: [String] { [] }
  public var school: ID<Tenant> { Self.id(1) }
  public func school(of person: Person) -> ID<Tenant> { school }

  /// A name for a thing, the same in every run.
  public static func id<Thing>(_ number: UInt64, _ kind: Thing.Type = Thing.self) -> ID<Thing> {
    ID(high: 0x7000, low: 1 << 63 | number)
  }

  /// The same for what a story calls by a word.
  public func id<Thing>(_ word: String, _ kind: Thing.Type = Thing.self) -> ID<Thing> {
    Self.id(word.utf8.reduce(1 << 32) { ($0 &* 31 &+ UInt64($1)) & ((1 << 62) - 1) })
  }

  public static func account(_ person: Person) -> ID<Account> {
    id(201 + UInt64(Person.allCases.firstIndex(of: person) ?? 0))
  }
  public func account(_ person: Person) -> ID<Account> { Self.account(person) }

  public func caller(_ person: Person) -> Caller {
    Caller(account: account(person), school: school(of: person), role: person.role)
  }

  // MARK: founding

  /// Makes everybody's account and each owner's school; then the others join ours, and it gets what `furnish` brings.
  public func found(_ furnish: @escaping @Sendable (WriteTransaction) throws -> Void = { _ in }) async throws {
    try await write("test.people", in: .server) { tx in
      for person in Person.allCases {
        try AccountsStore.insert(
          AccountRecord(
            id: account(person), username: "\(person)", name: person.name, language: person.language, createdAt: tx.now),
          tx)
      }
    }
    for person in Person.allCases where person.role == .owner { try await found(school(of: person), by: person) }
    try await write { tx in
      for person in Person.allCases where person.role != .owner {
        try MembersStore(tx: tx).insert(
          Membership(school: school, account: account(person), role: person.role, joinedAt: tx.now))
      }
      try furnish(tx)
    }
  }

  private func found(_ school: ID<Tenant>, by owner: Person) async throws {
    let sent = CommandEnvelope(ledger.world.id(), "schools.found", school: .server, by: account(owner))
    try await ledger.write(sent) { tx in
      let made = School(
        id: school, name: "Rimon", kind: .k12, zone: Self.zone.name, language: .en, theme: "oasis", createdAt: tx.now,
        updatedAt: tx.now)
      try SchoolsStore(tx: tx).insert(made, owner: account(owner), sent: sent)
      return ""
    }
  }

  /// Writes past the rules, as one command, what a story begins with.
  public func write(
    _ command: String = "test.fill", in place: ID<Tenant>? = nil, by account: ID<Account>? = nil,
    _ body: @escaping @Sendable (WriteTransaction) throws -> Void
  ) async throws {
    try await ledger.write(CommandEnvelope(ledger.world.id(), command, school: place ?? school, by: account)) { tx in
      try body(tx)
      return ""
    }
  }

  // MARK: what there is

  /// The last entries of the school's journal, oldest first; all of them unless said otherwise.
  public func journal(_ last: Int = .max) async throws -> [Journal.Entry] {
    try await ledger.read { [school] in try Journal.entries($0, school: school, after: 0, limit: 100_000) }.suffix(last)
  }

  /// How far the school's books have come.
  public func head() async throws -> Int64 { try await ledger.read { [school] in try $0.head(of: school) } }

  public func isMember(_ person: Person, of bucket: Bucket) async throws -> Bool {
    try await ledger.read { [school] in try $0.isMember(account(person), of: bucket, school: school) }
  }

  /// How many rows there are of everything, to see that nothing was written.
  public func counts() async throws -> [Int] {
    try await ledger.read { tx in
      try (Self.tables + ["journal", "bucket_row"]).map { try tx.count("SELECT count(*) FROM \"\($0)\"") }
    }
  }

  /// How SQLite finds what `body` reads: how many statements, and the steps of their plans.
  public func watch(
    _ body: @escaping @Sendable (Transaction) throws -> Void
  ) async throws -> (count: Int, plans: [String]) {
    let watch = Watch()
    try await ledger.read { try body($0.watched(by: watch)) }
    let seen = watch.take()
    return (seen.count, seen.flatMap(\.plan))
  }
}
