/// A table as the program sees it, declared once and rendered for both engines.
///
/// Names are singular, and column, Swift property and JSON key are the same word.
public struct TableSchema: Sendable {
  public let name: String
  /// The table's permanent number in the change index.
  public let number: Int
  public let columns: [Column]
  public let key: [String]
  public let unique: [[String]]
  public let indexes: [[String]]
  public let foreign: [Foreign]
  public let tallies: [KeptNumber]
  package let proofs: [Proof]
  /// Whether its column `hash` names contents of the store of files.
  package let holdsFiles: Bool
  /// How its rows are kept in sight; without it whoever writes one says where it is seen.
  package let visibility: Visibility?
  /// Refuses a row whose key is there.
  package let insert: String
  let upsert: String
  package let delete: String
  /// Its columns and indexes as they are now.
  private var all: [Column], allIndexes: [[String]]
  /// Whether it is as it was before its rows knew who sees them.
  private(set) var isBeforeSeen = false
  /// Where the key columns stand among the columns.
  let keyPlaces: [Int]
  /// Where accounts are named.
  let accountPlaces: [Int]

  /// `columns` to the key of `table`, which by habit has the same first column, `school`.
  public struct Foreign: Sendable {
    public let columns: [String]
    package let table: String, to: [String]
    public init(_ columns: [String], to table: String, _ keys: [String]) {
      (self.columns, self.table, to) = (columns, table, keys)
    }
  }

  public init(
    _ name: String, number: Int, _ columns: [Column], key: [String], unique: [[String]] = [], indexes: [[String]] = [],
    foreign: [Foreign] = [], tallies: [KeptNumber] = [], proofs: [Proof] = [], holdsFiles: Bool = false
  ) {
    self.init(
      name, number, columns, key, unique, indexes, foreign, tallies, proofs, holdsFiles: holdsFiles, visibility: nil)
  }

  private init(
    _ name: String, _ number: Int, _ columns: [Column], _ key: [String], _ unique: [[String]], _ indexes: [[String]],
    _ foreign: [Foreign], _ tallies: [KeptNumber], _ proofs: [Proof], holdsFiles: Bool, visibility: Visibility?
  ) {
    (self.name, self.number, self.columns, self.key) = (name, number, columns, key)
    (all, allIndexes) = (columns, indexes)
    (self.unique, self.indexes, self.foreign) = (unique, indexes, foreign)
    (self.tallies, self.proofs, self.holdsFiles, self.visibility) = (tallies, proofs, holdsFiles, visibility)
    let names = columns.map { $0.name } + (visibility == nil ? [] : [Visibility.column])
    keyPlaces = key.map { name in names.firstIndex(of: name) ?? 0 }
    accountPlaces = columns.indices.filter { columns[$0].onMerge != nil }
    let places = names.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    let changes = names.filter { !key.contains($0) }.map { "\(quoted($0)) = excluded.\(quoted($0))" }
    insert = "INSERT INTO \(quoted(name)) (\(names.map(quoted).joined(separator: ", "))) VALUES (\(places))"
    upsert =
      insert + " ON CONFLICT ("
      + key.map(quoted).joined(separator: ", ") + ") DO "
      + (changes.isEmpty ? "NOTHING" : "UPDATE SET " + changes.joined(separator: ", "))
    delete =
      "DELETE FROM \(quoted(name)) WHERE "
      + key.enumerated().map { "\(quoted($1)) = $\($0 + 1)" }.joined(separator: " AND ")
  }

  /// As it was before it had these columns, or more indexes than these, for the migration that made it.
  ///
  /// `seen` is the machinery's own column: as it was before it said who sees its rows.
  public func without(_ later: String..., indexes: [[String]]? = nil) -> TableSchema {
    var before = TableSchema(
      name, number, columns.filter { !later.contains($0.name) }, key, unique, indexes ?? self.indexes, foreign, tallies,
      proofs, holdsFiles: holdsFiles, visibility: visibility)
    (before.all, before.allIndexes) = (all, allIndexes)
    before.isBeforeSeen = later.contains(Visibility.column)
    return before
  }

  /// As it was when it had these columns, too, for the migration that made it.
  public func with(_ earlier: [Column]) -> TableSchema {
    var before = TableSchema(
      name, number, columns + earlier, key, unique, indexes, foreign, tallies, proofs, holdsFiles: holdsFiles,
      visibility: visibility)
    (before.all, before.allIndexes) = (all, allIndexes)
    return before
  }

  /// As it is now, where this is as it was.
  package var whole: TableSchema {
    TableSchema(
      name, number, all, key, unique, allIndexes, foreign, tallies, proofs, holdsFiles: holdsFiles,
      visibility: visibility)
  }

  func seen(_ visibility: Visibility) -> TableSchema {
    TableSchema(
      name, number, columns, key, unique, indexes, foreign, tallies, proofs, holdsFiles: holdsFiles,
      visibility: visibility)
  }
}

/// One column.
///
/// Not null unless said so.
public struct Column: Sendable {
  public enum Kind: Sendable { case id, text, integer, amount, flag, instant, day, json, bytes }
  public let name: String
  public let kind: Kind
  public let optional: Bool
  public let check: String?
  /// What rows have that were there before the column, as SQL writes it.
  public let initial: String?
  /// Of a column that names an account: what becomes of the row when the account becomes another.
  public let onMerge: OnMerge?

  public init(
    _ name: String, _ kind: Kind, optional: Bool = false, check: String? = nil, initial: String? = nil,
    onMerge: OnMerge? = nil
  ) {
    (self.name, self.kind, self.optional, self.check, self.initial) = (name, kind, optional, check, initial)
    self.onMerge = onMerge
  }

  /// A text column that holds one of a closed list.
  public static func choice(_ name: String, of values: [String], optional: Bool = false) -> Column {
    let list = values.map { "'\($0)'" }.joined(separator: ", ")
    return Column(name, .text, optional: optional, check: "\(quoted(name)) IN (\(list))")
  }
}

/// SQL's quotes, so that `order` or `user` may be a column.
package func quoted(_ name: String) -> String { "\"\(name)\"" }

/// Which SQL is spoken.
///
/// The few words that differ between the engines live here.
public enum Dialect: String, Sendable, CaseIterable {
  case sqlite, postgres

  func type(_ kind: Column.Kind) -> String {
    switch (self, kind) {
    case (.sqlite, .id), (.sqlite, .bytes): "BLOB"
    case (.sqlite, .text), (.sqlite, .json): "TEXT"
    case (.sqlite, .integer), (.sqlite, .amount), (.sqlite, .flag), (.sqlite, .instant), (.sqlite, .day): "INTEGER"
    case (.postgres, .id): "uuid"
    case (.postgres, .bytes): "bytea"
    case (.postgres, .text): "text COLLATE \"C\""
    case (.postgres, .json): "text"
    case (.postgres, .flag): "boolean"
    case (.postgres, .integer), (.postgres, .amount), (.postgres, .instant), (.postgres, .day): "bigint"
    }
  }

  func define(_ column: Column) -> String {
    var line = "\(quoted(column.name)) \(type(column.kind))"
    if !column.optional { line += " NOT NULL" }
    if let initial = column.initial { line += " DEFAULT \(initial)" }
    if self == .sqlite, column.kind == .flag { line += " CHECK (\(quoted(column.name)) IN (0, 1))" }
    if self == .sqlite, column.kind == .id { line += " CHECK (length(\(quoted(column.name))) = 16)" }
    if let check = column.check { line += " CHECK (\(check))" }
    return line
  }

  /// The statements that make the table.
  public func create(_ table: TableSchema) -> [String] {
    let list: ([String]) -> String = { $0.map(quoted).joined(separator: ", ") }
    let isSeen = table.visibility != nil && !table.isBeforeSeen
    var lines = (table.columns + (isSeen ? [Visibility.definition] : [])).map(define)
    lines.append("PRIMARY KEY (\(list(table.key)))")
    lines += table.unique.map { "UNIQUE (\(list($0)))" }
    lines += table.foreign.map {
      "FOREIGN KEY (\(list($0.columns))) REFERENCES \(quoted($0.table)) (\(list($0.to)))"
    }
    let end = self == .sqlite ? ") STRICT, WITHOUT ROWID" : ")"
    let make = "CREATE TABLE \(quoted(table.name)) (\n  " + lines.joined(separator: ",\n  ") + "\n" + end
    return [make]
      + table.indexes.map {
        "CREATE INDEX \(quoted("\(table.name)_\($0.joined(separator: "_"))")) ON \(quoted(table.name)) (\(list($0)))"
      }
  }

  /// The statements that add columns which a table has now and did not have at first.
  public func add(_ columns: String..., to table: some SchemaHolder) -> [String] {
    table.schema.columns.filter { columns.contains($0.name) }.map { add($0, to: table.schema.name) }
  }

  public func add(_ column: Column, to table: String) -> String {
    "ALTER TABLE \(quoted(table)) ADD COLUMN \(define(column))"
  }
}
