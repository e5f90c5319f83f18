import Base
import Database
import Sync
import Testing

@Suite struct `An answer on its way to a device` {
  /// One with everything in it: rows of every kind of value, a row that left, receipts, sums.
  static var full: SyncAnswer {
    let wall = Wall.bucket, own = Bucket.person(Wall.ada)
    let row: [Value] = [
      .null, .integer(.min), .integer(300), .text("שלום"), .bytes([0, 255]), .flag(true), .flag(false), .uuid(7, .max),
    ]
    return .page(
      SyncPage(
        cursor: SyncCursor(epoch: 2, delivered: 9, asOf: 12, schema: 77, lag: [4: 3]), isComplete: false, head: 12,
        drop: [own], held: [wall, own],
        changes: [
          RowChange(bucket: wall, table: 280, key: [1, 2], seq: 9, row: row),
          RowChange(bucket: own, table: 1, key: [], seq: 8, row: nil),
        ],
        receipts: [
          RequestReceipt(key: ID(high: 1, low: 2), outcome: .accepted(seq: 5)),
          RequestReceipt(key: ID(high: 1, low: 3), outcome: .refused("Too late.")),
        ], durable: 4, sums: [SyncSum(bucket: wall, number: 4, sum: BucketSum(count: 2, sum: .max))],
        hasAllSums: true, at: Instant(milliseconds: 1_790_000_000_000)))
  }

  @Test func `arrives as it was sent`() throws {
    guard case .page(let sent) = Self.full, case .page(let page) = try SyncAnswer(bytes: Self.full.bytes) else {
      Issue.record("a page arrives as a page")
      return
    }
    #expect(page.cursor == sent.cursor && page.head == 12 && !page.isComplete && page.durable == 4)
    #expect(page.drop == sent.drop && page.held == sent.held && page.changes == sent.changes)
    #expect(page.receipts == sent.receipts && page.sums == sent.sums && page.hasAllSums && page.at == sent.at)
    for other in [SyncAnswer.reset(.epoch, epoch: 3, restored: 8), .otherProgram] {
      #expect(try SyncAnswer(bytes: other.bytes).bytes == other.bytes)
    }
  }

  @Test func `is refused when it was cut off or goes on`() throws {
    let bytes = Self.full.bytes
    for count in bytes.indices {
      #expect(throws: Refusal.self) { try SyncAnswer(bytes: Array(bytes.prefix(count))) }
    }
    #expect(throws: Refusal.self) { try SyncAnswer(bytes: bytes + [0]) }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `ends nobody's program, whatever stands in it`(seed: UInt64) throws {
    var (chance, bytes) = (seed, Self.full.bytes)
    for _ in 0..<150 {
      chance = splitMix64(chance)
      bytes[Int((chance >> 8) % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: chance)
      // Whatever is read is written as it was read, or refused.
      if let answer = try? SyncAnswer(bytes: bytes) { _ = answer.bytes }
    }
  }
}
