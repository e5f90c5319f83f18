public import Base
import Foundation

extension World {
  /// This machine's clock and its secure random numbers; the school's zones come with its rows.
  public static let ofDevice = World(
    now: { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) },
    random: { UInt64.random(in: .min ... .max) })
}
