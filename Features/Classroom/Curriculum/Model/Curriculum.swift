public import Base

/// A place in the school's curriculum: an area has groups or materials, a material has presentations.
public struct CurriculumNode: Hashable, Versioned, Sendable {
  public enum Kind: String, CaseIterable, Sendable { case area, group, material, presentation }
  public let id: ID<CurriculumNode>
  public var parent: ID<CurriculumNode>?
  public let kind: Kind
  /// Its name for files and programs, which stays when it is renamed or moved: `sensorial.pink-tower.first`.
  public let key: String
  public var name: String
  public var position: Int
  /// The ages it is meant for, in months; `nil` is any.
  public var fromMonths: Int?
  public var untilMonths: Int?
  /// What it is for, in words for guides.
  public var aims: String
  public var updatedAt: Instant
  /// Since when it is not offered any more; what was written with it stays.
  public var archivedAt: Instant?
  /// The node it was merged into.
  public var mergedInto: ID<CurriculumNode>?
  public init(
    id: ID<CurriculumNode>, parent: ID<CurriculumNode>?, kind: Kind, key: String, name: String, position: Int,
    fromMonths: Int? = nil, untilMonths: Int? = nil, aims: String = "", updatedAt: Instant, archivedAt: Instant? = nil,
    mergedInto: ID<CurriculumNode>? = nil
  ) {
    (self.id, self.parent, self.kind, self.key, self.name) = (id, parent, kind, key, name)
    (self.position, self.fromMonths, self.untilMonths, self.aims) = (position, fromMonths, untilMonths, aims)
    (self.updatedAt, self.archivedAt, self.mergedInto) = (updatedAt, archivedAt, mergedInto)
  }
}

/// One presentation comes after another.
public struct Prerequisite: Hashable, Sendable {
  public let presentation: ID<CurriculumNode>
  public let needs: ID<CurriculumNode>
  public init(presentation: ID<CurriculumNode>, needs: ID<CurriculumNode>) {
    (self.presentation, self.needs) = (presentation, needs)
  }
}

public enum CurriculumPaths {
  public static let all = "/curriculum"
  public static let new = "/curriculum/new"
  public static let shipped = "/curriculum/shipped"
  public static let importing = "/curriculum/import"
  public static let file = "/curriculum/file"
  public static func node(_ id: ID<CurriculumNode>) -> String { "/curriculum/\(id.text)" }
  public static func place(_ id: ID<CurriculumNode>) -> String { node(id) + "/place" }
  public static func prerequisites(_ id: ID<CurriculumNode>) -> String { node(id) + "/prerequisites" }
  public static func archive(_ id: ID<CurriculumNode>) -> String { node(id) + "/archive" }
  public static func merge(_ id: ID<CurriculumNode>) -> String { node(id) + "/merge" }
}
