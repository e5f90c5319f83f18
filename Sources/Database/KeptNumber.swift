public import Base

/// How many rows of a table a tenant has, kept as they come and go so that nobody has to count them.
///
/// Written with the rows, in the same command; the doctor counts them after.
public struct KeptNumber: Sendable {
  public let name: String
  /// The column that must be null in a row that counts; without one all rows do.
  let whileNull: String?

  public init(_ name: String, whileNull: String? = nil) { (self.name, self.whileNull) = (name, whileNull) }

  /// 1 for a row that counts and 0 for one that does not.
  var weight: String { whileNull.map { "CASE WHEN \(quoted($0)) IS NULL THEN 1 ELSE 0 END" } ?? "1" }
  var condition: String { whileNull.map { "\(quoted($0)) IS NULL" } ?? "1 = 1" }
}

/// What must hold of the rows of a table: a statement that finds those of which it does not hold, and a sentence for
/// the doctor to say then.
public struct Proof: Sendable {
  package let says: String, sql: String
  /// Whether the statement has a place for the id that is nobody's.
  package private(set) var takesNobody = false
  public init(_ says: String, sql: String) { (self.says, self.sql) = (says, sql) }

  /// Every id in a column is that of a row; in the same school, where the table is a school's.
  ///
  /// Zero is nobody.
  public init(_ table: TableSchema, column: String, pointsTo other: String, inSchool: Bool) {
    // The row of a school itself has its id under another name.
    let own = table.columns.contains { $0.name == "school" } ? "school" : "id"
    let school = inSchool ? "o.school = r.\(own) AND " : ""
    says = "\(table.name).\(column) points to a row of \(other) that is not there."
    sql = """
      SELECT 1 FROM \(quoted(table.name)) r WHERE r.\(quoted(column)) IS NOT NULL AND r.\(quoted(column)) <> $1
      AND NOT EXISTS (SELECT 1 FROM \(quoted(other)) o WHERE \(school)o.id = r.\(quoted(column))) LIMIT 1
      """
    takesNobody = true
  }
}

extension TableSchema {
  /// Begins the tallies of a table that may have rows already.
  public func startTallies() -> [String] {
    tallies.map {
      """
      INSERT INTO tally (school, name, number)
      SELECT school, '\($0.name)', count(*) FROM \(quoted(name)) WHERE \($0.condition) GROUP BY school
      """
    }
  }

  package var tallyProofs: [Proof] {
    tallies.map { tally in
      let counted = "SELECT count(*) FROM \(quoted(name)) r WHERE r.school = t.id AND \(tally.condition)"
      let kept = "SELECT number FROM tally k WHERE k.school = t.id AND k.name = '\(tally.name)'"
      return Proof(
        "The number of \(tally.name) that is kept is not how many there are.",
        sql: "SELECT 1 FROM tenant t WHERE (\(counted)) <> coalesce((\(kept)), 0)")
    }
  }
}

extension Transaction {
  /// A number that is kept.
  public func tally(_ tally: KeptNumber, of school: ID<Tenant>) throws(Refusal) -> Int {
    pending(tally, of: school)
      + (try count("SELECT number FROM tally WHERE school = $1 AND name = $2", [.id(school), .text(tally.name)]))
  }
}

extension WriteTransaction {
  /// Carries out a change of one row of a table with tallies by a statement of the caller's own, and counts.
  ///
  /// `put` and `remove` do it by themselves.
  public func counting(_ table: TableSchema, key: [Value], _ change: () throws(Refusal) -> Void) throws(Refusal) {
    let before = try weights(table, key)
    try change()
    let after = try weights(table, key)
    guard let place = table.key.firstIndex(of: "school") else { return }
    for (number, tally) in table.tallies.enumerated() where before[number] != after[number] {
      tallied[Tallied(school: key[place], name: tally.name), default: 0] += after[number] - before[number]
    }
  }

  private func weights(_ table: TableSchema, _ key: [Value]) throws(Refusal) -> [Int] {
    let places = table.key.enumerated().map { "\(quoted($1)) = $\($0 + 1)" }.joined(separator: " AND ")
    let sql =
      "SELECT \(table.tallies.map { $0.weight }.joined(separator: ", ")) FROM \(quoted(table.name)) WHERE \(places)"
    let count = table.tallies.count
    return try first(sql, key) { row in (0..<count).map { row.int($0) } } ?? Array(repeating: 0, count: count)
  }

  /// Writes what the command has counted, once for all its rows.
  ///
  /// A tenant that is being erased may have none to take from any more.
  func recalculateTallies() throws(Refusal) {
    for (which, change) in tallied where change != 0 {
      let values = [which.school, .text(which.name), .int(change)]
      let known = try execute("UPDATE tally SET number = number + $3 WHERE school = $1 AND name = $2", values)
      if known == 0, change > 0 { try execute("INSERT INTO tally (school, name, number) VALUES ($1, $2, $3)", values) }
    }
    tallied.removeAll()
  }
}
