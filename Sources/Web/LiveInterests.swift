public import Base
public import Database
import NIOConcurrencyHelpers
import NIOCore

/// Pages that fetch themselves again when a row they watch changes: the machinery's own kind of news, which no feature draws.
extension Live {
  /// Who sees which buckets, asked in one go when a line opens.
  public typealias Sighted = @Sendable (_ asked: Set<Bucket>, _ all: Bool, Caller) async throws -> Sight

  /// Where a line listens.
  enum Reach: Hashable {
    case bucket(Bucket)
    /// All of a school but what is private.
    case school(ID<Tenant>)
  }

  /// What a line may listen to, of what it asked for.
  struct Heard {
    var topics: Set<String> = []
    var interests: [Reach: Set<Interest>] = [:]
    /// The buckets whose rows its device gets.
    var rows: Set<Bucket> = []
  }

  /// What one page may cost: as many readers as are told at once ask one after the other, not all at once.
  static let pageTime = 4
  static let spread = 300...10_000

  /// In how many milliseconds so many readers come for a page.
  static func spread(of readers: Int) -> Int {
    min(max(readers * pageTime, spread.lowerBound), spread.upperBound)
  }

  /// Each interest where its reader may listen; “all that I see” is the buckets the reader is in, and for the office the school.
  func places(of wanted: Set<Interest>, by caller: Caller) async throws -> [Reach: Set<Interest>] {
    guard !wanted.isEmpty else { return [:] }
    let all = wanted.contains { $0.bucket == nil }
    let sight = try await sighted(Set(wanted.compactMap(\.bucket)), all, caller)
    var places: [Reach: Set<Interest>] = [:]
    for interest in wanted {
      if let bucket = interest.bucket {
        if sight.seen.contains(bucket) { places[.bucket(bucket), default: []].insert(interest) }
        continue
      }
      for bucket in sight.own { places[.bucket(bucket), default: []].insert(interest) }
      if sight.isWhole { places[.school(caller.school), default: []].insert(interest) }
    }
    return places
  }

  /// Tells every line once that what its pages show has changed, however much of it has.
  func tellToLookAgain(_ interested: [Int: Set<Interest>], _ change: Change, _ ahead: inout RowsAhead) {
    let within = Live.spread(of: interested.count)
    for (interests, lines) in Dictionary(grouping: interested, by: \.value) {
      let frame = Live.lookAgain(at: interests, within, id: change.seq)
      let told = state.withLockedValue { state in lines.compactMap { key, _ in state.lines[key].map { (key, $0) } } }
      for (key, line) in told where line.school == change.school {
        send(ahead.join(frame, for: key), to: line, key)
      }
    }
  }

  /// `1200 c.0190….120`: in how many milliseconds to ask, and what for; nothing more: every page.
  static func lookAgain(at interests: Set<Interest>, _ within: Int, id: Int64?) -> ByteBuffer {
    let about = interests.map(\.topic).sorted()
    return frame(event: "refresh", id: id, data: ([String(within)] + about).joined(separator: " "))
  }
}

extension Live.State {
  mutating func listen(_ key: Int, _ line: Live.Line) {
    if line.hasRows { rowLines[line.school, default: []].insert(key) }
    for bucket in line.rows { byRows[bucket, default: []].insert(key) }
    for topic in line.topics { byTopic[topic, default: []].insert(key) }
    for (reach, interests) in line.interests {
      for interest in interests { byReach[reach, default: [:]][interest, default: []].insert(key) }
    }
  }

  mutating func leave(_ key: Int, _ line: Live.Line) {
    (rowsAt[key], held[key]) = (nil, nil)
    rowLines[line.school]?.remove(key)
    if rowLines[line.school]?.isEmpty == true { rowLines[line.school] = nil }
    for bucket in line.rows {
      byRows[bucket]?.remove(key)
      if byRows[bucket]?.isEmpty == true { byRows[bucket] = nil }
    }
    for topic in line.topics {
      byTopic[topic]?.remove(key)
      if byTopic[topic]?.isEmpty == true { byTopic[topic] = nil }
    }
    for (reach, interests) in line.interests {
      for interest in interests {
        byReach[reach]?[interest]?.remove(key)
        if byReach[reach]?[interest]?.isEmpty == true { byReach[reach]?[interest] = nil }
      }
      if byReach[reach]?.isEmpty == true { byReach[reach] = nil }
    }
  }

  /// The lines that a change is news for, and which of their interests it touches.
  func interested(in change: Change) -> [Int: Set<Interest>] {
    var found: [Int: Set<Interest>] = [:]
    for (reach, tables) in change.reached {
      for (interest, keys) in byReach[reach] ?? [:] where !tables.isDisjoint(with: interest.tables) {
        for key in keys { found[key, default: []].insert(interest) }
      }
    }
    return found
  }
}

extension Live.Line {
  /// Which of its interests a change touches.
  func interests(in change: Change) -> Set<Interest> {
    guard !interests.isEmpty else { return [] }
    return change.reached.reduce(into: []) { found, place in
      for interest in interests[place.key] ?? [] where !place.value.isDisjoint(with: interest.tables) {
        found.insert(interest)
      }
    }
  }
}

extension Change {
  /// The tables it wrote in, by where that is heard.
  fileprivate var reached: [Live.Reach: Set<Int>] {
    entries.reduce(into: [:]) { found, entry in
      found[.bucket(entry.bucket), default: []].insert(entry.table)
      if !entry.bucket.isPrivate { found[.school(school), default: []].insert(entry.table) }
    }
  }
}

extension Interest {
  /// Reads what `topic` wrote, spelled in no other way.
  package init?(topic: String) {
    let parts = topic.split(separator: ".", maxSplits: Self.maxTables + 2, omittingEmptySubsequences: false)
    guard let kind = parts.first else { return nil }
    let bucket =
      parts.count > 1 && kind != "*" ? ID<Bucket>(parts[1]).map { Bucket(Bucket.Kind(String(kind)), $0) } : nil
    self.init(bucket, parts.dropFirst(bucket == nil ? 1 : 2).compactMap { Int($0) })
    guard !tables.isEmpty, self.topic == topic else { return nil }
  }
}
