public import Base
public import Database
public import HTML
public import Kit
public import School

/// What a neighbour shows on a trainee's page: which tables it is made of, and how it is drawn.
public struct TraineePiece: Sendable {
  let tables: [Int]
  let draw: @Sendable (Scene) -> HTML
  public init(tables: [Int], _ draw: @escaping @Sendable (Scene) -> HTML) { (self.tables, self.draw) = (tables, draw) }
}

/// Where such a piece comes from: read in the page's own snapshot, for who sees the training already.
public struct TraineePieceSource: Sendable {
  public typealias Read =
    @Sendable (Trainee, TraineeAccess, Caller, Transaction) throws(Refusal) -> TraineePiece?
  /// All of a list at once, so that it takes as many queries for five hundred trainees as for one.
  public typealias ReadShort =
    @Sendable ([ID<Trainee>], Caller, Transaction) throws(Refusal) -> [ID<Trainee>: TraineePiece]
  let read: Read
  /// The same in a few words, for the list of trainees: how far they have come, or what is missing.
  let short: ReadShort
  public init(short: @escaping ReadShort = { _, _, _ in [:] }, _ read: @escaping Read) {
    (self.read, self.short) = (read, short)
  }
}
