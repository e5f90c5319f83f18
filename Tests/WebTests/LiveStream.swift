import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Logging
import NIOCore
import Router
import School
import Synchronization

@testable import Ledger
@testable import Web

/// A live stream that shows the number of each commit under one or two topics.
struct Stream {
  let live: Live
  let metrics = Metrics()
  let cuts = Counter()
  static let school = ID<Tenant>(high: 0x7000, low: 1 << 63 | 1)
  static let account = ID<Account>(high: 0x7000, low: 1 << 63 | 2)
  static func session(_ number: UInt64) -> ID<Session> { ID(high: 0x7000, low: 1 << 63 | number) }

  final class Counter: Sendable {
    private let count = Mutex(0)
    func add() { count.withLock { $0 += 1 } }
    var value: Int { count.withLock { $0 } }
  }

  /// - Parameters:
  ///   - lines: how many one account may have.
  ///   - seen: the buckets that everybody is in.
  ///   - rows: what came to buckets.
  ///   - isOfRows: whether devices need no fragments.
  ///   - maySee: what is asked for each topic of a line that opens.
  init(
    topics: Set<String> = ["wall"], lines: Int = Limits.liveLines.most, seen: Set<Bucket> = [], isOffice: Bool = false,
    rows: @escaping Live.RowsReader = { _, _, _, _ in nil }, isOfRows: Bool = false,
    maySee: @escaping @Sendable () async throws -> Bool = { true },
    rendering: @escaping @Sendable (Change) async -> Void = { _ in }
  ) {
    let view = LiveView(
      "note", isOfRows: isOfRows, maySee: { _, _ in try await maySee() }, touched: { _ in topics },
      render: { topic, change, scene in
        await rendering(change)
        return "<p data-clock=\"\(scene.ownZone.name)\">\(topic) \(String(change.seq))</p>"
      })
    live = Live(
      [view],
      sighted: { asked, all, _ in
        Sight(seen: asked.intersection(seen), own: all ? seen : [], isWhole: isOffice)
      }, rows: rows, lines: lines, metrics: metrics, logger: Logger(label: "test")
    ) { words, zone, own in
      Scene(words: words, zone: zone, ownZone: own, now: Instant(milliseconds: 0))
    }
  }

  func commit(
    _ numbers: ClosedRange<Int64>, _ entries: [Change.Entry] = [], membershipChanged: Set<ID<Account>> = []
  ) async {
    for seq in numbers {
      await live.deliver(
        Change(
          school: Self.school, seq: seq, command: "note.leave", entries: entries, membershipChanged: membershipChanged,
          isWhole: true))
    }
  }

  /// Somebody has a page open, so that what happens is remembered for those who come back.
  func watch() async throws { _ = try await line(["note/nothing"]) }

  /// - Parameters:
  ///   - last: what the reader has heard, as its `Last-Event-ID`.
  ///   - head: how far the books have come.
  func line(
    _ topics: [String] = ["note/wall"], last: Int64? = nil, head: Int64 = 0, session: UInt64 = 3,
    until endsAt: Instant? = nil, clock: Zone? = nil, school: ID<Tenant> = Stream.school,
    again: @escaping @Sendable (Identity) async throws -> Identity? = { $0 }
  ) async throws -> Line {
    let account = Self.account
    let member = Identity.Membership(
      id: school, name: "Rimon", role: .teacher, kind: "k12", zone: "UTC", language: .en, look: Appearance(), head: head
    )
    var identity = Identity(
      account: account, credential: .session, session: Self.session(session), name: "Omar", language: .en, look: nil,
      school: member, schools: [], unread: 0, csrf: "")
    identity.endsAt = endsAt
    let scene = Scene(
      words: TestWords.of(.en), zone: .utc, ownZone: clock, now: Instant(milliseconds: 0))
    let known = identity
    let (key, writer) = try await live.open(
      topics: topics, identity: identity, caller: Caller(account: account, school: school, role: .teacher),
      scene: scene, last: last, again: { try await again(known) }, cut: { [cuts] in cuts.add() })
    return Line(key: key, writer: writer, live: live)
  }

  struct Line {
    let key: Int
    let writer: LineWriter
    let live: Live

    /// All that is on the line, read when it has ended.
    func read() -> [String] {
      live.close(key)
      return hear()
    }

    /// What has come since.
    func hear() -> [String] { writer.take().map { String(buffer: $0) } }

    /// Until this number has come, from a task of its own.
    func waits(for number: Int64) async throws {
      while !hear().ids.contains(number) { try await Task.sleep(for: .milliseconds(5)) }
    }
  }
}

extension [String] {
  /// The numbers by which a reader would resume.
  var ids: [Int64] {
    compactMap { frame in
      frame.split(separator: "\n").first { $0.hasPrefix("id: ") }.flatMap { Int64($0.dropFirst(4)) }
    }
  }
}
