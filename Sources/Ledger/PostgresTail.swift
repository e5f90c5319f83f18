import Base
import CPostgres
import Database
import Foundation
import Logging
import NIOConcurrencyHelpers

/// Tells this node what every node has committed, in the order of each school's sequence, each commit once.
///
/// Nodes wake each other with a NOTIFY that only names how far a school has come; what happened is read from the
/// tables. It is sent from a connection of its own, after the commit and at most a hundred times a second: inside the
/// transactions, NOTIFY's global lock costs 95 % of the throughput (spec/sync.md §2.18). Notices may be lost, so the
/// heads are also looked at once a second.
final class PostgresTail: @unchecked Sendable {
  // @unchecked: `listening` and `sender` each belong to one thread, all else is behind locks or immutable.
  private static let channel = "homeroom"
  /// What the connections of running nodes are called.
  static let name = "homeroom node"
  private static let maxMissed: Int64 = 1000
  private let engine: PostgresEngine
  private let hub: Hub
  private let logger: Logger
  private let world: World
  private let node: ID<Node>
  /// How far each school has been published on this node.
  private let known = NIOLockedValueBox<[ID<Tenant>: Int64]>([:])
  private let unsaid = NIOLockedValueBox<(heads: [ID<Tenant>: Int64], words: [Word])>(([:], []))
  private let stopped = NIOLockedValueBox(false)
  private let listener = Threads("ledger-listen", count: 1)
  private let notifier = Threads("ledger-notify", count: 1)
  private var listening: PostgresConnection?
  private var sender: PostgresConnection?

  init(_ engine: PostgresEngine, node: ID<Node>, hub: Hub, world: World, logger: Logger) throws {
    (self.engine, self.node, self.hub, self.world, self.logger) = (engine, node, hub, world, logger)
    let first = try open()
    let heads = try Self.heads(first)
    known.withLockedValue { $0 = heads }
    listening = first
    engine.pulse.watch(true)
    listener.add { self.listen() }
  }

  /// This node has committed.
  ///
  /// What follows on what was published is published at once; a hole means that another node has committed in
  /// between, whose notice is on its way.
  func committed(_ changes: [Change]) {
    guard !changes.isEmpty else { return }
    for change in changes { publish(change) }
    say { for change in changes { $0[change.school] = change.seq } }
  }

  /// Has the other nodes hear a word; one that is too long for a notice is told to nobody.
  func tellOthers(_ word: Word) {
    guard word.notice(from: node).utf8.count < 8000 else { return }
    say(word) { _ in }
  }

  private func say(_ word: Word? = nil, _ note: (inout [ID<Tenant>: Int64]) -> Void) {
    let wasEmpty = unsaid.withLockedValue { unsaid in
      defer {
        note(&unsaid.heads)
        if let word { unsaid.words.append(word) }
      }
      return unsaid.heads.isEmpty && unsaid.words.isEmpty
    }
    if wasEmpty { notifier.add { self.notify() } }
  }

  /// Under the lock, so that nobody is told of commits out of order.
  private func publish(_ change: Change) {
    known.withLockedValue { known in
      guard change.seq == known[change.school, default: 0] + 1 else { return }
      known[change.school] = change.seq
      hub.publish(change)
    }
  }

  private func notify() {
    Thread.sleep(forTimeInterval: 0.01)  // gathers what is committed meanwhile: at most a hundred notices a second
    let (heads, words) = unsaid.withLockedValue { unsaid in
      defer { unsaid = ([:], []) }
      return (Array(unsaid.heads), unsaid.words)
    }
    // A payload may have 8,000 bytes; a school takes at most 57.
    let notices = stride(from: 0, to: heads.count, by: 130).map { start in
      heads[start..<min(start + 130, heads.count)].map { "\($0.key.text):\($0.value)" }.joined(separator: ",")
    }
    do {
      let connection = try sender.flatMap { $0.isAlive ? $0 : nil } ?? engine.connect(.reading)
      try connection.run("SET synchronous_commit TO off")
      sender = connection
      for text in notices + words.map({ $0.notice(from: node) }) {
        try connection.run("SELECT pg_notify($1, $2)", [.text(Self.channel), .text(text)])
      }
    } catch {
      sender = nil
      logger.warning("ledger notify", metadata: ["why": "\(error)"])  // the other nodes look for themselves
    }
  }

  private func listen() {
    var looked = ContinuousClock.now
    while !stopped.withLockedValue({ $0 }) {
      do {
        let connection = try listeningConnection()
        try wait(connection, seconds: 0.25)
        let notices = connection.notices()
        for notice in notices { if let word = Word(notice: notice, notFrom: node) { hub.publish(word) } }
        let told = notices.flatMap(Self.heads(in:))
        for (school, head) in told { try catchUp(connection, school, head) }
        if ContinuousClock.now - looked >= .seconds(1) {
          for (school, head) in try Self.heads(connection) { try catchUp(connection, school, head) }
          looked = ContinuousClock.now
        }
      } catch {
        listening = nil
        logger.warning("ledger listen", metadata: ["why": "\(error)"])
        Thread.sleep(forTimeInterval: 0.5)
      }
    }
    listening = nil
  }

  private func listeningConnection() throws -> PostgresConnection {
    if let listening, listening.isAlive { return listening }
    let fresh = try open()
    listening = fresh
    return fresh
  }

  /// By its name a node that starts sees that another is there (`Engine.mustBeAlone`).
  private func open() throws -> PostgresConnection {
    let fresh = try engine.connect(.reading)
    try fresh.run("SET application_name TO '\(Self.name)'; LISTEN \(Self.channel)")
    return fresh
  }

  private func wait(_ connection: PostgresConnection, seconds: Double) throws {
    var socket = pollfd(fd: PQsocket(connection.link), events: Int16(POLLIN), revents: 0)
    _ = poll(&socket, 1, Int32(seconds * 1000))
  }

  /// Publishes what the tables say happened in the school up to `head`.
  private func catchUp(_ connection: PostgresConnection, _ school: ID<Tenant>, _ head: Int64) throws {
    while true {
      let after = known.withLockedValue { $0[school, default: 0] }
      guard head > after else { return }
      if head - after > Self.maxMissed { return skip(to: head, in: school) }
      let found = try changes(connection, school, after: after)
      if found.isEmpty { return }
      for change in found { publish(change) }
    }
  }

  /// Was away for too long to tell it all: who listens finds the gap and looks again.
  private func skip(to head: Int64, in school: ID<Tenant>) {
    known.withLockedValue { known in
      known[school] = head
      hub.publish(Change(school: school, seq: head, command: "", entries: [], membershipChanged: [], isWhole: false))
    }
  }

  private func changes(_ connection: PostgresConnection, _ school: ID<Tenant>, after: Int64) throws -> [Change] {
    try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    do {
      let changes = try Change.kept(Transaction(connection, now: world.now()), school: school, after: after)
      try connection.run("COMMIT")
      return changes
    } catch {
      _ = try? connection.run("ROLLBACK")  // best effort: the error below is the news
      throw error
    }
  }

  private static func heads(_ connection: PostgresConnection) throws -> [ID<Tenant>: Int64] {
    var heads: [ID<Tenant>: Int64] = [:]
    try connection.run("SELECT id, head FROM tenant") { heads[$0.id(0)] = $0.integer(1) }
    return heads
  }

  private static func heads(in notice: String) -> [(ID<Tenant>, Int64)] {
    if notice.hasPrefix(Word.mark) { return [] }
    return notice.split(separator: ",").compactMap { item in
      let parts = item.split(separator: ":")
      guard parts.count == 2, let school = ID<Tenant>(parts[0]), let head = Int64(parts[1]) else { return nil }
      return (school, head)
    }
  }

  func stop() {
    stopped.withLockedValue { $0 = true }
    engine.pulse.watch(false)
    listener.stop()
    notifier.stop()
    sender = nil
  }
}

extension Change {
  /// What the tables still say about commits: a row that has been changed again since is told with its later commit.
  static func kept(_ tx: Transaction, school: ID<Tenant>, after: Int64) throws -> [Change] {
    let journal = try tx.rows(
      "SELECT seq, command FROM journal WHERE school = $1 AND seq > $2 ORDER BY seq LIMIT 200",
      [.id(school), .integer(after)]
    ) { ($0.integer(0), $0.text(1)) }
    guard let last = journal.last?.0 else { return [] }
    let span: [Value] = [.id(school), .integer(after), .integer(last)]
    var (entries, count) = ([Int64: [Entry]](), 0)
    try tx.each(
      """
      SELECT b.kind, b.id, r.tbl, r.row, r.seq, r.op FROM bucket_row r JOIN bucket b ON b.num = r.bucket
      WHERE b.school = $1 AND r.seq > $2 AND r.seq <= $3
      LIMIT \(WriteTransaction.maxEntries)
      """, span
    ) { row in
      count += 1
      let bucket = Bucket(Bucket.Kind(row.text(0)), row.id(1, Bucket.self))
      entries[row.integer(4), default: []].append(
        Entry(bucket: bucket, table: row.int(2), row: row.bytes(3), removed: row.integer(5) == 0))
    }
    let isWhole = count < WriteTransaction.maxEntries
    let membershipChanged = try membershipChanged(tx, span)
    return journal.map { seq, command in
      Change(
        school: school, seq: seq, command: command, entries: isWhole ? entries[seq] ?? [] : [],
        membershipChanged: membershipChanged[seq] ?? [], isWhole: isWhole)
    }
  }

  private static func membershipChanged(_ tx: Transaction, _ span: [Value]) throws -> [Int64: Set<ID<Account>>] {
    var accounts: [Int64: Set<ID<Account>>] = [:]
    for (column, which) in [("granted", " AND kind <> '\(Bucket.Kind.letterKeepingConnection)'"), ("revoked", "")] {
      try tx.each(
        "SELECT \(column), account FROM member WHERE school = $1 AND \(column) > $2 AND \(column) <= $3\(which)", span
      ) {
        accounts[$0.integer(0), default: []].insert($0.id(1))
      }
    }
    return accounts
  }
}
