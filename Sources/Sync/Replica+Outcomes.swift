public import Base
public import Database

/// What becomes of requests: what the server says of them, and when they leave the outbox (spec/sync.md §2.0).
extension Replica {
  /// Takes what a pull was answered with.
  public func take(
    _ answer: SyncAnswer, zones: ZoneTable = .none, replay: Replay = Replica.withoutHandlers
  ) throws(SQLFailure) {
    switch answer {
    case .page(let page): try take(page, zones: zones, replay: replay)
    case .reset(_, let epoch, let restored): try beginAnew(epoch, restored: restored)
    case .news(let news): try hear(news)
    case .otherProgram: break  // its own program is to be fetched first: these rows are good until then
    }
  }

  /// Takes what a request was answered with when it was posted.
  ///
  /// It leaves the outbox now when it was refused, or when the books are here as far as that; else with the page that
  /// brings them, or what was just done would vanish for a moment.
  ///
  /// - Parameter epoch: the server's, as it said with the answer.
  public func answered(
    _ receipt: RequestReceipt, epoch: Int64, zones: ZoneTable = .none, replay: Replay = Replica.withoutHandlers
  ) throws(SQLFailure) {
    try answered([receipt], epoch: epoch, zones: zones, replay: replay)
  }

  /// The same of many at once: what still waits is carried out once more for all of them together.
  public func answered(
    _ receipts: [RequestReceipt], epoch: Int64, zones: ZoneTable = .none, replay: Replay = Replica.withoutHandlers
  ) throws(SQLFailure) {
    try inTransaction { () throws(SQLFailure) in
      let position = try position()
      if epoch < position.epoch { return }
      for receipt in receipts { try note(receipt, epoch) }
      guard epoch == position.epoch, receipts.contains(where: { $0.isSettled(at: position.head) }) else { return }
      try rebase(zones, replay) { () throws(SQLFailure) in try resolveOutbox(at: position.head) }
    }
  }

  /// How far the books are here.
  private func position() throws(SQLFailure) -> (head: Int64, epoch: Int64) {
    var position: (head: Int64, epoch: Int64) = (0, 0)
    try connection.run("SELECT head, epoch FROM tenant WHERE id = $1", [.id(school)]) {
      position = ($0.integer(0), $0.integer(1))
    }
    return position
  }

  private func note(_ receipt: RequestReceipt, _ epoch: Int64) throws(SQLFailure) {
    var (seq, reason) = (Value.null, Value.null)
    switch receipt.outcome {
    case .accepted(let number): seq = .integer(number)
    case .refused(let text): reason = .text(text)
    }
    try connection.run(
      "UPDATE replica_request SET seq = $2, reason = $3, epoch = $4 WHERE key = $1 AND shelf = 'outbox'",
      [.id(receipt.key), seq, reason, .integer(epoch)])
  }

  /// With a complete page, what is known of requests is what its server knows: before it was restored it was another.
  func resolveRequests(_ page: SyncPage) throws(SQLFailure) {
    try connection.run(
      "UPDATE replica_request SET seq = NULL, reason = NULL, epoch = NULL WHERE shelf = 'outbox' AND epoch <> $1",
      [.integer(page.cursor.epoch)])
    for receipt in page.receipts { try note(receipt, page.cursor.epoch) }
    // What nothing is known of now, and was typed too long ago by the server's hour.
    try connection.run(
      "UPDATE replica_request SET reason = '' WHERE shelf = 'outbox' AND seq IS NULL AND reason IS NULL AND typedAt < $1",
      [.instant(page.at.plus(days: -PendingRequest.freshDays))])
    try resolveOutbox(at: page.head)
    try connection.run(
      "DELETE FROM replica_request WHERE shelf = 'archive' AND seq <= $1", [.integer(page.durable)])
  }

  private func resolveOutbox(at head: Int64) throws(SQLFailure) {
    try connection.run("UPDATE replica_request SET shelf = 'tray' WHERE shelf = 'outbox' AND reason IS NOT NULL")
    try connection.run(
      "UPDATE replica_request SET shelf = 'archive' WHERE shelf = 'outbox' AND seq <= $1", [.integer(head)])
  }

  /// The books are others, from a backup: all rows go, and what the backup lacks is sent again under its old key.
  ///
  /// The epoch stays known without any rows: from a second restore, to an older backup, the server could not tell
  /// otherwise what was acknowledged in between.
  public func beginAnew(_ epoch: Int64, restored: Int64) throws(SQLFailure) {
    let new = SyncCursor(epoch: epoch, schema: tables.schema)
    try inTransaction { () throws(SQLFailure) in
      for table in tables.kept + Self.machinery where table.name != DatabaseTables.tenant.name {
        try connection.run("DELETE FROM \(quoted(table.name))")
      }
      for name in ["replica_row", "replica_mend"] { try connection.run("DELETE FROM \(name)") }
      try connection.run(
        "UPDATE tenant SET head = 0, epoch = $2 WHERE id = $1", [.id(school), .integer(epoch)])
      try connection.run(
        "UPDATE replica_request SET shelf = 'outbox' WHERE shelf = 'archive' AND seq > $1", [.integer(restored)])
      try connection.run(
        "UPDATE replica_request SET seq = NULL, reason = NULL, epoch = NULL, undo = NULL WHERE shelf = 'outbox'")
      try keep(new)
    }
    gathered = []
    cursor = new
  }
}

extension RequestReceipt {
  /// Whether the request leaves the outbox when the books are here as far as this.
  fileprivate func isSettled(at head: Int64) -> Bool {
    switch outcome {
    case .refused: true
    case .accepted(let seq): seq <= head
    }
  }
}
