import Base

/// What an open page watches: the rows of some tables that one bucket sees, or that any of the reader's buckets sees.
///
/// A page says its interests among its topics. The live stream tells it that such a row changed, never what is in it: the
/// page fetches itself again, and who may not see the bucket any more is told nothing.
public struct Interest: Hashable, Sendable {
  /// `nil` stands for all buckets that the reader sees.
  public let bucket: Bucket?
  /// Numbers of tables, ascending, each once.
  public let tables: [Int]

  /// As many tables one interest may name.
  public static let maxTables = 32
  /// Where a page would name more buckets than this, it says “all that I see” instead: its address stays short.
  public static let maxBuckets = 24

  /// - Parameter tables: in any order; those beyond the most are left out.
  public init(_ bucket: Bucket?, _ tables: [Int]) {
    var known: [Int] = []
    for number in tables.sorted() where known.last != number && known.count < Self.maxTables { known.append(number) }
    (self.bucket, self.tables) = (bucket, known)
  }

  /// `c.0190….120.121`: the bucket, or `*`, and the tables.
  public var topic: String {
    var text = "*"
    if let bucket { text = bucket.kind.letter + "." + bucket.id.text }
    for number in tables { text += "." + String(number) }
    return text
  }
}

extension [String] {
  /// The topics of a page that shows rows of these tables by these buckets.
  public static func watching(_ buckets: [Bucket], _ tables: [Int]) -> [String] {
    if buckets.count > Interest.maxBuckets { return watchingAll(tables) }
    var topics: [String] = []
    for bucket in buckets {
      let topic = Interest(bucket, tables).topic
      if !topics.contains(topic) { topics.append(topic) }
    }
    return topics
  }

  /// The topics of a page that shows rows of these tables by whatever bucket its reader sees them.
  public static func watchingAll(_ tables: [Int]) -> [String] { [Interest(nil, tables).topic] }
}

/// What somebody sees, as far as it was asked.
public struct Sight: Sendable {
  /// Of the buckets asked about, those they may see.
  public let seen: Set<Bucket>
  /// The buckets they are in, when those were asked for.
  public let own: Set<Bucket>
  /// Whether they see every bucket of the school that is not private, as the office does.
  public let isWhole: Bool

  public init(seen: Set<Bucket> = [], own: Set<Bucket> = [], isWhole: Bool = false) {
    (self.seen, self.own, self.isWhole) = (seen, own, isWhole)
  }
}
