import Base
import Database
import Foundation
import HomeroomTesting
import Kit
import Ledger
import Router
import School

@testable import People
@testable import PeopleServer
@testable import Web

/// A town with two schools: Rimon, where Oded is the owner, Ada an administrator, Tova a teacher and Gil a guardian; and
/// Cedar, which belongs to somebody else.
struct Town: Sendable {
  let ledger: Ledger
  let clock: TestClock
  let rimon: ID<Tenant>, cedar: ID<Tenant>
  let oded: ID<Account>, ada: ID<Account>, tova: ID<Account>, gil: ID<Account>, stranger: ID<Account>
  /// Somebody with an account and no school.
  let noa: ID<Account>

  var schools: SchoolsServer { SchoolsServer(ledger: ledger) }
  var members: MembersServer { members(MembersService(sendsMail: true)) }

  func members(_ service: MembersService) -> MembersServer {
    let accounts = AccountsServer(ledger: ledger, passwords: TownWords.passwords)
    return MembersServer(ledger: ledger, accounts: accounts, service: service)
  }

  static func open(_ dialect: Dialect) async throws -> Town {
    let clock = TestClock()
    let migrations =
      AccountsTables.migrations + SchoolsTables.migrations + MembersTables.migrations + StudentsTables.migrations
      + ConsentsTables.migrations
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let ids = (0..<6).map { _ in ledger.world.id(Account.self) }
    let names = ["Oded Levi", "Ada Óros", "Tova Mizrahi", "Gil Haddad", "Cedric Stone", "Noa Peretz"]
    try await ledger.write(CommandEnvelope(ledger.world.id(), "accounts.create", school: .server, by: nil)) { tx in
      for (id, name) in zip(ids, names) {
        let username = name.split(separator: " ").first.map { $0.lowercased() }
        try AccountsStore.insert(AccountRecord(id: id, username: username, name: name, createdAt: tx.now), tx)
      }
      return ""
    }
    let schools = SchoolsServer(ledger: ledger)
    let rimon = try await schools.found("Rimon", by: ids[0])
    let cedar = try await schools.found("Cedar", by: ids[4])
    try await ledger.write(CommandEnvelope(ledger.world.id(), "test.join", school: rimon, by: nil)) { tx in
      for (id, role) in [(ids[1], Role.admin), (ids[2], .teacher), (ids[3], .guardian)] {
        try MembersStore(tx: tx).insert(Membership(school: rimon, account: id, role: role, joinedAt: tx.now))
      }
      return ""
    }
    return Town(
      ledger: ledger, clock: clock, rimon: rimon, cedar: cedar, oded: ids[0], ada: ids[1], tova: ids[2], gil: ids[3],
      stranger: ids[4], noa: ids[5])
  }

  func role(_ account: ID<Account>, in school: ID<Tenant>? = nil) async throws -> Role? {
    let (school, rimon) = (school, rimon)
    return try await ledger.read { try MembersStore(tx: $0).membership(account, in: school ?? rimon)?.role }
  }

  func sees(_ account: ID<Account>, _ bucket: Bucket) async throws -> Bool {
    let rimon = rimon
    return try await ledger.read { try $0.isMember(account, of: bucket, school: rimon) }
  }

  /// How far the school's books have come: the proof that a refusal wrote nothing.
  func head(_ school: ID<Tenant>? = nil) async throws -> Int64 {
    let (school, rimon) = (school, rimon)
    return try await ledger.read { try $0.head(of: school ?? rimon) }
  }

  func journal(_ school: ID<Tenant>? = nil) async throws -> [Journal.Entry] {
    let (school, rimon) = (school, rimon)
    return try await ledger.read { try Journal.entries($0, school: school ?? rimon, after: 0, limit: 100) }
  }

  /// A student's record in Rimon.
  func student(_ given: String) async throws -> ID<Student> {
    let id = ledger.world.id(Student.self)
    try await ledger.write(CommandEnvelope(ledger.world.id(), "test.student", school: rimon, by: nil)) { tx in
      try StudentsStore(tx: tx).insert(Student(id: id, given: given, family: "Haddad", updatedAt: tx.now))
      return ""
    }
    return id
  }

  /// A request of somebody in a school, or of nobody.
  func request(_ account: ID<Account>? = nil, in school: ID<Tenant>? = nil, idempotencyKey: ID<IdempotencyKey>? = nil)
    async throws
    -> Request
  {
    let place = school ?? rimon
    var membership: Identity.Membership?
    if let account, let role = try await role(account, in: place) {
      membership = .init(
        id: place, name: "Rimon", role: role, kind: "k12", zone: "UTC", language: .en, look: Appearance(), head: 0)
    }
    return request(account, membership, idempotencyKey: idempotencyKey)
  }

  func request(
    _ account: ID<Account>?, _ membership: Identity.Membership?, with credential: Identity.Credential = .token,
    _ session: ID<Session> = .none, idempotencyKey: ID<IdempotencyKey>? = nil
  ) -> Request {
    let identity = account.map {
      Identity(
        account: $0, credential: credential, session: session, name: "", language: .en, look: nil, school: membership,
        schools: [], unread: 0, csrf: "")
    }
    return Request(
      route: .get("/", .anyone, "") { _ in .done("/") }, path: "/", names: [:], query: Form(), form: Form(),
      uploads: [], wants: .json, identity: identity, idempotencyKey: idempotencyKey ?? ledger.world.id(), ifMatch: nil,
      scene: TownWords.scene(.en, now: clock.now), source: "192.0.2.7", userAgent: "")
  }

  /// An invite as the owner makes it.
  func invite(
    _ role: Role, student: ID<Student>? = nil, days: Int = 7
  ) async throws -> (invite: Invite, code: InviteCode) {
    let made = try await members.run(
      CreateInvite(role: role, label: "for " + role.rawValue, student: student, days: days), try await request(oded))
    guard let code = made.code else { throw Refusal.notFound }
    return (made.invite, code)
  }
}

extension SchoolsServer {
  /// A school without a request.
  func found(_ name: String, by owner: ID<Account>) async throws -> ID<Tenant> {
    let command = CreateSchool(name: name, kind: .k12, zone: "Asia/Jerusalem", language: .he)
    return try await create(
      command, CommandEnvelope(world.id(), CreateSchool.name, school: .server, by: owner), owner: owner)
  }
}

enum TownWords {
  static let passwords = Passwords(world: TestClock().world)
  static func scene(_ language: Language, now: Instant = TestClock.evening) -> Scene {
    Scene(words: TestWords.of(language, variant: "k12"), zone: .utc, now: now)
  }
}
