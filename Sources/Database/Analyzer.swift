/// When a command writes so much that PostgreSQL must look at the tables again before it goes on.
///
/// A command sees its own rows long before the server's own upkeep counts them: for tables it takes to be empty every
/// index is as good as any other, and it reads a school's whole roster to find one number (measured: a roster of 2,000
/// took 86 s; each row costs as much as all before it). SQLite is told beforehand (`SQLiteStatistics`); PostgreSQL can
/// only be asked to look, also inside a transaction, and then plans what is prepared anew.
struct Analyzer {
  private static let first = 500
  private static let factor = 3
  private var tables: Set<String> = []
  private var rows = 0
  private var next = Analyzer.first

  /// Counts what a statement has written.
  ///
  /// - Returns: the statement that has PostgreSQL look, when it is time; it waits for nobody who is looking already.
  mutating func count(_ sql: String, _ written: Int) -> String? {
    rows += written
    if let table = Analyzer.table(sql) { tables.insert(table) }
    guard rows >= next, !tables.isEmpty else { return nil }
    next = rows * Analyzer.factor
    return "ANALYZE (SKIP_LOCKED) " + tables.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// The table that a statement adds rows to.
  static func table(_ sql: String) -> String? {
    let start = "INSERT INTO "
    guard sql.utf8.starts(with: start.utf8) else { return nil }
    let name = sql.utf8.dropFirst(start.utf8.count).drop { $0 == UInt8(ascii: "\"") }.prefix { byte in
      byte != UInt8(ascii: "\"") && byte != UInt8(ascii: " ") && byte != UInt8(ascii: "(")
    }
    return name.isEmpty ? nil : String(Substring(name))
  }
}
