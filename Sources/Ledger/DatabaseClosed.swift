import Database

/// Why the books do not open.
///
/// Each is a sentence for the person who runs the server.
public struct DatabaseClosed: Error, CustomStringConvertible, Sendable {
  public let description: String
  public init(_ description: String) { self.description = description }
}
