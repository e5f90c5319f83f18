extension SyncModel {
  /// Chance that is the same on every machine (SplitMix64): one seed is one history.
  ///
  /// The standard library's own ways to choose may change with its versions.
  struct Chance {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = state
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return bits ^ (bits >> 31)
    }

    /// - Returns: from 0 to `bound` - 1; the little that the remainder favours small ones by is of no matter here.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

    mutating func happens(percent: Int) -> Bool { below(100) < percent }

    /// - Returns: `nil` from nothing.
    mutating func pick<Item>(_ items: [Item]) -> Item? { items.isEmpty ? nil : items[below(items.count)] }

    /// One of them, as often as its weight says.
    mutating func pick<Item>(_ items: [(weight: Int, item: Item)]) -> Item? {
      var rest = below(items.reduce(0) { $0 + $1.weight })
      for (weight, item) in items {
        if rest < weight { return item }
        rest -= weight
      }
      return nil
    }
  }
}
