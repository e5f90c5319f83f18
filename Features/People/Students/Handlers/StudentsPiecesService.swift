public import Base
public import Database
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

extension StudentsReach {
  /// Where such a piece comes from: read in the page's own snapshot, for who sees the child already.
  public struct Piece: Sendable {
    public typealias Read =
      @Sendable (Student, StudentAccess, Caller, Zone, Transaction) throws(Refusal) -> StudentPiece
    let read: Read
    public init(_ read: @escaping Read) { self.read = read }
  }
}
