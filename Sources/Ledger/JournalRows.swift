public import Base
public import Database

extension Journal.Entry {
  /// A row that a command wrote or took away.
  public struct NamedRow: Sendable {
    public let table: String
    public let key: [UInt8]
    public let isGone: Bool
  }

  /// The rows the entry names, in the order they were written; long lists are cut (see `isCut`).
  public var named: [NamedRow] {
    rows.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ")
      guard parts.count == 3, parts[2] == "+" || parts[2] == "-", let key = bytes(hex: parts[1]) else { return nil }
      return NamedRow(table: String(parts[0]), key: key, isGone: parts[2] == "-")
    }
  }

  /// Those of one table.
  public func named(_ table: some SchemaHolder) -> [NamedRow] {
    named.filter { $0.table == table.schema.name }
  }

  /// Whether it names only the first of its rows: then anything may have been touched.
  public var isCut: Bool { rows.split(separator: "\n").last?.hasPrefix("and ") ?? false }
}

extension Journal.Entry.NamedRow {
  /// The id in a column of the row's key; `nil` when the row is of another table.
  public func id<Thing>(_ column: String, of table: some SchemaHolder, _ thing: Thing.Type = Thing.self) -> ID<Thing>? {
    self.table == table.schema.name ? table.schema.id(column, inKey: key) : nil
  }
}
