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

  /// Numbers of variable length, as hexadecimal digits: fourteen to twenty-two bytes when nothing lags.
  public var text: String {
    var out = ByteWriter()
    out.number(Self.version)
    for number in [epoch, schema, delivered, asOf, compaction, Int64(lag.count)] {
      out.number(UInt64(clamping: number))
    }
    for (bucket, seq) in lag.sorted(by: { $0.key < $1.key }) {
      out.number(UInt64(clamping: bucket))
      out.number(UInt64(clamping: seq))
    }
    return hex(out.bytes)
  }

  /// - Returns: `nil` for what is no cursor of this program's; the device then begins anew.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.longest, let all = bytes(hex: text[...]) else { return nil }
    do throws(Refusal) { self = try Self.read(ByteReader(all)) } catch { return nil }
  }

  private static func read(_ bytes: ByteReader) throws(Refusal) -> SyncCursor {
    var reader = bytes
    guard try reader.number() == version else { throw ByteReader.malformed }
    let (epoch, schema) = (try reader.number(), try reader.number())
    let (delivered, asOf, compaction) = (try reader.number(), try reader.number(), try reader.number())
    var cursor = SyncCursor(
      epoch: Int64(clamping: epoch), delivered: Int64(clamping: delivered), asOf: Int64(clamping: asOf),
      compaction: Int64(clamping: compaction), schema: Int64(clamping: schema))
    for (bucket, seq) in try reader.list({ reader throws(Refusal) in (try reader.number(), try reader.number()) }) {
      cursor.lag[Int64(clamping: bucket)] = Int64(clamping: seq)
    }
    guard reader.isAtEnd else { throw ByteReader.malformed }
    return cursor
  }

  /// Somebody with 4,000 buckets that all lag.
  private static let longest = 200_000
}
