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

@Suite struct `An import on the web` {
  let runner: (ExchangeBooks) -> JobRunner = { JobRunner($0.ledger, $0.server.jobHandlers) }

  func upload(_ books: ExchangeBooks, _ name: String, removes: Bool = false) async throws -> ID<RosterImport> {
    let arriving = try books.ledger.files.begin(limit: 1 << 20)
    try await arriving.write(Array(try Data(contentsOf: URL(fileURLWithPath: ExchangeBooks.fixture(name)))))
    let content = try await arriving.finish()
    return try await books.server.begin(content, named: name, removes: removes, books.owner, books.ledger.world.id())
  }

  func state(_ id: ID<RosterImport>, _ books: ExchangeBooks) async throws -> RosterImport {
    try await books.server.page(id, books.school).rosterImport
  }

  func agree(_ id: ID<RosterImport>, _ books: ExchangeBooks, confirmed: Int? = nil) async throws {
    try await books.server.run(AgreeToImport(id: id, confirmed: confirmed), books.owner, books.ledger.world.id())
  }

  /// Who has the import on a device, and who its file.
  private func holders(_ id: ID<RosterImport>, _ books: ExchangeBooks) async throws -> [Set<ID<Account>>] {
    let key: [Value] = [.id(books.school), .id(id)]
    return [
      try await books.ledger.holders(of: ExchangeTables.rosterImport, key, in: books.school),
      try await books.ledger.holders(of: id.cast(to: KeptFile.self), in: books.school),
    ]
  }

  @Test(arguments: ExchangeBooks.engines)
  func `a file waits, is weighed, is agreed to and is in the books`(_ dialect: Dialect) async throws {
    let books = try await ExchangeBooks.open(dialect)
    let id = try await upload(books, "pupils.csv")
    #expect(try await state(id, books).state == .waiting)
    #expect(try await books.refusal { try await agree(id, books) }?.code == "conflict", "not before it was weighed")
    try await runner(books).runDue()
    let weighed = try await state(id, books)
    #expect(weighed.state == .ready)
    #expect(weighed.report?.news == [15, 5, 9, 7], "eight children and seven parents, five classes")
    #expect(try await books.students().isEmpty)
    try await agree(id, books)
    #expect(try await books.refusal { try await agree(id, books) }?.code == "conflict", "once is enough")
    try await runner(books).runDue()
    #expect(try await state(id, books).state == .done)
    #expect(try await books.students().count == 8)
    #expect(
      try await books.journal() == [
        "test.found", "exchange.begin-import", "exchange.weigh-roster", "exchange.agree-to-import",
        "exchange.apply-roster",
      ])
    let kept = try await books.ledger.read { [books] in try $0.file(id.cast(), school: books.school) }
    #expect(kept == nil, "what was sent is forgotten when it is over")
    #expect(try await holders(id, books) == [[books.owner.account], []])
  }

  @Test(arguments: ExchangeBooks.engines)
  func `what was weighed and is not wanted is thrown away, with its file`(_ dialect: Dialect) async throws {
    let books = try await ExchangeBooks.open(dialect)
    let discard: (ID<RosterImport>) async throws -> Void = { id in
      try await books.server.run(DiscardImport(id: id), books.owner, books.ledger.world.id())
    }
    let id = try await upload(books, "pupils.csv")
    #expect(try await books.refusal { try await discard(id) }?.code == "conflict", "not before it was weighed")
    try await runner(books).runDue()
    let other = Caller(account: books.stranger.account, school: books.stranger.school, role: .owner)
    let foreign = try await books.refusal {
      try await books.server.run(DiscardImport(id: id), other, books.ledger.world.id())
    }
    #expect(foreign == .notFound)
    #expect(try await holders(id, books) == [[books.owner.account], [books.owner.account]])
    try await discard(id)
    #expect(try await holders(id, books) == [[], []])
    #expect(try await books.refusal { _ = try await state(id, books) } == .notFound)
    let kept = try await books.ledger.read { [books] in try $0.file(id.cast(), school: books.school) }
    #expect(kept == nil)
    #expect(try await books.students().isEmpty)
    #expect(try await books.journal().last == "exchange.discard-import")
    #expect(try await books.refusal { try await agree(id, books) } == .notFound)
  }

  @Test func `past imports are listed in parts, the newest first, and none is out of reach`() async throws {
    let books = try await ExchangeBooks.open(.sqlite)
    var all: [ID<RosterImport>] = []
    for _ in 0..<5 { all.append(try await upload(books, "pupils.csv")) }
    let listed = try await books.ledger.read { [books] tx in
      let store = ExchangeStore(tx: tx)
      let first = try store.imports(in: books.school, limit: 3)
      return (first + (try store.imports(in: books.school, after: first.last, limit: 3))).map(\.id)
    }
    #expect(listed.count == all.count && Set(listed) == Set(all))
  }

  @Test(arguments: ExchangeBooks.engines)
  func `a file that cannot be read is refused and says why`(_ dialect: Dialect) async throws {
    let books = try await ExchangeBooks.open(dialect)
    let id = try await upload(books, "hebrew-windows-1255.csv")
    try await runner(books).runDue()
    let refused = try await state(id, books)
    #expect(refused.state == .refused)
    #expect(refused.report?.refusal?.code == .encodingWindows1255)
    #expect(try await books.refusal { try await agree(id, books) }?.code == "conflict")
  }

  @Test(arguments: ExchangeBooks.engines)
  func `removals are agreed to by their exact number`(_ dialect: Dialect) async throws {
    let books = try await ExchangeBooks.open(dialect)
    try await books.apply(try ExchangeBooks.file("sourcedId,first name\nf1,A\nf2,B\n"))
    let id = try await upload(books, "removals.csv", text: "sourcedId,status\nf1,tobedeleted\n")
    try await runner(books).runDue()
    #expect(try await state(id, books).report?.needsCount == true)
    for wrong in [nil, 7] {
      #expect(try await books.refusal { try await agree(id, books, confirmed: wrong) }?.code == "invalid")
    }
    try await agree(id, books, confirmed: 1)
    try await runner(books).runDue()
    #expect(try await state(id, books).state == .done)
    #expect(try await books.students().count == 1)
  }

  func upload(_ books: ExchangeBooks, _ name: String, text: String) async throws -> ID<RosterImport> {
    let arriving = try books.ledger.files.begin(limit: 1 << 20)
    try await arriving.write(Array(text.utf8))
    let content = try await arriving.finish()
    return try await books.server.begin(content, named: name, removes: false, books.owner, books.ledger.world.id())
  }

  @Test(arguments: ExchangeBooks.engines)
  func `a job that runs again writes nothing twice`(_ dialect: Dialect) async throws {
    let books = try await ExchangeBooks.open(dialect)
    let id = try await upload(books, "oneroster-1.2/users.csv")
    try await runner(books).runDue()
    try await agree(id, books)
    let job = try #require(try await books.ledger.jobs(of: books.school).first { $0.kind == "exchange.apply" })
    // The server died after writing and before saying so.
    let caller = Caller(account: books.owner.account, school: books.school, role: .owner)
    let command = ApplyRoster(removes: false, confirmed: nil)
    let file = RosterFile(path: ExchangeBooks.fixture("oneroster-1.2/users.csv"), name: "users.csv")
    _ = try await books.server.apply(file, command, caller, id.cast(), { _, _ in }) { _, _ in }
    #expect(job.state == .waiting)
    try await runner(books).runDue()
    #expect(try await books.journal().filter { $0 == "exchange.apply-roster" }.count == 1)
  }

  @Test func `another school's import is not there`() async throws {
    let books = try await ExchangeBooks.open(.sqlite)
    let id = try await upload(books, "pupils.csv")
    // Its page hears of it where the office has it open, and nobody else does.
    let view = try #require(exchangeViews(books.server).first)
    for role in Role.allCases {
      let caller = Caller(account: books.owner.account, school: books.school, role: role)
      #expect(try await view.maySee(id.text, caller) == role.isOffice)
      #expect(try await !view.maySee("nothing", caller))
    }
    #expect(try await books.refusal { _ = try await books.server.page(id, books.stranger.school) } == .notFound)
    let theirs = AgreeToImport(id: id, confirmed: nil)
    #expect(
      try await books.refusal { try await books.server.run(theirs, books.stranger, books.ledger.world.id()) }
        == .notFound
    )
  }

  @Test func `who lost the office between agreeing and writing writes nothing`() async throws {
    let books = try await ExchangeBooks.open(.sqlite)
    let id = try await upload(books, "pupils.csv")
    try await runner(books).runDue()
    try await agree(id, books)
    try await books.ledger.upkeep(school: books.school) { [books] tx in
      try tx.execute("UPDATE membership SET role = 'teacher' WHERE account = $1", [.id(books.owner.account)])
    }
    try await runner(books).runDue()
    #expect(try await state(id, books).state == .failed)
    #expect(try await books.students().isEmpty)
  }
}
