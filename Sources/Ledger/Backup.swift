import Base
import CPostgres
public import Database
import Foundation
import GRDB
import GRDBSQLite

/// What a backup consists of, as it is written in its `manifest.json`.
public struct Manifest: Sendable {
  public struct Part: Hashable, Sendable {
    public let path: String
    public let size: Int64
    public let hash: [UInt8]
  }
  public let madeAt: String
  public let dialect: Dialect
  /// How many rows each table had.
  public let counts: [(table: String, rows: Int)]
  public let parts: [Part]
  /// What the copy lacks, in sentences: contents that the books name and the folder has not, or has otherwise.
  public var lacks: [String] = []

  var json: JSON {
    .object([
      ("format", .integer(1)), ("madeAt", .text(madeAt)), ("dialect", .text(dialect.rawValue)),
      ("counts", .object(counts.map { ($0.table, .integer($0.rows)) })),
      (
        "parts",
        .list(
          parts.map { part in
            .object([("path", .text(part.path)), ("size", .integer(Int(part.size))), ("sha256", .text(hex(part.hash)))])
          })
      ),
    ])
  }

  init(madeAt: String, dialect: Dialect, counts: [(table: String, rows: Int)], parts: [Part]) {
    (self.madeAt, self.dialect, self.counts, self.parts) = (madeAt, dialect, counts, parts)
  }

  init(directory: String) throws {
    guard let data = FileManager.default.contents(atPath: directory + "/manifest.json") else {
      throw DatabaseClosed("\(directory) is not a backup, or not a whole one: it has no manifest.json.")
    }
    var limits = JSON.Limits()
    limits.values = .max
    let read = try? JSON(Array(data), limits: limits)  // what it says is wrong with the text helps nobody here
    guard let json = read, json["format"] == .integer(1),
      case .text(let name)? = json["dialect"], let dialect = Dialect(rawValue: name),
      case .text(let made)? = json["madeAt"],
      case .object(let counts)? = json["counts"], case .list(let parts)? = json["parts"]
    else { throw DatabaseClosed("The manifest of \(directory) cannot be read.") }
    (madeAt, self.dialect, self.parts) = (made, dialect, try parts.map(Self.part))
    self.counts = counts.compactMap { name, value in
      if case .number(let digits) = value, let rows = Int(digits) { (name, rows) } else { nil }
    }
  }

  private static func part(_ json: JSON) throws -> Part {
    guard case .text(let path)? = json["path"], case .number(let digits)? = json["size"], let size = Int64(digits),
      case .text(let sum)? = json["sha256"], let hash = bytes(hex: sum), !path.hasPrefix("/"), !path.contains("..")
    else { throw DatabaseClosed("The manifest names a part that is none.") }
    return Part(path: path, size: size, hash: hash)
  }
}

extension Ledger {
  /// Writes a whole copy into an empty directory while everybody goes on working: the books as they were at one
  /// moment, then the files (never fewer than the books name), then a manifest with the hash of every part.
  ///
  /// The manifest comes last, so a copy that was cut off has none.
  ///
  /// - Throws: `DatabaseClosed` with a sentence for the operator.
  @discardableResult
  public func backUp(to directory: String) async throws -> Manifest {
    let (engine, files, erased, madeAt) = (engine, files, erasedNote, world.now().text)
    return try await aside.run {
      try Self.claimEmpty(directory)
      // Nothing is swept away from before the books are copied until all they name is.
      guard let hold = files.hold(.together) else {
        throw DatabaseClosed("\(files.directory) cannot be held: \(String(cString: strerror(errno))).")
      }
      defer { hold.release() }
      let copy = "\(directory)/\(engine.dialect.copyName)"
      let counts = try engine.copy(to: copy)
      chmod(copy, 0o600)
      var parts = [try Self.part(engine.dialect.copyName, in: directory)]
      var lacks: [String] = []
      for hash in files.all() {
        guard let part = try Self.copy(hash, files, to: directory) else { continue }  // gone by somebody's hand
        if part.hash != hash { lacks.append("\(part.path) was damaged already when it was copied.") }
        parts.append(part)
      }
      let copied = Set(parts.map(\.hash))
      let named = try engine.readLong { connection in
        var named: [[UInt8]] = []
        try connection.run("SELECT DISTINCT hash FROM file ORDER BY hash") { named.append($0.bytes(0)) }
        return named
      }
      lacks += named.filter { !copied.contains($0) && files.isWhole($0) != true }.map {
        "The file \(hex($0)) is named in the books and not there, or damaged."
      }
      if FileManager.default.fileExists(atPath: erased.path) {
        try FileManager.default.copyItem(atPath: erased.path, toPath: "\(directory)/\(ErasedNote.name)")
        parts.append(try Self.part(ErasedNote.name, in: directory))
      }
      var manifest = Manifest(madeAt: madeAt, dialect: engine.dialect, counts: counts, parts: parts)
      manifest.lacks = lacks
      try Self.write(manifest.json.bytes, to: directory + "/manifest.json")
      try Upload.sync(directory)
      return manifest
    }
  }

  private static func claimEmpty(_ directory: String) throws {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    guard try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty else {
      throw DatabaseClosed("\(directory) is not empty. Choose a directory that is.")
    }
  }

  private static func part(_ path: String, in directory: String) throws -> Manifest.Part {
    try sync("\(directory)/\(path)")
    let content = try Files.digest("\(directory)/\(path)")
    return Manifest.Part(path: path, size: content.size, hash: content.hash)
  }

  private static func copy(_ hash: [UInt8], _ files: Files, to directory: String) throws -> Manifest.Part? {
    guard access(files.path(hash), F_OK) == 0 else { return nil }
    let name = hex(hash)
    let path = "files/\(name.prefix(2))/\(name.dropFirst(2))"
    let folder = "\(directory)/files/\(name.prefix(2))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: files.path(hash), toPath: "\(directory)/\(path)")
    return try part(path, in: directory)
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
    else {
      throw DatabaseClosed("\(path) cannot be written: \(String(cString: strerror(errno))).")
    }
    try sync(path)
  }

  /// VACUUM INTO and pg_dump leave their file to the operating system's good will.
  static func sync(_ path: String) throws {
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw DatabaseClosed("\(path) cannot be opened: \(String(cString: strerror(errno))).")
    }
    defer { Foundation.close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw DatabaseClosed("\(path) cannot be made durable: \(String(cString: strerror(errno))).")
    }
  }
}

extension Dialect {
  /// What the copy of the books is called in a backup.
  var copyName: String {
    switch self {
    case .sqlite: "homeroom.sqlite"
    case .postgres: "homeroom.dump"
    }
  }
}

extension SQLiteEngine {
  /// From a reader, so that the writer goes on; outside a transaction, which VACUUM INTO opens for itself.
  func copy(to path: String) throws -> [(table: String, rows: Int)] {
    try look { handle in
      let quotedPath = path.replacing("'", with: "''")
      guard sqlite3_exec(handle, "VACUUM INTO '\(quotedPath)'", nil, nil, nil) == SQLITE_OK else {
        throw DatabaseClosed("The books could not be copied: \(String(cString: sqlite3_errmsg(handle))).")
      }
    }
    var configuration = Configuration()
    configuration.readonly = true
    let copy = try DatabaseQueue(path: path, configuration: configuration)
    return try copy.read { db in
      guard let handle = db.sqliteConnection else { throw SQLFailure(kind: .other, description: "closed") }
      return try LiteConnection(handle).rowCounts()
    }
  }
}

extension PostgresEngine {
  /// The counts and the dump come from one snapshot.
  func copy(to path: String) throws -> [(table: String, rows: Int)] {
    try readLong { connection in
      var snapshot = ""
      try connection.run("SELECT pg_export_snapshot()") { snapshot = $0.text(0) }
      try Program.run(
        try Program.postgres("pg_dump"),
        ["-Fc", "--no-owner", "--no-privileges", "--snapshot=\(snapshot)", "-f", path],
        environment: Self.environment(url))
      return try connection.rowCounts()
    }
  }

  /// The URL as libpq's variables: on a command line, every user of the machine could read the password.
  static func environment(_ url: String) -> [String: String] {
    guard let options = PQconninfoParse(url, nil) else { return [:] }
    defer { PQconninfoFree(options) }
    var (variables, option) = ([String: String](), options)
    while option.pointee.keyword != nil {
      if let value = option.pointee.val, let variable = option.pointee.envvar {
        variables[String(cString: variable)] = String(cString: value)
      }
      option += 1
    }
    return variables
  }
}

extension Connection {
  /// How many rows each table has, in the order of their names.
  func rowCounts() throws -> [(table: String, rows: Int)] {
    let sql =
      dialect == .sqlite
      ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
      : "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
    var names: [String] = []
    try run(sql) { names.append($0.text(0)) }
    return try names.map { name in
      var count = 0
      try run("SELECT count(*) FROM \(quoted(name))") { count = $0.int(0) }
      return (name, count)
    }
  }
}
