/// A database that can read from a snapshot and write in one transaction at a time. Called on the Ledger's own
/// threads only; every call blocks.
package protocol Engine: Sendable {
  var dialect: Dialect { get }
  /// One consistent snapshot for the whole body.
  func read<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer
  /// The writer's connection, outside any transaction.
  func write<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer
  func close()
}
