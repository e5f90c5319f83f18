public import Base
import Foundation
import Synchronization
import Web

extension World {
  /// The real clock and the system's secure random numbers: the only place that reaches for either.
  public static let system = World(
    now: { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) },
    random: { randomness.withLock { $0.next() } }, zones: .system)

  private static let randomness = Mutex(Randomness())
}

/// The system's secure random numbers, fetched by the 256 bytes it gives at once: a page with forms needs dozens, and
/// a call for each cost as much as drawing them.
private struct Randomness {
  private var waiting: [UInt64] = []

  mutating func next() -> UInt64 {
    if let word = waiting.popLast() { return word }
    waiting = [UInt64](unsafeUninitializedCapacity: 32) { words, count in
      count = getentropy(words.baseAddress, 256) == 0 ? 32 : 0
    }
    return waiting.popLast() ?? UInt64.random(in: .min ... .max)
  }
}
