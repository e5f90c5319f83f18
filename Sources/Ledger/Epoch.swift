import Base
import Database

/// Which books these are: another number after they came back from a backup, because what was said in between is void.
enum Epoch {
  /// Begins another epoch, and writes down where the books stood when the last one ended.
  ///
  /// Its number is the hour: two restores from one backup are two epochs, and what a device knows of the first is no
  /// part of the second.
  ///
  /// - Parameter tenant: whose; nobody for all.
  static func begin(_ tenant: ID<Tenant>? = nil, now: Instant, _ connection: Connection) throws {
    let (which, values): (String, [Value]) = tenant.map { (" WHERE id = $1", [.id($0)]) } ?? ("", [])
    if try isNoted(connection) {
      try connection.run(
        "INSERT INTO epoch_cut (school, epoch, head) SELECT id, epoch, head FROM tenant\(which)", values)
    }
    let seconds = now.milliseconds / 1000
    try connection.run(
      "UPDATE tenant SET epoch = CASE WHEN epoch < \(seconds) THEN \(seconds) ELSE epoch + 1 END\(which)", values)
  }

  /// A backup of books from before there was such a table has none; its devices send again all that they still have.
  private static func isNoted(_ connection: Connection) throws -> Bool {
    var isThere = false
    let tables =
      connection.dialect == .sqlite
      ? "sqlite_master WHERE name" : "pg_tables WHERE schemaname = current_schema() AND tablename"
    try connection.run("SELECT 1 FROM \(tables) = 'epoch_cut'") { _ in isThere = true }
    return isThere
  }
}
