import Base
import NIOConcurrencyHelpers
import Router

/// Who did what lately; in memory, for it is about seconds.
final class RateLimiter: Sendable {
  private struct Key: Hashable { let rateLimit: RateLimit, account: ID<Account>, path: String }
  private struct Left { var count: Double, at: Instant }
  /// Beyond so many, those that are whole again are forgotten.
  private static let most = 10_000
  private let left = NIOLockedValueBox<[Key: Left]>([:])

  /// Counts one.
  ///
  /// - Throws: `.tooMany`, and counts nothing, while it is too often.
  func admit(_ rateLimit: RateLimit, _ account: ID<Account>, path: String, at now: Instant) throws(Refusal) {
    let key = Key(rateLimit: rateLimit, account: account, path: rateLimit.isPerPath ? path : "")
    let missing = left.withLockedValue { left -> Double in
      if left.count >= RateLimiter.most {
        left = left.filter { RateLimiter.count($0.value, $0.key.rateLimit, now) < $0.key.rateLimit.atOnce }
      }
      let count = left[key].map { RateLimiter.count($0, rateLimit, now) } ?? rateLimit.atOnce
      guard count >= 1 else { return 1 - count }
      left[key] = Left(count: count - 1, at: now)
      return 0
    }
    if missing > 0 { throw .tooMany(seconds: max(1, Int((missing / rateLimit.perSecond).rounded(.up)))) }
  }

  /// What is left by now; a clock that was set back gives nothing and takes nothing.
  private static func count(_ left: Left, _ rateLimit: RateLimit, _ now: Instant) -> Double {
    min(rateLimit.atOnce, left.count + Double(max(0, now.since(left.at))) / 1000 * rateLimit.perSecond)
  }
}
