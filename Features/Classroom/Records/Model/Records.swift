public import Base

/// What staff write down about one child: where its parts are seen, and by whom.
public struct ChildRecord: Hashable, Sendable {
  public let student: ID<Student>
  public let openedAt: Instant
  public init(student: ID<Student>, openedAt: Instant) { (self.student, self.openedAt) = (student, openedAt) }
}
