package import Database

/// A database that can read from a snapshot and write in one transaction at a time.
///
/// Called on the Ledger's own threads only; every call blocks.
package protocol Engine: Sendable {
  var dialect: Dialect { get }
  /// One consistent snapshot for the whole body.
  ///
  /// - Parameter deadline: when it is cut; `nil` is never.
  func read<Answer>(_ deadline: ReadDeadline?, _ body: (Connection) throws -> Answer) throws -> Answer
  /// The same for what takes minutes: backups and checks.
  func readLong<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer
  /// A connection that may take its time, outside any transaction: for migrations.
  func alone<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer
  /// The writer's connection, outside any transaction.
  func write<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer
  /// A consistent copy at `path`, while everybody goes on working.
  ///
  /// - Returns: how many rows each table of the copy has.
  func copy(to path: String) throws -> [(table: String, rows: Int)]
  func close()
}

extension Engine {
  func read<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer { try read(nil, body) }
  package func readLong<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer { try read(nil, body) }
  package func alone<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer { try write(body) }
}
