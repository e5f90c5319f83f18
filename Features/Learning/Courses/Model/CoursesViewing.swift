public import Base

/// When the server saw somebody at a piece of work, and when it had the time before: the line's return is a visit, too.
public struct Viewing: Hashable, Sendable {
  public let at: Instant
  public let before: Instant?
  public init(at: Instant, before: Instant? = nil) { (self.at, self.before) = (at, before) }

  /// Visits so many seconds apart are two.
  public static let apart: Int64 = 300
  /// Seconds by which two clocks that agree may differ.
  public static let drift: Int64 = 5

  /// What it is with one more.
  public func seeing(_ now: Instant) -> Viewing { Viewing(at: now, before: isNews(now) ? at : before) }

  /// Whether it is worth being written down when nothing else is.
  public func isNews(_ now: Instant) -> Bool { now.since(at) > Self.apart * 1000 }

  /// The last that was seen before something arrived, besides the coming back of the line that it arrived by.
  ///
  /// - Parameter claimed: when it was done, as the device says.
  public func last(before claimed: Instant, of arrived: Instant) -> Instant {
    let seen = at <= claimed.plus(seconds: Self.drift) || isNews(arrived) ? at : before ?? at
    return seen.plus(seconds: -Self.drift)
  }
}
