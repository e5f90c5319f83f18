import Base
import Database
import Foundation
import HomeroomTesting
import Testing

@testable import Ledger

@Suite struct `Reading is bounded` {
  /// What no machine reads to its end in a test.
  private static let endless =
    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 4000000000) SELECT count(*) FROM c"

  @Test(arguments: Dialect.allCases)
  func `a page's reading is cut when its time is over, and the next one is answered`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let refused = await refusal {
      try await ReadLimit.$current.withValue(ReadLimit(.milliseconds(20))) {
        _ = try await fixture.ledger.read { try $0.count(Self.endless) }
      }
    }
    #expect(refused == .unavailable)
    try await fixture.leave("still here")
    #expect(try await fixture.texts() == ["still here"])
  }

  @Test func `who has left while waiting is not read for, and who has just asked is answered`() {
    let limit = ReadLimit(.seconds(60)) { true }
    #expect(throws: SQLFailure.self) { try limit.begin(asked: .now - .seconds(2)) }
    #expect(throws: Never.self) { try limit.begin(asked: .now) }
    #expect(throws: Never.self) { try ReadLimit(.seconds(60)).begin(asked: .now - .seconds(2)) }
  }

  @Test func `who leaves in the middle of a long answer stops it`() async throws {
    let fixture = try await LedgerFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let began = Locked(false)
    let refused = await refusal {
      try await ReadLimit.$current.withValue(ReadLimit(.seconds(600)) { began.with { $0 } }) {
        _ = try await fixture.ledger.read { tx in
          began.with { $0 = true }
          return try tx.count(Self.endless)
        }
      }
    }
    #expect(refused == .unavailable)
  }

  @Test func `more questions than can wait are asked to come back`() async throws {
    let threads = Threads("test", count: 1, waiting: 2)
    let (hold, busy) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    #expect(
      threads.add {
        busy.signal()
        hold.wait()
      })
    await withCheckedContinuation { going in
      DispatchQueue.global().async {
        busy.wait()
        going.resume()
      }
    }
    #expect(threads.add {} && threads.add {})
    #expect(!threads.add {}, "nobody waits behind two")
    #expect(await refusal { try await threads.run {} } == .unavailable)
    hold.signal()
    threads.stop()
  }

  @Test func `exports of one school go one after the other, others' beside them, and pages past all`() async throws {
    let fixture = try await LedgerFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let (running, most) = (Locked<[ID<Tenant>: Int]>([:]), Locked(0))
    let schools: [ID<Tenant>] = [fixture.school, fixture.id(), fixture.id()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<12 {
        let school = schools[number % 3]
        group.addTask {
          try await fixture.ledger.readLong(in: school) { tx in
            let mine = running.with { running in
              running[school, default: 0] += 1
              let all = running.values.reduce(0, +)
              most.with { $0 = max($0, all) }
              return running[school] ?? 0
            }
            #expect(mine == 1)
            _ = try tx.count("SELECT count(*) FROM tenant")
            running.with { $0[school, default: 0] -= 1 }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(most.with { $0 } <= Limits.exportsAtOnce.most)
  }

  @Test func `an export that holds its lane holds no page, and too many more are refused`() async throws {
    let lane = Lane("test", atOnce: 1, waiting: 1)
    let school = ID<Tenant>(high: 0x7000, low: 1 << 63 | 1)
    let (began, finish) = AsyncStream.makeStream(of: Void.self)
    let hold = DispatchSemaphore(value: 0)
    async let first: Void = lane.run(for: school) {
      finish.yield()
      hold.wait()
    }
    for await _ in began { break }
    let (second, queued) = AsyncStream.makeStream(of: Refusal?.self)
    // Of two more, one waits and the other is refused, whichever comes first.
    for _ in 0..<2 {
      Task { queued.yield(await refusal { try await lane.run(for: school) {} }) }
    }
    var answers = second.makeAsyncIterator()
    #expect(await answers.next() == .some(.unavailable))
    hold.signal()
    #expect(await answers.next() == .some(nil))
    try await first
    lane.stop()
    #expect(await refusal { try await lane.run(for: school) {} } == .unavailable)
  }

  @Test func `being asked whether it is ready writes nothing`() async throws {
    let fixture = try await LedgerFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let before = fixture.ledger.commitCount
    for _ in 0..<5 { #expect(await fixture.ledger.isReady()) }
    #expect(fixture.ledger.commitCount == before && fixture.ledger.edition == before)
  }
}
