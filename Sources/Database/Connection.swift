package import Base

/// One open connection of either engine, used by one thread at a time.
open class Connection {
  public init() {}

  open var dialect: Dialect { preconditionFailure("A connection belongs to an engine.") }

  /// Runs one statement; `each` sees every row while it is valid, must not keep it, and says whether it wants more.
  ///
  /// - Parameter isLong: whether the answer may be too long to be held at once.
  /// - Returns: how many rows were written.
  open func carryOut(
    _ sql: String, _ values: [Value], isLong: Bool, each: (Row) -> Bool
  ) throws(SQLFailure) -> Int {
    preconditionFailure("A connection belongs to an engine.")
  }

  /// Runs one statement; `each` sees every row while it is valid.
  ///
  /// - Returns: how many rows were written.
  @discardableResult
  package final func run(
    _ sql: String, _ values: [Value] = [], each: (Row) -> Void = { _ in }
  ) throws(SQLFailure) -> Int {
    try carryOut(sql, values, isLong: false) { row in
      each(row)
      return true
    }
  }

  /// Cuts what runs from now on at its deadline; `nil` lets it run.
  open func limit(_ deadline: ReadDeadline?) throws(SQLFailure) {}

  /// Whether a failed statement has taken the whole transaction down with it.
  open var isInTransaction: Bool { preconditionFailure("A connection belongs to an engine.") }
}

/// When a reading is cut; an object, because SQLite asks it from C.
public final class ReadDeadline: Sendable {
  /// How long it may take from its beginning, in whole milliseconds: for an engine with a clock of its own.
  package let milliseconds: Int
  private let isLate: @Sendable () -> Bool
  private let isGone: @Sendable () -> Bool

  /// - Parameter isGone: whether nobody waits for the answer any more.
  package init(
    milliseconds: Int, isLate: @escaping @Sendable () -> Bool, isGone: @escaping @Sendable () -> Bool
  ) {
    (self.milliseconds, self.isLate, self.isGone) = (milliseconds, isLate, isGone)
  }

  package var isOver: Bool { isLate() || isGone() }
  package var failure: SQLFailure { SQLFailure(kind: isGone() ? .left : .late, description: "the reading was cut") }
}

/// What an engine said went wrong.
public struct SQLFailure: Error, CustomStringConvertible {
  public enum Kind: Sendable {
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
  public let kind: Kind
  public let description: String
  package init(kind: Kind, description: String) { (self.kind, self.description) = (kind, description) }

  /// What the person who asked is told.
  package var refusal: Refusal {
    switch kind {
    case .duplicate, .constraint: .conflict(Phrase("ledger.taken"))
    case .full: .full
    case .busy, .retry, .lost, .late, .left, .broken, .damaged, .replaced, .other: .unavailable
    }
  }

  /// Whether it is no command's own affair: the whole batch goes with it.
  package var takesAll: Bool {
    switch kind {
    case .retry, .lost, .broken, .damaged, .replaced: true
    case .duplicate, .constraint, .full, .busy, .late, .left, .other: false
    }
  }
}
