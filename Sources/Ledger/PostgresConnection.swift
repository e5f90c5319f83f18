import Base
import CPostgres
import Database

/// One libpq connection, used by one thread at a time.
///
/// Statements are prepared once and kept by their text.
///
/// `@unchecked Sendable`: the engine hands a connection from thread to thread under its lock and keeps none that is out.
final class PostgresConnection: Connection, @unchecked Sendable {
  private struct Prepared {
    let name: String
    let types: [UInt32]
  }
  /// Beyond so many, statements were made up on the way (lists of places) and all are forgotten.
  private static let maxPrepared = 512

  let link: OpaquePointer
  private let timeouts: PostgresTimeouts
  private let pulse: PostgresPulse
  /// Whether the server fell silent in the middle of a question: nobody waits for the rest of the answer.
  private(set) var isGivenUp = false
  private var prepared: [String: [Prepared]] = [:]
  private var preparedCount = 0
  /// The answer that is being read row by row, if any.
  private var reading: PostgresReading?

  /// - Parameter wait: seconds until a server that does not answer is given up; libpq knows none below two.
  init(
    url: String, timeouts: PostgresTimeouts = .long, pulse: PostgresPulse = PostgresPulse(), wait: Int = 5
  ) throws {
    // The URL comes last, so that it may say otherwise.
    let settings = [
      ("connect_timeout", "\(wait)"), ("client_encoding", "UTF8"), ("application_name", "homeroom"),
      // A machine that vanished is noticed in the middle of a question and between questions.
      ("tcp_user_timeout", "15000"), ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
      ("dbname", url),
    ]
    let link = withCStrings(settings.map(\.0)) { words in
      withCStrings(settings.map(\.1)) { PQconnectdbParams(words, $0, 1) }
    }
    guard let link else { throw SQLFailure(kind: .lost, description: "no memory for a connection") }
    (self.link, self.timeouts, self.pulse) = (link, timeouts, pulse)
    super.init()
    guard isAlive else { throw SQLFailure(kind: .lost, description: String(cString: PQerrorMessage(link))) }
    PQsetNoticeProcessor(link, { _, _ in }, nil)
    // Nothing waits inside libpq, where no deadline reaches.
    PQsetnonblocking(link, 1)
    try run(timeouts.settings)
  }

  deinit { PQfinish(link) }

  override var dialect: Dialect { .postgres }

  /// How long the server lets a statement run, in milliseconds; `nil` as long as its own settings say.
  private var timeout: Int?
  /// How long nobody waits without an answer.
  private lazy var deadline = timeouts.answer

  override func limit(_ deadline: ReadDeadline?) throws(SQLFailure) {
    let most = deadline?.milliseconds
    self.deadline = most == nil ? timeouts.unhurried : timeouts.answer
    guard most != timeout else { return }
    try run(most.map { "SET statement_timeout TO \($0)" } ?? "RESET statement_timeout")
    timeout = most
  }

  var isAlive: Bool { !isGivenUp && PQstatus(link) == CONNECTION_OK }

  /// A failed statement leaves the transaction open for `ROLLBACK TO`, so that state counts too.
  override var isInTransaction: Bool {
    let status = PQtransactionStatus(link)
    return isAlive && (status == PQTRANS_INTRANS || status == PQTRANS_INERROR || status == PQTRANS_ACTIVE)
  }

  override func carryOut(
    _ sql: String, _ values: [Value], isLong: Bool, each: (Row) -> Bool
  ) throws(SQLFailure) -> Int {
    if isLong, reading == nil, Self.isData(sql) { return try stream(sql, values, each: each) }
    try reading?.gather()
    let result = try Self.isData(sql) ? execute(sql, values) : plain(sql)
    defer { PQclear(result) }
    try check(result)
    if let result {
      let current = PostgresRow(result: result)
      for row in 0..<PQntuples(result) {
        current.row = row
        guard each(Row(current)) else { break }
      }
    }
    return PQcmdTuples(result).map { Int(String(cString: $0)) ?? 0 } ?? 0
  }

  /// Row by row as they arrive, so that the answer need not fit in memory.
  ///
  /// A statement run meanwhile, from inside `each`, first takes in what is still on its way.
  private func stream(_ sql: String, _ values: [Value], each: (Row) -> Bool) throws(SQLFailure) -> Int {
    // Its reader may be slow: an export goes as fast as the browser takes it.
    if timeouts.statement > 0, isInTransaction { try run("SET LOCAL statement_timeout TO 0") }
    let name = try statement(sql, values)
    let sent = try PostgresParameters(values).with { PQsendQueryPrepared(link, name, $0, $1, nil, nil, 0) }
    guard sent == 1, PQsetSingleRowMode(link) == 1 else { throw failure(nil) }
    let reading = PostgresReading { [unowned self] () throws(SQLFailure) in try next() }
    self.reading = reading
    defer {
      reading.drop()
      self.reading = nil
    }
    var count = 0
    while let result = try reading.next() {
      defer { PQclear(result) }
      try check(result)
      guard PQntuples(result) > 0 else { continue }
      count += 1
      guard each(Row(PostgresRow(result: result))) else { break }
    }
    return count
  }

  /// Notices that have arrived on the channels this connection listens to.
  func notices() -> [String] {
    var texts: [String] = []
    PQconsumeInput(link)
    while let notice = PQnotifies(link) {
      texts.append(String(cString: notice.pointee.extra))
      PQfreemem(notice)
    }
    return texts
  }

  func heard() { pulse.beat() }

  /// - Throws: `.lost` when nobody needs to wait any longer.
  func mustGoOn(since start: ContinuousClock.Instant) throws(SQLFailure) {
    guard isGivenUp || ContinuousClock.now - start > deadline || pulse.isSilent(since: start) else { return }
    isGivenUp = true
    throw SQLFailure(kind: .lost, description: "PostgreSQL does not answer")
  }

  /// Only these are worth preparing; the rest opens and closes transactions or makes tables.
  private static func isData(_ sql: String) -> Bool {
    let word = sql.utf8.drop { $0 == 32 || $0 == 10 }.prefix(6).map { $0 & 0xDF }
    return word == Array("SELECT".utf8) || word == Array("INSERT".utf8) || word == Array("UPDATE".utf8)
      || word == Array("DELETE".utf8) || word.starts(with: Array("WITH".utf8))
  }

  private func execute(_ sql: String, _ values: [Value]) throws(SQLFailure) -> OpaquePointer? {
    let name = try statement(sql, values)
    return try answer(to: PostgresParameters(values).with { PQsendQueryPrepared(link, name, $0, $1, nil, nil, 0) })
  }

  private func plain(_ sql: String) throws(SQLFailure) -> OpaquePointer? {
    try answer(to: PQsendQuery(link, Dialect.postgres.spoken(sql)))
  }

  /// The name of the prepared statement.
  ///
  /// One text may be prepared more than once, for values of other types; NULL goes with every type.
  private func statement(_ sql: String, _ values: [Value]) throws(SQLFailure) -> String {
    if let known = prepared[sql]?.first(where: { fits(values, $0.types) }) { return known.name }
    if preparedCount >= Self.maxPrepared { try forgetPrepared() }
    preparedCount += 1
    let new = Prepared(name: "s\(preparedCount)", types: values.map(PostgresType.of))
    let result = try answer(
      to: PQsendPrepare(link, new.name, Dialect.postgres.spoken(sql), Int32(new.types.count), new.types))
    defer { PQclear(result) }
    try check(result)
    prepared[sql, default: []].append(new)
    return new.name
  }

  private func fits(_ values: [Value], _ types: [UInt32]) -> Bool {
    guard values.count == types.count else { return false }
    for (value, type) in zip(values, types) where value != .null && PostgresType.of(value) != type { return false }
    return true
  }

  private func forgetPrepared() throws(SQLFailure) {
    prepared.removeAll()
    preparedCount = 0
    let result = try plain("DEALLOCATE ALL")
    defer { PQclear(result) }
    try check(result)
  }

  private func check(_ result: OpaquePointer?) throws(SQLFailure) {
    switch PQresultStatus(result) {
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_SINGLE_TUPLE, PGRES_EMPTY_QUERY: return
    default: throw failure(result)
    }
  }

  private func failure(_ result: OpaquePointer?) -> SQLFailure {
    let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
    // The first line only: the detail quotes values, and values are people's.
    let first = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
    let said = first ?? String(cString: PQerrorMessage(link))
    // Another node changed a table's shape: what was prepared for the old one is of no use any more.
    let isOutdated = state == "0A000" && said.contains("cached plan")
    if isOutdated { prepared.removeAll() }
    let kind: SQLFailure.Kind = !isAlive ? .lost : isOutdated ? .retry : Self.kind(state ?? "08006")
    return SQLFailure(kind: kind, description: (state ?? "-") + " " + said)
  }

  static func kind(_ state: String) -> SQLFailure.Kind {
    switch state {
    case "23505": .duplicate
    case "53100": .full
    case "40001", "40P01": .retry
    case "57014": .late
    case "55P03": .busy
    case "57P01", "57P02", "57P03": .lost
    case _ where state.hasPrefix("23"): .constraint
    case _ where state.hasPrefix("08"): .lost
    default: .other
    }
  }
}

/// The strings as C's list of C strings, ended by NULL.
private func withCStrings<Answer>(
  _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Answer
) -> Answer {
  let arena = texts.flatMap { Array($0.utf8CString) }
  return arena.withUnsafeBufferPointer { buffer in
    var places: [UnsafePointer<CChar>?] = []
    var start = 0
    for text in texts {
      places.append(buffer.baseAddress.map { $0 + start })
      start += text.utf8.count + 1
    }
    places.append(nil)
    return places.withUnsafeBufferPointer { body($0.baseAddress) }
  }
}
