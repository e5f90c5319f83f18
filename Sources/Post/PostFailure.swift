/// Why something did not go out, and whether trying again is worth anything.
public struct PostFailure: Error, Sendable, CustomStringConvertible {
  public enum Kind: Sendable, Hashable {
    /// The other side is down, slow, overloaded or talks nonsense: later, perhaps.
    case passing
    /// The other side has understood and says no: never.
    case final
    /// Whom it is for is not there any more: forget the address.
    case gone
  }
  public let kind: Kind
  /// When the other side says how long to wait, in seconds.
  public let retryAfter: Int?
  /// For the operator: a code and a sentence; nothing that was sent.
  public let description: String

  public init(_ kind: Kind, _ description: String, retryAfter: Int? = nil) {
    (self.kind, self.description, self.retryAfter) = (kind, description, retryAfter)
  }
}
