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

/// Two people a roster brought: a student with a record and an account, and a guardian of hers.
private struct Waiting {
  let town: Town
  let record: ID<Student>
  let maya: ID<Account>, leila: ID<Account>

  static func open(_ dialect: Dialect) async throws -> Waiting {
    let town = try await Town.open(dialect)
    let record = try await town.student("Maya")
    let (maya, leila) = (town.ledger.world.id(Account.self), town.ledger.world.id(Account.self))
    try await town.write { tx in
      for (id, name, role) in [(maya, "Maya", Role.student), (leila, "Leila", .guardian)] {
        let account = AccountRecord(
          id: id, username: "roster-" + name.lowercased(), name: name + " Haddad", createdAt: tx.now)
        try AccountsStore.insert(account, tx)
        try MembersStore(tx: tx).insert(Membership(school: tx.school, account: id, role: role, joinedAt: tx.now))
      }
      try StudentsStore(tx: tx).link(account: maya, to: record)
      try StudentsStore(tx: tx).link(guardian: leila, to: record, relation: "Mother")
    }
    return Waiting(town: town, record: record, maya: maya, leila: leila)
  }

  func slip(_ account: ID<Account>, by giver: ID<Account>? = nil) async throws -> InviteCode {
    let command = GiveAccess(people: .account(account))
    let made = try await town.members.run(command, try await town.request(giver ?? town.ada)).slips
    return try #require(made.first.flatMap { InviteCode($0.code) })
  }

  func claim(_ code: InviteCode, as name: String = "maya.h", password: String = "four wet green umbrellas")
    -> ClaimAccount
  {
    ClaimAccount(code: code, username: name, email: nil, password: password)
  }

  func account(_ id: ID<Account>) async throws -> AccountRecord? {
    try await town.ledger.read { try AccountsStore(tx: $0).account(id) }
  }

  func reason(_ body: () async throws -> Void) async throws -> Refusal? {
    let before = try await town.head()
    let reason = await refused(body)
    #expect(try await town.head() == before, "a refusal wrote")
    return reason
  }
}

extension Town {
  fileprivate func write(_ body: @escaping @Sendable (WriteTransaction) throws -> Void) async throws {
    try await ledger.write(CommandEnvelope(ledger.world.id(), "test.write", school: rimon, by: nil)) { tx in
      try body(tx)
      return ""
    }
  }
}

@Suite struct `A slip is made` {
  @Test(arguments: Dialect.allCases)
  func `for everybody who has never signed in, once, and its codes are kept nowhere`(_ dialect: Dialect) async throws {
    let waiting = try await Waiting.open(dialect)
    let town = waiting.town
    defer { town.ledger.close() }
    try await town.setPasswords()
    let request = try await town.request(town.ada)
    func held() async throws -> [String] {
      let groups = try await town.ledger.read { try town.members.service.accessData(request.caller(), $0).groups }
      return groups.map { "\($0.role) \($0.held) of \($0.count)" }.sorted()
    }
    #expect(try await held() == ["guardian 0 of 1", "student 0 of 1"])
    let before = try await town.head()
    let command = GiveAccess(people: .group(nil))
    let first = try await town.members.run(command, request)
    #expect(first.slips.map(\.name) == ["Leila Haddad", "Maya Haddad"])
    #expect(try await town.members.run(command, request).slips.isEmpty)
    #expect(try await town.head() == before + 1)
    #expect(try await held() == ["guardian 1 of 1", "student 1 of 1"])
    let entry = try #require(try await town.journal().last)
    #expect(entry.command == "members.give-access")
    #expect(
      entry.rows == first.slips.map { "invite \(hex(town.rimon.bytes + $0.id.bytes)) +" }.joined(separator: "\n"))
    #expect(first.slips.allSatisfy { entry.detail?.contains($0.code) == false })
    let answers = try await town.ledger.read { try $0.rows("SELECT answer FROM receipt", []) { $0.text(0) } }
    #expect(!answers.contains { answer in first.slips.contains { answer.contains($0.code) } })
    // Who holds one is not given another by the way; by `again` they are, and the first one stops working.
    let none = try await waiting.reason { _ = try await town.members.run(command, try await town.request(town.ada)) }
    #expect(none == .conflict(Phrase("members.nobody-waits")))
    let again = GiveAccess(people: .group(.student), again: true)
    #expect(try await town.members.run(again, try await town.request(town.ada)).slips.map(\.name) == ["Maya Haddad"])
    let old = try #require(first.slips.first { $0.name == "Maya Haddad" }.flatMap { InviteCode($0.code) })
    let late = try await waiting.reason { _ = try await town.members.run(waiting.claim(old), try await town.request()) }
    #expect(late == .invalid("code", Phrase("members.code-revoked")))
    // A record without an account waits, too.
    _ = try await town.student("Noor")
    #expect(try await held() == ["guardian 1 of 1", "student 1 of 2"])
    _ = try await town.members.run(command, try await town.request(town.ada))
    #expect(try await held() == ["guardian 1 of 1", "student 2 of 2"])
  }

  @Test(arguments: Dialect.allCases)
  func `for a class, records without an account among them`(_ dialect: Dialect) async throws {
    let waiting = try await Waiting.open(dialect)
    let town = waiting.town
    defer { town.ledger.close() }
    let (room, other) = (ID<Classroom>(high: 5, low: 5), try await town.student("Noor"))
    let students = [waiting.record, other]
    var service = MembersService(sendsMail: true)
    service.classes.students = { id, _, _ in id == room ? students : [] }
    let server = town.members(service)
    let made = try await server.run(GiveAccess(people: .classroom(room)), try await town.request(town.ada)).slips
    #expect(made.map(\.name) == ["Maya Haddad", "Noor Haddad"])
    let code = try #require(made.last.flatMap { InviteCode($0.code) })
    _ = try await town.members.run(Newcomer(newcomer(code)), try await town.request())
    let record = try await town.ledger.read { try StudentsStore(tx: $0).student(other, in: town.rimon) }
    #expect(record?.account != nil)
    let elsewhere = GiveAccess(people: .classroom(ID(high: 6, low: 6)))
    #expect(
      try await waiting.reason { _ = try await server.run(elsewhere, try await town.request(town.ada)) }
        == .conflict(Phrase("members.nobody-waits")))
  }

  private func newcomer(_ code: InviteCode) -> Form {
    Form([
      "code": code.text, "name": "Noor", "identifier": "noor.h", "password": "four wet green umbrellas", "terms": "on",
    ])
  }

  @Test(arguments: Dialect.allCases)
  func `by nobody but the office, for nobody who signs in, and for administrators by owners`(
    _ dialect: Dialect
  ) async throws {
    let waiting = try await Waiting.open(dialect)
    let town = waiting.town
    defer { town.ledger.close() }
    func reason(_ by: ID<Account>, _ account: ID<Account>, in school: ID<Tenant>? = nil) async throws -> Refusal? {
      try await waiting.reason {
        let request = try await town.request(by, in: school)
        _ = try await town.members.run(GiveAccess(people: .account(account)), request)
      }
    }
    #expect(try await reason(town.tova, waiting.maya) == .notFound)
    #expect(try await reason(town.stranger, waiting.maya, in: town.cedar) == .notFound)
    #expect(try await reason(town.ada, town.noa) == .notFound)
    #expect(try await reason(town.oded, town.oded) == .notAllowed(Phrase("members.owner-only")))
    #expect(try await reason(town.ada, town.ada) == .notAllowed(Phrase("members.owner-only")))
    try await town.setPasswords()
    #expect(try await reason(town.ada, town.gil) == .conflict(Phrase("members.signs-in-already")))
  }

  @Test func `by a form that names one kind of people`() {
    let one = ID<Account>(high: 1, low: 1).text
    #expect(throws: Refusal.self) { try GiveAccess(Form(["days": "7"])) }
    #expect(throws: Refusal.self) { try GiveAccess(Form(["days": "7", "group": "everybody", "account": one])) }
    #expect(throws: Refusal.self) { try GiveAccess(Form(["days": "7", "group": "owner"])) }
    #expect(throws: Refusal.self) { try GiveAccess(Form(["days": "9", "group": "everybody"])) }
    #expect((try? GiveAccess(Form(["days": "7", "group": "student"])))?.people == .group(.student))
  }
}

@Suite struct `An account that waits is taken over` {
  @Test(arguments: Dialect.allCases)
  func `by the holder of its slip, once, with all it has`(_ dialect: Dialect) async throws {
    let waiting = try await Waiting.open(dialect)
    let town = waiting.town
    defer { town.ledger.close() }
    let code = try await waiting.slip(waiting.maya)
    let before = try await town.head()
    let request = try await town.request()
    #expect(try await town.members.run(waiting.claim(code), request) != nil)
    // Sent again it opens no session: whoever has seen the sending's id has not proved the password.
    #expect(try await town.members.run(waiting.claim(code), request) == nil)
    #expect(try await town.head() == before + 1)
    let entry = try #require(try await town.journal().last)
    #expect(entry.command == "members.claim")
    #expect(entry.detail?.contains("umbrellas") != true)
    let account = try #require(try await waiting.account(waiting.maya))
    #expect(account.username == "maya.h" && account.name == "Maya Haddad" && account.terms != nil)
    #expect(account.lastSchool == town.rimon)
    #expect(try await town.role(waiting.maya) == .student)
    #expect(try await town.sees(waiting.maya, .family(waiting.record)))
    #expect(try await town.count("account") == 8)
    let caller = try await town.request(town.ada).caller()
    let found = try await town.ledger.read {
      try town.members.service.members(caller, search: "maya.h", role: nil, after: nil, $0)
    }
    #expect(found.members.map(\.account) == [waiting.maya])
    let second = try await waiting.reason {
      _ = try await town.members.run(waiting.claim(code), try await town.request())
    }
    #expect(second == .invalid("code", Phrase("members.code-redeemed")))
  }

  @Test(arguments: Dialect.allCases)
  func `not with a code that is over, nor when somebody signs in with it`(_ dialect: Dialect) async throws {
    let waiting = try await Waiting.open(dialect)
    let town = waiting.town
    defer { town.ledger.close() }
    func reason(_ code: InviteCode, as name: String = "maya.h", password: String = "four wet green umbrellas")
      async throws
      -> Refusal?
    {
      try await waiting.reason {
        _ = try await town.members.run(waiting.claim(code, as: name, password: password), try await town.request())
      }
    }
    let code = try await waiting.slip(waiting.maya)
    #expect(try await reason(code, as: "noa") == .invalid("identifier", Phrase("accounts.taken")))
    #expect(
      try await reason(code, password: "maya haddad") == .invalid("password", Phrase("accounts.password-known")))
    #expect(try await reason(InviteCode(world: town.ledger.world)) == .invalid("code", Phrase("members.code-unknown")))
    let (_, plain) = try await town.invite(.teacher)
    #expect(try await reason(plain) == .invalid("code", Phrase("members.code-unknown")))
    #expect(try await waiting.account(waiting.maya)?.passwordHash == nil)
    try await town.setPasswords(of: [waiting.maya])
    #expect(try await reason(code) == .invalid("code", Phrase("members.code-claimed")))
    // Shown out of the school, its slip lets nobody in.
    let leila = try await waiting.slip(waiting.leila)
    let removal = RemoveMember(account: waiting.leila)
    try await town.ledger.handle(removal, try await town.request(town.oded), town.members.service.handle)
    #expect(try await reason(leila, as: "leila") == .invalid("code", Phrase("members.code-revoked")))
  }

  @Test(arguments: Dialect.allCases)
  func `by the old code for the student's record, too, and by whoever fills in the form for strangers`(
    _ dialect: Dialect
  ) async throws {
    let waiting = try await Waiting.open(dialect)
    let town = waiting.town
    defer { town.ledger.close() }
    let (_, code) = try await town.invite(.student, student: waiting.record)
    let typed = Form([
      "code": code.text, "name": "Somebody", "identifier": "maya.h", "password": "four wet green umbrellas",
      "terms": "on",
    ])
    #expect(try await town.members.run(Newcomer(typed), try await town.request()) != nil)
    #expect(try await waiting.account(waiting.maya)?.username == "maya.h")
    #expect(try await waiting.account(waiting.maya)?.name == "Maya Haddad")
    // Her login is hers now: another code for the same record does not take it away.
    let (_, other) = try await town.invite(.student, student: waiting.record)
    let reason = try await waiting.reason {
      try await town.members.run(JoinSchool(code: other), try await town.request(town.noa))
    }
    #expect(reason == .invalid("code", Phrase("members.code-claimed")))
  }

  @Test(arguments: Dialect.allCases)
  func `into the account one is signed in with: membership, children and login go over`(_ dialect: Dialect) async throws
  {
    let waiting = try await Waiting.open(dialect)
    let town = waiting.town
    defer { town.ledger.close() }
    let code = try await waiting.slip(waiting.leila)
    let request = try await town.request(town.noa)
    let before = try await town.head()
    try await town.members.run(JoinSchool(code: code), request)
    try await town.members.run(JoinSchool(code: code), request)
    #expect(try await town.head() == before + 1)
    #expect(try await town.role(town.noa) == .guardian)
    #expect(try await town.role(waiting.leila) == nil)
    #expect(try await town.sees(town.noa, .family(waiting.record)))
    #expect(try await !town.sees(waiting.leila, .family(waiting.record)))
    let guardians = try await town.ledger.read {
      try StudentsStore(tx: $0).guardians(of: waiting.record, in: town.rimon)
    }
    #expect(guardians.map(\.account) == [town.noa] && guardians.first?.relation == "Mother")
    let old = try #require(try await waiting.account(waiting.leila))
    #expect(old.closedAt != nil && old.username == nil)
    #expect(try await town.journal().last?.detail?.contains(waiting.leila.text) == true)
  }

  @Test(arguments: Dialect.allCases)
  func `but a parent who scans the child's slip is not made the child`(_ dialect: Dialect) async throws {
    let waiting = try await Waiting.open(dialect)
    let town = waiting.town
    defer { town.ledger.close() }
    let code = try await waiting.slip(waiting.maya)
    let reason = try await waiting.reason {
      try await town.members.run(JoinSchool(code: code), try await town.request(town.gil))
    }
    #expect(reason == .invalid("code", Phrase("members.code-of-another", .text("Maya Haddad"))))
    #expect(try await town.role(town.gil) == .guardian)
  }

  @Test(arguments: Dialect.allCases)
  func `when another school knows it, only what is here goes to a new account`(_ dialect: Dialect) async throws {
    let waiting = try await Waiting.open(dialect)
    let town = waiting.town
    defer { town.ledger.close() }
    let (maya, cedar) = (waiting.maya, town.cedar)
    try await town.ledger.write(CommandEnvelope(town.ledger.world.id(), "test.join", school: cedar, by: nil)) { tx in
      try MembersStore(tx: tx).insert(Membership(school: cedar, account: maya, role: .teacher, joinedAt: tx.now))
      return ""
    }
    let code = try await waiting.slip(maya)
    #expect(try await town.members.run(waiting.claim(code), try await town.request()) != nil)
    #expect(try await waiting.account(maya)?.passwordHash == nil)
    #expect(try await town.role(maya, in: cedar) == .teacher)
    #expect(try await town.role(maya) == nil)
    let record = try await town.ledger.read { try StudentsStore(tx: $0).student(waiting.record, in: town.rimon) }
    let new = try #require(record?.account)
    #expect(new != maya)
    #expect(try await town.role(new) == .student)
    #expect(try await town.role(new, in: cedar) == nil)
  }
}

extension Town {
  /// Everybody the town is made of signs in already.
  fileprivate func setPasswords(of accounts: [ID<Account>]? = nil) async throws {
    let all = accounts ?? [oded, ada, tova, gil, stranger, noa]
    try await ledger.upkeep { tx in
      for id in all { try tx.execute("UPDATE account SET password = 'x' WHERE id = $1", [.id(id)]) }
    }
  }

  fileprivate func count(_ table: String) async throws -> Int {
    try await ledger.read { try $0.count("SELECT count(*) FROM \(table)") }
  }
}
