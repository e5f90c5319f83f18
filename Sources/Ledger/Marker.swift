import Base
import Database
import Foundation

/// Which folder of files belongs to which books: the same name is in both, and compared at each start.
///
/// Servers that share a database without sharing the folder would each keep half of what people send.
enum Marker {
  static let name = "belongs-to"

  /// Compares the two, or marks those that are new.
  ///
  /// - Throws: `DatabaseClosed` with a sentence for the operator.
  static func recalculate(_ engine: any Engine, folder: String, world: World) throws {
    try engine.write { connection in
      try connection.run(connection.dialect == .sqlite ? "BEGIN IMMEDIATE" : "BEGIN")
      do {
        try recalculate(connection, folder, world)
        try connection.run("COMMIT")
      } catch {
        if connection.isInTransaction { _ = try? connection.run("ROLLBACK") }  // best effort: the error is the news
        throw error
      }
    }
  }

  private static func recalculate(_ connection: Connection, _ folder: String, _ world: World) throws {
    let found = try read(folder)
    let new = found ?? world.id(Tenant.self).text
    // One row, whoever is first: the other waits for it.
    let made = try connection.run(
      "INSERT INTO place_mark (name, value) VALUES ('files', $1) ON CONFLICT (name) DO NOTHING", [.text(new)])
    let name = try known(connection) ?? new
    // By then the first has marked the folder, too.
    let kept = try found ?? read(folder)
    if kept == name { return }
    if let kept { throw closed(folder, "belongs to other books (\(kept))", name) }
    guard try made > 0 || mayBeNew(connection) else { throw closed(folder, "is not marked as theirs", name) }
    try write(name, folder)
  }

  private static func known(_ connection: Connection) throws -> String? {
    var name: String?
    try connection.run("SELECT value FROM place_mark WHERE name = 'files'") { name = $0.text(0) }
    return name
  }

  /// Books of this folder alone that name no file lose nothing with it.
  private static func mayBeNew(_ connection: Connection) throws -> Bool {
    var named = 0
    try connection.run("SELECT count(*) FROM (SELECT 1 FROM file LIMIT 1) AS kept") { named = $0.int(0) }
    return connection.dialect == .sqlite && named == 0
  }

  private static func closed(_ folder: String, _ reason: String, _ name: String) -> DatabaseClosed {
    let path = URL(fileURLWithPath: folder).path
    return DatabaseClosed(
      "The folder \(path) \(reason). All servers of one database use one folder of files: mount it there, or put the folder back from a backup. If it is the right one all the same, say so: echo \(name) > \(path)/\(Self.name)"
    )
  }

  private static func read(_ folder: String) throws -> String? {
    let path = "\(folder)/\(name)"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw DatabaseClosed("\(path) cannot be read: \(String(cString: strerror(errno))).")
    }
    return trimmed(String(decoding: data, as: UTF8.self))
  }

  private static func write(_ name: String, _ folder: String) throws {
    try Ledger.write(Array((name + "\n").utf8), to: "\(folder)/\(Self.name)")
    try Ledger.sync(folder)
  }

  /// Marks a folder that was filled from the same backup as the books.
  static func restored(_ engine: any Engine, folder: String) throws {
    try engine.write { connection in
      var isThere = false
      // A backup of books from before the mark has none; it gets one when it is opened.
      let tables = connection.dialect == .sqlite ? "sqlite_master WHERE name" : "pg_tables WHERE tablename"
      try connection.run("SELECT 1 FROM \(tables) = 'place_mark'") { _ in isThere = true }
      if isThere, let name = try known(connection) { try write(name, folder) }
    }
  }
}
