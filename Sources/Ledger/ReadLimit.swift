import Database

/// How long whoever asks may read at once: no page is worth more, and who has left needs nothing any more.
public struct ReadLimit: Sendable {
  /// What holds for everything that is read on behalf of one request; jobs and followers have none.
  @TaskLocal public static var current: ReadLimit?
  let time: Duration
  let isGone: @Sendable () -> Bool

  public init(_ time: Duration, isGone: @escaping @Sendable () -> Bool = { false }) {
    (self.time, self.isGone) = (time, isGone)
  }

  /// Who closes their side at once may still want the answer; after a while in the queue nobody does.
  private static let timeout = Duration.seconds(1)

  /// - Parameter asked: when the question was put.
  /// - Throws: when nobody waits for it any more.
  func begin(asked: ContinuousClock.Instant) throws -> ReadDeadline {
    let end = ContinuousClock.now + time
    let deadline = ReadDeadline(
      milliseconds: max(1, Int(time / .milliseconds(1))), isLate: { ContinuousClock.now >= end }, isGone: isGone)
    if asked + Self.timeout <= .now, isGone() { throw deadline.failure }
    return deadline
  }
}
