import Base
import Database
import Foundation
import HomeroomTesting
import Ledger
import Router
import School
import Testing
import Web

@testable import Office
@testable import OfficeServer

@Suite struct `An import on the web` {
  let runner: (ExchangeFixture) -> JobRunner = { JobRunner($0.ledger, $0.server.jobHandlers) }

  func upload(_ fixture: ExchangeFixture, _ name: String, removes: Bool = false) async throws -> ID<RosterImport> {
    let arriving = try fixture.ledger.files.begin(limit: 1 << 20)
    try await arriving.write(Array(try Data(contentsOf: URL(fileURLWithPath: ExchangeFixture.fixture(name)))))
    let content = try await arriving.finish()
    return try await fixture.server.begin(
      content, named: name, removes: removes, fixture.owner, fixture.ledger.world.id())
  }

  func state(_ id: ID<RosterImport>, _ fixture: ExchangeFixture) async throws -> RosterImport {
    try await fixture.server.page(id, fixture.school).rosterImport
  }

  func agree(_ id: ID<RosterImport>, _ fixture: ExchangeFixture, confirmed: Int? = nil) async throws {
    try await fixture.server.run(AgreeToImport(id: id, confirmed: confirmed), fixture.owner, fixture.ledger.world.id())
  }

  /// Who has the import on a device, and who its file.
  private func holders(_ id: ID<RosterImport>, _ fixture: ExchangeFixture) async throws -> [Set<ID<Account>>] {
    let key: [Value] = [.id(fixture.school), .id(id)]
    return [
      try await fixture.ledger.holders(of: ExchangeTables.rosterImport, key, in: fixture.school),
      try await fixture.ledger.holders(of: id.cast(to: KeptFile.self), in: fixture.school),
    ]
  }

  @Test(arguments: ExchangeFixture.engines)
  func `a file waits, is weighed, is agreed to and is in the fixture`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    let id = try await upload(fixture, "pupils.csv")
    #expect(try await state(id, fixture).state == .waiting)
    #expect(try await fixture.refusal { try await agree(id, fixture) }?.code == "conflict", "not before it was weighed")
    try await runner(fixture).runDue()
    let weighed = try await state(id, fixture)
    #expect(weighed.state == .ready)
    #expect(weighed.report?.news == [15, 5, 9, 7], "eight children and seven parents, five classes")
    #expect(try await fixture.students().isEmpty)
    try await agree(id, fixture)
    #expect(try await fixture.refusal { try await agree(id, fixture) }?.code == "conflict", "once is enough")
    try await runner(fixture).runDue()
    #expect(try await state(id, fixture).state == .done)
    #expect(try await fixture.students().count == 8)
    #expect(
      try await fixture.journal() == [
        "test.found", "exchange.begin-import", "exchange.weigh-roster", "exchange.agree-to-import",
        "exchange.apply-roster",
      ])
    let kept = try await fixture.ledger.read { [fixture] in try $0.file(id.cast(), school: fixture.school) }
    #expect(kept == nil, "what was sent is forgotten when it is over")
    #expect(try await holders(id, fixture) == [[fixture.owner.account], []])
  }

  @Test(arguments: ExchangeFixture.engines)
  func `what was weighed and is not wanted is thrown away, with its file`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    let discard: (ID<RosterImport>) async throws -> Void = { id in
      try await fixture.server.run(DiscardImport(id: id), fixture.owner, fixture.ledger.world.id())
    }
    let id = try await upload(fixture, "pupils.csv")
    #expect(try await fixture.refusal { try await discard(id) }?.code == "conflict", "not before it was weighed")
    try await runner(fixture).runDue()
    let other = Caller(account: fixture.stranger.account, school: fixture.stranger.school, role: .owner)
    let foreign = try await fixture.refusal {
      try await fixture.server.run(DiscardImport(id: id), other, fixture.ledger.world.id())
    }
    #expect(foreign == .notFound)
    #expect(try await holders(id, fixture) == [[fixture.owner.account], [fixture.owner.account]])
    try await discard(id)
    #expect(try await holders(id, fixture) == [[], []])
    #expect(try await fixture.refusal { _ = try await state(id, fixture) } == .notFound)
    let kept = try await fixture.ledger.read { [fixture] in try $0.file(id.cast(), school: fixture.school) }
    #expect(kept == nil)
    #expect(try await fixture.students().isEmpty)
    #expect(try await fixture.journal().last == "exchange.discard-import")
    #expect(try await fixture.refusal { try await agree(id, fixture) } == .notFound)
  }

  @Test func `past imports are listed in parts, the newest first, and none is out of reach`() async throws {
    let fixture = try await ExchangeFixture.open(.sqlite)
    var all: [ID<RosterImport>] = []
    for _ in 0..<5 { all.append(try await upload(fixture, "pupils.csv")) }
    let listed = try await fixture.ledger.read { [fixture] tx in
      let store = ExchangeStore(tx: tx)
      let first = try store.imports(in: fixture.school, limit: 3)
      return (first + (try store.imports(in: fixture.school, after: first.last, limit: 3))).map(\.id)
    }
    #expect(listed.count == all.count && Set(listed) == Set(all))
  }

  @Test(arguments: ExchangeFixture.engines)
  func `a file that cannot be read is refused and says reason`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    let id = try await upload(fixture, "hebrew-windows-1255.csv")
    try await runner(fixture).runDue()
    let refused = try await state(id, fixture)
    #expect(refused.state == .refused)
    #expect(refused.report?.refusal?.code == .encodingWindows1255)
    #expect(try await fixture.refusal { try await agree(id, fixture) }?.code == "conflict")
  }

  @Test(arguments: ExchangeFixture.engines)
  func `removals are agreed to by their exact number`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    try await fixture.apply(try ExchangeFixture.file("sourcedId,first name\nf1,A\nf2,B\n"))
    let id = try await upload(fixture, "removals.csv", text: "sourcedId,status\nf1,tobedeleted\n")
    try await runner(fixture).runDue()
    #expect(try await state(id, fixture).report?.needsCount == true)
    for wrong in [nil, 7] {
      #expect(try await fixture.refusal { try await agree(id, fixture, confirmed: wrong) }?.code == "invalid")
    }
    try await agree(id, fixture, confirmed: 1)
    try await runner(fixture).runDue()
    #expect(try await state(id, fixture).state == .done)
    #expect(try await fixture.students().count == 1)
  }

  func upload(_ fixture: ExchangeFixture, _ name: String, text: String) async throws -> ID<RosterImport> {
    let arriving = try fixture.ledger.files.begin(limit: 1 << 20)
    try await arriving.write(Array(text.utf8))
    let content = try await arriving.finish()
    return try await fixture.server.begin(
      content, named: name, removes: false, fixture.owner, fixture.ledger.world.id())
  }

  @Test(arguments: ExchangeFixture.engines)
  func `a job that runs again writes nothing twice`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    let id = try await upload(fixture, "oneroster-1.2/users.csv")
    try await runner(fixture).runDue()
    try await agree(id, fixture)
    let job = try #require(try await fixture.ledger.jobs(of: fixture.school).first { $0.kind == "exchange.apply" })
    // The server died after writing and before saying so.
    let caller = Caller(account: fixture.owner.account, school: fixture.school, role: .owner)
    let command = ApplyRoster(removes: false, confirmed: nil)
    let file = RosterFile(path: ExchangeFixture.fixture("oneroster-1.2/users.csv"), name: "users.csv")
    _ = try await fixture.server.apply(file, command, caller, id.cast(), { _, _ in }) { _, _ in }
    #expect(job.state == .waiting)
    try await runner(fixture).runDue()
    #expect(try await fixture.journal().filter { $0 == "exchange.apply-roster" }.count == 1)
  }

  @Test func `another school's import is not there`() async throws {
    let fixture = try await ExchangeFixture.open(.sqlite)
    let id = try await upload(fixture, "pupils.csv")
    // Its page hears of it where the office has it open, and nobody else does.
    let view = try #require(exchangeViews(fixture.server).first)
    for role in Role.allCases {
      let caller = Caller(account: fixture.owner.account, school: fixture.school, role: role)
      #expect(try await view.maySee(id.text, caller) == role.isOffice)
      #expect(try await !view.maySee("nothing", caller))
    }
    #expect(try await fixture.refusal { _ = try await fixture.server.page(id, fixture.stranger.school) } == .notFound)
    let theirs = AgreeToImport(id: id, confirmed: nil)
    #expect(
      try await fixture.refusal { try await fixture.server.run(theirs, fixture.stranger, fixture.ledger.world.id()) }
        == .notFound
    )
  }

  @Test func `who lost the office between agreeing and writing writes nothing`() async throws {
    let fixture = try await ExchangeFixture.open(.sqlite)
    let id = try await upload(fixture, "pupils.csv")
    try await runner(fixture).runDue()
    try await agree(id, fixture)
    try await fixture.ledger.upkeep(school: fixture.school) { [fixture] tx in
      try tx.execute("UPDATE membership SET role = 'teacher' WHERE account = $1", [.id(fixture.owner.account)])
    }
    try await runner(fixture).runDue()
    #expect(try await state(id, fixture).state == .failed)
    #expect(try await fixture.students().isEmpty)
  }
}
