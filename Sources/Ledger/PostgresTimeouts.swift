import Base
import Database
import NIOConcurrencyHelpers

/// How long PostgreSQL may take before it is taken to be gone.
///
/// The server itself ends what takes too long; the deadline on our side is for a server that does not answer at all: one
/// that hangs, not one that died.
struct PostgresTimeouts: Sendable {
  /// The server ends a statement after so many milliseconds; 0 is never.
  var statement = 0
  /// It waits for a lock so long.
  var lock = 15_000
  /// It ends a transaction in which nobody has asked anything for so long.
  var idle = 120_000
  /// Without an answer for so long, the connection is given up.
  var answer = Duration.seconds(15)

  /// The same for reading that has no time of its own, as exports: only a server that is silent for all ends it.
  var unhurried = Duration.seconds(86_400)

  /// A page's questions; when the server cuts one is said by each (`ReadDeadline`).
  static let reading = PostgresTimeouts()
  /// The writer's: a step of a large import may take a while.
  static let writing = PostgresTimeouts(statement: 30_000, answer: .seconds(40))
  /// Backups, checks, migrations: they end when they end, or when nobody hears from the server at all.
  static let long = PostgresTimeouts(statement: 0, lock: 3000, idle: 0, answer: .seconds(86_400))

  var settings: String {
    """
    SET synchronous_commit TO on; SET bytea_output TO hex; SET standard_conforming_strings TO on; SET jit TO off;
    SET lock_timeout TO \(lock); SET statement_timeout TO \(statement);
    SET idle_in_transaction_session_timeout TO \(idle)
    """
  }
}

/// When anything was last heard from the server, on any connection.
///
/// A statement may take its time while the server talks to others. When it talks to nobody, although somebody asks once
/// a second, it hangs: then nobody waits for the end of a longer deadline.
final class PostgresPulse: Sendable {
  private let silence: Duration
  private let state = NIOLockedValueBox<(last: ContinuousClock.Instant, watched: Bool)>((.now, false))

  init(silence: Duration = .seconds(6)) { self.silence = silence }

  func beat() { state.withLockedValue { $0.last = .now } }

  /// Somebody asks the server once a second from now on, or does so no more.
  func watch(_ isWatched: Bool) { state.withLockedValue { $0 = (.now, isWatched) } }

  func isSilent(since start: ContinuousClock.Instant) -> Bool {
    let (last, watched) = state.withLockedValue { $0 }
    return watched && ContinuousClock.now - max(last, start) > silence
  }
}
