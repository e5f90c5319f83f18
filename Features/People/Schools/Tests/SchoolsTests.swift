import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing
import Web

@testable import People
@testable import PeopleServer

@Suite struct `A school is opened` {
  @Test(arguments: Dialect.allCases)
  func `with fixture of its own, an owner who sees it, and a journal that begins with it`(_ dialect: Dialect)
    async throws
  {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let request = try await town.request(town.noa)
    let command = CreateSchool(name: "Rivka's", kind: .montessori, zone: "Europe/Paris", language: .fr)
    let id = try await town.schools.run(command, request)
    let again = try await town.schools.run(command, request)
    #expect(again == id)
    let school = try await town.ledger.read { try SchoolsStore(tx: $0).school(id) }
    #expect(school?.theme == "montessori")
    #expect(try await town.role(town.noa, in: id) == .owner)
    let entries = try await town.journal(id)
    #expect(entries.map(\.command) == ["schools.create"])
    #expect(entries.first?.rows == "school \(hex(id.bytes)) +\nmembership \(hex(id.bytes + town.noa.bytes)) +")
    let noa = town.noa
    let (buckets, broken, last) = try await town.ledger.read { tx in
      let all: [Bucket] = [.school(id), .office(id), .person(noa)]
      return (
        try all.filter { try tx.isMember(noa, of: $0, school: id) }.count,
        try [id, .server].compactMap { try Journal.firstBroken(tx, school: $0) },
        try AccountsStore(tx: tx).account(noa)?.lastSchool
      )
    }
    #expect(buckets == 3)
    #expect(broken.isEmpty)
    #expect(last == id)
  }

  @Test(arguments: Dialect.allCases)
  func `not in a zone that is nowhere, nor under an id that is taken`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let before = try await town.head(.server)
    let request = try await town.request(town.noa)
    let nowhere = CreateSchool(name: "X", kind: .k12, zone: "Mars/Olympus", language: .en)
    #expect(
      await refused { _ = try await town.schools.run(nowhere, request) } == .invalid("zone", Phrase("form.choice")))
    let taken = CreateSchool(id: town.cedar, name: "X", kind: .k12, zone: "UTC", language: .en)
    #expect(await refused { _ = try await town.schools.run(taken, request) } != nil)
    #expect(try await town.head(.server) == before)
    #expect(try await town.role(town.noa, in: town.cedar) == nil)
  }

  @Test func `not more often than a person can run schools`() {
    let command = CreateSchool(name: "X", kind: .k12, zone: "UTC", language: .en)
    let caller = Caller(account: .none, school: .none, role: .owner)
    #expect(throws: Refusal.conflict(Phrase("schools.too-many", .count(20)))) {
      try command.permit(for: caller, isOpen: true, owned: 20, isKnownZone: true, now: Instant(milliseconds: 0))
    }
  }
}

extension `A school is opened` {
  @Test func `not where the operator keeps that to himself`() async throws {
    let town = try await Town.open(.sqlite)
    defer { town.ledger.close() }
    let before = try await town.head(.server)
    let server = SchoolsServer(ledger: town.ledger, mayFound: false)
    let request = try await town.request(town.noa)
    let command = CreateSchool(name: "X", kind: .k12, zone: "UTC", language: .en)
    #expect(await refused { _ = try await server.run(command, request) } == .notFound)
    #expect(try await town.head(.server) == before)
  }
}

@Suite struct `A school is changed` {
  func change(_ name: String, version: String? = nil) -> ChangeSchool {
    ChangeSchool(name: name, kind: .study, zone: "UTC", language: .ar, theme: .oasis, version: version)
  }

  @Test(arguments: Dialect.allCases)
  func `by its owner, once, with what it was before in the journal`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let before = try await town.head()
    let request = try await town.request(town.oded)
    for _ in 0..<2 { try await town.ledger.handle(change("Rimon II"), request, town.schools.service.handle) }
    #expect(try await town.head() == before + 1)
    let school = try await town.ledger.read { [rimon = town.rimon] in try SchoolsStore(tx: $0).school(rimon) }
    #expect(school?.name == "Rimon II")
    #expect(school?.kind == .study)
    let entry = try await town.journal().last
    #expect(entry?.command == "schools.change")
    #expect(entry?.rows == "school \(hex(town.rimon.bytes)) +")
    #expect(entry?.detail?.contains("Rimon II") == true)
  }

  @Test(arguments: Dialect.allCases)
  func `by nobody else, and not from an old version`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let before = try await town.head()
    for account in [town.ada, town.tova, town.gil] {
      let request = try await town.request(account)
      let reason = await refused { try await town.ledger.handle(change("No"), request, town.schools.service.handle) }
      #expect(reason == .notAllowed(Phrase("schools.owner-only")))
    }
    let owner = try await town.request(town.oded)
    let old = change("No", version: "1")
    #expect(await refused { try await town.ledger.handle(old, owner, town.schools.service.handle) } == .stale)
    let stranger = try await town.request(town.stranger)
    #expect(
      await refused { try await town.ledger.handle(change("No"), stranger, town.schools.service.handle) } == .notFound)
    #expect(try await town.head() == before)
  }
}

@Suite struct `A person goes to another school` {
  @Test(arguments: Dialect.allCases)
  func `of theirs, which is remembered; any other is not there`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let second = try await town.schools.found("Second", by: town.oded)
    let request = try await town.request(town.oded)
    try await town.schools.run(SwitchSchool(school: town.rimon), request)
    let last = try await town.ledger.read { [oded = town.oded] in try AccountsStore(tx: $0).account(oded)?.lastSchool }
    #expect(last == town.rimon)
    for school in [town.cedar, ID<Tenant>.server, ID<Tenant>(high: 3, low: 3)] {
      let other = try await town.request(town.oded)
      #expect(await refused { try await town.schools.run(SwitchSchool(school: school), other) } == .notFound)
    }
    let all = try await town.ledger.read { try town.schools.service.schools(of: town.oded, search: "", $0) }
    #expect(all.map(\.name) == ["Rimon", "Second"])
    #expect(all.map(\.id) == [town.rimon, second])
    let found = try await town.ledger.read {
      try town.schools.service.schools(of: town.oded, search: "SEC", $0).map(\.name)
    }
    #expect(found == ["Second"])
  }
}

@Suite struct `Each device is in a school of its own` {
  @Test(arguments: Dialect.allCases)
  func `which the switcher changes there alone; the next sign-in begins where somebody was last`(
    _ dialect: Dialect
  ) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let second = try await town.schools.found("Second", by: town.oded)
    let (phone, service) = (try await town.device(town.oded), try await town.device(town.oded))
    #expect(try await [town.school(of: phone), town.school(of: service)] == [second, second])
    try await town.schools.run(SwitchSchool(school: town.rimon), try await town.request(on: phone))
    #expect(try await [town.school(of: phone), town.school(of: service)] == [town.rimon, second])
    let tablet = try await town.device(town.oded)
    #expect(try await town.school(of: tablet) == town.rimon)
    // Whoever asks with a token goes elsewhere with the account; devices stay where they are.
    try await town.schools.run(SwitchSchool(school: second), try await town.request(town.oded))
    #expect(try await [town.school(of: phone), town.school(of: service)] == [town.rimon, second])
    let later = try await town.device(town.oded)
    #expect(try await town.school(of: later) == second)
  }

  @Test(arguments: Dialect.allCases)
  func `and so do opening a school and coming in by a code`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let (phone, service) = (try await town.device(town.noa), try await town.device(town.noa))
    let command = CreateSchool(name: "Rivka's", kind: .montessori, zone: "Europe/Paris", language: .fr)
    let own = try await town.schools.run(command, try await town.request(on: phone))
    #expect(try await [town.school(of: phone), town.school(of: service)] == [own, nil])
    let (_, code) = try await town.invite(.teacher)
    try await town.members.run(JoinSchool(code: code), try await town.request(on: service))
    #expect(try await [town.school(of: phone), town.school(of: service)] == [own, town.rimon])
  }

  @Test(arguments: Dialect.allCases)
  func `keeps it with a new password, and forgets a school that is erased`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let phone = try await town.device(town.oded)
    let kept = try await town.ledger.read { try AccountsIdentity(ledger: town.ledger).identify(.session, phone, $0) }
    try await town.ledger.write(CommandEnvelope(town.ledger.world.id(), "test.password", school: .server, by: nil)) {
      tx in
      let permit = Permit(
        ChangePassword(current: "", new: ""), caller: .own(town.oded), at: tx.now)
      return try AccountsStore.save(
        permit, hash: "x", keeping: kept?.session.cast(), as: AccountsSecret.hash("hs_new"), tx)
    }
    #expect(try await town.school(of: "hs_new") == town.rimon)
    try await town.ledger.upkeep { try AccountsStore.forgetSchool(town.rimon, $0) }
    #expect(try await town.school(of: "hs_new") == nil)
  }
}

extension Town {
  /// A device that somebody has just signed in on: the secret in its cookie.
  fileprivate func device(_ account: ID<Account>) async throws -> String {
    let accounts = AccountsServer(ledger: ledger, passwords: TownWords.passwords)
    return try await accounts.enter(account, try await request()).secret
  }

  private func signedIn(_ secret: String) async throws -> SignedIn? {
    try await ledger.read { try AccountsIdentity(ledger: ledger).identify(.session, secret, $0) }
  }

  fileprivate func school(of device: String) async throws -> ID<Tenant>? { try await signedIn(device)?.lastSchool }

  /// A request that comes from a device.
  fileprivate func request(on device: String) async throws -> Request {
    guard let found = try await signedIn(device) else { throw Refusal.notFound }
    return request(found.account.id, nil, with: .session, found.session)
  }
}

@Suite struct `The settings page` {
  func data(_ role: Role) -> SettingsData {
    let now = Instant(milliseconds: 1_794_000_000_000)
    let school = School(
      id: ID(high: 1, low: 1), name: "<b>Rimon</b>", kind: .montessori, zone: "Asia/Jerusalem", language: .he,
      theme: "oasis", createdAt: now, updatedAt: now)
    return SettingsData(
      school: school, role: role, schools: 2, members: role.isOffice ? 12 : nil, invites: role.isOffice ? 1 : nil,
      mayLeave: role != .owner)
  }

  @Test(arguments: Language.allCases)
  func `shows its parts in order, each to those it concerns`(_ language: Language) {
    let owner = settingsPage(data(.owner), TownWords.scene(language)).body.string
    let parts = owner.split(separator: "<section ").dropFirst().map { $0.prefix { $0 != ">" } }
    let ids = ["account", "notices", "device", "organization", "members", "invites", "journal"]
    #expect(zip(parts, ids).allSatisfy { $0.contains("id=\"\($1)\"") })
    #expect(parts.count == 7)
    #expect(owner.contains("href=\"/settings/school\"") && owner.contains("href=\"/settings/device\""))
    #expect(!owner.contains("/settings/leave"))
    let teacher = settingsPage(data(.teacher), TownWords.scene(language)).body.string
    #expect(teacher.contains("&lt;b&gt;Rimon&lt;/b&gt;"))
    #expect(!teacher.contains("<form") && !teacher.contains("/settings/school"))
    #expect(!teacher.contains("id=\"invites\"") && !teacher.contains("/settings/journal"))
    #expect(teacher.contains("/settings/leave"))
    #expect(!owner.contains(">schools."))
  }
}
