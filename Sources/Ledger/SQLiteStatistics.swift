import Database

/// What SQLite's planner is told of the tables: not what they hold today, but what a grown school's hold.
///
/// Every key begins with `school`. Without figures the planner takes that for ten rows, and reads a school's half a
/// million marks to find one student's (measured: 116 ms for 0.9 ms). Figures taken from the books would change with
/// them, and a plan from one day to the next; these are the same on every server, so a plan test holds everywhere.
enum SQLiteStatistics {
  private static let rows = 1_000_000
  private static let schools = 10

  /// Writes the figures of indexes that have none or others, and lets this connection plan by them.
  static func recalculate(_ connection: Connection) throws {
    let wanted = try figures(connection)
    var (isThere, known) = (false, Set<[String]>())
    try connection.run("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'") { _ in isThere = true }
    if !isThere { try connection.run("ANALYZE migration") }  // makes the table; there is no other way to
    try connection.run("SELECT tbl, idx, stat FROM sqlite_stat1") {
      known.insert([$0.text(0), $0.text(1), $0.text(2)])
    }
    guard known != Set(wanted) else { return }
    try connection.run("BEGIN IMMEDIATE")
    do {
      try connection.run("DELETE FROM sqlite_stat1")
      for figure in wanted {
        try connection.run("INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ($1, $2, $3)", figure.map { .text($0) })
      }
      try connection.run("COMMIT")
    } catch {
      _ = try? connection.run("ROLLBACK")  // best effort: the first error is the one to tell
      throw error
    }
    try connection.run("ANALYZE sqlite_schema")  // reads them, and analyses nothing
  }

  /// Table, index and the planner's line for it: all rows, then how many share the first column, the first two, and so on.
  private static func figures(_ connection: Connection) throws -> [[String]] {
    var tables: [String] = []
    try connection.run("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'") {
      tables.append($0.text(0))
    }
    return try tables.flatMap { table in
      var (types, indexes) = ([String: String](), [(name: String, isUnique: Bool, isKey: Bool)]())
      try connection.run("SELECT name, type FROM pragma_table_info($1)", [.text(table)]) {
        types[$0.text(0)] = $0.text(1)
      }
      try connection.run("SELECT name, \"unique\", origin FROM pragma_index_list($1)", [.text(table)]) {
        indexes.append(($0.text(0), $0.int(1) == 1, $0.text(2) == "pk"))
      }
      return try indexes.map { index in
        var columns: [String] = []
        try connection.run("SELECT name FROM pragma_index_info($1)", [.text(index.name)]) { columns.append($0.text(0)) }
        // The key of a table without rowid goes by the table's name.
        return [
          table, index.isKey ? table : index.name,
          line(columns.map { ($0, types[$0] ?? "") }, isUnique: index.isUnique),
        ]
      }
    }
  }

  private static func line(_ columns: [(name: String, type: String)], isUnique: Bool) -> String {
    var (sharing, figures) = (rows, [rows])
    for (place, column) in columns.enumerated() {
      sharing = max(1, sharing / (column.name == "school" ? schools : kinds(column.type)))
      figures.append(isUnique && place == columns.count - 1 ? 1 : sharing)
    }
    return figures.map(String.init).joined(separator: " ")
  }

  /// How many different values a column is taken to have: ids many, words few.
  private static func kinds(_ type: String) -> Int {
    switch type {
    case "BLOB": 500
    case "INTEGER": 1000
    default: 20
    }
  }
}
