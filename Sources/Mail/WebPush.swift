public import Base
public import Crypto
import Foundation

/// Where one browser of one person is reached, as the browser gave it.
public struct PushSubscription: Hashable, Sendable {
  public let endpoint: String
  let key: [UInt8]
  let secret: [UInt8]

  /// - Returns: `nil` for keys that are none, before anything is kept.
  public init?(endpoint: String, key: [UInt8], secret: [UInt8]) {
    // A point that is not on the curve is refused here.
    guard secret.count == 16, (try? P256.KeyAgreement.PublicKey(x963Representation: key)) != nil else { return nil }
    (self.endpoint, self.key, self.secret) = (endpoint, key, secret)
  }
}

/// Sends encrypted words to browsers: what stands in them is for the browser alone, the services between see a length.
public struct WebPush: Sendable {
  /// Who we are to the push services (RFC 8292); the browser was told the public half when it subscribed.
  private let key: P256.Signing.PrivateKey
  /// `mailto:…` or `https://…`, for a service that has to say something to who runs this one.
  private let contact: String
  private let httpClient: HTTPClient

  public init(key: P256.Signing.PrivateKey, contact: String, httpClient: HTTPClient) {
    (self.key, self.contact, self.httpClient) = (key, contact, httpClient)
  }

  /// What `pushManager.subscribe` takes as `applicationServerKey`.
  public var publicKey: String { Base64URL.text(key.publicKey.x963Representation) }

  public func admits(_ endpoint: String) -> Bool { httpClient.hosts.admits(endpoint) }

  /// - Parameter topic: what it replaces when the browser was away: at most 32 letters of base 64.
  /// - Parameter seconds: after which nobody needs it any more.
  public func send(
    _ words: JSON, to subscription: PushSubscription, topic: String, seconds: Int, isUrgent: Bool, now: Instant
  ) async throws {
    let body = try Encryption.seal(words.bytes, to: subscription)
    try await httpClient.post(
      HTTPClient.Message(
        url: subscription.endpoint,
        headers: [
          ("Authorization", try authorization(for: subscription.endpoint, now: now)),
          ("Content-Encoding", "aes128gcm"), ("Content-Type", "application/octet-stream"),
          ("TTL", String(max(0, seconds))), ("Urgency", isUrgent ? "high" : "normal"), ("Topic", topic),
        ], body: body))
  }

  /// RFC 8292; twelve hours, in whole seconds, where a day is allowed.
  func authorization(for endpoint: String, now: Instant) throws -> String {
    let origin = endpoint.split(separator: "/", omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
    let claims = JSON.object([
      ("aud", .text(origin)), ("exp", .integer(Int(floorDivide(now.milliseconds, 1000)) + 12 * 3600)),
      ("sub", .text(contact)),
    ])
    return try "vapid t=" + Token.sign(claims, key: key) + ", k=" + publicKey
  }
}

/// RFC 8291 over RFC 8188: one record of aes128gcm.
enum Encryption {
  /// A body of 4096 bytes less its head, its mark and its proof.
  static let most = 3993

  static func seal(
    _ plain: [UInt8], to receiver: PushSubscription, ephemeral: P256.KeyAgreement.PrivateKey = .init(),
    salt chosen: [UInt8]? = nil
  ) throws -> [UInt8] {
    guard plain.count <= most else { throw DeliveryFailure(.final, "push: too long") }
    let salt = chosen ?? SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
    let mine = Array(ephemeral.publicKey.x963Representation)
    let theirs = try P256.KeyAgreement.PublicKey(x963Representation: receiver.key)
    let shared = try ephemeral.sharedSecretFromKeyAgreement(with: theirs)
    let ikm = shared.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: receiver.secret, sharedInfo: Array("WebPush: info\0".utf8) + receiver.key + mine,
      outputByteCount: 32)
    let key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: ikm, salt: salt, info: Array("Content-Encoding: aes128gcm\0".utf8), outputByteCount: 16)
    let nonce = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: ikm, salt: salt, info: Array("Content-Encoding: nonce\0".utf8), outputByteCount: 12)
    let box = try AES.GCM.seal(
      plain + [2], using: key, nonce: AES.GCM.Nonce(data: nonce.withUnsafeBytes { Array($0) }))
    // Salt, size of a record (4096), length of the key, key; then what it is about.
    return salt + [0, 0, 16, 0] + [UInt8(mine.count)] + mine + Array(box.ciphertext) + Array(box.tag)
  }
}
