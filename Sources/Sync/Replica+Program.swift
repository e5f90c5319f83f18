import Base
public import Database

/// A replica whose program has got other tables.
extension Replica {
  /// Makes the tables anew that another version of the program made.
  ///
  /// The rows are fetched again, for what is new in them was thrown away before; what waits to be sent, what was refused, and
  /// what a restored server may lack all stay.
  ///
  /// - Throws: also when that is no replica at all; then it is as it was.
  public static func remake(_ connection: LiteConnection, _ tables: SyncTables) throws(SQLFailure) -> Replica {
    var owner: (school: ID<Tenant>, account: ID<Account>, session: String)?
    var epoch: Int64 = 0
    try connection.run("SELECT school, account, session FROM replica_state") {
      owner = ($0.id(0), $0.id(1), $0.text(2))
    }
    try connection.run("SELECT epoch FROM tenant") { epoch = $0.integer(0) }
    guard let owner else { throw SQLFailure(kind: .other, description: "no replica") }
    try connection.inTransaction { () throws(SQLFailure) in
      try connection.run("ALTER TABLE replica_request RENAME TO replica_request_before")
      try empty(connection)
      try fill(connection, tables, owner.school, owner.account)
      try connection.run(
        """
        INSERT INTO replica_request (place, key, method, path, body, typedAt, answer, shelf, seq, reason, epoch)
        SELECT place, key, method, path, body, typedAt, answer, shelf, seq, reason, epoch FROM replica_request_before
        """)
      try connection.run("DROP TABLE replica_request_before")
      let cursor = SyncCursor(epoch: epoch, schema: tables.schema)
      try connection.run(
        "UPDATE replica_state SET session = $1, cursor = $2",
        [.text(owner.session), epoch > 0 ? .text(cursor.text) : .null])
      try connection.run("UPDATE tenant SET epoch = $1", [.integer(epoch)])
    }
    return try Replica(opening: connection, tables)
  }

  private static func empty(_ connection: LiteConnection) throws(SQLFailure) {
    var made: [(kind: String, name: String)] = []
    try connection.run(
      """
      SELECT type, name FROM sqlite_master
      WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite%' AND name <> 'replica_request_before'
      """
    ) { made.append(($0.text(0), $0.text(1))) }
    for (kind, name) in made { try connection.run("DROP \(kind) \(quoted(name))") }
  }
}
