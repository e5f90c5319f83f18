public import Base
import Foundation
public import Logging

/// Where the books are kept.
public enum BooksPlace: Sendable {
  /// A directory of the server's own: `homeroom.sqlite`, `files/`, `homeroom.lock`.
  case directory(String)
  /// PostgreSQL by URL; the files are in the directory, or in a folder that several servers share.
  case postgres(url: String, directory: String, files: String? = nil)

  var directory: String {
    switch self {
    case .directory(let path), .postgres(_, let path, _): path
    }
  }

  /// Where the contents are.
  var files: String { shared ?? directory + "/files" }

  /// Where it is written down what was erased: beside the books, and where all servers find it.
  var notes: String { shared ?? directory }

  private var shared: String? {
    if case .postgres(_, _, let files) = self { files } else { nil }
  }

  /// Whether nobody else can be at the files: the lock of the directory sees to it.
  var isOurs: Bool {
    if case .directory = self { true } else { false }
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
        case .postgres(let url, _, _): try PostgresEngine(url: url, readers: readers)
        }
      try engine.migrate(LedgerTables.migrations + migrations, now: world.now(), logger: logger)
      if engine.dialect == .sqlite { try engine.write(SQLiteStatistics.settle) }
      return try Ledger(
        engine: engine, files: try Files(directory: place.files, isOurs: place.isOurs, world: world),
        notes: place.notes, tables: (LedgerTables.migrations + migrations).flatMap(\.tables), lock: lock, world: world,
        logger: logger,
        readers: readers, watch: watch)
    } catch {
      lock.release()
      throw error
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
