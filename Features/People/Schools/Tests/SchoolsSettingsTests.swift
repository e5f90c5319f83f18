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

@Suite struct `The office says how its school works` {
  private func day(_ text: String) throws -> Day { try #require(Day(text)) }

  @Test(arguments: Dialect.allCases)
  func `how long registers are corrected and which rate counts, once, with what it was in the journal`(
    _ dialect: Dialect
  ) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let before = try await town.head()
    let request = try await town.request(town.ada)
    let command = SetAttendanceRules(correctionDays: 3, rate: .strict)
    let first = try await town.ledger.handle(command, request, town.schools.service.handle).outcome
    #expect(first.wayBack(to: "/")?.fields.first == Form.Field("correctionDays", "14"))
    #expect(try await town.ledger.handle(command, request, town.schools.service.handle).outcome.text == first.text)
    #expect(try await town.head() == before + 1)
    let school = try await town.ledger.read { try town.schools.service.school(of: request, $0) }
    #expect(school?.correctionDays == 3 && school?.rate == .strict)
    let entry = try #require(try await town.journal().last)
    #expect(entry.command == "schools.set-attendance")
    #expect(entry.rows == "school \(hex(town.rimon.bytes)) +")
    #expect(entry.detail?.contains("14") == true && entry.detail?.contains("strict") == true)
    for account in [town.tova, town.gil] {
      let request = try await town.request(account)
      #expect(
        await refused { try await town.ledger.handle(command, request, town.schools.service.handle) } == .notFound)
    }
    let owner = try await town.request(town.oded)
    let old = SetAttendanceRules(correctionDays: 1, rate: .strict, version: "1")
    #expect(await refused { try await town.ledger.handle(old, owner, town.schools.service.handle) } == .stale)
    #expect(throws: Refusal.self) { try SetAttendanceRules(Form(["correctionDays": "367", "rate": "strict"])) }
    #expect(throws: Refusal.self) { try SetAttendanceRules(Form(["correctionDays": "7", "rate": "kind"])) }
    #expect(try await town.head() == before + 1)
  }

  @Test(arguments: Dialect.allCases)
  func `how large files are and when a day of study begins, with a way back and bounds`(_ dialect: Dialect) async throws
  {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let before = try await town.head()
    let (request, usual) = (try await town.request(town.ada), SchoolWork())
    #expect(usual == SchoolWork(file: 25, person: 1000, dayStart: 0))
    let command = SetWorkRules(work: SchoolWork(file: 40, person: 300, dayStart: 4))
    let first = try await town.ledger.handle(command, request, town.schools.service.handle).outcome
    let fields = try #require(first.wayBack(to: "/")?.fields)
    let back = try SetWorkRules(Form(fields))
    #expect(back.work == usual)
    #expect(try await town.ledger.handle(command, request, town.schools.service.handle).outcome.text == first.text)
    #expect(try await town.head() == before + 1)
    let school = try await town.ledger.read { try town.schools.service.school(of: request, $0) }
    #expect(school?.work == command.work && school?.version == back.version && school?.correctionDays == 14)
    let entry = try #require(try await town.journal().last)
    #expect(entry.command == "schools.set-work" && entry.rows == "school \(hex(town.rimon.bytes)) +")
    #expect(entry.detail?.contains("1000") == true && entry.detail?.contains("300") == true)
    let office = try await town.request(town.oded)
    for (wrong, field) in [
      (SchoolWork(file: 0), "file"), (SchoolWork(file: 501), "file"), (SchoolWork(person: 9), "person"),
      (SchoolWork(file: 30, person: 29), "person"), (SchoolWork(dayStart: 7), "dayStart"),
    ] {
      let reason = await refused {
        try await town.ledger.handle(SetWorkRules(work: wrong), office, town.schools.service.handle)
      }
      guard case .invalid(let problems) = reason else {
        Issue.record("\(wrong) is taken")
        continue
      }
      #expect(problems.first?.field == field)
    }
    for account in [town.tova, town.gil] {
      let request = try await town.request(account)
      #expect(
        await refused { try await town.ledger.handle(command, request, town.schools.service.handle) } == .notFound)
    }
    let stale = SetWorkRules(work: usual, version: "1")
    #expect(await refused { try await town.ledger.handle(stale, office, town.schools.service.handle) } == .stale)
    #expect(throws: Refusal.self) { try SetWorkRules(Form(["file": "501", "person": "1000", "dayStart": "0"])) }
    #expect(try await town.head() == before + 1)
    try await town.ledger.handle(back, office, town.schools.service.handle)
    #expect(try await town.ledger.read { try town.schools.service.school(of: request, $0)?.work } == usual)
  }

  @Test(arguments: Dialect.allCases)
  func `when its terms are: none shares a day with another, and each change can be undone`(_ dialect: Dialect)
    async throws
  {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    func term(_ low: UInt64, _ from: String, _ until: String) throws -> SchoolTerm {
      SchoolTerm(id: ID(high: 9, low: low), name: "T\(low)", from: try day(from), until: try day(until))
    }
    let (autumn, spring) = (try term(1, "2026-09-01", "2026-12-20"), try term(2, "2027-01-07", "2027-06-30"))
    let before = try await town.head()
    let request = try await town.request(town.ada)
    let id: ID<SchoolTerm> = try await town.ledger.handle(
      AddTerm(term: autumn), request, town.schools.service.handle
    ).id()
    let again = try await town.ledger.handle(AddTerm(term: autumn), request, town.schools.service.handle)
    #expect(again.outcome.text == id.text)
    try await town.ledger.handle(AddTerm(term: spring), try await town.request(town.oded), town.schools.service.handle)
    #expect(try await town.head() == before + 2)
    let touching = try term(3, "2026-12-20", "2027-01-06")
    let late = try await town.request(town.ada)
    #expect(
      await refused { try await town.ledger.handle(AddTerm(term: touching), late, town.schools.service.handle) }
        == .invalid("from", Phrase("schools.term-overlaps", .text("T1"))))
    var longer = autumn
    longer.until = spring.from
    let change = ChangeTerm(term: longer)
    #expect(
      await refused { try await town.ledger.handle(change, late, town.schools.service.handle) }
        == .invalid("from", Phrase("schools.term-overlaps", .text("T2"))))
    let teacher = try await town.request(town.tova)
    let removal = RemoveTerm(term: id)
    #expect(await refused { try await town.ledger.handle(removal, teacher, town.schools.service.handle) } == .notFound)
    let unknown = RemoveTerm(term: ID(high: 3, low: 3))
    #expect(await refused { try await town.ledger.handle(unknown, late, town.schools.service.handle) } == .notFound)
    #expect(try await town.head() == before + 2)
    longer.until = try day("2026-12-31")
    let office = try await town.request(town.ada)
    let changed = try await town.ledger.handle(ChangeTerm(term: longer), office, town.schools.service.handle).outcome
    #expect(changed.wayBack(to: "/")?.fields == autumn.fields)
    let removed = try await town.ledger.handle(
      removal, try await town.request(town.ada), town.schools.service.handle
    ).outcome
    #expect(removed.wayBack(to: "/")?.fields == longer.fields + [Form.Field("id", id.text)])
    #expect(try await town.journal().last?.command == "schools.remove-term")
    let left = try await town.ledger.read { [town] in try SchoolsStore(tx: $0).terms(of: town.rimon) }
    #expect(left == [spring])
    let other = try await town.ledger.read { [town] in try SchoolsStore(tx: $0).terms(of: town.cedar) }
    #expect(other.isEmpty)
  }

  @Test(arguments: Language.allCases)
  func `on a page of its own, the end of the school for owners alone`(_ language: Language) throws {
    let now = Instant(milliseconds: 1_794_000_000_000)
    var school = School(
      id: ID(high: 1, low: 1), name: "<b>Rimon</b>", kind: .k12, zone: "UTC", language: .he, theme: "oasis",
      createdAt: now, updatedAt: now)
    let term = SchoolTerm(
      id: ID(high: 2, low: 2), name: "<i>A</i>", from: try day("2026-09-01"), until: try day("2026-12-20"))
    func html(_ role: Role) -> String {
      let data = SchoolSettingsData(school: school, role: role, terms: [term], zones: ["UTC"])
      return schoolSettingsPage(data, Draft(), TownWords.scene(language)).body.string
    }
    let owner = html(.owner)
    for id in ["profile", "registers", "work", "terms", "days-off", "deletion"] {
      #expect(owner.contains("id=\"\(id)\""))
    }
    #expect(owner.contains("&lt;i&gt;A&lt;/i&gt;") && !owner.contains("<i>A</i>") && !owner.contains(">schools."))
    #expect(owner.contains("name=\"version\" value=\"1794000000000\""))
    #expect(!html(.admin).contains("id=\"deletion\"") && !html(.admin).contains("action=\"/settings/organization\""))
    school.lockedAt = now
    #expect(html(.owner).contains("action=\"/settings/school/restoring\""))
  }
}

@Suite struct `A school is deleted` {
  private static let password = "four wet green umbrellas"

  /// Rimon with a password for its owner, and a pupil a roster brought.
  private func open(_ dialect: Dialect) async throws -> (town: Town, server: SchoolsServer, pupil: ID<Account>) {
    let town = try await Town.open(dialect)
    let accounts = AccountsServer(ledger: town.ledger, passwords: TownWords.passwords)
    let hash = try await accounts.hash(Self.password)
    let (oded, pupil, rimon) = (town.oded, town.ledger.world.id(Account.self), town.rimon)
    try await town.ledger.upkeep { tx in
      try tx.execute("UPDATE account SET password = $2 WHERE id = $1", [.id(oded), .text(hash)])
    }
    try await town.ledger.write(CommandEnvelope(town.ledger.world.id(), "test.pupil", school: rimon, by: nil)) { tx in
      try AccountsStore.insert(
        AccountRecord(id: pupil, username: "canary", name: "CANARY", createdAt: tx.now), tx)
      try MembersStore(tx: tx).insert(Membership(school: rimon, account: pupil, role: .student, joinedAt: tx.now))
      let student = Student(id: ID(high: 4, low: 4), given: "CANARY", family: "Haddad", updatedAt: tx.now)
      try StudentsStore(tx: tx).insert(student)
      try StudentsStore(tx: tx).link(account: pupil, to: student.id)
      try StudentsStore(tx: tx).setNote("CANARY", of: student.id, by: oded)
      tx.detail("before", "CANARY")
      return "CANARY"
    }
    let server = SchoolsServer(ledger: town.ledger, accounts: accounts)
    return (town, server, pupil)
  }

  @Test(arguments: Dialect.allCases)
  func `by an owner who types its name and the password; others see nothing, and an owner takes it back`(
    _ dialect: Dialect
  ) async throws {
    let (town, server, _) = try await open(dialect)
    defer { town.ledger.close() }
    let before = try await town.head()
    func reason(_ account: ID<Account>, _ name: String, _ password: String) async throws -> Refusal? {
      let request = try await town.request(account)
      return await refused { try await server.delete(typed: name, password: password, request) }
    }
    #expect(try await reason(town.ada, "Rimon", Self.password) == .notFound)
    #expect(try await reason(town.oded, "rimon", Self.password) == .invalid("name", Phrase("schools.name-differs")))
    #expect(try await reason(town.oded, "Rimon", "wrong") == .invalid("password", Phrase("accounts.wrong-current")))
    let early = try await town.request(town.oded)
    #expect(
      await refused { try await town.ledger.handle(RestoreSchool(), early, server.service.handle) }
        == .conflict(Phrase("schools.not-locked")))
    #expect(try await town.head() == before)
    let (_, code) = try await town.invite(.teacher)
    let request = try await town.request(town.oded)
    for _ in 0..<2 { try await server.delete(typed: "Rimon", password: Self.password, request) }
    #expect(try await town.head() == before + 2)
    #expect(try await town.journal().last?.command == "schools.delete")
    for account in [town.ada, town.tova, town.gil] {
      #expect(try await town.ledger.read { try server.service.schools(of: account, search: "", $0).isEmpty })
      #expect(try await !town.sees(account, .school(town.rimon)))
      let request = try await town.request(account)
      #expect(await refused { try await server.run(SwitchSchool(school: town.rimon), request) } == .notFound)
    }
    #expect(try await town.ledger.read { try server.service.schools(of: town.oded, search: "", $0).count } == 1)
    let late = try await town.request(town.noa)
    #expect(
      await refused { try await town.members.run(JoinSchool(code: code), late) }
        == .invalid("code", Phrase("members.code-unknown")))
    // Nothing is erased before its time, and nothing at all when an owner has thought better of it.
    try await server.eraseDue()
    try await server.erase(town.rimon)
    try await town.ledger.handle(RestoreSchool(), try await town.request(town.oded), server.service.handle)
    town.clock.advance(days: 31)
    try await server.eraseDue()
    #expect(try await town.ledger.jobs(of: .server).isEmpty)
    #expect(try await town.ledger.read { try server.service.schools(of: town.tova, search: "", $0).count } == 1)
    #expect(try await town.sees(town.tova, .school(town.rimon)))
  }

  @Test(arguments: Dialect.allCases)
  func `and thirty days later no word of it is left, the chain of its journal verifies, and others are untouched`(
    _ dialect: Dialect
  ) async throws {
    let (town, server, pupil) = try await open(dialect)
    defer { town.ledger.close() }
    try await server.delete(typed: "Rimon", password: Self.password, try await town.request(town.oded))
    #expect(try await town.words("CANARY") > 4)
    town.clock.advance(days: 30)
    // A clock that is a month ahead, for one start or one afternoon, looks just like this.
    #expect(try await server.eraseDue().map(\.id) == [town.rimon])
    #expect(try await server.waiting().count == 1)
    try await town.work()
    #expect(try await server.eraseDue().map(\.id) == [town.rimon], "in the same hour")
    #expect(try await town.ledger.jobs(of: .server).isEmpty)
    town.clock.advance(days: 1)
    #expect(try await server.eraseDue().isEmpty)
    #expect(try await server.waiting().isEmpty)
    try await server.eraseDue()
    #expect(try await town.ledger.jobs(of: .server).count == 1)
    try await JobRunner(town.ledger, server.jobHandlers).runDue()
    #expect(try await town.ledger.jobs(of: .server).first?.state == .done)
    #expect(try await town.words("CANARY") == 0)
    let (ledger, rimon, cedar) = (town.ledger, town.rimon, town.cedar)
    let left = try await ledger.read { tx in
      try ledger.tenantTables.filter { table in
        try tx.exists("SELECT 1 FROM \"\(table.name)\" WHERE school = $1", [.id(rimon)])
      }.map(\.name)
    }
    #expect(left.isEmpty)
    let broken = try await ledger.read { tx in
      try [rimon, cedar, .server].filter { try Journal.firstBroken(tx, school: $0) != nil }
    }
    #expect(broken.isEmpty)
    let entries = try await town.journal()
    #expect(entries.last?.command == "schools.erase" && entries.allSatisfy { $0.detail == nil })
    let (own, waiting, other, last) = try await ledger.read { [town] tx in
      let accounts = AccountsStore(tx: tx)
      return (
        try accounts.account(town.oded), try accounts.account(pupil), try SchoolsStore(tx: tx).school(cedar),
        try accounts.account(town.stranger)?.lastSchool
      )
    }
    #expect(own?.lastSchool == nil && own?.name == "Oded Levi")
    #expect(waiting == nil && other != nil && last == cedar)
    try await server.erase(rimon)
  }
}

extension Town {
  /// Somebody does something in the other school.
  fileprivate func work() async throws {
    let sent = CommandEnvelope(ledger.world.id(), "test.work", school: cedar, by: stranger)
    try await ledger.write(sent) { tx in
      tx.detail("work", "done")
      return ""
    }
  }

  /// How many texts in all declared tables hold the word.
  fileprivate func words(_ word: String) async throws -> Int {
    let ledger = ledger
    let tables = ledger.tenantTables + [AccountsTables.account.schema]
    return try await ledger.read { tx in
      try tables.map { table in
        let texts = table.columns.filter {
          if case .text = $0.kind { true } else if case .json = $0.kind { true } else { false }
        }
        return try texts.map {
          try tx.count("SELECT count(*) FROM \"\(table.name)\" WHERE \"\($0.name)\" LIKE $1", [.text("%" + word + "%")])
        }.reduce(0, +)
      }.reduce(0, +)
    }
  }
}

extension SchoolsServer {
  /// As its route does it.
  fileprivate func delete(typed: String, password: String, _ request: Request) async throws {
    let command = DeleteSchool(typed: typed, password: password)
    let isRight = try await isRight(command, request)
    try await ledger.handle(command, request) { command, request, tx throws(Refusal) in
      try handle(command, isRight, request, tx)
    }
  }
}
