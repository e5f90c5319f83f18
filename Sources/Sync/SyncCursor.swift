import Base

/// How far a device has what its account may see (spec/sync.md §2.6).
public struct SyncCursor: Hashable, Sendable {
  /// Another one after the books came back from a backup; what was said in the one before is void.
  public var epoch: Int64
  /// Every bucket that the device holds is delivered up to here, but those that lag.
  public var delivered: Int64
  /// Whose member the account was when this was given: what the device holds.
  public var asOf: Int64
  /// How often it had been forgotten by then that rows left their buckets.
  public var compaction: Int64
  /// Of which tables the rows are (`SyncTables.schema`).
  public var schema: Int64
  /// Buckets that are delivered only up to some earlier commit, by their numbers.
  ///
  /// To 0 when the device asks for all of it anew.
  public var lag: [Int64: Int64]

  public init(
    epoch: Int64, delivered: Int64, asOf: Int64, compaction: Int64 = 0, schema: Int64, lag: [Int64: Int64] = [:]
  ) {
    (self.epoch, self.delivered, self.asOf) = (epoch, delivered, asOf)
    (self.compaction, self.schema, self.lag) = (compaction, schema, lag)
  }

  /// With nothing in it: what a device knows is the epoch alone.
  public init(epoch: Int64, schema: Int64) { self.init(epoch: epoch, delivered: 0, asOf: 0, schema: schema) }

  static let version: UInt64 = 2

  /// Variable-length numbers, seven bits a byte, as hexadecimal digits: fourteen to twenty-two bytes when nothing lags.
  public var text: String {
    var bytes: [UInt8] = []
    append(Self.version, &bytes)
    for number in [epoch, schema, delivered, asOf, compaction, Int64(lag.count)] {
      append(UInt64(clamping: number), &bytes)
    }
    for (bucket, seq) in lag.sorted(by: { $0.key < $1.key }) {
      append(UInt64(clamping: bucket), &bytes)
      append(UInt64(clamping: seq), &bytes)
    }
    return hex(bytes)
  }

  /// - Returns: `nil` for what is no cursor of this program's; the device then begins anew.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.longest, let all = bytes(hex: text[...]) else { return nil }
    var rest = all[...]
    guard Self.number(&rest) == Self.version, let epoch = Self.number(&rest), let schema = Self.number(&rest),
      let delivered = Self.number(&rest), let asOf = Self.number(&rest), let compaction = Self.number(&rest),
      let count = Self.number(&rest), count <= UInt64(rest.count)
    else { return nil }
    self.init(
      epoch: Int64(clamping: epoch), delivered: Int64(clamping: delivered), asOf: Int64(clamping: asOf),
      compaction: Int64(clamping: compaction), schema: Int64(clamping: schema))
    for _ in 0..<count {
      guard let bucket = Self.number(&rest), let seq = Self.number(&rest) else { return nil }
      lag[Int64(clamping: bucket)] = Int64(clamping: seq)
    }
    guard rest.isEmpty else { return nil }
  }

  /// Somebody with 4,000 buckets that all lag.
  private static let longest = 200_000

  private func append(_ number: UInt64, _ bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest & 0x7F | 0x80))
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  private static func number(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    var (value, shift) = (UInt64(0), UInt64(0))
    while let byte = bytes.popFirst(), shift < 64 {
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }
}
