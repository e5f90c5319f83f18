import Base

/// Choices that come out the same on every device, over whole numbers, with nothing that rounds.
struct StudyChance {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  init<Thing>(_ id: ID<Thing>, _ day: Day) {
    self.init(seed: id.high ^ (id.low &* 0x9e37_79b9_7f4a_7c15) ^ UInt64(bitPattern: Int64(day.number)))
  }

  /// From 0 up to, without, `count`.
  mutating func below(_ count: Int) -> Int {
    let drawn = splitMix64(state)
    state = state &+ 0x9e37_79b9_7f4a_7c15
    return count <= 1 ? 0 : Int(truncatingIfNeeded: (drawn >> 33) % UInt64(count))
  }

  mutating func shuffled<Thing>(_ things: [Thing]) -> [Thing] {
    var mixed = things
    for at in mixed.indices.reversed() where at > 0 { mixed.swapAt(at, below(at + 1)) }
    return mixed
  }
}
