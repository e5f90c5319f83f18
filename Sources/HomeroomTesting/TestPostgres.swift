public import Base
import Foundation
public import Ledger
import Synchronization

/// Fresh books on either engine, for one test.
public enum TestBooks {
  /// Books in a directory of their own (and, on PostgreSQL, a database of their own), with the schema in place.
  public static func open(_ dialect: Dialect, migrations: [Migration], world: World) throws -> Ledger {
    try open(dialect, migrations: migrations, world: world, watch: nil)
  }

  package static func open(
    _ dialect: Dialect, migrations: [Migration], world: World, watch: Watch?
  ) throws -> Ledger {
    try Ledger.open(
      try place(dialect, migrations: migrations), migrations: migrations, world: world, readers: 2, watch: watch)
  }

  /// Where such books are, for tests that open them more than once.
  public static func place(_ dialect: Dialect, migrations: [Migration] = []) throws -> BooksPlace {
    switch dialect {
    case .sqlite: .directory(try TestFolder.make())
    case .postgres: .postgres(url: try TestPostgres.database(migrations), directory: try TestFolder.make())
    }
  }
}

/// Folders that go with the test process.
public enum TestFolder {
  private static let root = Result { try makeRoot() }
  private static let count = Mutex(0)

  public static func make() throws -> String {
    let number = count.withLock {
      $0 += 1; return $0
    }
    let path = try root.get() + "/books-\(number)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  /// A shell outlives the process, however it ends, and clears up behind it.
  private static func makeRoot() throws -> String {
    var template = Array("/tmp/homeroom-test.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw BooksClosed("no folder for the tests: \(String(cString: strerror(errno)))")
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
  private static let templates = Mutex<(names: [[String]: String], count: Int)>(([:], 0))

  /// A new database with the migrations done, copied from a template in 30 ms.
  public static func database(_ migrations: [Migration] = []) throws -> String {
    let socket = try cluster.get()
    return try templates.withLock { state in
      state.count += 1
      let name = "books\(state.count)"
      let key = migrations.map(\.name)
      let template = try state.names[key] ?? makeTemplate("template\(state.names.count)x", migrations, socket)
      state.names[key] = template
      try Ledger.administer(url("postgres", socket), "CREATE DATABASE \(name) TEMPLATE \(template) STRATEGY file_copy")
      return url(name, socket)
    }
  }

  private static func makeTemplate(_ name: String, _ migrations: [Migration], _ socket: String) throws -> String {
    try Ledger.administer(url("postgres", socket), "CREATE DATABASE \(name)")
    let start = World(now: { Instant(milliseconds: 0) }, random: { 0 })
    try Ledger.open(
      .postgres(url: url(name, socket), directory: try TestFolder.make()), migrations: migrations, world: start,
      readers: 1
    ).close()
    return name
  }

  private static func url(_ database: String, _ socket: String) -> String {
    "postgresql://homeroom@/\(database)?host=\(socket)"
  }

  /// PostgreSQL refuses to run as root, so as root its programs run as `postgres`.
  private static func start() throws -> String {
    var template = Array("/tmp/homeroom-postgres.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw BooksClosed("no folder for PostgreSQL: \(String(cString: strerror(errno)))")
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
      "max_connections=2500",
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
