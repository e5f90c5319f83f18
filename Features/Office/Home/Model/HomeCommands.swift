public import Base

/// The first classroom and children of a school that has just been founded, and its pictures.
public struct FurnishSchool: Command {
  public static let name = "home.furnish-school"
  public let name: String
  /// The school's, by the name under which it waits, as those of the classroom and of the children.
  public let picture: ID<Photo>?
  public let cover: ID<Photo>?
  public let children: [HomeWizard.Child]
  public init(
    name: String, picture: ID<Photo>? = nil, cover: ID<Photo>? = nil, children: [HomeWizard.Child]
  ) {
    (self.name, self.picture, self.cover, self.children) = (name, picture, cover, children)
  }
}
