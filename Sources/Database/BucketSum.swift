import Base

/// What the rows that lie in a bucket add up to (spec/sync.md §2.10): how many there are, and a sum that hardly any others give.
///
/// Whoever has the same rows as of the same commits has the same, in whatever order they came. It is a sum and no exclusive
/// or, in which a row that is there twice would cancel itself.
public struct BucketSum: Hashable, Sendable {
  public private(set) var count: Int64
  /// Modulo 2^64.
  public private(set) var sum: UInt64

  public init(count: Int64 = 0, sum: UInt64 = 0) { (self.count, self.sum) = (count, sum) }

  /// - Parameters:
  ///   - key: the row's, as it stands in the change index.
  ///   - seq: the commit since which the row is there as it is.
  public mutating func add(table: Int, key: [UInt8], seq: Int64) {
    count += 1
    sum &+= Self.hash(table, key, seq)
  }

  public mutating func take(table: Int, key: [UInt8], seq: Int64) {
    count -= 1
    sum &-= Self.hash(table, key, seq)
  }

  /// FNV-1a over the key, and the last step of SplitMix64 over all three: sums of numbers that are alike must not be.
  private static func hash(_ table: Int, _ key: [UInt8], _ seq: Int64) -> UInt64 {
    var hash = fnv1a(key)
    hash ^= UInt64(truncatingIfNeeded: table) << 48 ^ UInt64(bitPattern: seq) &* 0x9e37_79b9_7f4a_7c15
    hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
    return hash ^ (hash >> 31)
  }
}
