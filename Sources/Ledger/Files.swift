public import Base

/// Content-addressed files. (The Web's PartReader streams uploads through `begin`/`Writing`: keep these signatures.)
public final class Files: Sendable {
  let directory: String
  let world: World
  init(directory: String, world: World) { (self.directory, self.world) = (directory, world) }
  func close() {}

  /// Starts a file of at most `limit` bytes.
  public func begin(limit: Int) async throws -> Writing { throw Refusal.unavailable }

  /// One file on its way in.
  public final class Writing: Sendable {
    public func write(_ bytes: [UInt8]) async throws { throw Refusal.unavailable }
    public func finish() async throws -> (hash: [UInt8], size: Int) { throw Refusal.unavailable }
    public func abort() async {}
  }
}
