import Base
import Database
import Foundation
import Logging

extension Engine {
  /// Runs the migrations that have not run, each in a transaction of its own.
  ///
  /// Several nodes may start at once: one migrates, and the others wait for it, however long it takes.
  func migrate(
    _ migrations: [Migration], squashed: SquashedMigrations = .none, now: Instant,
    logger: Logger = Logger(label: "ledger")
  ) throws {
    try alone { connection in
      try claim(connection, logger)
      // The lock goes with the session if this one does not get to its end.
      defer { if dialect == .postgres { _ = try? connection.run("SELECT pg_advisory_unlock(\(Migration.lock))") } }
      let done = try squashed.adopt(Migration.done(connection), migrations, connection, now: now)
      try Migration.mustUnderstand(done, migrations, logger)
      let names = Set(done.map(\.name))
      let due = migrations.filter { !names.contains($0.name) }
      if !done.isEmpty { try mustBeAlone(due, connection) }
      for migration in due { try carryOut(migration, connection, isNew: done.isEmpty, now: now) }
    }
  }

  /// Asked for again and again, and not waited for inside PostgreSQL, which would give up after a while.
  private func claim(_ connection: Connection, _ logger: Logger) throws {
    guard dialect == .postgres else { return }
    var (isOurs, isTold) = (false, false)
    while true {
      try connection.run("SELECT pg_try_advisory_lock(\(Migration.lock))") { isOurs = $0.flag(0) }
      if isOurs { return }
      if !isTold { logger.notice("Another server is bringing the books up to date; this one waits for it.") }
      isTold = true
      Thread.sleep(forTimeInterval: 0.2)
    }
  }

  /// What servers of the version before would stumble over is done only when there is none.
  private func mustBeAlone(_ due: [Migration], _ connection: Connection) throws {
    guard dialect == .postgres, let first = due.first(where: { !$0.isAdditive }) else { return }
    var others = 0
    try connection.run(
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = '\(PostgresTail.name)'
      """
    ) { others = $0.int(0) }
    guard others == 0 else {
      throw DatabaseClosed(
        """
        \(others) other servers are running on these books, and this version changes what they rely on \
        (\(first.name)). Stop them all first; then start this version everywhere.
        """)
    }
  }

  /// Short waits for the tables, again and again: while a change of a table waits for its turn, everybody else waits
  /// behind it.
  private func carryOut(_ migration: Migration, _ connection: Connection, isNew: Bool, now: Instant) throws {
    for attempt in 1... {
      do { return try inOne(migration, connection, isNew: isNew, now: now) } catch let failure as SQLFailure
        where failure.kind == .busy && attempt < 100 && dialect == .postgres
      {
        Thread.sleep(forTimeInterval: 0.5)
      }
    }
  }

  private func inOne(_ migration: Migration, _ connection: Connection, isNew: Bool, now: Instant) throws {
    let dialect = connection.dialect
    try connection.run("BEGIN")
    do {
      for statement in migration.statements(dialect) { try connection.run(statement) }
      if !isNew { for statement in migration.moves(dialect) { try connection.run(statement) } }
      try migration.note(connection, now: now)
      try connection.run("COMMIT")
    } catch {
      _ = try? connection.run("ROLLBACK")  // best effort: the first error is the one to tell
      throw error
    }
  }
}

extension Migration {
  fileprivate static let lock = 20_261_121

  struct Done { let name: String, isAdditive: Bool }

  /// Writes down that it was carried out.
  func note(_ connection: Connection, now: Instant) throws {
    try connection.run(
      "INSERT INTO migration (name, at, additive) VALUES ($1, $2, $3)",
      [.text(name), .instant(now), .integer(isAdditive ? 1 : 0)])
  }

  /// Those that have run, by whichever version.
  fileprivate static func done(_ connection: Connection) throws -> [Done] {
    let integer = connection.dialect == .sqlite ? "INTEGER" : "bigint"
    let end = connection.dialect == .sqlite ? " STRICT" : ""
    try connection.run(
      "CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, at \(integer) NOT NULL, additive \(integer))\(end)")
    try markAdditive(connection, integer)
    var done: [Done] = []
    try connection.run("SELECT name, additive FROM migration ORDER BY name") { row in
      done.append(Done(name: row.text(0), isAdditive: !row.isNull(1) && row.integer(1) == 1))
    }
    return done
  }

  /// Books from before it was written down know nothing of the column.
  private static func markAdditive(_ connection: Connection, _ integer: String) throws {
    let columns =
      connection.dialect == .sqlite
      ? "SELECT name FROM pragma_table_info('migration')"
      : "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = 'migration'"
    var names: Set<String> = []
    try connection.run(columns) { names.insert($0.text(0)) }
    if !names.contains("additive") { try connection.run("ALTER TABLE migration ADD COLUMN additive \(integer)") }
  }

  /// A newer version has been here: where it only added to the books, this one goes on beside it.
  fileprivate static func mustUnderstand(_ done: [Done], _ known: [Migration], _ logger: Logger) throws {
    let names = Set(known.map(\.name))
    let unknown = done.filter { !names.contains($0.name) }
    let breaking = unknown.filter { !$0.isAdditive }.map(\.name)
    guard breaking.isEmpty else {
      throw DatabaseClosed(
        "These books were written by a newer Homeroom (\(breaking.joined(separator: "; "))). Start that version, or restore a backup made by this one."
      )
    }
    guard !unknown.isEmpty else { return }
    logger.notice("newer books", metadata: ["added": "\(unknown.map(\.name).joined(separator: "; "))"])
  }
}
