public import Base
import Foundation
public import Logging

/// Where the books are kept.
public enum BooksPlace: Sendable {
  /// A directory of the server's own: `homeroom.sqlite`, `files/`, `homeroom.lock`.
  case directory(String)
  /// PostgreSQL by URL; files stay in the directory.
  case postgres(url: String, directory: String)

  var directory: String {
    switch self {
    case .directory(let path): path
    case .postgres(_, let path): path
    }
  }
}

extension Ledger {
  /// Opens the books, brings the schema up to date, and holds the directory so that no second server can.
  ///
  /// - Throws: `BooksClosed` with a sentence for the operator.
  public static func open(
    _ place: BooksPlace, migrations: [Migration], world: World, logger: Logger = Logger(label: "ledger"),
    readers: Int = 4
  ) throws -> Ledger {
    try open(place, migrations: migrations, world: world, logger: logger, readers: readers, watch: nil)
  }

  /// - Parameter watch: sees what is read.
  package static func open(
    _ place: BooksPlace, migrations: [Migration], world: World, logger: Logger = Logger(label: "ledger"),
    readers: Int = 4, watch: Watch?
  ) throws -> Ledger {
    let directory = place.directory
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let lock = try DirectoryLock(directory)
    do {
      let engine: any Engine =
        switch place {
        case .directory: try SQLiteEngine(path: directory + "/homeroom.sqlite", readers: readers)
        case .postgres(let url, _): try PostgresEngine(url: url, readers: readers)
        }
      try engine.migrate(LedgerTables.migrations + migrations, now: world.now())
      if engine.dialect == .sqlite { try engine.write(SQLiteStatistics.settle) }
      return try Ledger(
        engine: engine, files: try Files(directory: directory + "/files", world: world),
        tables: (LedgerTables.migrations + migrations).flatMap(\.tables), lock: lock, world: world, logger: logger,
        readers: readers, watch: watch)
    } catch {
      lock.release()
      throw error
    }
  }
}

extension Engine {
  /// Runs the migrations that have not run, each in a transaction of its own.
  func migrate(_ migrations: [Migration], now: Instant) throws {
    try write { connection in
      // Several nodes may start at once; the lock goes with the session if this one does not get to its end.
      if connection.dialect == .postgres { try connection.run("SELECT pg_advisory_lock(20261121)") }
      defer { if connection.dialect == .postgres { _ = try? connection.run("SELECT pg_advisory_unlock(20261121)") } }
      let integer = connection.dialect == .sqlite ? "INTEGER" : "bigint"
      let end = connection.dialect == .sqlite ? " STRICT" : ""
      try connection.run("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, at \(integer) NOT NULL)\(end)")
      var done: Set<String> = []
      try connection.run("SELECT name FROM migration") { done.insert($0.text(0)) }
      let unknown = done.subtracting(migrations.map(\.name))
      guard unknown.isEmpty else {
        throw BooksClosed(
          "These books were written by a newer Homeroom (\(unknown.sorted().joined(separator: "; "))). Start that version, or restore a backup made by this one."
        )
      }
      for migration in migrations where !done.contains(migration.name) {
        try connection.run("BEGIN")
        do {
          for statement in migration.statements(connection.dialect) { try connection.run(statement) }
          try connection.run(
            "INSERT INTO migration (name, at) VALUES ($1, $2)", [.text(migration.name), .instant(now)])
          try connection.run("COMMIT")
        } catch {
          _ = try? connection.run("ROLLBACK")  // best effort: the first error is the one to tell
          throw error
        }
      }
    }
  }
}

/// Holds `homeroom.lock` while the server runs, so that two of them never write in one directory.
public final class DirectoryLock: Sendable {
  private let descriptor: Int32

  /// Whether a server holds the directory at this moment.
  public static func isHeld(_ directory: String) -> Bool {
    let descriptor = Foundation.open(directory + "/homeroom.lock", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { Foundation.close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0
  }

  init(_ directory: String) throws {
    let path = directory + "/homeroom.lock"
    descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw BooksClosed("Homeroom cannot write in \(directory): \(String(cString: strerror(errno))).")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      Foundation.close(descriptor)
      throw BooksClosed(
        "Another Homeroom is already using \(directory). Stop it first, or choose another --data directory.")
    }
  }

  func release() {
    flock(descriptor, LOCK_UN)
    Foundation.close(descriptor)
  }
}
