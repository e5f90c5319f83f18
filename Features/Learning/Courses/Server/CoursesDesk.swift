public import Base
public import Ledger
public import School

/// Where commands about courses are carried out, and what their pages ask.
///
/// The other features of the area add what they know through the closures below; App connects them.
public struct CoursesDesk: Sendable {
  /// What a neighbour shows on a course's page to this caller; `nil` is nothing.
  public typealias Card = @Sendable (Course, CourseSight, Caller, Transaction) throws -> CoursePiece?
  /// What a neighbour says of the items in an outline, all at once: done, three to grade.
  public typealias Marks =
    @Sendable ([CourseItem], Course, CourseSight, Caller, Transaction) throws -> [ID<CourseItem>: CoursePiece]
  /// A page of the course that a neighbour has, as a tab.
  public typealias Way = @Sendable (Course, CourseSight, Caller, Transaction) throws -> CourseWay?

  let ledger: Ledger
  let world: World
  public var cards: [Card] = []
  public var marks: [Marks] = []
  public var ways: [Way] = []
  /// The kinds of items whose features can make one at `CoursesPaths.new(kind, in:)`.
  public var making: [CourseItem.Kind] = []

  public init(ledger: Ledger, world: World) { (self.ledger, self.world) = (ledger, world) }
}
