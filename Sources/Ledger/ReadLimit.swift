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
  private static let patience = Duration.seconds(1)

  /// - Parameter asked: when the question was put.
  /// - Throws: when nobody waits for it any more.
  func begin(asked: ContinuousClock.Instant) throws -> ReadStint {
    let stint = ReadStint(time, isGone: isGone)
    if asked + Self.patience <= .now, isGone() { throw stint.failure }
    return stint
  }
}

/// One reading under a limit; an object, because SQLite asks it from C.
package final class ReadStint: Sendable {
  private let end: ContinuousClock.Instant
  /// The same for a server of its own, in whole milliseconds.
  let milliseconds: Int
  private let isGone: @Sendable () -> Bool

  init(_ time: Duration, isGone: @escaping @Sendable () -> Bool) {
    (end, self.isGone) = (.now + time, isGone)
    milliseconds = max(1, Int(time / .milliseconds(1)))
  }

  var isOver: Bool { ContinuousClock.now >= end || isGone() }
  var failure: SQLFailure { SQLFailure(kind: isGone() ? .left : .late, description: "the reading was cut") }
}
