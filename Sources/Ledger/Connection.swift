public import Base

/// One open connection of either engine, used by one thread at a time.
package class Connection {
  package let dialect: Dialect
  init(dialect: Dialect) { self.dialect = dialect }

  /// Runs one statement; `each` sees every row while it is valid and must not keep it.
  ///
  /// - Returns: how many rows were written.
  /// - Throws: `SQLFailure`, or what `each` throws.
  @discardableResult
  package func run(_ sql: String, _ values: [Value] = [], each: (Row) throws -> Void = { _ in }) throws -> Int {
    preconditionFailure("A connection belongs to an engine.")
  }

  /// As `run`, for an answer that may be too long to be held at once.
  package func stream(_ sql: String, _ values: [Value], each: (Row) throws -> Void) throws {
    try run(sql, values, each: each)
  }

  /// Cuts what runs from now on when the stint is over; `nil` lets it run.
  package func limit(_ stint: ReadStint?) throws {}

  /// Whether a failed statement has taken the whole transaction down with it.
  package var isInTransaction: Bool { preconditionFailure("A connection belongs to an engine.") }
}

/// What an engine said went wrong.
package struct SQLFailure: Error, CustomStringConvertible {
  package enum Kind: Sendable {
    case duplicate, constraint, full, busy, retry, lost
    /// It took longer than it may, or whoever asked has left.
    case late, left
    /// The disk does not keep what it is given, or gives back something else: nobody may write on.
    case broken
    /// The pages are not what was written.
    case damaged
    /// Another file lies where the books were.
    case replaced
    case other
  }
  package let kind: Kind
  package let description: String

  /// What the person who asked is told.
  var refusal: Refusal {
    switch kind {
    case .duplicate, .constraint: .conflict(Phrase("ledger.taken"))
    case .full: .full
    case .busy, .retry, .lost, .late, .left, .broken, .damaged, .replaced, .other: .unavailable
    }
  }

  /// Whether it is no command's own affair: the whole batch goes with it.
  var takesAll: Bool {
    switch kind {
    case .retry, .lost, .broken, .damaged, .replaced: true
    case .duplicate, .constraint, .full, .busy, .late, .left, .other: false
    }
  }
}

/// One row of an answer, read by position.
///
/// Valid only inside the closure it is given to.
public struct Row {
  enum Source { case lite(LiteRow), postgres(PostgresRow) }
  let source: Source

  @inline(__always) public func isNull(_ column: Int) -> Bool {
    switch source {
    case .lite(let row): row.isNull(column)
    case .postgres(let row): row.isNull(column)
    }
  }
  public func integer(_ column: Int) -> Int64 {
    switch source {
    case .lite(let row): row.integer(column)
    case .postgres(let row): row.integer(column)
    }
  }
  public func text(_ column: Int) -> String {
    switch source {
    case .lite(let row): row.text(column)
    case .postgres(let row): row.text(column)
    }
  }
  public func bytes(_ column: Int) -> [UInt8] {
    switch source {
    case .lite(let row): row.bytes(column)
    case .postgres(let row): row.bytes(column)
    }
  }
  public func id<Thing>(_ column: Int, _ kind: Thing.Type = Thing.self) -> ID<Thing> {
    switch source {
    case .lite(let row): row.id(column)
    case .postgres(let row): row.id(column)
    }
  }
  public func flag(_ column: Int) -> Bool {
    switch source {
    case .lite(let row): row.integer(column) != 0
    case .postgres(let row): row.flag(column)
    }
  }

  public func int(_ column: Int) -> Int { Int(truncatingIfNeeded: integer(column)) }
  public func optionalInt(_ column: Int) -> Int? { isNull(column) ? nil : int(column) }
  public func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
  public func optionalID<Thing>(_ column: Int, _ kind: Thing.Type = Thing.self) -> ID<Thing>? {
    isNull(column) ? nil : id(column)
  }
  public func instant(_ column: Int) -> Instant { Instant(milliseconds: integer(column)) }
  public func optionalInstant(_ column: Int) -> Instant? { isNull(column) ? nil : instant(column) }
  public func day(_ column: Int) -> Day { Day(number: int(column)) }
  public func optionalDay(_ column: Int) -> Day? { isNull(column) ? nil : day(column) }
  public func amount(_ column: Int) -> Amount { Amount(units: integer(column)) }
}
