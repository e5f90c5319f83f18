public import Base

/// A beginning for the same chance every time: made of names and of a number that only the server knows, so it is the
/// same after a reload and on every device, and nobody can count back from it.
public struct ShuffleSeed: Hashable, Sendable {
  private let state: UInt64

  public init<A, B>(_ a: ID<A>, _ b: ID<B>, chance: Int64 = 0) {
    var mixed: UInt64 = 0x9E37_79B9_7F4A_7C15
    for part in [a.high, a.low, b.high, b.low] { mixed = splitMix64(mixed ^ part) }
    if chance != 0 { mixed = splitMix64(mixed ^ UInt64(bitPattern: chance)) }
    state = mixed
  }

  /// A name of six digits for each id, that does not tell in which order they were written.
  func names(_ ids: [Int]) -> [Int: Int] {
    var (found, taken) = ([Int: Int](), Set<Int>())
    for id in ids {
      var name = Int(splitMix64(state ^ UInt64(bitPattern: Int64(id))) % 900_000) + 100_000
      while taken.contains(name) { name = name == 999_999 ? 100_000 : name + 1 }
      taken.insert(name)
      found[id] = name
    }
    return found
  }

  /// The places 0..<count in this seed's order (Fisher and Yates).
  public func order(_ count: Int) -> [Int] {
    var places = Array(0..<max(0, count))
    var chance = state
    for place in places.indices.reversed() where place > 0 {
      chance = splitMix64(chance)
      places.swapAt(place, Int(chance.multipliedFullWidth(by: UInt64(place + 1)).high))
    }
    return places
  }
}
