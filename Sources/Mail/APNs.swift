public import Base
public import Crypto
import NIOConcurrencyHelpers

/// Sends words to Apple's devices, for who has a key of Apple's.
public final class APNs: Sendable {
  private let key: P256.Signing.PrivateKey
  private let keyID: String, team: String, topic: String
  /// `https://api.push.apple.com`.
  private let origin: String
  private let httpClient: HTTPClient
  private let kept = NIOLockedValueBox<(slot: Int64, token: String)?>(nil)

  public init(
    key: P256.Signing.PrivateKey, keyID: String, team: String, topic: String, origin: String, httpClient: HTTPClient
  ) {
    (self.key, self.keyID, self.team, self.topic) = (key, keyID, team, topic)
    (self.origin, self.httpClient) = (origin, httpClient)
  }

  /// - Parameter device: the device's token, in hexadecimal.
  public func send(
    title: String, body: String, path: String, badge: Int, to device: String, id: String, until: Instant,
    isUrgent: Bool, now: Instant
  ) async throws {
    guard device.utf8.allSatisfy({ hexValue($0) != nil }), (32...200).contains(device.utf8.count) else {
      throw DeliveryFailure(.gone, "push: not a device")
    }
    let words = JSON.object([
      (
        "aps",
        .object([
          ("alert", .object([("title", .text(title)), ("body", .text(body))])), ("badge", .integer(badge)),
          ("sound", .text("default")),
        ])
      ), ("path", .text(path)),
    ])
    try await httpClient.post(
      HTTPClient.Message(
        url: origin + "/3/device/" + device,
        headers: [
          ("Authorization", "bearer " + (try token(now))), ("apns-topic", topic), ("apns-push-type", "alert"),
          ("apns-priority", isUrgent ? "10" : "5"), ("apns-expiration", String(floorDivide(until.milliseconds, 1000))),
          ("apns-collapse-id", id), ("Content-Type", "application/json"),
        ], body: words.bytes))
  }

  /// Apple refuses tokens older than an hour and those that change more often than every twenty minutes: ours changes
  /// every forty.
  func token(_ now: Instant) throws -> String {
    let slot = floorDivide(now.milliseconds, 2_400_000)
    if let kept = kept.withLockedValue({ $0 }), kept.slot == slot { return kept.token }
    let claims = JSON.object([("iss", .text(team)), ("iat", .integer(Int(slot * 2400)))])
    let token = try Token.sign(claims, header: [("kid", .text(keyID))], key: key)
    kept.withLockedValue { $0 = (slot, token) }
    return token
  }
}
