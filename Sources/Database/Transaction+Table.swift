public import Base

/// What has the schema of a table.
public protocol SchemaHolder: Sendable {
  var schema: TableSchema { get }
}
extension SchemaHolder {
  public var name: String { schema.name }
  public var number: Int { schema.number }
}
extension Table: SchemaHolder {}
extension TableSchema: SchemaHolder {
  public var schema: TableSchema { self }
}

extension Transaction {
  /// The records of a school for which a condition holds.
  ///
  /// - Parameters:
  ///   - condition: what follows `WHERE school = $1`: `AND …`, `ORDER BY …`; its own values begin at `$2`.
  @inlinable public final func all<Record>(
    _ table: Table<Record>, in school: ID<Tenant>, _ condition: String = "", _ values: [Value] = []
  ) throws(Refusal) -> [Record] {
    try rows(table.select(condition), [.id(school)] + values) { row throws(Refusal) in try table.record(row) }
  }

  /// The first of them, or `nil`.
  @inlinable public final func first<Record>(
    _ table: Table<Record>, in school: ID<Tenant>, _ condition: String = "", _ values: [Value] = []
  ) throws(Refusal) -> Record? {
    try first(table.select(condition), [.id(school)] + values) { row throws(Refusal) in try table.record(row) }
  }

  /// The record with this id, or `nil`.
  @inlinable public final func find<Record, Thing>(
    _ table: Table<Record>, _ id: ID<Thing>, in school: ID<Tenant>
  ) throws(Refusal) -> Record? {
    try first(table, in: school, "AND id = $2", [.id(id)])
  }

  /// The records of a table that is the whole server's.
  ///
  /// - Parameter clause: what follows the table's name, from `WHERE` on.
  @inlinable public final func all<Record>(
    _ table: Table<Record>, _ clause: String, _ values: [Value] = []
  ) throws(Refusal) -> [Record] {
    try rows(table.selectEverywhere(clause), values) { row throws(Refusal) in try table.record(row) }
  }

  /// The first of them, or `nil`.
  @inlinable public final func first<Record>(
    _ table: Table<Record>, _ clause: String, _ values: [Value] = []
  ) throws(Refusal) -> Record? {
    try first(table.selectEverywhere(clause), values) { row throws(Refusal) in try table.record(row) }
  }
}

extension Table {
  /// What asks for the records of one school, whose id is `$1`.
  public func select(_ condition: String) -> String { selectEverywhere("WHERE school = $1 \(condition)") }
  public func selectEverywhere(_ clause: String) -> String { "SELECT \(columns) FROM \(quoted(schema.name)) \(clause)" }
}

extension WriteTransaction {
  /// Writes a record's row, and notes it in the change index: where its table says, or where the caller does.
  public func put<Record>(
    _ table: Table<Record>, _ record: Record, in buckets: [Bucket] = []
  ) throws(Refusal) {
    if let seen = table.seen { return try put(table, record, seen: seen) }
    try put(table.schema, table.row(record, in: school), in: buckets)
  }

  /// Removes a record's row.
  public func remove<Record>(
    _ table: Table<Record>, _ record: Record, from buckets: [Bucket] = []
  ) throws(Refusal) {
    try remove(table, key: table.key(record, in: school), from: buckets)
  }
}
