public import Base

/// The first classroom and children of a school that has just been founded.
public struct FurnishSchool: Command {
  public static let name = "home.furnish-school"
  public let classroom: ID<Classroom>
  public let name: String
  public let children: [HomeWizard.Child]
  public init(classroom: ID<Classroom>, name: String, children: [HomeWizard.Child]) {
    (self.classroom, self.name, self.children) = (classroom, name, children)
  }
}
