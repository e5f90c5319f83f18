public import Base
import Synchronization
import Web

/// Numbers that look like chance and are the same in every run.
public struct Dice: Sendable {
  private var state: UInt64
  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }

  public mutating func roll(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int((next() >> 8) % UInt64(range.count))
  }
}

/// A clock that only tests move, or their looking at it.
public final class TestClock: Sendable {
  private struct State { var now: Instant, step: Int64, dice: Dice }
  private let state: Mutex<State>

  /// A Friday evening, 6 November 2026, 21:20 UTC.
  public static let evening = Instant(milliseconds: 1_794_000_000_000)

  /// - Parameter step: how many seconds every look at the time of its world takes.
  public init(_ start: Instant = evening, step: Int64 = 0, seed: UInt64 = 0x9E37_79B9_7F4A_7C15) {
    state = Mutex(State(now: start, step: step, dice: Dice(seed: seed)))
  }

  /// Where another one stands: its time, and the random numbers that come after those it has given.
  init(after other: TestClock) { state = Mutex(other.state.withLock { $0 }) }

  public var now: Instant { state.withLock { $0.now } }
  public func set(_ instant: Instant) { state.withLock { $0.now = instant } }
  public func advance(seconds: Int64) { state.withLock { $0.now = $0.now.plus(seconds: seconds) } }
  public func advance(days: Int64) { state.withLock { $0.now = $0.now.plus(days: days) } }
  /// From now on it is one and the same millisecond.
  public func stop() { state.withLock { $0.step = 0 } }

  /// The world whose time this is; its random numbers are the same in every run.
  public var world: World {
    World(
      now: {
        self.state.withLock {
          $0.now = $0.now.plus(seconds: $0.step)
          return $0.now
        }
      }, random: { self.state.withLock { $0.dice.next() } }, zones: .system)
  }
}
