public import Database

extension Ledger {
  /// The tables as they are, on both engines, for the committed `schema.sql`: a change of the schema is seen in review.
  public static func schema(migrations: [Migration]) -> String {
    Dialect.allCases.map { dialect in
      "-- \(dialect == .sqlite ? "SQLite" : "PostgreSQL")\n\n" + schema(dialect, LedgerTables.migrations + migrations)
    }.joined(separator: "\n")
  }

  /// Table by table, in the order of their names, each with its indexes; then what tables cannot say of themselves.
  static func schema(_ dialect: Dialect, _ migrations: [Migration]) -> String {
    let tables = migrations.tables.sorted { $0.name < $1.name }.map { dialect.create($0) }
    let besides = migrations.flatMap { $0.besides(dialect) }.filter { $0.hasPrefix("CREATE ") }.sorted()
    return (tables + [besides]).map { $0.map { dialect.spoken($0) + ";\n" }.joined() }.joined(separator: "\n")
  }
}
