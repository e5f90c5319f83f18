public import Base
public import Database
public import School

/// Where commands about courses are carried out, and what their pages ask.
///
/// The other features of the area add what they know through the seams below; App connects them.
public struct CoursesService: Sendable {
  /// At the end of a course's head: the grade, how far one is.
  public var heads: [Card] = []
  /// On its card among others: what is to do.
  public var lines: [Lines] = []
  /// Above its outline.
  public var cards: [Card] = []
  public var marks: [Marks] = []
  public var copying: [CourseCopying] = []
  public var forgetting: [Forgetting] = []
  public var dates: [Dates] = []
  public var publishing: [CourseItem.Kind: Publishing] = [:]
  /// The kinds of items whose features can make one at `CoursesPaths.new(kind, in:)`.
  public var making: [CourseItem.Kind] = []

  /// The kinds of items that somebody copies.
  var copiedKinds: Set<CourseItem.Kind> { Set(copying.compactMap { $0.kind }) }

  public init() {}
}

extension CoursesService {
  /// What a neighbour shows on a course's page to this caller; `nil` is nothing.
  public struct Card: Sendable {
    let draw: @Sendable (Course, CourseAccess, Caller, Transaction) throws(Refusal) -> CoursePiece?
    public init(
      _ draw: @escaping @Sendable (Course, CourseAccess, Caller, Transaction) throws(Refusal) -> CoursePiece?
    ) {
      self.draw = draw
    }
  }

  /// What a neighbour says of some courses where they are listed, all at once.
  public struct Lines: Sendable {
    public typealias Draw = @Sendable ([Course], Caller, Transaction) throws(Refusal) -> [ID<Course>: CoursePiece]
    let draw: Draw
    public init(_ draw: @escaping Draw) { self.draw = draw }
  }

  /// What a neighbour says of the items in an outline, all at once: done, three to grade.
  public struct Marks: Sendable {
    public typealias Draw =
      @Sendable ([CourseItem], Course, CourseAccess, Caller, Transaction) throws(Refusal) -> [ID<CourseItem>:
      CoursePiece]
    let draw: Draw
    public init(_ draw: @escaping Draw) { self.draw = draw }
  }

  /// Takes away what a neighbour keeps of a course that goes, before its items do: also how a copy is taken back.
  public struct Forgetting: Sendable {
    let run: @Sendable (ID<Course>, WriteTransaction) throws(Refusal) -> Void
    public init(_ run: @escaping @Sendable (ID<Course>, WriteTransaction) throws(Refusal) -> Void) { self.run = run }
  }

  /// Shows what stands behind an item to its course, or hides it, by the neighbour's own rules: its rows lie where the
  /// item's does, and open pages of it hear of it.
  public struct Publishing: Sendable {
    let run: @Sendable (CourseItem, _ isPublished: Bool, Caller, WriteTransaction) throws(Refusal) -> Void
    public init(
      _ run: @escaping @Sendable (CourseItem, _ isPublished: Bool, Caller, WriteTransaction) throws(Refusal) -> Void
    ) {
      self.run = run
    }
  }

  /// Dates a neighbour keeps besides when items are due, for the preview of a copy: what they are called, and when.
  public struct Dates: Sendable {
    let read: @Sendable (ID<Course>, ID<Tenant>, Transaction) throws(Refusal) -> [CourseDate]
    public init(_ read: @escaping @Sendable (ID<Course>, ID<Tenant>, Transaction) throws(Refusal) -> [CourseDate]) {
      self.read = read
    }
  }
}

/// What a neighbour copies when a course is copied, in the same transaction: the new course, its modules and its items
/// are there already (`CourseCopy`).
public struct CourseCopying: Sendable {
  /// The kind of items that it copies; `nil` when it is about the course alone, as its grade settings.
  ///
  /// Items of a kind that nobody copies stay behind, because there would be nothing behind them.
  let kind: CourseItem.Kind?
  let run: @Sendable (CourseCopy, WriteTransaction) throws(Refusal) -> Void

  public init(
    _ kind: CourseItem.Kind? = nil, _ run: @escaping @Sendable (CourseCopy, WriteTransaction) throws(Refusal) -> Void
  ) {
    (self.kind, self.run) = (kind, run)
  }
}
