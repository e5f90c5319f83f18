import Database
public import Ledger
import Synchronization

extension TestDatabase {
  private static let folders = Mutex<[String: String]>([:])

  /// A place for one more server on a database: a folder of its own, and the folder of files of them all.
  public static func node(_ url: String) throws -> DatabaseLocation {
    let shared = try folders.withLock { known in
      let shared = try known[url] ?? TestFolder.make()
      known[url] = shared
      return shared
    }
    return .postgres(url: url, directory: try TestFolder.make(), files: shared)
  }
}
