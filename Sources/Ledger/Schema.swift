public import Database

extension Ledger {
  /// What the migrations make, on both engines, for the committed `schema.sql`: a change of the schema is seen in review.
  public static func schema(migrations: [Migration]) -> String {
    Dialect.allCases.map { dialect in
      let steps = (LedgerTables.migrations + migrations).map { migration in
        "-- \(migration.name)\n" + migration.statements(dialect).map { dialect.spoken($0) + ";\n" }.joined()
      }
      return "-- \(dialect == .sqlite ? "SQLite" : "PostgreSQL")\n\n" + steps.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
