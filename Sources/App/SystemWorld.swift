public import Base
import Foundation

extension World {
  /// The real clock and the system's secure random numbers: the only place that reaches for either.
  public static let system = World(
    now: { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) },
    random: { UInt64.random(in: .min ... .max) })
}
