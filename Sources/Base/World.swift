/// The outside, as values: the clock, randomness, the names made of the two, and the zones of the world.
///
/// Passed in, never reached for.
public struct World: Sendable {
  public let now: @Sendable () -> Instant
  /// 64 random bits, from the system's secure source in production.
  public let random: @Sendable () -> UInt64
  public let zones: ZoneTable

  public init(
    now: @escaping @Sendable () -> Instant, random: @escaping @Sendable () -> UInt64, zones: ZoneTable = .none
  ) {
    (self.now, self.random, self.zones) = (now, random, zones)
  }

  /// A new name: 48 bits of milliseconds, then 74 random bits (RFC 9562, version 7).
  public func id<Thing>(_ kind: Thing.Type = Thing.self) -> ID<Thing> {
    let time = UInt64(clamping: now().milliseconds) & 0xFFFF_FFFF_FFFF
    return ID(high: time << 16 | 0x7000 | random() & 0x0FFF, low: 0x8000_0000_0000_0000 | random() >> 2)
  }

  /// A secret nobody can guess: `bits` random bits, as lower-case hexadecimal.
  public func secret(bits: Int = 256) -> String {
    var out = ""
    for _ in 0..<max(1, bits / 64) {
      let word = random()
      out += hex((0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) })
    }
    return out
  }
}

/// The time zones that are known here: the system's on a server, those that came with the replica on a device.
public struct ZoneTable: Sendable {
  /// The names that one may choose from, sorted.
  public let names: [String]
  private let find: @Sendable (String) -> Zone?

  public init(names: [String], find: @escaping @Sendable (String) -> Zone?) { (self.names, self.find) = (names, find) }

  public func named(_ name: String) -> Zone? { name == "UTC" ? .utc : find(name) }

  /// None but UTC.
  public static let none = ZoneTable(names: []) { _ in nil }
}
