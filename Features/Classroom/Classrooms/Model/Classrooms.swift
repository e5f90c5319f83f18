public import Base

/// A group of children with their teachers: a homeroom, a class, a course's section.
public struct Classroom: Hashable, Sendable {
  public let id: ID<Classroom>
  public var name: String
  public var archivedAt: Instant?
  public var updatedAt: Instant
  public init(id: ID<Classroom>, name: String, archivedAt: Instant? = nil, updatedAt: Instant) {
    (self.id, self.name, self.archivedAt, self.updatedAt) = (id, name, archivedAt, updatedAt)
  }
}
