import Base
import Database

/// Migrations of before, in whose place each feature has one that makes its tables as they are (`Migration.baseline`).
///
/// A database in which all of them were carried out has the tables that the baselines make; one in which only some were
/// is brought to their end by the last version that had them.
public struct SquashedMigrations: Sendable {
  /// None: every migration there ever was is there.
  public static let none = SquashedMigrations([], until: "", jobs: [])
  let names: Set<String>
  private let day: String, jobs: [String]

  /// - Parameters:
  ///   - day: the day of the first version without them, as the operator is told it.
  ///   - jobs: the kinds of jobs that only versions with them carry out.
  public init(_ names: Set<String>, until day: String, jobs: [String]) {
    (self.names, self.day, self.jobs) = (names, day, jobs)
  }

  private var refusal: String {
    """
    This database was made by a version from before \(day), whose migrations this version no longer has, and not all of \
    them were carried out. Start the last version from before \(day) on it once and let it run for a few minutes; then \
    start this one.
    """
  }

  /// Writes down the baselines where all of the squashed migrations were carried out.
  ///
  /// - Returns: what is carried out now.
  /// - Throws: `DatabaseClosed` where only some were.
  func adopt(
    _ done: [Migration.Done], _ known: [Migration], _ connection: Connection, now: Instant
  ) throws -> [Migration.Done] {
    let old = names.intersection(done.map(\.name))
    if old.isEmpty { return done }
    guard try old.count == names.count && isSettled(connection) else { throw DatabaseClosed(refusal) }
    let baselines = known.filter(\.isBaseline)
    try connection.run("BEGIN")
    do {
      for name in old { try connection.run("DELETE FROM migration WHERE name = $1", [.text(name)]) }
      for migration in baselines { try migration.note(connection, now: now) }
      try connection.run("COMMIT")
    } catch {
      _ = try? connection.run("ROLLBACK")  // best effort: the first error is the one to tell
      throw error
    }
    return done.filter { !old.contains($0.name) }
      + baselines.map { Migration.Done(name: $0.name, isAdditive: $0.isAdditive) }
  }

  private func isSettled(_ connection: Connection) throws -> Bool {
    var waiting = 0
    for kind in jobs {
      try connection.run(
        "SELECT count(*) FROM job WHERE kind = $1 AND state IN ('waiting', 'running')", [.text(kind)]
      ) { waiting += $0.int(0) }
    }
    return waiting == 0
  }
}
