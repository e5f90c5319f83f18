import Base
import Database
import Ledger
import People
import School
import Testing

@testable import Office

@Suite struct `Importing a roster` {
  @Test(arguments: ExchangeFixture.engines)
  func `every file of people comes in whole, and the second time changes nothing`(_ dialect: Dialect) async throws {
    let files = [
      ("pupils.csv", 8, 7), ("eleves.csv", 2, 1), ("talmidim-utf16.txt", 2, 0), ("talaba.csv", 2, 1),
      ("moodle.csv", 2, 0), ("sds/users.csv", 2, 0),
    ]
    for (file, count, parents) in files {
      let fixture = try await ExchangeFixture.open(dialect)
      let path = ExchangeFixture.fixture(file)
      let before = try await fixture.preview(path)
      #expect(before.news[Roster.Kind.person.rawValue] == count + parents, "\(file)")
      #expect(before.news[Roster.Kind.guardian.rawValue] == parents, "\(file)")
      #expect(try await fixture.journal().count == 1, "a preview writes nothing")
      let applied = try await fixture.apply(path)
      #expect(applied.news == before.news, "\(file)")
      let again = try await fixture.preview(path)
      #expect(again.isQuiet, "\(file): \(again.total)")
      try await fixture.apply(path)
      #expect(try await fixture.journal() == ["test.found", "exchange.apply-roster"], "\(file)")
    }
  }

  @Test(arguments: ExchangeFixture.engines)
  func `names in three scripts survive byte for byte, with classes and guardians`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    try await fixture.apply(ExchangeFixture.fixture("pupils.csv"))
    let names = try await fixture.students().map { Array(($0.given + "|" + $0.family).utf8) }
    #expect(names.contains(Array("עבד|".utf8)) == false)
    #expect(names.contains(Array("عبد الرحمن|النجّار".utf8)))
    #expect(names.contains(Array("נועה|בן־דוד".utf8)))
    let ben = try await fixture.students().first { $0.number == "2026-002" }
    #expect(try await fixture.classes(of: ben) == ["7B", "Chess"])
    let ada = try await fixture.students().first { $0.number == "2026-001" }
    #expect(
      Set(try await fixture.guardians(of: ada).map(\.email)) == ["helen.marsh@example.org", "tom.marsh@example.org"])
    #expect(try await fixture.members(.guardian).allSatisfy { $0.passwordHash == nil })
  }

  @Test(arguments: ExchangeFixture.engines)
  func `OneRoster 1 1 and 1 2 bring people, classes, places and guardians, once`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    let old = try await fixture.apply(ExchangeFixture.fixture("oneroster-1.1"))
    #expect(old.news == [6, 2, 3, 2])
    #expect(try await fixture.preview(ExchangeFixture.fixture("oneroster-1.1")).isQuiet)
    let ada = try await fixture.student("u1")
    #expect(ada?.name == "Ada Marsh")
    #expect(try await fixture.classes(of: ada) == ["7B Maths"])
    #expect(try await fixture.guardians(of: ada).map(\.name).sorted() == ["Helen Marsh", "Tom Marsh"])
    #expect(
      try await fixture.members(.teacher).map(\.name).sorted() == ["Ngozi Okoro", "Samira Haddad"],
      "whom the file calls an administrator comes as a teacher")
    #expect(try await fixture.members(.admin).isEmpty)
    #expect(try await fixture.preview(ExchangeFixture.fixture("oneroster-1.1")).admins.map(\.key) == ["a1"])
    try await fixture.apply(ExchangeFixture.fixture("oneroster-1.1"), answers: RosterAnswers(admins: ["a1"]))
    #expect(try await fixture.members(.admin).map(\.name) == ["Samira Haddad"], "until the office says so")
    #expect(try await fixture.members(.teacher).map(\.name) == ["Ngozi Okoro"])
    let fresh = try await ExchangeFixture.open(dialect)
    let new = try await fresh.apply(ExchangeFixture.fixture("oneroster-1.2"))
    #expect(new.news == [4, 1, 3, 2])
    #expect(try await fresh.preview(ExchangeFixture.fixture("oneroster-1.2")).isQuiet)
  }

  @Test(arguments: ExchangeFixture.engines)
  func `a delta removes what it marks and nothing else, and twice is once`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    try await fixture.apply(ExchangeFixture.fixture("oneroster-1.2"))
    let delta = ExchangeFixture.fixture("oneroster-1.2-delta")
    let weighed = try await fixture.preview(delta)
    #expect(weighed.total.removed == 2)
    #expect(try await fixture.refusal { try await fixture.apply(delta) }?.code == "conflict", "more than a tenth")
    try await fixture.apply(delta, confirmed: 2)
    #expect(try await fixture.student("u1")?.family == "Marsh-Bell")
    #expect(try await fixture.student("u3")?.leftAt != nil)
    #expect(try await fixture.classes(of: try await fixture.student("u3")) == [])
    #expect(try await fixture.preview(delta).isQuiet)
  }

  @Test(arguments: ExchangeFixture.engines)
  func `another school has the same keys, names and classes, and is not touched`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    try await fixture.apply(ExchangeFixture.fixture("oneroster-1.1"), as: fixture.stranger)
    let theirs = try await fixture.everything(of: fixture.stranger.school)
    let ada = try await fixture.account("ada")
    let report = try await fixture.apply(ExchangeFixture.fixture("oneroster-1.1"))
    #expect(report.news == [6, 2, 3, 2])
    #expect(report.nameless > 0, "their names and addresses are in use")
    #expect(try await fixture.everything(of: fixture.stranger.school) == theirs)
    #expect(try await fixture.account("ada") == ada)
    #expect(try await fixture.preview(ExchangeFixture.fixture("oneroster-1.1")).isQuiet)
    #expect(try await fixture.journal(fixture.stranger.school).count == 2)
  }

  @Test(arguments: ExchangeFixture.engines)
  func `a file that cannot be read writes nothing`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    for name in ["hebrew-windows-1255.csv", "arabic-windows-1256.csv", "nowhere.csv"] {
      let path = ExchangeFixture.fixture(name)
      #expect(try await fixture.preview(path).refusal != nil)
      #expect(try await fixture.refusal { try await fixture.apply(path) }?.code == "invalid")
    }
    // The rows before the fault are good, and still nothing comes in.
    let broken = try ExchangeFixture.file("username,first name\nada,Ada\nben,\"Ben\n")
    #expect(try await fixture.refusal { try await fixture.apply(broken) }?.code == "invalid")
    #expect(try await fixture.students().isEmpty)
    #expect(try await fixture.journal() == ["test.found"])
  }

  @Test(arguments: ExchangeFixture.engines)
  func `sending the same import twice writes it once`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    let idempotencyKey: ID<IdempotencyKey> = fixture.ledger.world.id()
    let first = try await fixture.apply(ExchangeFixture.fixture("pupils.csv"), idempotencyKey: idempotencyKey)
    let second = try await fixture.apply(ExchangeFixture.fixture("pupils.csv"), idempotencyKey: idempotencyKey)
    #expect(first.json == second.json)
    #expect(try await fixture.journal().count == 2)
  }

  @Test func `only the office imports and exports; to others there is nothing`() async throws {
    let fixture = try await ExchangeFixture.open(.sqlite)
    try await fixture.apply(ExchangeFixture.fixture("oneroster-1.1"))
    let teacher = try #require(try await fixture.members(.teacher).first)
    let caller = Caller(account: teacher.id, school: fixture.school, role: .teacher)
    let pupils = ExchangeFixture.fixture("pupils.csv")
    #expect(try await fixture.refusal { try await fixture.apply(pupils, as: caller) } == .notFound)
    #expect(try await fixture.refusal { _ = try await fixture.exported(caller) } == .notFound)
    // Somebody else's owner says they are ours.
    let liar = Caller(account: fixture.stranger.account, school: fixture.school, role: .owner)
    #expect(try await fixture.refusal { try await fixture.apply(pupils, as: liar) } == .notFound)
    #expect(try await fixture.journal().count == 2)
  }

  @Test(arguments: ExchangeFixture.engines)
  func `a correction changes what the file has columns for, and no more`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    try await fixture.apply(ExchangeFixture.fixture("oneroster-1.1"))
    let text = "sourcedId,family name,class\nu1,Marsh-Bell,Chess\nt1,Okoro-Bell,\n"
    let report = try await fixture.apply(try ExchangeFixture.file(text))
    #expect(report.total.changed == 2)
    let ada = try await fixture.student("u1")
    #expect(ada?.name == "Ada Marsh-Bell")
    #expect(ada?.number == "2026-001")
    #expect(try await fixture.classes(of: ada) == ["7B Maths", "Chess"], "what was true stays true")
    #expect(try await fixture.members(.teacher).map(\.name).sorted() == ["Ngozi Okoro-Bell", "Samira Haddad"])
    #expect(try await fixture.preview(try ExchangeFixture.file(text)).isQuiet)
  }

  @Test(arguments: ExchangeFixture.engines)
  func `a renamed key keeps the person and the history`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    try await fixture.apply(ExchangeFixture.fixture("oneroster-1.1"))
    let before = try await fixture.student("u1")
    let report = try await fixture.apply(try ExchangeFixture.file("sourcedId,username,first name\nnew-1,ada,Ada\n"))
    #expect(report.problems.map(\.code).contains(.keyRenamed))
    #expect(try await fixture.student("new-1")?.id == before?.id)
    #expect(try await fixture.student("u1") == nil)
  }
}
