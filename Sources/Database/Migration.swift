/// One step of the schema, named by date and sentence; forward only, never edited once released.
public struct Migration: Sendable {
  public let name: String
  /// The tables it makes, for what goes through all of them.
  package let tables: [TableSchema]
  /// Whether a server of the version before goes on working in the books afterwards: there is more in them, and nothing
  /// that it reads or writes has changed.
  public let isAdditive: Bool
  package let statements: @Sendable (Dialect) -> [String]
  /// What moves rows that are there already; nothing to do in new books.
  package var moves: @Sendable (Dialect) -> [String] = { _ in [] }
  /// Whether it makes what the squashed migrations had made.
  package private(set) var isBaseline = false
  /// What a baseline makes besides its tables.
  package private(set) var besides: @Sendable (Dialect) -> [String] = { _ in [] }

  /// The tables of something new.
  public init(_ name: String, create tables: TableSchema...) {
    (self.name, self.tables, isAdditive) = (name, tables, true)
    statements = { [tables] dialect in tables.flatMap { dialect.create($0) } }
  }

  /// The first one of a feature: the tables that it had on 26 November 2026, when its migrations until then were squashed.
  ///
  /// A table that has changed since is given as it was (`TableSchema.without`).
  ///
  /// - Parameter more: what its tables cannot say of themselves, and what stands in them from the first.
  public static func baseline(
    _ feature: String, _ tables: TableSchema..., more: (@Sendable (Dialect) -> [String])? = nil
  ) -> Migration {
    Migration(baseline: "2026-11-26 \(feature): the tables", tables, more)
  }

  private init(baseline name: String, _ tables: [TableSchema], _ more: (@Sendable (Dialect) -> [String])?) {
    (self.name, self.tables, isAdditive, isBaseline) = (name, tables, more == nil, true)
    besides = more ?? { _ in [] }
    statements = { [tables, besides] dialect in tables.flatMap { dialect.create($0) } + besides(dialect) }
  }

  /// Rows of these tables know from now on who sees them: the numbers of the buckets in which they lie.
  ///
  /// Where the tables are made they are given as they were, `without("seen")`.
  public init(_ name: String, seen tables: TableSchema...) {
    (self.name, self.tables, isAdditive) = (name, tables, false)
    statements = { [tables] dialect in tables.map { dialect.add(Visibility.definition, to: $0.name) } }
    moves = { [tables] dialect in tables.flatMap { dialect.fillSeen($0) } }
  }

  /// Rows of these tables are seen by others from now on, which each school's books say as soon as the server has time.
  public init(_ name: String, recalculate tables: TableSchema...) {
    self.init(name) { [tables] dialect in
      tables.map { dialect.enqueue(VisibilityJobs.recalculate, payload: "{\"table\":\"\($0.name)\"}") }
    }
  }

  /// What is done once in each school's books as soon as the server has time.
  public init(_ name: String, enqueue kind: String) {
    self.init(name) { [$0.enqueue(kind, payload: "{}")] }
  }

  /// - Parameter additive: whether it only adds: a table, an index that is not unique or another in its place, a column that may be
  ///   left out.
  public init(
    _ name: String, additive: Bool = false, statements: @escaping @Sendable (Dialect) -> [String]
  ) {
    (self.name, tables, isAdditive, self.statements) = (name, [], additive, statements)
  }
}

extension Dialect {
  /// One job for each school in which anything was ever done.
  fileprivate func enqueue(_ kind: String, payload: String) -> String {
    let id = self == .sqlite ? "randomblob(16)" : "gen_random_uuid()"
    return """
      INSERT INTO job (id, school, kind, payload, state, "runAt", tries, "createdAt", deaths)
      SELECT \(id), id, '\(kind)', '\(payload)', 'waiting', 0, 0, 0, 0 FROM tenant WHERE head > 0
      """
  }
}

extension Sequence<Migration> {
  /// The tables as they are at the end, with what was added since they were made: one that is made anew stands where it
  /// stood before.
  package var tables: [TableSchema] {
    var found: [TableSchema] = []
    for made in lazy.flatMap({ $0.tables }) {
      let table = made.whole
      if let place = found.firstIndex(where: { $0.name == table.name }) {
        found[place] = table
      } else {
        found.append(table)
      }
    }
    return found
  }
}
