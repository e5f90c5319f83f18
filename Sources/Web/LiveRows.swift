public import Base
public import Database
import Foundation
import Logging
import NIOConcurrencyHelpers
import NIOCore

/// Rows for browsers that are somebody's device: what changed comes by the line, and no device asks for it.
///
/// It is read once a commit and written once for all who are in the same of its buckets.
extension Live {
  /// What writes down what came to some buckets for those who are in them; `after` is as of when they must have had all before.
  public typealias RowsFrame = @Sendable (_ buckets: Set<Bucket>, _ after: Int64) -> [UInt8]
  /// Reads what came to buckets after a commit and up to another; `nil` when the books are further by now, or it is much.
  public typealias RowsReader =
    @Sendable (ID<Tenant>, _ buckets: Set<Bucket>, _ after: Int64, _ head: Int64) async throws -> RowsFrame?

  /// A line with this topic gets the rows of all buckets that its reader is in.
  static let rowsTopic = "rows"

  /// What goes to devices before all else that is said of a change.
  ///
  /// Whoever is not told finds out by the next word that their page has changed, and asks.
  func rowsAhead(of change: Change) async -> RowsAhead {
    var ahead = RowsAhead()
    guard let due = state.withLockedValue({ $0.rowsDue(change) }) else { return ahead }
    var frame: RowsFrame?
    do { frame = try await rows(change.school, due.buckets, due.after, change.seq) } catch {
      logger.error("live", metadata: ["topic": "rows", "why": "\(error)"])
    }
    guard let frame else { return ahead }
    for (group, lines) in state.withLockedValue({ $0.rowsTold(due.buckets, change) }) {
      let text = Data(frame(group.buckets, group.after)).base64EncodedString()
      ahead.add(Live.frame(event: "rows", id: nil, data: text), to: lines)
    }
    return ahead
  }

  /// For those who are told nothing else of it.
  func tell(_ ahead: RowsAhead) {
    for (key, line, frame) in ahead.rest { send(frame, to: line, key) }
  }
}

/// Rows that are still to be told, each line's with what it is told next: two writes to a thousand lines cost twice of one.
struct RowsAhead {
  private var pieces: [Piece] = []
  private var waiting: [Int: (piece: Int, line: Live.Line)] = [:]

  private struct Piece {
    let frame: ByteBuffer
    /// The last that went with it, and both together: nearly all lines are told the same.
    var joined: (other: ByteBuffer, both: ByteBuffer)?
  }

  mutating func add(_ frame: ByteBuffer, to lines: [(Int, Live.Line)]) {
    for (key, line) in lines { waiting[key] = (pieces.count, line) }
    pieces.append(Piece(frame: frame))
  }

  /// - Returns: the frame, with the rows of its line before it.
  mutating func join(_ frame: ByteBuffer, for key: Int) -> ByteBuffer {
    guard let place = waiting.removeValue(forKey: key)?.piece else { return frame }
    if let joined = pieces[place].joined, joined.other == frame { return joined.both }
    var both = pieces[place].frame
    both.writeImmutableBuffer(frame)
    pieces[place].joined = (frame, both)
    return both
  }

  var rest: [(Int, Live.Line, ByteBuffer)] { waiting.map { ($0.key, $0.value.line, pieces[$0.value.piece].frame) } }
}

/// How far the devices of a school have been told what changed.
struct LiveRows {
  /// All up to this commit was told.
  private(set) var head: Int64
  /// Nothing since this commit was left out.
  let began: Int64
  /// What has changed since `head`.
  private(set) var pending: Set<Bucket> = []
  private var held = 0

  /// The books were always further when it was read: there is so much that pulls do better.
  private static let mostHeld = 16

  init(before change: Change) { (head, began) = (change.seq - 1, change.seq - 1) }

  /// - Returns: whether telling goes on; otherwise it begins anew with the next change.
  mutating func add(_ change: Change) -> Bool {
    pending.formUnion(change.entries.map(\.bucket))
    held += 1
    return held <= Self.mostHeld
  }

  mutating func settle(at seq: Int64) { (head, pending, held) = (seq, [], 0) }
}

extension Live.State {
  struct RowsGroup: Hashable {
    let buckets: Set<Bucket>, after: Int64
  }

  /// What is to be read now that a change came; `nil` when nobody has a device here.
  mutating func rowsDue(_ change: Change) -> (buckets: Set<Bucket>, after: Int64)? {
    guard var school = schools.removeValue(forKey: change.school) else { return nil }
    defer { schools[change.school] = school }
    guard let lines = rowLines[change.school], !lines.isEmpty else {
      school.rows = nil
      return nil
    }
    var rows = school.rows ?? LiveRows(before: change)
    guard rows.add(change) else {
      school.rows = nil
      return nil
    }
    school.rows = rows
    return rows.pending.isEmpty ? nil : (rows.pending, rows.head)
  }

  /// Who is to be told what was read.
  ///
  /// What each is told follows on what the same line was told before, or on where the books stood when it was opened. So whoever
  /// did not take one of them, had it and lost it, or was away takes none of those that follow, and asks.
  mutating func rowsTold(_ buckets: Set<Bucket>, _ change: Change) -> [RowsGroup: [(Int, Live.Line)]] {
    guard var rows = schools[change.school]?.rows else { return [:] }
    var groups: [RowsGroup: [(Int, Live.Line)]] = [:]
    for key in Set(buckets.flatMap { byRows[$0] ?? [] }) {
      guard let line = lines[key], line.school == change.school else { continue }
      let after = max(rowsAt[key] ?? rows.began, rows.began)
      groups[RowsGroup(buckets: line.rows.intersection(buckets), after: after), default: []].append((key, line))
      rowsAt[key] = change.seq
    }
    rows.settle(at: change.seq)
    schools[change.school]?.rows = rows
    return groups
  }
}
