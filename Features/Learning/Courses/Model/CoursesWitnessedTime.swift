public import Base

/// When something was done on a device, as far as a server can know it.
///
/// A device may say of a moment what it likes. The server itself saw two things: the last sign of life before (the work
/// was opened, a draft or an answer was saved, the line was lost), and that it arrived. What a device says of the time
/// in between may be true, and is nobody's to state as a fact; what it says of any other time cannot be true.
public struct WitnessedTime: Hashable, Sendable {
  /// What can be said of something that had to be done by a certain end.
  public enum Timing: Hashable, Sendable {
    /// The server saw that it was in time: it had arrived.
    case inTime
    /// It was in time by the device's clock alone; a person decides.
    case deviceOnly
    /// It came after the end, and not even the device says otherwise.
    case late
  }
  /// The last that the server saw of it before it came.
  public let seen: Instant
  /// When it was done, as the device says; `nil` when it says nothing.
  public let claimed: Instant?
  public let arrived: Instant

  /// - Parameter waited: milliseconds between doing it and sending it: a difference on the device's own clock, so that a
  ///   clock that is wrong does no harm. Negative ones mean nothing.
  public init(seen: Instant, waited: Int64?, arrived: Instant) {
    (self.seen, self.arrived) = (seen, arrived)
    let past = waited.map { arrived.milliseconds.subtractingReportingOverflow(max(0, $0)) }
    claimed = past.flatMap { $0.overflow ? nil : Instant(milliseconds: $0.partialValue) }
  }

  /// Whether what the device says lies between what the server saw.
  public var isPossible: Bool { claimed.map { seen <= $0 && $0 <= arrived } ?? false }

  /// - Parameter grace: seconds for the network, and for what was under way at the end.
  public func timing(until end: Instant, grace: Int64 = 5) -> Timing {
    let last = end.plus(seconds: grace)
    if arrived < last { return .inTime }
    return claimed.map { $0 < last } ?? false ? .deviceOnly : .late
  }
}
