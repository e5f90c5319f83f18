/// One step of the schema, named by date and sentence; forward only, never edited once released.
public struct Migration: Sendable {
  public let name: String
  /// The tables it makes, for what goes through all of them.
  let tables: [Table]
  let statements: @Sendable (Dialect) -> [String]

  public init(_ name: String, create tables: Table...) {
    (self.name, self.tables) = (name, tables)
    statements = { dialect in tables.flatMap(dialect.create) }
  }

  public init(_ name: String, statements: @escaping @Sendable (Dialect) -> [String]) {
    (self.name, tables, self.statements) = (name, [], statements)
  }
}

/// Why the books do not open.
///
/// Each is a sentence for the person who runs the server.
public struct BooksClosed: Error, CustomStringConvertible, Sendable {
  public let description: String
  public init(_ description: String) { self.description = description }
}
