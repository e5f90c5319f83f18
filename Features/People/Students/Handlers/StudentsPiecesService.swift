public import Base
public import Database
public import HTML
public import Kit
public import School

/// What a neighbour above shows on a child's page: which rows it is made of, and how it is drawn.
public struct StudentPiece: Sendable {
  /// The tables that it watches in the buckets by which the reader sees the child.
  let tables: [Int]
  /// What else it listens to.
  let topics: [String]
  let draw: @Sendable (Scene) -> PortraitParts
  public init(tables: [Int], topics: [String] = [], _ draw: @escaping @Sendable (Scene) -> PortraitParts) {
    (self.tables, self.topics, self.draw) = (tables, topics, draw)
  }
}

/// What a neighbour above shows beside the names of a list, as today's mark with its one tap.
public struct StudentListPiece: Sendable {
  /// The tables that the list watches for it.
  let tables: [Int]
  /// What stands beside one name.
  let trail: @Sendable (Student, Scene) -> HTML
  /// The forms that its buttons belong to: a form cannot stand in the line of a row.
  let forms: @Sendable (Scene) -> HTML
  public init(
    tables: [Int], trail: @escaping @Sendable (Student, Scene) -> HTML, forms: @escaping @Sendable (Scene) -> HTML
  ) {
    (self.tables, self.trail, self.forms) = (tables, trail, forms)
  }
}

extension StudentsReach {
  /// Where it comes from: read once for all students of a part of the list; `nil` shows nothing.
  public typealias ReadBeside =
    @Sendable ([Student], Caller, Zone, Transaction) throws(Refusal) -> StudentListPiece?

  /// Where such a piece comes from: read in the page's own snapshot, for who sees the child already.
  public struct Piece: Sendable {
    public typealias Read =
      @Sendable (Student, StudentAccess, Caller, Zone, Transaction) throws(Refusal) -> StudentPiece
    package let read: Read
    public init(_ read: @escaping Read) { self.read = read }
  }
}
