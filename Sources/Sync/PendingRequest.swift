public import Base

/// What somebody did on a device, as it goes to the server: the request that a browser would post, under its key.
public struct PendingRequest: Hashable, Sendable {
  public let key: ID<IdempotencyKey>
  public let school: ID<Tenant>
  public let account: ID<Account>
  public let method: String
  public let path: String
  /// As it was typed, urlencoded.
  public let body: [UInt8]
  public let typedAt: Instant
  /// What the server said of it; `nil` when that is not known, or was said before the server was restored.
  public internal(set) var outcome: RequestOutcome?
  /// In which epoch it was said.
  public internal(set) var epoch: Int64?
  /// Whether the rows show it.
  ///
  /// One that the handlers refuse on what has come since waits without effect.
  public internal(set) var isShown = false

  public init(
    key: ID<IdempotencyKey>, school: ID<Tenant>, account: ID<Account>, method: String = "POST", path: String,
    body: [UInt8], typedAt: Instant
  ) {
    (self.key, self.school, self.account) = (key, school, account)
    (self.method, self.path, self.body, self.typedAt) = (method, path, body, typedAt)
  }

  /// So many keys a pull may name.
  public static let mostNamed = 500
  /// So many are sent in one round trip.
  public static let mostPushed = 100
  /// After so many days it is not sent by itself: it goes to the tray, and whoever wrote it is asked.
  public static let freshDays: Int64 = 60

  /// The same, of which it was not the server who said that it is refused.
  package var hasWaitedTooLong: Bool { outcome == .refused("") }
  package func saying(_ reason: String) -> PendingRequest {
    var copy = self
    copy.outcome = .refused(reason)
    return copy
  }
}

/// How a request ended on the server.
public enum RequestOutcome: Hashable, Sendable {
  /// The books stood there after it; 0 when it changed nothing.
  case accepted(seq: Int64)
  /// Why, as a sentence fit to show.
  case refused(String)
}

/// What a server knows of a request that waits on a device.
public struct RequestReceipt: Hashable, Sendable {
  public let key: ID<IdempotencyKey>
  public let outcome: RequestOutcome
  public init(key: ID<IdempotencyKey>, outcome: RequestOutcome) { (self.key, self.outcome) = (key, outcome) }
}
