public import Base
public import Database
package import School

/// A file that has arrived and waits for its row.
public struct IncomingFile: Hashable, Sendable {
  public let content: FileContent
  /// Fit to be shown and saved.
  public let name: String
  /// By its content, not by what its sender says.
  public let type: String
  /// Where it waited, when it came in pieces.
  package let arrival: ID<Arrival>?
  /// Where it waited, when it was a picture that had been taken out.
  var waiting: ID<Photo>?

  package init(content: FileContent, name: String, type: String, arrival: ID<Arrival>?, waiting: ID<Photo>? = nil) {
    (self.content, self.name, self.type, self.arrival, self.waiting) = (content, name, type, arrival, waiting)
  }

  /// What is said of a content of which nothing is known, or that is only to be saved.
  package static let unknownType = "application/octet-stream"

  /// What came in pieces is kept under the name it came by, so that it is found where it was put, and kept once.
  public var ownID: ID<KeptFile>? { arrival?.cast() }
}

extension IncomingFile {
  /// What this program has made itself.
  public init(made content: FileContent, name: String, type: String) {
    self.init(content: content, name: name, type: type, arrival: nil)
  }

  init(_ file: KeptFile, waiting: ID<Photo>? = nil) {
    self.init(content: file.content, name: file.name, type: file.type, arrival: nil, waiting: waiting)
  }
}
