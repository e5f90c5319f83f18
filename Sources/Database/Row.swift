public import Base

/// One row of an answer, read by position.
///
/// Valid only inside the closure it is given to.
public struct Row {
  enum Source { case sqlite(LiteRow), other(OtherRow) }
  let source: Source
  package init(_ row: OtherRow) { source = .other(row) }
  init(_ row: LiteRow) { source = .sqlite(row) }

  @inline(__always) public func isNull(_ column: Int) -> Bool {
    switch source {
    case .sqlite(let row): row.isNull(column)
    case .other(let row): row.isNull(column)
    }
  }
  public func integer(_ column: Int) -> Int64 {
    switch source {
    case .sqlite(let row): row.integer(column)
    case .other(let row): row.integer(column)
    }
  }
  public func text(_ column: Int) -> String {
    switch source {
    case .sqlite(let row): row.text(column)
    case .other(let row): row.text(column)
    }
  }
  public func bytes(_ column: Int) -> [UInt8] {
    switch source {
    case .sqlite(let row): row.bytes(column)
    case .other(let row): row.bytes(column)
    }
  }
  public func id<Thing>(_ column: Int, _ kind: Thing.Type = Thing.self) -> ID<Thing> {
    switch source {
    case .sqlite(let row): return row.id(column)
    case .other(let row):
      let (high, low) = row.uuid(column)
      return ID(high: high, low: low)
    }
  }
  public func flag(_ column: Int) -> Bool {
    switch source {
    case .sqlite(let row): row.integer(column) != 0
    case .other(let row): row.flag(column)
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

/// The current row of an engine that is not SQLite.
open class OtherRow {
  public init() {}
  open func isNull(_ column: Int) -> Bool { true }
  open func integer(_ column: Int) -> Int64 { 0 }
  open func text(_ column: Int) -> String { "" }
  open func bytes(_ column: Int) -> [UInt8] { [] }
  open func flag(_ column: Int) -> Bool { false }
  /// The two halves of an id; zeros when it is none.
  open func uuid(_ column: Int) -> (high: UInt64, low: UInt64) { (0, 0) }
}
