public import Base

/// What becomes of a row that names an account when that account becomes another: each such column says it.
public enum OnMerge: Sendable, Hashable {
  /// The person owns it, works with it or is addressed by it: it is the other account's from then on. Where that one has
  /// such a row already, theirs stays and this one goes.
  case follows
  /// It follows in its feature's own way, because more hangs on it: a seat, a role, the place in a talk.
  case followsItsFeature
  /// It ends with the account.
  case ends
  /// Who did it stays who did it. The closed account keeps the name of its person, so that pages still name them.
  case stays
}

extension WriteTransaction {
  /// What an account has in this school becomes another's, as the columns say that `follow`.
  public func merge(_ old: ID<Account>, into new: ID<Account>) throws(Refusal) {
    for table in followings.tables {
      for column in table.columns where column.onMerge == .follows { try merge(old, into: new, table, column.name) }
    }
    try forgetPeople(knownTo: .person(old))
  }

  private func merge(
    _ old: ID<Account>, into new: ID<Account>, _ table: TableSchema, _ column: String
  ) throws(Refusal) {
    for key in try keys(of: table, "AND \(quoted(column)) = $2", [.id(old)]) {
      guard table.key.contains(column) else {
        try execute(table.update([column]), key + [.id(new)])
        try resettle(table, key)
        if table.visibility != nil { try introduce(new, to: whereabouts(of: table, key)) }
        continue
      }
      let place = table.key.firstIndex(of: column) ?? 0
      let moved = key.enumerated().map { $0 == place ? Value.id(new) : $1 }
      if try exists("SELECT 1 FROM \(quoted(table.name)) WHERE \(table.isKey)", moved) {
        try remove(table, key: key)
      } else {
        try rename(table, key, moved, column)
      }
    }
  }

  /// A row goes under another key: it leaves as the one, and comes as the other.
  private func rename(_ table: TableSchema, _ key: [Value], _ moved: [Value], _ column: String) throws(Refusal) {
    let new = moved[table.key.firstIndex(of: column) ?? 0]
    guard table.visibility != nil else {
      try execute(table.update([column]), key + [new])
      return try note(table, moved, [], left: [])
    }
    let left = try leave(table, key)
    try note(table, key, [], left: left)
    try execute(table.update([column, Visibility.column]), key + [new, .text("")])
    try table.visibility?.recalculate(self, moved)
  }

  private func resettle(_ table: TableSchema, _ key: [Value]) throws(Refusal) {
    guard let visibility = table.visibility else { return try note(table, key, [], left: []) }
    try visibility.recalculate(self, key)
    try touch(table, key: key)
  }
}

extension TableSchema {
  /// The condition that names one row by its key.
  package var isKey: String { key.enumerated().map { "\(quoted($1)) = $\($0 + 1)" }.joined(separator: " AND ") }

  /// Changes some columns of one row: the key's values, then theirs.
  func update(_ columns: [String]) -> String {
    let changes = columns.enumerated().map { "\(quoted($1)) = $\(key.count + 1 + $0)" }
    return "UPDATE \(quoted(name)) SET \(changes.joined(separator: ", ")) WHERE \(isKey)"
  }
}
