public import Base
public import Database
public import Ledger
public import School

/// Where commands about courses are carried out, and what their pages ask.
///
/// The other features of the area add what they know through the closures below; App connects them.
public struct CoursesService: Sendable {
  /// What a neighbour shows on a course's page to this caller; `nil` is nothing.
  public typealias Card = @Sendable (Course, CourseSight, Caller, Transaction) throws -> CoursePiece?
  /// What a neighbour says of the items in an outline, all at once: done, three to grade.
  public typealias Marks =
    @Sendable ([CourseItem], Course, CourseSight, Caller, Transaction) throws -> [ID<CourseItem>: CoursePiece]
  /// A page of the course that a neighbour has, as a tab.
  public typealias Way = @Sendable (Course, CourseSight, Caller, Transaction) throws -> CourseWay?
  /// Takes away what a neighbour keeps of a course that goes, before its items do: also how a copy is taken back.
  public typealias Forgetting = @Sendable (ID<Course>, WriteTransaction) throws -> Void
  /// Shows what stands behind an item to its course, or hides it, by the neighbour's own rules: its rows lie where the
  /// item's does, and open pages of it hear of it.
  public typealias Publishing = @Sendable (CourseItem, _ isPublished: Bool, Caller, WriteTransaction) throws -> Void
  /// Dates a neighbour keeps besides when items are due, for the preview of a copy: what they are called, and when.
  public typealias Dates = @Sendable (ID<Course>, ID<Tenant>, Transaction) throws -> [CourseDate]

  let ledger: Ledger
  public var cards: [Card] = []
  public var marks: [Marks] = []
  public var ways: [Way] = []
  public var copying: [CourseCopying] = []
  public var forgetting: [Forgetting] = []
  public var dates: [Dates] = []
  public var publishing: [CourseItem.Kind: Publishing] = [:]
  /// The kinds of items whose features can make one at `CoursesPaths.new(kind, in:)`.
  public var making: [CourseItem.Kind] = []

  /// The kinds of items that somebody copies.
  var copiedKinds: Set<CourseItem.Kind> { Set(copying.compactMap(\.kind)) }

  public init(ledger: Ledger) { self.ledger = ledger }
}

/// What a neighbour copies when a course is copied, in the same transaction: the new course, its modules and its items
/// are there already (`CourseCopy`).
public struct CourseCopying: Sendable {
  /// The kind of items that it copies; `nil` when it is about the course alone, as its grade settings.
  ///
  /// Items of a kind that nobody copies stay behind, because there would be nothing behind them.
  let kind: CourseItem.Kind?
  let run: @Sendable (CourseCopy, WriteTransaction) throws -> Void

  public init(
    _ kind: CourseItem.Kind? = nil, _ run: @escaping @Sendable (CourseCopy, WriteTransaction) throws -> Void
  ) {
    (self.kind, self.run) = (kind, run)
  }
}
