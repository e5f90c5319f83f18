import Base
import Database
import Sync
import Testing

/// Ada's phone: a replica, and what she does on it.
struct SyncPhone {
  let replica: Replica
  private static let minute: Int64 = 60_000

  init(_ connection: LiteConnection? = nil) throws {
    replica = try Replica(
      connection ?? LiteConnection(inMemory: ()), Wall.tables, school: Wall.school, account: Wall.ada)
  }

  static func request(_ number: UInt64, _ path: String, _ text: String = "") -> PendingRequest {
    PendingRequest(
      key: ID(high: number << 16 | 0x7000, low: 0x8000_0000_0000_0000 | number), school: Wall.school, account: Wall.ada,
      path: path, body: Array(text.utf8), typedAt: Instant(milliseconds: Int64(number) * minute))
  }

  /// She does something; what she did is shown at once.
  @discardableResult
  func does(_ number: UInt64, _ path: String, _ text: String = "") throws -> PendingRequest {
    let request = Self.request(number, path, text)
    try replica.carryOut(request) { tx throws(Refusal) in try Wall.handle(request, tx) }
    return request
  }

  /// Fetches what is new until all of it is there.
  ///
  /// - Returns: how many pages that took, and why it had to begin anew.
  @discardableResult
  func pulls(
    _ fixture: SyncFixture, limit: Int = 1000, named: Bool = true, wantsAllSums: Bool = false
  ) throws -> (pages: Int, resets: [ResetReason]) {
    var (pages, resets) = (0, [ResetReason]())
    while true {
      let waiting = named ? try replica.waiting() : []
      let answer = try fixture.answer(replica.cursor, limit: limit, waiting: waiting, wantsAllSums: wantsAllSums)
      // As it travels.
      try replica.take(try SyncAnswer(bytes: answer.bytes), replay: Self.replay)
      pages += 1
      if case .reset(let reason, _, _) = answer { resets.append(reason) }
      if case .page(let page) = answer, page.isComplete { return (pages, resets) }
    }
  }

  func hears(_ receipt: RequestReceipt, in epoch: Int64 = 1) throws {
    try replica.answered(receipt, epoch: epoch, replay: Self.replay)
  }

  /// Posts what waits, in its order.
  func sends(_ fixture: SyncFixture) throws {
    for request in try replica.unsent(now: Instant(milliseconds: 0)) {
      try hears(try fixture.post(request), in: fixture.epoch)
    }
  }

  static let replay: @Sendable (PendingRequest, WriteTransaction) throws(Refusal) -> Void = {
    request, tx throws(Refusal) in _ = try Wall.handle(request, tx)
  }

  /// What the wall shows.
  var wall: [WallNote] {
    get throws {
      try replica.read(now: Instant(milliseconds: 0), zones: .none) { tx throws(Refusal) in
        try tx.all(WallNote.table, in: Wall.school, "ORDER BY id")
      }
    }
  }

  var agreed: [Int] { get throws { try wall.map(\.agreed) } }

  func keys(_ shelf: Replica.Shelf) throws -> [ID<IdempotencyKey>] { try replica.requests(shelf).map(\.key) }
}
