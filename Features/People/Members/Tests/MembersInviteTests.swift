import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Testing

@testable import People
@testable import PeopleServer
@testable import Web

@Suite struct `An invite is made` {
  @Test(arguments: Dialect.allCases)
  func `its code is answered once and kept nowhere`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let before = try await town.head()
    let request = try await town.request(town.ada)
    let command = CreateInvite(role: .teacher, label: "Mr Cohen")
    let first = try await town.members.run(command, request)
    let second = try await town.members.run(command, request)
    let code = try #require(first.code)
    #expect(second.code == nil)
    #expect(second.invite == first.invite && first.invite.createdBy == town.ada)
    #expect(try await town.head() == before + 1)
    let entry = try #require(try await town.journal().last)
    #expect(entry.command == "members.create-invite")
    #expect(entry.rows == "invite \(hex(town.rimon.bytes + first.invite.id.bytes)) +")
    let answers = try await town.ledger.read { try $0.rows("SELECT answer FROM receipt", []) { $0.text(0) } }
    #expect(!answers.contains { $0.contains(code.text) } && entry.detail?.contains(code.text) == false)
    let caller = try request.caller()
    let open = try await town.ledger.read {
      try town.members.service.invites(caller, isOpen: true, after: nil, $0).invites
    }
    #expect(open == [first.invite])
  }

  @Test(arguments: Dialect.allCases)
  func `not for an administrator by another, nor for a record that is not the school's`(_ dialect: Dialect) async throws
  {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let before = try await town.head()
    func reason(_ by: ID<Account>, _ command: CreateInvite) async throws -> Refusal? {
      let request = try await town.request(by)
      return await refused { _ = try await town.members.run(command, request) }
    }
    #expect(
      try await reason(town.ada, CreateInvite(role: .admin, label: "x")) == .notAllowed(Phrase("members.owner-only")))
    #expect(try await reason(town.tova, CreateInvite(role: .guardian, label: "x")) == .notFound)
    let unknown = CreateInvite(role: .guardian, label: "x", student: ID(high: 8, low: 8))
    #expect(try await reason(town.oded, unknown) == .notFound)
    #expect(try await town.head() == before)
  }

  @Test(arguments: Dialect.allCases)
  func `and taken back: another school's, a used one and an owner's are not`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let (open, code) = try await town.invite(.teacher)
    let (used, usedCode) = try await town.invite(.teacher)
    let (high, _) = try await town.invite(.admin)
    try await town.members.run(JoinSchool(code: usedCode), try await town.request(town.noa))
    let before = try await town.head()
    func reason(_ by: ID<Account>, _ invite: Invite, in school: ID<Tenant>? = nil) async throws -> Refusal? {
      let request = try await town.request(by, in: school)
      let command = RevokeInvite(invite: invite.id)
      return await refused { try await town.ledger.handle(command, request, town.members.service.handle) }
    }
    #expect(try await reason(town.ada, used) == .conflict(Phrase("members.revoke-redeemed")))
    #expect(try await reason(town.ada, high) == .notAllowed(Phrase("members.owner-only")))
    #expect(try await reason(town.tova, open) == .notFound)
    #expect(try await reason(town.stranger, open, in: town.cedar) == .notFound)
    #expect(try await town.head() == before)
    #expect(try await reason(town.ada, open) == nil)
    #expect(try await town.head() == before + 1)
    #expect(try await town.journal().last?.command == "members.revoke-invite")
    let request = try await town.request(town.stranger)
    let late = await refused { try await town.members.run(JoinSchool(code: code), request) }
    #expect(late == .invalid("code", Phrase("members.code-revoked")))
  }
}

@Suite struct `A code is redeemed` {
  @Test(arguments: Dialect.allCases)
  func `by one of fifty who come at once`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let (invite, code) = try await town.invite(.teacher)
    let people = (0..<50).map { _ in town.ledger.world.id(Account.self) }
    try await town.ledger.upkeep { tx in
      for (place, id) in people.enumerated() {
        try AccountsStore.insert(AccountRecord(id: id, username: "p\(place)", name: "P", createdAt: tx.now), tx)
      }
    }
    let before = try await town.head()
    let refusals = try await withThrowingTaskGroup(of: Refusal?.self) { group in
      for person in people {
        let request = try await town.request(person)
        group.addTask { await refused { try await town.members.run(JoinSchool(code: code), request) } }
      }
      return try await group.reduce(into: [Refusal]()) { if let reason = $1 { $0.append(reason) } }
    }
    #expect(refusals.count == 49)
    #expect(Set(refusals) == [.invalid("code", Phrase("members.code-redeemed"))])
    #expect(try await town.head() == before + 1)
    let (count, after) = try await town.ledger.read { [town] tx in
      (try MembersStore(tx: tx).count(of: town.rimon), try MembersInviteStore(tx: tx).invite(invite.id, in: town.rimon))
    }
    #expect(count == 5)
    #expect(people.contains(try #require(after?.redeemedBy)))
    #expect(after?.state(at: town.clock.now) == .redeemed)
  }

  @Test(arguments: Dialect.allCases)
  func `twice by the same person: one membership, and the school is theirs to be in`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let (invite, code) = try await town.invite(.admin)
    let before = try await town.head()
    try await town.members.run(JoinSchool(code: code), try await town.request(town.noa))
    try await town.members.run(JoinSchool(code: code), try await town.request(town.noa))
    #expect(try await town.head() == before + 1)
    #expect(try await town.role(town.noa) == .admin)
    #expect(try await town.sees(town.noa, .office(town.rimon)))
    let entry = try await town.journal().last
    #expect(entry?.command == "members.join")
    #expect(
      entry?.rows == """
        invite \(hex(town.rimon.bytes + invite.id.bytes)) +
        membership \(hex(town.rimon.bytes + town.noa.bytes)) +
        """)
    let last = try await town.ledger.read { [noa = town.noa] in try AccountsStore(tx: $0).account(noa)?.lastSchool }
    #expect(last == town.rimon)
    // Who is in already is not made something else by whatever would let them in.
    let (rimon, noa) = (town.rimon, town.noa)
    try await town.ledger.write(CommandEnvelope(town.ledger.world.id(), "test.join", school: rimon, by: nil)) { tx in
      try MembersStore(tx: tx).insert(Membership(school: rimon, account: noa, role: .guardian, joinedAt: tx.now))
      return ""
    }
    #expect(try await town.role(town.noa) == .admin)
  }

  @Test(arguments: Dialect.allCases)
  func `not when it has expired, was never made, or brings nothing new`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let (_, day) = try await town.invite(.teacher, days: 1)
    let (_, month) = try await town.invite(.teacher, days: 30)
    let before = try await town.head()
    town.clock.advance(days: 1)
    func reason(_ account: ID<Account>, _ code: InviteCode) async throws -> Refusal? {
      let request = try await town.request(account)
      return await refused { try await town.members.run(JoinSchool(code: code), request) }
    }
    #expect(try await reason(town.noa, day) == .invalid("code", Phrase("members.code-expired")))
    #expect(try await reason(town.gil, month) == .invalid("code", Phrase("members.already-member")))
    let unknown = InviteCode(world: town.ledger.world)
    #expect(try await reason(town.noa, unknown) == .invalid("code", Phrase("members.code-unknown")))
    #expect(try await town.head() == before)
    #expect(try await reason(town.noa, month) == nil)
  }

  @Test(arguments: Dialect.allCases)
  func `by a teacher who is a parent too: the child is linked, the role stays`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let maya = try await town.student("Maya")
    let (_, code) = try await town.invite(.guardian, student: maya)
    try await town.members.run(JoinSchool(code: code), try await town.request(town.tova))
    #expect(try await town.role(town.tova) == .teacher)
    #expect(try await town.sees(town.tova, .family(maya)))
    let (_, own) = try await town.invite(.student, student: maya)
    try await town.members.run(JoinSchool(code: own), try await town.request(town.noa))
    let record = try await town.ledger.read { [town] in try StudentsStore(tx: $0).student(maya, in: town.rimon) }
    #expect(record?.account == town.noa)
    #expect(try await town.role(town.noa) == .student)
    // A second slip of one's own record is used up and changes nothing; it is no account of somebody else.
    let (_, second) = try await town.invite(.student, student: maya)
    try await town.members.run(JoinSchool(code: second), try await town.request(town.noa))
    let after = try await town.ledger.read { [town] in try StudentsStore(tx: $0).student(maya, in: town.rimon) }
    #expect(after?.account == town.noa && after?.updatedAt == record?.updatedAt)
  }

  @Test(arguments: Dialect.allCases)
  func `not by guessing: who tries too often waits`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    var answers: [Refusal?] = []
    for _ in 0..<21 {
      let request = try await town.request(town.noa)
      let code = InviteCode(world: town.ledger.world)
      answers.append(await refused { try await town.members.run(JoinSchool(code: code), request) })
    }
    #expect(answers.first == .invalid("code", Phrase("members.code-unknown")))
    #expect(answers.last??.code == "too-many")
  }
}

@Suite struct `Somebody without an account` {
  func form(_ code: InviteCode, _ identifier: String) -> Form {
    Form([
      "code": code.text.lowercased(), "name": "Dana Cohen", "identifier": identifier,
      "password": "four wet green umbrellas", "terms": "on",
    ])
  }

  @Test(arguments: Dialect.allCases)
  func `gets one and comes in, in one go and once`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let maya = try await town.student("Maya")
    let (_, code) = try await town.invite(.guardian, student: maya)
    let newcomer = try Newcomer(form(code, "Dana@Example.org"))
    let request = try await town.request()
    let entry = try await town.members.run(newcomer, request)
    #expect(entry != nil)
    // The form sent again opens no session: whoever has seen the sending's id has not proved the password.
    #expect(try await town.members.run(newcomer, request) == nil)
    let found = try await town.ledger.read { try AccountsStore(tx: $0).find(identifier: "dana@example.org") }
    let account = try #require(found)
    #expect(account.terms != nil)
    #expect(account.lastSchool == town.rimon)
    #expect(try await town.role(account.id) == .guardian)
    #expect(try await town.sees(account.id, .family(maya)))
  }

  @Test(arguments: Dialect.allCases)
  func `gets none when the name is taken or the code is used`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let (_, code) = try await town.invite(.teacher)
    let before = try await town.head()
    let first = try await town.request()
    let taken = try Newcomer(form(code, "NOA"))
    #expect(
      await refused { _ = try await town.members.run(taken, first) } == .invalid("identifier", Phrase("accounts.taken"))
    )
    #expect(try await town.head() == before)
    try await town.members.run(JoinSchool(code: code), try await town.request(town.noa))
    let second = try await town.request()
    let late = try Newcomer(form(code, "dana"))
    #expect(
      await refused { _ = try await town.members.run(late, second) }
        == .invalid("code", Phrase("members.code-redeemed")))
    #expect(try await town.ledger.read { try AccountsStore(tx: $0).find(identifier: "dana") } == nil)
  }

  @Test func `hears of every mistake at once`() {
    let typed = Form(["code": "x", "name": "", "identifier": "a@b", "password": "short"])
    let reason = #expect(throws: Refusal.self) { try Newcomer(typed) }
    guard case .invalid(let problems) = reason else {
      Issue.record("It was taken.")
      return
    }
    #expect(Set(problems.map(\.field)) == ["code", "name", "identifier", "password", "terms"])
  }
}
