public import Base

/// Content-addressed files.
public final class Files: Sendable {
  let directory: String
  let world: World
  init(directory: String, world: World) { (self.directory, self.world) = (directory, world) }
}
