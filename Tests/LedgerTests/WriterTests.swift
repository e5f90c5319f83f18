import Base
import Database
import Foundation
import HomeroomTesting
import Logging
import Synchronization
import Testing

@testable import Ledger

/// What goes wrong, how often still, and what was asked of the engine.
private final class Trouble: Sendable {
  private let commits: Mutex<[SQLFailure.Kind?]>
  /// - Parameter commits: how the next commits end; all later ones are kept.
  init(_ commits: [SQLFailure.Kind?]) { self.commits = Mutex(commits) }

  func commit() throws(SQLFailure) {
    let kind = commits.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    if let kind { throw SQLFailure(kind: kind, description: "as the test wants it") }
  }
}

private final class TroubledConnection: Connection {
  private let spoken: Dialect
  let trouble: Trouble
  init(_ dialect: Dialect, _ trouble: Trouble) {
    (spoken, self.trouble) = (dialect, trouble)
    super.init()
  }
  override var dialect: Dialect { spoken }
  override func carryOut(
    _ sql: String, _ values: [Value], isLong: Bool, each: (Row) -> Bool
  ) throws(SQLFailure) -> Int {
    if sql == "COMMIT" { try trouble.commit() }
    return 0
  }
  override var isInTransaction: Bool { false }
}

private struct TroubledEngine: Engine {
  let dialect: Dialect
  let trouble: Trouble
  func read<Answer>(_ deadline: ReadDeadline?, _ body: (Connection) throws -> Answer) throws -> Answer {
    try write(body)
  }
  func write<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer {
    try body(TroubledConnection(dialect, trouble))
  }
  func copy(to path: String) throws -> [(table: String, rows: Int)] { [] }
  func close() {}
}

@Suite struct `The writer when the engine fails` {
  private func writer(_ dialect: Dialect, _ commits: [SQLFailure.Kind?]) -> Writer {
    Writer(
      engine: TroubledEngine(dialect: dialect, trouble: Trouble(commits)), world: TestClock().world,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, hub: Hub(),
      followings: Followings([])
    ) { _ in }
  }

  @Test(.timeLimit(.minutes(5)), arguments: Dialect.allCases)
  func `or is just being stopped, refuses what comes, and nobody waits for ever`(_ dialect: Dialect) async {
    let writer = writer(dialect, [])
    // Between the moment a command is taken and the moment somebody is woken for it.
    writer.thread.stop()
    for _ in 0..<3 {
      await #expect(throws: Refusal.unavailable) { try await writer.upkeep(school: .server) { _ in } }
    }
    #expect(writer.waitingCount == 0)
  }

  /// One command is being carried out while another waits behind it.
  ///
  /// - Returns: how each ended, and whether the second was carried out.
  private func oneBehindAnother(_ writer: Writer) async -> (
    first: SQLFailure.Kind?, second: SQLFailure.Kind?, ran: Bool
  ) {
    let (begun, continuation) = AsyncStream<Void>.makeStream()
    let go = DispatchSemaphore(value: 0)
    let ran = Mutex(false)
    async let first = kind {
      try await writer.upkeep(school: .server) { _ in
        continuation.yield()
        go.wait()
      }
    }
    for await _ in begun { break }
    async let second = kind { try await writer.upkeep(school: .server) { _ in ran.withLock { $0 = true } } }
    while writer.waitingCount == 0 { await Task.yield() }
    go.signal()
    return (await first, await second, ran.withLock { $0 })
  }

  private func kind(_ body: () async throws -> Void) async -> SQLFailure.Kind? {
    do {
      try await body()
      return nil
    } catch { return (error as? SQLFailure)?.kind ?? .other }
  }

  @Test func `a disk that failed in a commit gets no other, also of those who wait already`() async {
    let writer = writer(.sqlite, [.broken])
    defer { writer.stop() }
    let ended = await oneBehindAnother(writer)
    #expect(ended.first == .broken && ended.second == .broken && !ended.ran)
    #expect(writer.isBroken)
    #expect(await kind { try await writer.upkeep(school: .server) { _ in } } != nil)
    #expect(writer.commitCount == 0)
  }

  @Test func `a full disk is no broken one: whoever waits is carried out`() async {
    let writer = writer(.sqlite, [.full])
    defer { writer.stop() }
    let ended = await oneBehindAnother(writer)
    #expect(ended.first == .full && ended.second == nil && ended.ran)
    #expect(!writer.isBroken)
  }

  @Test func `without a database all who wait are told at once, and it goes on when there is one again`() async {
    let writer = writer(.postgres, [.lost])
    defer { writer.stop() }
    // Nobody knows whether the commit was kept, and upkeep is not repeated.
    let ended = await oneBehindAnother(writer)
    #expect(ended.first == .lost)
    #expect(!writer.isBroken)
    #expect(await kind { try await writer.upkeep(school: .server) { _ in } } == nil)
  }
}
