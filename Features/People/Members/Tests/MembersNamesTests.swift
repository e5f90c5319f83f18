import App
import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import People
@testable import PeopleServer
@testable import Web

@Suite struct `What a pupil is called` {
  @Test(arguments: Dialect.allCases)
  func `the school says, on the record and wherever the account's name stands`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let (maya, dana) = (try await school.signedIn("maya"), try await school.signedIn("dana@rimon.example"))
    let refused = try await maya.post("/account/name", [("name", "Dana Levi")])
    #expect(refused.status == 403 || refused.status == 422 || refused.text.contains("Your school keeps your name"))
    #expect(try await school.name("maya").hasPrefix("مايا"))
    #expect(try await !maya.get("/account").text.contains("action=\"/account/name\""))
    let record = try await school.record("maya")
    let edited = try await dana.post("/students/\(record.text)", [("given", "Maia"), ("family", "Khoury")])
    #expect(edited.status == 303, "\(edited.text.suffix(300))")
    #expect(try await school.name("maya") == "Maia Khoury")
    #expect(try await dana.get("/members?q=Maia").text.contains("Maia Khoury"), "the lists know the new name, too")
    let id = try await school.account("maya")
    let people = try await school.homeroom.ledger.read { tx in
      let schools = try MembersStore(tx: tx).schools(of: id)
      return try MembersStore(tx: tx).people([id], in: schools[0].school.id)
    }
    #expect(people[id]?.name == "Maia Khoury" && people[id]?.role == .student)
  }

  @Test(arguments: Dialect.allCases)
  func `even who belongs elsewhere too is called by the record here`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let maya = try await town.student("Maya")
    let (_, own) = try await town.invite(.student, student: maya)
    try await town.ledger.write(CommandEnvelope(town.ledger.world.id(), "test.join", school: town.cedar, by: nil)) {
      [town] tx in
      try MembersStore(tx: tx).insert(
        Membership(school: town.cedar, account: town.noa, role: .guardian, joinedAt: tx.now))
      return ""
    }
    try await town.members.run(JoinSchool(code: own), try await town.request(town.noa))
    let (here, there) = try await town.ledger.read { [town] tx in
      let members = MembersStore(tx: tx)
      return (try members.people([town.noa], in: town.rimon), try members.people([town.noa], in: town.cedar))
    }
    #expect(here[town.noa]?.name == "Maya Haddad" && here[town.noa]?.role == .student)
    #expect(there[town.noa]?.name == "Noa Peretz" && there[town.noa]?.role == .guardian)
  }

  @Test(arguments: Dialect.allCases)
  func `without a record the office says so on the member's page, and of nobody else`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let (_, code) = try await town.invite(.student)
    try await town.members.run(JoinSchool(code: code), try await town.request(town.noa))
    let renaming = RenameMember(account: town.noa, to: "Noa Haddad")
    try await town.ledger.handle(renaming, try await town.request(town.ada), town.members.service.handle)
    let named = try await town.ledger.read { [town] in try MembersStore(tx: $0).member(town.noa, in: town.rimon)?.name }
    #expect(named == "Noa Haddad")
    let head = try await town.head()
    for (who, whom) in [
      (town.tova, town.noa), (town.gil, town.noa), (town.stranger, town.noa), (town.ada, town.stranger),
    ] {
      let request = try await town.request(who)
      let command = RenameMember(account: whom, to: "X Y")
      #expect(
        await refused { try await town.ledger.handle(command, request, town.members.service.handle) } == .notFound)
    }
    let request = try await town.request(town.oded)
    let command = RenameMember(account: town.gil, to: "X Y")
    #expect(
      await refused { try await town.ledger.handle(command, request, town.members.service.handle) }
        == .notAllowed(Phrase("members.own-name")))
    #expect(try await town.head() == head, "a refusal writes nothing")
  }

  /// Whether a page says in any language that the name is a colleague's.
  private static func says(_ page: String) -> Bool {
    Language.allCases.contains { page.contains(TestWords.of($0)("accounts.name-taken")) }
  }

  @Test(arguments: Dialect.allCases)
  func `nobody takes the name of somebody who works at their school`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let leila = try await school.signedIn("leila@rimon.example")
    let before = try await school.name("leila@rimon.example")
    for name in ["Omar Haddad", "omar  haddad", "Omár Haddad"] {
      let refused = try await leila.post("/account/name", [("name", name)])
      #expect(refused.status == 422 && Self.says(refused.text), "\(name)")
    }
    #expect(try await school.name("leila@rimon.example") == before)
    #expect(try await leila.post("/account/name", [("name", "Leila B. Khoury")]).status == 303)
  }
}

@Suite struct `A code that opens nothing` {
  @Test(arguments: Dialect.allCases)
  func `says so before anybody fills in a form for it`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let (used, late, taken) = (
      try await town.invite(.guardian), try await town.invite(.guardian, days: 1), try await town.invite(.teacher)
    )
    try await town.members.run(JoinSchool(code: used.code), try await town.request(town.noa))
    let revoking = RevokeInvite(invite: taken.invite.id)
    try await town.ledger.handle(revoking, try await town.request(town.oded), town.members.service.handle)
    town.clock.advance(seconds: 2 * 86_400)
    let unknown = InviteCode(world: town.ledger.world)
    let cases = [
      (used.code.text, "members.code-redeemed"), (late.code.text, "members.code-expired"),
      (taken.code.text, "members.code-revoked"), (unknown.text, "members.code-unknown"), ("abc", "members.code-form"),
    ]
    for (text, key) in cases {
      let data = try await town.ledger.read { try town.members.service.joinData(text, for: nil, $0) }
      #expect(data.trouble?.key == key && data.invitation == nil)
      let page = joinPage(data, Draft(), TownWords.scene(.en)).body.string
      #expect(page.contains(TestWords.of(.en)(key)) && !page.contains("name=\"password\""))
      #expect(page.contains("name=\"code\"") && page.contains("href=\"/sign-in\""))
    }
    let (own, empty) = try await town.ledger.read { tx in
      (
        try town.members.service.joinData(used.code.text, for: town.noa, tx),
        try town.members.service.joinData("", for: nil, tx)
      )
    }
    #expect(own.trouble == nil, "who used it is in")
    #expect(empty.trouble == nil)
    let (_, open) = try await town.invite(.guardian)
    let shown = try await town.ledger.read { try town.members.service.joinData(open.text, for: nil, $0) }
    #expect(shown.invitation != nil)
  }

  @Test(arguments: Dialect.allCases)
  func `holds up nobody whose code is right, however many wrong ones came from the same address`(_ dialect: Dialect)
    async throws
  {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let request = try await town.request()
    var last: Refusal?
    for _ in 0..<510 {
      let code = InviteCode(world: town.ledger.world)
      last = await refused { _ = try await town.members.school(of: JoinSchool(code: code), request) }
    }
    #expect(last?.code == "too-many")
    let (_, code) = try await town.invite(.guardian)
    try await town.members.run(JoinSchool(code: code), try await town.request(town.noa))
    #expect(try await town.role(town.noa) == .guardian)
  }
}

@Suite struct `An invitation says what happens` {
  @Test func `no letter is promised where none can be sent`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let dana = try await school.signedIn("dana@rimon.example")
    #expect(try await !dana.get("/members/invites/new").text.contains("name=\"email\""))
    let made = try await dana.post(
      "/members/invites", [("role", "guardian"), ("label", "A parent"), ("days", "7"), ("email", "a@b.example")])
    #expect(made.status == 201 && made.text.contains("No mail server is set up"))
    #expect(!made.text.contains("on its way"))
    #expect(try await dana.get("/settings/notifications").text.contains("No mail server is set up"))
  }

  @Test func `slips carry class and number, by class, in the school's language`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let dana = try await school.signedIn("dana@rimon.example")
    _ = try await dana.post("/students", [("given", "Twin"), ("family", "Stone"), ("number", "4711")])
    #expect(try await dana.post("/account/language", [("language", "fr")]).status == 303)
    let made = try await dana.post("/members/access", [("group", "student"), ("days", "30"), ("again", "on")])
    #expect(made.status == 201)
    let language = try await school.homeroom.ledger.read { tx in
      try tx.first(
        """
        SELECT s.language FROM school s JOIN membership m ON m.school = s.id JOIN account a ON a.id = m.account
        WHERE a.email = 'dana@rimon.example'
        """
      ) { $0.text(0) } ?? ""
    }
    let words = TestWords.of(try #require(Language(rawValue: language)))
    #expect(made.text.contains("class=\"slip\"") && made.text.contains("lang=\"\(language)\""))
    #expect(made.text.contains(words("members.slip-number", .text("4711"))))
    #expect(made.text.contains(words("members.slip-how")))
    #expect(!made.text.contains("name=\"language\""), "what is shown once is not lost by another language")
  }
}

extension TestSchool {
  fileprivate func account(_ identifier: String) async throws -> ID<Account> {
    try await homeroom.ledger.read { try AccountsStore(tx: $0).find(identifier: identifier)?.id } ?? .none
  }

  fileprivate func name(_ identifier: String) async throws -> String {
    try await homeroom.ledger.read { try AccountsStore(tx: $0).find(identifier: identifier)?.name } ?? ""
  }

  fileprivate func record(_ identifier: String) async throws -> ID<Student> {
    let id = try await account(identifier)
    return try await homeroom.ledger.read { tx in
      try tx.first("SELECT id FROM student WHERE account = $1", [.id(id)]) { $0.id(0, Student.self) }
    } ?? .none
  }
}
