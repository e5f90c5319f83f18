/// The outside, as values: the clock, randomness, and the names made of the two.
///
/// Passed in, never reached for.
public struct World: Sendable {
  public let now: @Sendable () -> Instant
  /// 64 random bits, from the system's secure source in production.
  public let random: @Sendable () -> UInt64

  public init(now: @escaping @Sendable () -> Instant, random: @escaping @Sendable () -> UInt64) {
    (self.now, self.random) = (now, random)
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
