public import Base

/// A beginning for the same chance every time: made of names, so it is the same after a reload and on every device.
public struct ShuffleSeed: Hashable, Sendable {
  private let state: UInt64

  public init<A, B>(_ a: ID<A>, _ b: ID<B>) {
    var mixed: UInt64 = 0x9E37_79B9_7F4A_7C15
    for part in [a.high, a.low, b.high, b.low] { mixed = ShuffleSeed.mix(mixed ^ part) }
    state = mixed
  }

  /// Splitmix64, as everybody has it.
  private static func mix(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// The places 0..<count in this seed's order (Fisher and Yates).
  public func order(_ count: Int) -> [Int] {
    var places = Array(0..<max(0, count))
    var chance = state
    for place in places.indices.reversed() where place > 0 {
      chance = ShuffleSeed.mix(chance)
      places.swapAt(place, Int(chance.multipliedFullWidth(by: UInt64(place + 1)).high))
    }
    return places
  }
}
