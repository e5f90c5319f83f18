import Base
import Database
import Foundation

/// What may be made where no books are.
public enum Founding: Sendable {
  /// Nothing: whoever looks at books or copies them wants those that are there.
  case never
  /// New books in a folder in which nothing is.
  case whenEmpty
  /// New books, because a person said so.
  case always
}

extension DatabaseLocation {
  static let database = "homeroom.sqlite"
  /// What lies in a folder that holds nothing of a school.
  private static let harmless: Set = ["homeroom.lock", "control.sock", "lost+found", ErasedNote.name, HighWater.name]

  /// Refuses when there are no books and none may be made: a mistyped path is not a new school, and files without their
  /// books are half of an old one.
  ///
  /// - Throws: `DatabaseClosed`; nothing has been made then.
  func check(_ founding: Founding) throws {
    guard case .directory(let directory) = self, try Self.size(directory + "/" + Self.database) == 0 else { return }
    try mustBeEmpty(founding, missing: Self.database)
  }

  /// The same for a database without a table of ours.
  func checkTables(_ engine: any Engine, _ founding: Founding) throws {
    let isThere =
      engine.dialect == .sqlite
      ? "SELECT 1 FROM sqlite_master WHERE name = 'migration'"
      : "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'migration'"
    var found = false
    try engine.read { _ = try $0.run(isThere) { _ in found = true } }
    if found { return }
    if case .directory = self { return }  // looked at before anything was made
    try mustBeEmpty(founding, missing: "no tables of a school in the database")
  }

  private func mustBeEmpty(_ founding: Founding, missing: String) throws {
    let path = URL(fileURLWithPath: directory).path
    let what = missing == Self.database ? "There is no \(missing) in \(path)" : "There are \(missing)"
    if let first = kept().min() {
      throw DatabaseClosed(
        "\(what), but \(first) is there. Put the missing part back, or restore a backup into an empty folder: homeroom restore --data <empty folder> <backup>."
      )
    }
    switch founding {
    case .always: return
    case .never:
      throw DatabaseClosed(
        "\(what): there is no school. Check --data (HOMEROOM_DATA). A new school begins with homeroom serve in an empty folder."
      )
    case .whenEmpty:
      guard let first = others().min() else { return }
      throw DatabaseClosed(
        "\(what), and the folder is not empty (\(first)). Check --data (HOMEROOM_DATA); for a new school here all the same, say homeroom serve --new."
      )
    }
  }

  /// What is left of books whose main part is missing: nothing new is made beside it, whatever anybody says.
  private func kept() -> [String] {
    let log = Self.database + "-wal"
    // What cannot be looked at is not there, or nobody may use it.
    let logs = (try? Self.size("\(directory)/\(log)")).map { $0 > 0 } == true ? [log] : []
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: files)) ?? []
    let isFull = folders.contains { name in
      name.utf8.count == 2 && bytes(hex: name) != nil
        && (try? FileManager.default.contentsOfDirectory(atPath: "\(files)/\(name)"))?.isEmpty == false
    }
    return logs + (isFull ? ["files"] : [])
  }

  private func others() -> [String] {
    if case .postgres = self { return [] }
    // A folder that is not there is empty.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.filter { name in
      if Self.harmless.contains(name) { return false }
      if name == "files" { return false }  // no content is in it, or it was said before
      return true
    }
  }

  /// - Returns: 0 when it is not there.
  private static func size(_ path: String) throws -> Int64 {
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return 0 }
      throw DatabaseClosed("\(path) cannot be looked at: \(String(cString: strerror(errno))).")
    }
    return Int64(facts.st_size)
  }

  /// What is the school's alone is for its own user alone.
  ///
  /// - Returns: a warning for each folder that others may look into; whether that is meant only a person can say.
  func protect() -> [String] {
    for name in [Self.database, Self.database + "-wal", Self.database + "-shm", "homeroom.lock"] {
      chmod("\(directory)/\(name)", 0o600)
    }
    return [directory, files].compactMap { path in
      var facts = stat()
      guard stat(path, &facts) == 0, facts.st_mode & 0o077 != 0 else { return nil }
      return "\(path) is open to other users of this machine. Close it: chmod 700 \(path)"
    }
  }
}

/// The files that were opened, to see whether they are still the ones that lie there: what is written into a file that
/// somebody removed is gone when the server stops.
final class PlaceWatch: Sendable {
  private struct Known: Sendable {
    let path: String, device: UInt64, node: UInt64
  }
  private let known: [Known]

  init(_ paths: [String]) {
    known = paths.compactMap { path in
      var facts = stat()
      guard stat(path, &facts) == 0 else { return nil }
      return Known(path: path, device: UInt64(facts.st_dev), node: UInt64(facts.st_ino))
    }
  }

  /// The first that is another one, or has nothing in it any more; `nil` when all are what they were.
  ///
  /// Two or three microseconds, so it is asked before each commit is acknowledged.
  func moved() -> String? {
    for one in known {
      var facts = stat()
      let isThere = stat(one.path, &facts) == 0
      if !isThere, errno != ENOENT, errno != ENOTDIR { continue }  // nobody knows
      guard isThere, UInt64(facts.st_dev) == one.device, UInt64(facts.st_ino) == one.node,
        facts.st_size > 0 || !one.path.hasSuffix(DatabaseLocation.database)
      else { return one.path }
    }
    return nil
  }
}
