import Base
import NIOConcurrencyHelpers

/// How often one account may do the same: so many at once, and then so many a second.
///
/// Generous to people, however fast they type; it stops programs that went wild.
public struct Pace: Sendable, Hashable {
  let name: String
  let atOnce: Double, perSecond: Double
  /// Whether each path counts by itself, as each conversation does.
  let isPerPath: Bool

  /// Looking for somebody or something: `?q=` on any page.
  public static let search = Pace(name: "search", atOnce: 60, perSecond: 6, isPerPath: true)
  /// Saying something in one place, and in all places together.
  public static let saying = [
    Pace(name: "say", atOnce: 120, perSecond: 3, isPerPath: true),
    Pace(name: "say-all", atOnce: 600, perSecond: 60, isPerPath: false),
  ]
}

/// Who did what lately; in memory, for it is about seconds.
final class Paces: Sendable {
  private struct Key: Hashable { let pace: Pace, account: ID<Account>, path: String }
  private struct Left { var count: Double, at: Instant }
  /// Beyond so many, those that are whole again are forgotten.
  private static let most = 10_000
  private let left = NIOLockedValueBox<[Key: Left]>([:])

  /// Counts one.
  ///
  /// - Throws: `.tooMany`, and counts nothing, while it is too often.
  func admit(_ pace: Pace, _ account: ID<Account>, path: String, at now: Instant) throws(Refusal) {
    let key = Key(pace: pace, account: account, path: pace.isPerPath ? path : "")
    let missing = left.withLockedValue { left -> Double in
      if left.count >= Paces.most {
        left = left.filter { Paces.count($0.value, $0.key.pace, now) < $0.key.pace.atOnce }
      }
      let count = left[key].map { Paces.count($0, pace, now) } ?? pace.atOnce
      guard count >= 1 else { return 1 - count }
      left[key] = Left(count: count - 1, at: now)
      return 0
    }
    if missing > 0 { throw .tooMany(seconds: max(1, Int((missing / pace.perSecond).rounded(.up)))) }
  }

  /// What is left by now; a clock that was set back gives nothing and takes nothing.
  private static func count(_ left: Left, _ pace: Pace, _ now: Instant) -> Double {
    min(pace.atOnce, left.count + Double(max(0, now.since(left.at))) / 1000 * pace.perSecond)
  }
}
