public import Base
public import Database

/// What the person does on the device: shown at once, and kept until it is in the books and they are here.
extension Replica {
  /// Carries out a request that was carried out before, on the rows as they are now.
  public typealias Replay = (PendingRequest, WriteTransaction) throws(Refusal) -> Void
  /// For those who have no handlers: what waits is not shown.
  public static let withoutHandlers: @Sendable (PendingRequest, WriteTransaction) throws(Refusal) -> Void = {
    _, _ throws(Refusal) in throw .unavailable
  }

  /// In the order in which they were typed.
  ///
  /// What undoes a request stands with it as long as the rows show it.
  static let requestTable = """
    CREATE TABLE replica_request (place INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, method TEXT NOT NULL,
      path TEXT NOT NULL, body BLOB NOT NULL, typedAt INTEGER NOT NULL, answer TEXT NOT NULL,
      shelf TEXT NOT NULL DEFAULT 'outbox', seq INTEGER, reason TEXT, epoch INTEGER, undo BLOB) STRICT
    """

  /// Carries out a request and puts it into the outbox.
  ///
  /// - Parameter handle: what the server will do, too: with the same names for what it makes, at the time it was typed.
  /// - Returns: its answer, and the same again when the request comes again.
  /// - Throws: what `handle` throws; then neither rows nor request are there.
  @discardableResult
  public func carryOut(
    _ request: PendingRequest, zones: ZoneTable = .none, handle: (WriteTransaction) throws(Refusal) -> String
  ) throws(Refusal) -> Answered {
    guard request.school == school, request.account == account else { throw .notFound }
    let attempt: Attempt
    do throws(SQLFailure) {
      attempt = try inTransaction { () throws(SQLFailure) in
        if let known = try known(request) { return known }
        let attempt = try self.attempt(request, zones, handle)
        if case .done(let answer, let undo) = attempt { try add(request, answer, undo) }
        return attempt
      }
    } catch { throw error.refusal }
    switch attempt {
    case .refused(let refusal): throw refusal
    case .done(let answer, _): return Answered(text: answer, seq: 0, again: false)
    case .again(let answer): return Answered(text: answer, seq: 0, again: true)
    }
  }

  private enum Attempt {
    case done(String, undo: [UInt8])
    case again(String)
    case refused(Refusal)
  }

  /// What a request came to that has been here before, by its key.
  private func known(_ request: PendingRequest) throws(SQLFailure) -> Attempt? {
    var found: Attempt?
    let isSame = "method = $2 AND path = $3 AND body = $4 AND shelf <> 'tray'"
    try connection.run(
      "SELECT answer, \(isSame) FROM replica_request WHERE key = $1",
      [.id(request.key), .text(request.method), .text(request.path), .bytes(request.body)]
    ) {
      let taken = Refusal.invalid("Idempotency-Key", Phrase("ledger.sending-used"))
      found = $0.flag(1) ? .again($0.text(0)) : .refused(taken)
    }
    return found
  }

  /// One request in its savepoint; refused, it leaves the rows as they were.
  ///
  /// - Throws: what is no affair of the request's own: the disk is full, or fails.
  private func attempt(
    _ request: PendingRequest, _ zones: ZoneTable, _ handle: (WriteTransaction) throws(Refusal) -> String
  ) throws(SQLFailure) -> Attempt {
    let sent = CommandEnvelope(request.key, request.path, school: school, by: account)
    let tx = WriteTransaction(
      connection, school: school, now: request.typedAt, zones: zones, followings: followings,
      newIDs: NewIDs(for: sent), isOnDevice: true)
    try connection.run("SAVEPOINT request")
    let attempt = record(tx, handle)
    if case .refused = attempt {
      if let failure = tx.engineFailure, failure.takesAll || failure.kind == .full { throw failure }
      try connection.run("ROLLBACK TO request")
    }
    try connection.run("RELEASE request")
    return attempt
  }

  private func record(_ tx: WriteTransaction, _ handle: (WriteTransaction) throws(Refusal) -> String) -> Attempt {
    var answer = ""
    do throws(Refusal) {
      let undo = try connection.undoing(tables.kept.map { $0.name } + Self.machinery.map { $0.name }) {
        () throws(Refusal) in
        answer = try handle(tx)
        try tx.finish()
        // Only what is held counts here, and the same bucket may be given again by what is done next.
        try tx.execute("DELETE FROM member WHERE revoked IS NOT NULL")
        if let failure = tx.engineFailure { throw failure.refusal }
      }
      return .done(answer, undo: undo)
    } catch { return .refused(error) }
  }

  private func add(_ request: PendingRequest, _ answer: String, _ undo: [UInt8]) throws(SQLFailure) {
    try connection.run(
      """
      INSERT INTO replica_request (place, key, method, path, body, typedAt, answer, undo)
      VALUES ((SELECT coalesce(max(place), 0) + 1 FROM replica_request), $1, $2, $3, $4, $5, $6, $7)
      """,
      [
        .id(request.key), .text(request.method), .text(request.path), .bytes(request.body), .instant(request.typedAt),
        .text(answer), .bytes(undo),
      ])
    // The server has forgotten their receipts before long, and sent again they would be carried out again.
    try connection.run(
      "DELETE FROM replica_request WHERE shelf = 'archive' AND typedAt < $1",
      [.instant(request.typedAt.plus(days: -PendingRequest.freshDays))])
  }

  // MARK: rebase

  /// Changes the rows as the server knows them, under what waits.
  ///
  /// That is taken back, the newest first, and then carried out again on what there is now.
  func rebase(_ zones: ZoneTable, _ replay: Replay, _ change: () throws(SQLFailure) -> Void) throws(SQLFailure) {
    var undo: [[UInt8]] = []
    try connection.run("SELECT undo FROM replica_request WHERE undo IS NOT NULL ORDER BY place DESC") {
      undo.append($0.bytes(0))
    }
    for changes in undo { try connection.undo(changes) }
    try connection.run("UPDATE replica_request SET undo = NULL WHERE undo IS NOT NULL")
    try change()
    for request in try requests(.outbox) {
      let attempt = try attempt(request, zones) { tx throws(Refusal) in
        try replay(request, tx)
        return ""
      }
      guard case .done(_, let undo) = attempt else { continue }  // the server will say what becomes of it
      try connection.run("UPDATE replica_request SET undo = $2 WHERE key = $1", [.id(request.key), .bytes(undo)])
    }
  }

  // MARK: looking

  /// Where a request is.
  public enum Shelf: String, Sendable {
    /// It is not in the books, as far as is known here, or it is and they have not come this far.
    case outbox
    /// The server has refused it; what was written stays until it is discarded.
    case tray
    /// It is in the books; kept for the case that they come back from a backup that lacks it.
    case archive
  }

  /// The requests of a shelf in the order in which they were typed.
  public func requests(_ shelf: Shelf) throws(SQLFailure) -> [PendingRequest] {
    var found: [PendingRequest] = []
    try connection.run(
      """
      SELECT key, method, path, body, typedAt, epoch, seq, reason, undo IS NOT NULL FROM replica_request
      WHERE shelf = $1 ORDER BY place
      """, [.text(shelf.rawValue)]
    ) { found.append(request($0)) }
    return found
  }

  private func request(_ row: Row) -> PendingRequest {
    var request = PendingRequest(
      key: row.id(0), school: school, account: account, method: row.text(1), path: row.text(2), body: row.bytes(3),
      typedAt: row.instant(4))
    request.epoch = row.isNull(5) ? nil : row.integer(5)
    if !row.isNull(6) { request.outcome = .accepted(seq: row.integer(6)) }
    if let reason = row.optionalText(7) { request.outcome = .refused(reason) }
    request.isShown = row.flag(8)
    return request
  }

  /// How many stand on a shelf.
  public func count(_ shelf: Shelf) throws(SQLFailure) -> Int {
    var count = 0
    try connection.run("SELECT count(*) FROM replica_request WHERE shelf = $1", [.text(shelf.rawValue)]) {
      count = $0.int(0)
    }
    return count
  }

  /// What is to be sent, in this order: nothing is known of it, and it was not typed too long ago.
  public func unsent(now: Instant) throws(SQLFailure) -> [PendingRequest] {
    let first = now.plus(days: -PendingRequest.freshDays)
    return try requests(.outbox).filter { $0.outcome == nil && $0.typedAt >= first }
  }

  /// The keys that a pull names.
  ///
  /// What is sent after the pull has asked is in no receipt of its page: send first, then pull, one after the other.
  public func waiting() throws(SQLFailure) -> [ID<IdempotencyKey>] {
    var keys: [ID<IdempotencyKey>] = []
    try connection.run(
      "SELECT key FROM replica_request WHERE shelf = 'outbox' ORDER BY place LIMIT $1",
      [.int(PendingRequest.mostNamed)]
    ) { keys.append($0.id(0)) }
    return keys
  }

  /// Sends once more what was refused, as the last: what stood behind it may have gone.
  ///
  /// - Parameter now: when its writer says so, which is when it was typed from now on.
  public func retry(_ key: ID<IdempotencyKey>, now: Instant) throws(SQLFailure) {
    try connection.run(
      """
      UPDATE replica_request SET shelf = 'outbox', seq = NULL, reason = NULL, epoch = NULL, typedAt = $2,
        place = (SELECT max(place) + 1 FROM replica_request)
      WHERE key = $1 AND shelf = 'tray'
      """, [.id(key), .instant(now)])
  }

  /// The database as a file.
  public func file() throws(SQLFailure) -> [UInt8] { try connection.bytes() }

  /// Throws away what was refused.
  public func discard(_ key: ID<IdempotencyKey>) throws(SQLFailure) {
    try connection.run("DELETE FROM replica_request WHERE key = $1 AND shelf = 'tray'", [.id(key)])
  }
}
