import Base
import Classroom
import Database
import Delimited
import Foundation
import HomeroomTesting
import Ledger
import People
import PeopleServer
import School
import Testing

@testable import Office
@testable import OfficeServer

@Suite struct `What an import must never do` {
  static func people(_ numbers: some Sequence<Int>) -> String {
    "sourcedId,givenName,familyName,username\n" + numbers.map { "k\($0),Given\($0),Family,user\($0)\n" }.joined()
  }

  /// A complete OneRoster folder with these students.
  static func folder(_ count: Int) throws -> String {
    let path = try TestFolder.make()
    let users =
      "sourcedId,givenName,familyName,role\n" + (0..<count).map { "k\($0),Given\($0),Family,student\n" }.joined()
    try Data("propertyName,value\noneroster.version,1.1\nfile.users,bulk\n".utf8)
      .write(to: URL(fileURLWithPath: path + "/manifest.csv"))
    try Data(users.utf8).write(to: URL(fileURLWithPath: path + "/users.csv"))
    return path
  }

  @Test(arguments: ExchangeFixture.engines)
  func `nobody goes for being absent, unless asked for and counted`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    try await fixture.apply(try Self.folder(20))
    let short = try Self.folder(17)
    #expect(try await fixture.preview(short).isQuiet)
    try await fixture.apply(short)
    #expect(try await fixture.students().count == 20)
    let asked = try await fixture.preview(short, removes: true)
    #expect(asked.removals == 3)
    #expect(asked.needsCount)
    for wrong in [nil, 2, 17] {
      let refusal = try await fixture.refusal { try await fixture.apply(short, removes: true, confirmed: wrong) }
      #expect(refusal?.code == "conflict")
    }
    #expect(try await fixture.students().count == 20)
    try await fixture.apply(short, removes: true, confirmed: 3)
    #expect(try await fixture.students().count == 17)
    #expect(try await fixture.preview(short, removes: true).isQuiet)
  }

  @Test(arguments: ExchangeFixture.engines)
  func `who left comes back with the same record`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    try await fixture.apply(try ExchangeFixture.file(Self.people(0..<20)))
    let before = try await fixture.student("k3")
    try await fixture.apply(try ExchangeFixture.file("sourcedId,status\nk3,tobedeleted\n"))
    #expect(try await fixture.student("k3")?.leftAt != nil)
    #expect(try await fixture.account("user3") != nil)
    try await fixture.apply(try ExchangeFixture.file(Self.people(3...3)))
    let after = try await fixture.student("k3")
    #expect(after?.leftAt == nil)
    #expect(after?.id == before?.id)
    #expect(after?.account == before?.account)
  }

  @Test(arguments: ExchangeFixture.engines)
  func `passwords are nowhere in the fixture`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    for file in ["moodle.csv", "sds/users.csv", "eleves.csv", "oneroster-1.1"] {
      let report = try await fixture.apply(ExchangeFixture.fixture(file))
      #expect(!report.json.string.contains("hunter2"))
    }
    let texts = try await fixture.ledger.read { tx in
      let columns = [
        ("account", "name"), ("account", "password"), ("account", "username"), ("student", "given"),
        ("student", "family"),
        ("roster_person", "given"), ("roster_person", "username"), ("roster_person", "cohorts"),
        ("roster_person", "number"), ("journal_detail", "body"), ("receipt", "answer"),
      ]
      return try columns.flatMap { table, column in
        try tx.rows("SELECT \(column) FROM \(table)") { $0.optionalText(0) ?? "" }
      }
    }
    for secret in ["hunter2", "Changeme1!", "Changeme2!", "S3cret!"] {
      #expect(!texts.contains { $0.contains(secret) })
    }
  }

  @Test(arguments: ExchangeFixture.engines)
  func `an account that somebody uses stays theirs`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    // A guardian of the school has signed up with the address that the roster has for a teacher and for a parent.
    let guardian: ID<Account> = fixture.ledger.world.id()
    try await fixture.ledger.upkeep(school: fixture.school) { [fixture] tx in
      try AccountsStore.insert(
        AccountRecord(
          id: guardian, email: "okoro@example.org", name: "Mallory", passwordHash: "$argon2id$x", createdAt: tx.now), tx
      )
      try MembersStore(tx: tx).insert(
        Membership(school: fixture.school, account: guardian, role: .guardian, joinedAt: tx.now))
    }
    try await fixture.apply(ExchangeFixture.fixture("oneroster-1.1"))
    try await fixture.apply(
      try ExchangeFixture.file("student number,first name,guardian email\n77,Zoe,okoro@example.org\n"))
    let mallory = try await fixture.account("okoro@example.org")
    #expect(mallory?.name == "Mallory")
    let role = try await fixture.ledger.read { [fixture] in
      try MembersStore(tx: $0).membership(guardian, in: fixture.school)?.role
    }
    #expect(role == .guardian, "nobody becomes a teacher by an address")
    let children = try await fixture.ledger.read { [fixture] in
      try StudentsStore(tx: $0).ofGuardian(guardian, in: fixture.school)
    }
    #expect(children.isEmpty, "nobody gets a child by an address")
    // The owner is in the file as an administrator: the same person, and still the owner.
    let report = try await fixture.apply(
      try ExchangeFixture.file("sourcedId,role,first name,email\na9,teacher,Rimon,owner@rimon.example\n"))
    #expect(report.nameless == 0)
    #expect(try await fixture.members(.owner).map(\.name) == ["Rimon School owner"])
    #expect(try await fixture.account("owner@rimon.example")?.passwordHash != nil)
  }

  @Test(arguments: ExchangeFixture.engines)
  func `who was made a teacher or an admin by hand stays it, whatever a file says`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    let (omar, avi) = (fixture.ledger.world.id(Account.self), fixture.ledger.world.id(Account.self))
    try await fixture.invited([(omar, "omar@example.org", .teacher), (avi, "avi@example.org", .admin)])
    let parent = "sourcedId,role,first name,email,guardian email\n"
    let file = parent + "p1,guardian,Omar,omar@example.org,\np2,teacher,Avi,avi@example.org,\n"
    let report = try await fixture.apply(try ExchangeFixture.file(file + "77,student,Zoe,,omar@example.org\n"))
    #expect(try await fixture.roles([omar, avi]) == [.teacher, .admin] && report.lowered == 0)
    #expect(try await fixture.taught(by: omar) == ["omar@example.org"])
    let zoe = try await fixture.students().first { $0.given == "Zoe" }
    #expect(try await fixture.guardians(of: zoe).map(\.id) == [omar], "and is a parent as well")
    let gone = "sourcedId,role,email,status\np1,guardian,omar@example.org,tobedeleted\n"
    try await fixture.apply(try ExchangeFixture.file(gone), confirmed: 1)
    #expect(try await fixture.roles([omar, avi]) == [.teacher, .admin], "a parent's line ends, and the teacher stays")
  }

  @Test(arguments: ExchangeFixture.engines)
  func `who a roster made a teacher is a parent when it says so, teaches no more, and is counted`(
    _ dialect: Dialect
  ) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    func file(_ role: String, _ room: String) throws -> String {
      try ExchangeFixture.file("sourcedId,role,first name,email,class\nt1,\(role),Noa,noa@example.org,\(room)\n")
    }
    try await fixture.apply(try file("teacher", "7B"))
    let noa = try #require(try await fixture.account("noa@example.org")?.id)
    #expect(try await fixture.taught(by: noa) == ["7B"])
    let report = try await fixture.apply(try file("guardian", ""))
    #expect(try await fixture.roles([noa]) == [.guardian] && report.lowered == 1)
    #expect(try await fixture.taught(by: noa).isEmpty)
  }

  @Test func `a child does not become a teacher by a file`() async throws {
    let fixture = try await ExchangeFixture.open(.sqlite)
    try await fixture.apply(try ExchangeFixture.file(Self.people(0..<3)))
    let report = try await fixture.apply(try ExchangeFixture.file("sourcedId,role,first name\nk1,teacher,Given1\n"))
    #expect(report.problems.map(\.code) == [.keyConflict])
    #expect(try await fixture.members(.teacher).isEmpty)
  }
}

@Suite struct `Taking the roster out and in again` {
  static let hostile = [
    "=HYPERLINK(\"http://x\",\"y\")", "+972 50", "-1+2", "@SUM(A1)", "'=quoted", "</script><b>", "שרה", "عمر", "Éloïse",
    "Robert'); DROP TABLE student;--", "a" + String(repeating: "\u{0301}", count: 6), "Maths, advanced",
  ]

  static func text() -> String {
    var writer = CSV.Writer()
    writer.row(["sourcedId", "role", "first name", "last name", "username", "class", "guardian email", "cohort"])
    for (at, name) in hostile.enumerated() {
      writer.row(["k\(at)", "student", name, "Family; \\ \(at)", "user\(at)", "7B", "parent\(at % 3)@example.org", "c"])
    }
    writer.row(["t1", "teacher", "Ngozi", "Okoro", "okoro", "7B", "", ""])
    return String(decoding: writer.drain(), as: UTF8.self)
  }

  @Test(arguments: ExchangeFixture.engines)
  func `what went out changes nothing when it comes in, whatever the names`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    try await fixture.apply(try ExchangeFixture.file(Self.text()))
    let out = try await fixture.exported()
    let path = try ExchangeFixture.file(String(decoding: out, as: UTF8.self))
    let report = try await fixture.preview(path)
    #expect(report.isQuiet)
    #expect(report.errorCount == 0)
    #expect(try await fixture.exported() == out)
    let names = try await fixture.students().map { Array($0.given.utf8) }
    #expect(Set(names) == Set(Self.hostile.map { Array($0.utf8) }))
    #expect(try await fixture.journal().filter { $0 == "exchange.export" }.count == 2)
  }

  @Test(arguments: ExchangeFixture.engines)
  func `an empty school that takes it in has the same roster`(_ dialect: Dialect) async throws {
    let (fixture, fresh) = (try await ExchangeFixture.open(dialect), try await ExchangeFixture.open(dialect))
    try await fixture.apply(try ExchangeFixture.file(Self.text()))
    let out = try await fixture.exported()
    try await fresh.apply(try ExchangeFixture.file(String(decoding: out, as: UTF8.self)))
    // The owners are different people; everybody else is the same.
    let lines: ([UInt8]) -> Set<String> = { bytes in
      Set(
        String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init).filter {
          !$0.contains(" owner")
        })
    }
    #expect(lines(try await fresh.exported()) == lines(out))
  }

  @Test(arguments: ExchangeFixture.engines)
  func `OneRoster out and in again changes nothing`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    try await fixture.apply(ExchangeFixture.fixture("oneroster-1.2"))
    try await fixture.apply(ExchangeFixture.fixture("pupils.csv"))
    let path = try TestFolder.make() + "/out.zip"
    try await fixture.server.exportOneRoster(to: path, caller: fixture.owner)
    let report = try await fixture.preview(path, removes: true)
    #expect(report.total.changed == 0, "\(report.json.string)")
    #expect(report.total.new == 0)
    // The standard has the column; we write it empty.
    #expect(report.problems.map(\.code) == [.passwordDropped])
  }

  @Test func `an export never writes over a file that is there`() async throws {
    let fixture = try await ExchangeFixture.open(.sqlite)
    let path = try ExchangeFixture.file("mine")
    let refusal = try await fixture.refusal { try await fixture.server.exportPeople(to: path, caller: fixture.owner) }
    #expect(refusal?.code == "conflict")
    #expect(FileManager.default.contents(atPath: path) == Data("mine".utf8))
  }
}
