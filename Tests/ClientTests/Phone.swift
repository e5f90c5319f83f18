import App
import Base
import Core
import Database
import Demo
import Foundation
import HomeroomClient
import HomeroomTesting
import Ledger
import People
import Router
import Sync
import Testing

/// A phone of one of the demo's people: a folder, a clock of its own, and a line to the server.
struct Phone {
  let client: Client
  let line: TestLine
  let clock: TestClock
  let folder: URL

  static let mother = "leila@rimon.example"

  /// A phone with nothing on it.
  static func new(_ school: TestSchool, seed: UInt64 = 1) async throws -> Phone {
    let folder = URL(fileURLWithPath: try TestFolder.make())
    return try await open(
      folder, TestLine(school.homeroom, seed: seed), TestClock(school.clock.now, seed: seed &* 7919 &+ 3))
  }

  static func open(_ folder: URL, _ line: TestLine, _ clock: TestClock) async throws -> Phone {
    let client = try await Client.open(
      folder: folder, credentials: FileCredentialStore(folder.appendingPathComponent("token")), transport: line,
      world: clock.world)
    return Phone(client: client, line: line, clock: clock, folder: folder)
  }

  /// A phone that has signed in and has fetched what there is.
  static func signedIn(_ school: TestSchool, _ who: String = mother, seed: UInt64 = 1) async throws -> Phone {
    let phone = try await new(school, seed: seed)
    let schools = try await phone.client.signIn(identifier: who, password: DemoSchool.password)
    if schools.count > 1, let first = schools.first(where: { $0.name == "Rimon School" }) {
      try await phone.client.choose(first.id)
    }
    let report = try await phone.client.sync()
    #expect(report.isComplete && report.pages > 0)
    return phone
  }

  /// Where all of it would lie if the process ended now.
  func copy() throws -> URL { try Self.copy(folder) }

  static func copy(_ folder: URL) throws -> URL {
    let copy = URL(fileURLWithPath: try TestFolder.make()).appendingPathComponent("copy")
    try FileManager.default.copyItem(at: folder, to: copy)
    return copy
  }

  /// The same phone with what was in its folder at that moment; as after a crash, or on a second device.
  func again(in folder: URL, seed: UInt64 = 99) async throws -> Phone {
    try await Phone.open(folder, line, TestClock(clock.now, seed: seed))
  }

  /// Whether its pages are in words, and not in the keys of words.
  func hasWords() async throws -> Bool {
    let session = try #require(await client.session)
    let words = TestWords.of(session.identity.language ?? session.school.language)
    return try await client.page("/messages").contains(words("messages.title"))
  }

  // MARK: what a mother does

  /// The first of her children.
  func child() async throws -> String {
    let children = try await client.data("/attendance").readList("children")
    return try #require(children.first?.readText("student"))
  }

  /// Says that her child will be away.
  @discardableResult
  func report(_ reason: String, of child: String, in days: Int = 1) async throws -> ID<IdempotencyKey> {
    let day = Zone.utc.day(of: clock.now).plus(days: days)
    let key: ID<IdempotencyKey> = clock.world.id()
    try await client.perform(
      "/students/\(child)/absences", ["from": day.text, "until": day.text, "reason": reason], key: key)
    return key
  }

  /// Tries until nothing waits any more.
  ///
  /// - Returns: whether it came to that.
  @discardableResult
  func settle(most: Int = 200) async throws -> Bool {
    for _ in 0..<most {
      do {
        if try await client.sync().isComplete, try await client.outbox().isEmpty { return true }
      } catch ClientError.noLine {} catch ClientError.busy {}
    }
    return false
  }

  /// It holds what a new phone of the same person would hold.
  func expectFresh(_ school: TestSchool, _ who: String = mother, seed: UInt64 = 4242) async throws {
    let fresh = try await Phone.signedIn(school, who, seed: seed)
    try await client.sync()
    let (mine, theirs) = (try await client.contents(), try await fresh.client.contents())
    #expect(mine.keys.sorted() == theirs.keys.sorted())
    for (table, rows) in theirs { #expect(mine[table] == rows, "\(table)") }
  }
}

extension TestSchool {
  /// The reasons of absences in the books that begin so, sorted.
  func reasons(_ beginning: String) async throws -> [String] { try await homeroom.reasons(beginning) }
}

extension Homeroom {
  func reasons(_ beginning: String) async throws -> [String] {
    try await ledger.read { tx in
      try tx.rows("SELECT reason FROM absence WHERE reason IS NOT NULL") { $0.text(0) }
    }.filter { $0.hasPrefix(beginning) }.sorted()
  }

  /// Of these requests, those that were carried out, in the order of the books.
  func carriedOut(_ keys: [ID<IdempotencyKey>]) async throws -> [ID<IdempotencyKey>] {
    let wanted = Set(keys)
    return try await ledger.read { tx in
      try tx.rows("SELECT sending FROM receipt ORDER BY seq") { $0.id(0, IdempotencyKey.self) }
    }.filter { wanted.contains($0) }
  }
}
