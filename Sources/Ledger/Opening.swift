public import Base
public import Database
import Foundation
public import Logging

/// Where the books are kept.
public enum DatabaseLocation: Sendable {
  /// A directory of the server's own: `homeroom.sqlite`, `files/`, `homeroom.lock`.
  case directory(String)
  /// PostgreSQL by URL; the files are in the directory, or in a folder that several servers share.
  case postgres(url: String, directory: String, files: String? = nil)

  package var directory: String {
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

/// How books are opened.
public struct Opening: Sendable {
  public var founding: Founding
  /// How many threads read.
  public var readers: Int
  /// Where it is noted how far the books are; empty is beside them.
  public var highWater: String
  /// What stands in older databases in the place of the baselines.
  public var squashed: SquashedMigrations

  public init(
    founding: Founding = .whenEmpty, readers: Int = 4, highWater: String = "", squashed: SquashedMigrations = .none
  ) {
    (self.founding, self.readers, self.highWater) = (founding, readers, highWater)
    self.squashed = squashed
  }
}

extension Ledger {
  /// Opens the books, brings the schema up to date, and holds the directory so that no second server can.
  ///
  /// - Throws: `DatabaseClosed` with a sentence for the operator.
  public static func open(
    _ place: DatabaseLocation, migrations: [Migration], world: World, logger: Logger = Logger(label: "ledger"),
    readers: Int = 4
  ) throws -> Ledger {
    try open(place, migrations: migrations, world: world, logger: logger, as: Opening(readers: readers))
  }

  /// - Parameter watch: sees what is read and written.
  package static func open(
    _ place: DatabaseLocation, migrations: [Migration], world: World, logger: Logger = Logger(label: "ledger"),
    readers: Int = 4, watch: Watch?
  ) throws -> Ledger {
    try open(place, migrations: migrations, world: world, logger: logger, as: Opening(readers: readers), watch: watch)
  }

  public static func open(
    _ place: DatabaseLocation, migrations: [Migration], world: World, logger: Logger, as opening: Opening
  ) throws -> Ledger {
    try open(place, migrations: migrations, world: world, logger: logger, as: opening, watch: nil)
  }

  package static func open(
    _ place: DatabaseLocation, migrations: [Migration], world: World, logger: Logger, as opening: Opening, watch: Watch?
  ) throws -> Ledger {
    let directory = place.directory
    try place.check(opening.founding)
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let lock = try DirectoryLock(directory)
    do {
      let engine = try place.engine(readers: opening.readers)
      if engine.dialect == .sqlite, lock.endedUncleanly { try prove(engine, logger) }
      try place.checkTables(engine, opening.founding)
      try engine.migrate(
        LedgerTables.migrations + migrations, squashed: opening.squashed, now: world.now(), logger: logger)
      if engine.dialect == .sqlite { try engine.write(SQLiteStatistics.recalculate) }
      let files = try Files(directory: place.files, isOurs: place.isOurs, world: world, logger: logger)
      try Marker.recalculate(engine, folder: files.directory, world: world)
      for warning in place.protect() { logger.warning("open to others", metadata: ["why": "\(warning)"]) }
      let highWater = HighWater(
        path: opening.highWater.isEmpty ? "\(directory)/\(HighWater.name)" : opening.highWater)
      for one in try highWater.recalculate(engine, now: world.now()) {
        logger.warning(
          "books put back",
          metadata: [
            "school": "\(one.tenant.text)",
            "why": "Entry \(one.noted) had been written, and the books end with \(one.head).",
          ])
      }
      return try Ledger(
        engine: engine, files: files, notes: place.notes,
        tables: (LedgerTables.migrations + migrations).tables,
        keeping: Keeping(lock: lock, highWater: highWater, place: PlaceWatch(place.watched)), world: world,
        logger: logger, readers: opening.readers, watch: watch)
    } catch {
      // What was not proved yet is proved at the next start.
      if lock.endedUncleanly { lock.abandon() } else { lock.release() }
      throw error
    }
  }

  /// After an end that nobody had asked for, the pages are looked through before anybody reads or writes them.
  private static func prove(_ engine: any Engine, _ logger: Logger) throws {
    logger.notice("the last end was not a clean one: looking through the books")
    let damage = try engine.read { try Examination.damage(Transaction($0, now: Instant(milliseconds: 0))) }
    guard let first = damage.first else { return }
    engine.close()
    throw DatabaseClosed(Ruin.damaged(first).sentence)
  }
}

/// What an open ledger holds of its place.
struct Keeping: Sendable {
  var lock: DirectoryLock?
  var highWater: HighWater?
  var place = PlaceWatch([])
}

extension DatabaseLocation {
  fileprivate func engine(readers: Int) throws -> any Engine {
    switch self {
    case .directory(let directory): try SQLiteEngine(path: "\(directory)/\(Self.database)", readers: readers)
    case .postgres(let url, _, _): try PostgresEngine(url: url, readers: readers)
    }
  }

  /// What must stay what it is while the books are open.
  fileprivate var watched: [String] {
    let lock = directory + "/homeroom.lock"
    guard case .directory = self else { return [lock] }
    return [lock, "\(directory)/\(Self.database)", "\(directory)/\(Self.database)-wal"]
  }
}

/// Holds `homeroom.lock` while the server runs, so that two of them never write in one directory.
public final class DirectoryLock: Sendable {
  private let descriptor: Int32
  /// Whether whoever held it last went without a word: killed, crashed, or the machine lost its power.
  let endedUncleanly: Bool

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
      throw DatabaseClosed("Homeroom cannot write in \(directory): \(String(cString: strerror(errno))).")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      Foundation.close(descriptor)
      throw DatabaseClosed(
        "Another Homeroom is already using \(directory). Stop it first, or choose another --data directory.")
    }
    var said = [UInt8](repeating: 0, count: Self.word.count)
    endedUncleanly = pread(descriptor, &said, said.count, 0) == said.count && said == Self.word
    // On a full disk there may be no room for it, which costs one look through the books after the next crash.
    if !endedUncleanly { _ = pwrite(descriptor, Self.word, Self.word.count, 0) }
    fsync(descriptor)
  }

  /// Stands in the file while somebody holds it.
  private static let word = Array("held\n".utf8)

  /// Lets go of it as if the process had died.
  func abandon() {
    flock(descriptor, LOCK_UN)
    Foundation.close(descriptor)
  }

  func release() {
    ftruncate(descriptor, 0)
    flock(descriptor, LOCK_UN)
    Foundation.close(descriptor)
  }
}
