/// Why something did not go out, and whether trying again is worth anything.
public struct DeliveryFailure: Error, Sendable, CustomStringConvertible {
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
  /// Whether there was nobody to talk to at all, so that the next one will fare no better.
  public let isUnreachable: Bool
  /// For the operator: a code and a sentence; nothing that was sent.
  public let description: String

  public init(_ kind: Kind, _ description: String, retryAfter: Int? = nil, isUnreachable: Bool = false) {
    (self.kind, self.description, self.retryAfter) = (kind, description, retryAfter)
    self.isUnreachable = isUnreachable
  }
}
