public import Base

/// A beginning for the same chance every time: made of names and of a number that only the server knows, so it is the
/// same after a reload and on every device, and nobody can count back from it.
public struct ShuffleSeed: Hashable, Sendable {
  private let state: UInt64

  public init<A, B>(_ a: ID<A>, _ b: ID<B>, chance: Int64 = 0) {
    var mixed: UInt64 = 0x9E37_79B9_7F4A_7C15
    for part in [a.high, a.low, b.high, b.low] { mixed = ShuffleSeed.mix(mixed ^ part) }
    if chance != 0 { mixed = ShuffleSeed.mix(mixed ^ UInt64(bitPattern: chance)) }
    state = mixed
  }

  /// A name of six digits for each id, that does not tell in which order they were written.
  func names(_ ids: [Int]) -> [Int: Int] {
    var (found, taken) = ([Int: Int](), Set<Int>())
    for id in ids {
      var name = Int(ShuffleSeed.mix(state ^ UInt64(bitPattern: Int64(id))) % 900_000) + 100_000
      while taken.contains(name) { name = name == 999_999 ? 100_000 : name + 1 }
      taken.insert(name)
      found[id] = name
    }
    return found
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
