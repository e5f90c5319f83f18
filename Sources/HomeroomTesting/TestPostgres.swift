public import Base
public import Database
import Foundation
public import Ledger
import Synchronization

/// Fresh books on either engine, for one test.
public enum TestDatabase {
  /// Books in a directory of their own (and, on PostgreSQL, a database of their own), with the schema in place.
  public static func open(_ dialect: Dialect, migrations: [Migration], world: World) throws -> Ledger {
    // Tables that two features bring along are made once.
    var names: Set<String> = []
    let each = migrations.filter { names.insert($0.name).inserted }
    return try open(dialect, migrations: each, world: world, watch: .ofRows())
  }

  package static func open(
    _ dialect: Dialect, migrations: [Migration], world: World, watch: Watch?
  ) throws -> Ledger {
    try Ledger.open(
      try place(dialect, migrations: migrations), migrations: migrations, world: world, readers: 2, watch: watch)
  }

  /// Where such books are, for tests that open them more than once.
  public static func place(_ dialect: Dialect, migrations: [Migration] = []) throws -> DatabaseLocation {
    migrations.isEmpty ? try blank(dialect) : try template(dialect, migrations).copy()
  }

  private static func blank(_ dialect: Dialect) throws -> DatabaseLocation {
    switch dialect {
    case .sqlite: .directory(try TestFolder.make())
    case .postgres: .postgres(url: try TestPostgres.database(), directory: try TestFolder.make())
    }
  }

  private struct Key: Hashable { let dialect: Dialect, names: [String] }
  private static let templates = Mutex<[Key: DatabaseLocation]>([:])

  /// Closed books with these migrations done, made once for all tests that begin with them.
  private static func template(_ dialect: Dialect, _ migrations: [Migration]) throws -> DatabaseLocation {
    try templates.withLock { known in
      let key = Key(dialect: dialect, names: migrations.map(\.name))
      if let place = known[key] { return place }
      let place = try blank(dialect)
      let start = World(now: { Instant(milliseconds: 0) }, random: { 0 })
      try Ledger.open(place, migrations: migrations, world: start, readers: 1).close()
      known[key] = place
      return place
    }
  }
}

extension DatabaseLocation {
  /// The same books once more, in a place of their own; nobody may have these open.
  func copy() throws -> DatabaseLocation {
    switch self {
    case .directory(let path): .directory(try TestFolder.copy(path))
    case .postgres(let url, let path, _):
      .postgres(url: try TestPostgres.database(copying: url), directory: try TestFolder.copy(path))
    }
  }
}

/// Folders that go with the test process.
public enum TestFolder {
  private static let root = Result { try makeRoot() }
  private static let count = Mutex(0)

  public static func make() throws -> String {
    let path = try next()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  static func copy(_ folder: String) throws -> String {
    let path = try next()
    try FileManager.default.copyItem(atPath: folder, toPath: path)
    return path
  }

  private static func next() throws -> String {
    let number = count.withLock {
      $0 += 1; return $0
    }
    return try root.get() + "/books-\(number)"
  }

  /// A shell outlives the process, however it ends, and clears up behind it.
  private static func makeRoot() throws -> String {
    var template = Array("/tmp/homeroom-test.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw DatabaseClosed("no folder for the tests: \(String(cString: strerror(errno)))")
    }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let clear = "while kill -0 \(getpid()) 2>/dev/null; do sleep 1; done; rm -rf '\(path)'"
    try TestPostgres.outlive(clear)
    return path
  }
}

/// A PostgreSQL of the test process's own: no port, a socket in its folder, no password, nothing kept.
public enum TestPostgres {
  private static let cluster = Result { try start() }
  private static let count = Mutex(0)

  /// A new database, empty or like another one, which takes 30 ms.
  public static func database(copying known: String? = nil) throws -> String {
    let socket = try cluster.get()
    return try count.withLock { count in
      count += 1
      let name = "books\(count)"
      let template = known.flatMap(name(of:)).map { " TEMPLATE \($0) STRATEGY file_copy" } ?? ""
      try Ledger.administer(url("postgres", socket), "CREATE DATABASE \(name)" + template)
      return url(name, socket)
    }
  }

  private static func name(of url: String) -> Substring? { url.split(separator: "?").first?.split(separator: "/").last }

  private static func url(_ database: String, _ socket: String) -> String {
    "postgresql://homeroom@/\(database)?host=\(socket)"
  }

  /// PostgreSQL refuses to run as root, so as root its programs run as `postgres`.
  private static func start() throws -> String {
    var template = Array("/tmp/homeroom-postgres.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw DatabaseClosed("no folder for PostgreSQL: \(String(cString: strerror(errno)))")
    }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if getuid() == 0 { try Program.run("/bin/chown", ["postgres:postgres", path]) }
    try outlive(
      """
      while kill -0 \(getpid()) 2>/dev/null; do sleep 1; done
      [ -f '\(path)/data/postmaster.pid' ] && kill -QUIT $(head -1 '\(path)/data/postmaster.pid'); sleep 1; rm -rf '\(path)'
      """)
    try program(
      "initdb", ["-D", path + "/data", "-A", "trust", "-U", "homeroom", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"])
    // All tests run beside each other, and each school of theirs holds four connections.
    let options = [
      "listen_addresses=", "unix_socket_directories=\(path)", "fsync=off", "full_page_writes=off",
      "max_connections=3600",
      "shared_buffers=64MB", "max_wal_size=4GB", "autovacuum=off",
    ]
    try program(
      "pg_ctl",
      [
        "-D", path + "/data", "-w", "-l", path + "/log", "-o", options.map { "-c \($0)" }.joined(separator: " "),
        "start",
      ])
    return path
  }

  private static func program(_ name: String, _ arguments: [String]) throws {
    let path = try Program.postgres(name)
    guard getuid() == 0 else {
      try Program.run(path, arguments)
      return
    }
    try Program.run("/usr/bin/setpriv", ["--reuid=postgres", "--regid=postgres", "--clear-groups", path] + arguments)
  }

  /// Starts a shell of its own session that holds nothing of ours open.
  static func outlive(_ script: String) throws {
    try Program.run(
      "/bin/sh", ["-c", "setsid /bin/sh -c '\(script.replacing("'", with: "'\\''"))' >/dev/null 2>&1 </dev/null &"])
  }
}
