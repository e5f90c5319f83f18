public import Base
import Database
import Foundation

extension Ledger {
  /// Makes books out of a backup and proves that they are whole, before anybody sees them.
  ///
  /// Refuses while a server holds the place and when anything is in it already; every part is compared with its hash
  /// first. What was erased since the backup was made is known from `erased.txt`, in the place, in the backup or in the
  /// backups beside it; it is written down in the place, and erasing it again is the caller's part. The clients' epoch moves on, so that phones that knew a later state send again what the backup lacks.
  ///
  /// - Returns: what was wrong already when it was backed up, and does not keep anybody from working: a file that is
  ///   missing, a journal that somebody changed.
  /// - Throws: `DatabaseClosed` with a sentence for the operator; the place is empty again then.
  public static func restore(from backup: String, to place: DatabaseLocation, world: World) throws -> [Finding] {
    let manifest = try Manifest(directory: backup)
    for part in manifest.parts { try verify(part, in: backup) }
    let directory = place.directory
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let lock = try DirectoryLock(directory)
    defer { lock.release() }
    for folder in Set([directory, place.notes]) {
      if let first = try contents(folder).min() {
        throw DatabaseClosed("\(folder) is not empty (\(first)). Restore into an empty directory.")
      }
    }
    do {
      try putFiles(manifest, from: backup, to: place.files)
      let engine = try restoreDatabase(manifest, from: backup, to: place)
      defer { engine.close() }
      try FileManager.default.createDirectory(
        atPath: place.files, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Marker.restored(engine, folder: place.files)
      let found = try prove(
        engine, manifest, try Files(directory: place.files, world: world), now: world.now())
      try ErasedNote(directory: place.notes).add(erasedNotes(around: backup))
      return found
    } catch {
      for folder in Set([directory, place.notes]) {
        for name in try contents(folder) { try FileManager.default.removeItem(atPath: "\(folder)/\(name)") }
      }
      throw error
    }
  }

  /// What lies in a folder besides the lock and the note of what was erased; nothing where there is none.
  private static func contents(_ folder: String) throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    let left: Set = ["homeroom.lock", ErasedNote.name]
    return try FileManager.default.contentsOfDirectory(atPath: folder).filter { !left.contains($0) }
  }

  private static func verify(_ part: Manifest.Part, in backup: String) throws {
    let found = try Files.digest("\(backup)/\(part.path)")
    guard found.hash == part.hash, found.size == part.size else {
      throw DatabaseClosed("\(part.path) in the backup is not what was backed up. Use an older backup.")
    }
  }

  private static func putFiles(_ manifest: Manifest, from backup: String, to files: String) throws {
    for part in manifest.parts where part.path.hasPrefix("files/") {
      let target = files + part.path.dropFirst("files".count)
      let folder = URL(fileURLWithPath: target).deletingLastPathComponent().path
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try FileManager.default.copyItem(atPath: "\(backup)/\(part.path)", toPath: target)
      try sync(target)
      try sync(folder)
    }
  }

  private static func restoreDatabase(_ manifest: Manifest, from backup: String, to place: DatabaseLocation) throws
    -> any Engine
  {
    let copy = "\(backup)/\(manifest.dialect.copyName)"
    switch (place, manifest.dialect) {
    case (.directory(let directory), .sqlite):
      let path = directory + "/homeroom.sqlite"
      try FileManager.default.copyItem(atPath: copy, toPath: path)
      try sync(path)
      try sync(directory)
      return try SQLiteEngine(path: path, readers: 1)
    case (.postgres(let url, _, _), .postgres):
      let engine = try PostgresEngine(url: url, readers: 1)
      guard try engine.read({ try $0.rowCounts() }).isEmpty else {
        throw DatabaseClosed(
          "The PostgreSQL database is not empty. Make a new one with createdb and restore into that.")
      }
      try Program.run(
        try Program.postgres("pg_restore"),
        ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", "-d", engine.databaseName, copy],
        environment: PostgresEngine.environment(url))
      return engine
    case (.directory, .postgres), (.postgres, .sqlite):
      throw DatabaseClosed("This is a backup of \(manifest.dialect.rawValue), and the place is of the other kind.")
    }
  }

  private static func prove(_ engine: any Engine, _ manifest: Manifest, _ files: Files, now: Instant) throws
    -> [Finding]
  {
    defer { files.close() }
    let (damage, remarks) = try engine.readLong { connection in
      let tx = Transaction(connection, now: now)
      let counts = try connection.rowCounts()
      let isSame =
        counts.map(\.table) == manifest.counts.map(\.table) && counts.map(\.rows) == manifest.counts.map(\.rows)
      let lost = isSame ? [] : [Finding(.database, "The tables have not as many rows as were backed up.")]
      return (try lost + Examination.database(tx), try Examination.chains(tx))
    }
    guard damage.isEmpty else {
      throw DatabaseClosed("The backup is not whole: \(damage.map(\.description).joined(separator: " "))")
    }
    try engine.write { try Epoch.begin(now: now, $0) }
    return try remarks + Examination.files(engine, files, now: now)
  }
}

extension PostgresEngine {
  /// pg_restore wants to hear the database's name itself; the rest it takes from the variables.
  var databaseName: String { Self.environment(url)["PGDATABASE"] ?? "homeroom" }
}
