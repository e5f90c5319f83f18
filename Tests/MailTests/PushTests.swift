import Base
import Crypto
import Foundation
import Testing

@testable import Mail

@Suite struct `A push` {
  static func vector() throws -> [String: String] {
    guard
      case .object(let members) = try JSON(Array(Data(contentsOf: URL(fileURLWithPath: "fixtures/push/rfc8291.json"))))
    else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: members.compactMap { if case .text(let text) = $0.1 { ($0.0, text) } else { nil } })
  }

  @Test func `is encrypted byte for byte as RFC 8291 says`() throws {
    let facts = try Self.vector()
    func bytes(_ name: String) throws -> [UInt8] { try #require(Base64URL.bytes(facts[name] ?? "")) }
    let receiver = try #require(
      PushSubscription(endpoint: "https://push.example.net/x", key: bytes("ua_public"), secret: bytes("auth_secret")))
    let body = try Encryption.seal(
      Array(try #require(facts["plaintext"]).utf8), to: receiver,
      ephemeral: P256.KeyAgreement.PrivateKey(rawRepresentation: bytes("as_private")), salt: bytes("salt"))
    #expect(Base64URL.text(body) == facts["body"])
    #expect(body.count == 144)
  }

  @Test func `is refused a subscription whose key is no key`() throws {
    let good = try #require(Base64URL.bytes(Self.vector()["ua_public"] ?? ""))
    #expect(PushSubscription(endpoint: "x", key: good, secret: [UInt8](repeating: 1, count: 15)) == nil)
    #expect(
      PushSubscription(endpoint: "x", key: Array(good.dropLast()), secret: [UInt8](repeating: 1, count: 16)) == nil)
    #expect(
      PushSubscription(
        endpoint: "x", key: [4] + [UInt8](repeating: 1, count: 64), secret: [UInt8](repeating: 1, count: 16)) == nil)
  }

  @Test func `says who we are for twelve hours, in whole seconds, signed`() throws {
    let key = P256.Signing.PrivateKey()
    let push = WebPush(key: key, contact: "mailto:it@rimon.example", httpClient: HTTPClient(hosts: AllowedHosts()))
    let now = Instant(milliseconds: 1_795_284_600_777)
    let text = try push.authorization(for: "https://updates.push.services.mozilla.com/wpush/v2/abc", now: now)
    let parts = text.dropFirst("vapid t=".count).components(separatedBy: ", k=")
    #expect(parts[1] == push.publicKey)
    let token = parts[0].components(separatedBy: ".")
    let claims = try JSON(#require(Base64URL.bytes(token[1])))
    #expect(claims["aud"] == .text("https://updates.push.services.mozilla.com"))
    #expect(claims["exp"] == .number("1795327800"))
    #expect(claims["sub"] == .text("mailto:it@rimon.example"))
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: #require(Base64URL.bytes(token[2])))
    #expect(key.publicKey.isValidSignature(signature, for: Array((token[0] + "." + token[1]).utf8)))
    #expect(try JSON(#require(Base64URL.bytes(token[0])))["alg"] == .text("ES256"))
  }

  @Test(arguments: [
    "https://fcm.googleapis.com/fcm/send/abc", "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/abc", "https://db5p.notify.windows.com/w/?token=abc", "http://127.0.0.1:8799/push/1",
  ])
  func `goes to push services`(_ url: String) {
    #expect(AllowedHosts(more: ["127.0.0.1:8799"]).admits(url))
  }

  @Test(arguments: [
    "http://fcm.googleapis.com/x", "https://127.0.0.1/x", "https://[::1]/x", "https://localhost./x",
    "https://2130706433/x",
    "https://fcm.googleapis.com@127.0.0.1/x", "https://fcm.googleapis.com:443@evil.example/x",
    "https://evil.example\\.push.apple.com/x",
    "https://fcm.googleapis.com.evil.example/x", "https://evilfcm.googleapis.com/x", "https://push.apple.com/x",
    "https://.push.apple.com/x", "https://FCM.googleapis.com/x", "https://fcm.googleapis.com:8080/x",
    "file:///etc/passwd",
    "gopher://fcm.googleapis.com/x", "https://evil.example?.push.apple.com/x", "https://evil.example#.push.apple.com/x",
    "https://fcm.googleapis.com/x\r\nHost: y", "https://169.254.169.254/x", "", "https://",
    "http://127.0.0.1:8800/push/1",
  ])
  func `goes nowhere else`(_ url: String) {
    #expect(!AllowedHosts(more: ["127.0.0.1:8799"]).admits(url))
  }

  @Test func `learns from the answer whether to forget, to wait or to give up`() {
    func verdict(_ status: Int, _ after: Int? = nil, said: String = "") -> DeliveryFailure? {
      do {
        try HTTPClient.judge(status, retryAfter: after, Array(said.utf8))
        return nil
      } catch { return error }
    }
    #expect(verdict(201) == nil)
    #expect([404, 410].allSatisfy { verdict($0)?.kind == .gone })
    #expect(verdict(429, 120)?.kind == .passing && verdict(429, 120)?.retryAfter == 120)
    #expect([500, 503, 401, 403].allSatisfy { verdict($0)?.kind == .passing })
    #expect([301, 302, 400, 413].allSatisfy { verdict($0)?.kind == .final })
    for reason in ["BadDeviceToken", "DeviceTokenNotForTopic"] {
      #expect(verdict(400, said: "{\"reason\":\"\(reason)\"}")?.kind == .gone)
    }
    #expect(verdict(400, said: "{\"reason\":\"TopicDisallowed\"}")?.kind == .final)
  }

  @Test func `for Apple carries one token for forty minutes`() throws {
    let key = P256.Signing.PrivateKey()
    let apns = APNs(
      key: key, keyID: "KEY1234567", team: "TEAM123456", topic: "example.app", origin: "https://api.push.apple.com",
      httpClient: HTTPClient(hosts: AllowedHosts()))
    let start = Instant(milliseconds: 2_400_000 * 748_000)
    let token = try apns.token(start)
    #expect(try apns.token(start.plus(seconds: 2399)) == token)
    #expect(try apns.token(start.plus(seconds: 2400)) != token)
    let parts = token.components(separatedBy: ".")
    #expect(try JSON(#require(Base64URL.bytes(parts[0])))["kid"] == .text("KEY1234567"))
    let claims = try JSON(#require(Base64URL.bytes(parts[1])))
    #expect(claims["iss"] == .text("TEAM123456") && claims["iat"] == .number(String(2400 * 748_000)))
  }

  @Test func `a mail server's no is for good, its trouble and ours are not`() {
    #expect(Mailer.failure(55, 550, "RCPT failed: 550", said: "550 5.1.1 no such user\r\n").kind == .gone)
    #expect(Mailer.failure(55, 550, "RCPT failed: 550", said: "550 no such user\r\n").kind == .gone)
    #expect(Mailer.failure(55, 554, "RCPT failed: 554").kind == .final)
    #expect(Mailer.failure(67, 535, "").kind == .passing)
    #expect(Mailer.failure(55, 451, "").kind == .passing)
    #expect(Mailer.failure(28, 0, "timed out").kind == .passing)
  }

  /// What is about us must not silence anybody's address.
  @Test(arguments: [
    ("MAIL failed: 550", "550 5.7.1 sender not allowed", true), ("MAIL failed: 553", "553 no such sender", true),
    ("Weird server reply", "550-5.7.26 Your email has been blocked\r\n", true),
    ("Weird server reply", "550 5.7.1 looks like spam", false), ("Weird server reply", "550 no", false),
    ("RCPT failed: 550", "550 5.7.1 relaying denied", false),
  ])
  func `a no about us says nothing of the address`(_ reason: String, _ said: String, _ isUnreachable: Bool) {
    let failure = Mailer.failure(8, said.hasPrefix("553") ? 553 : 550, reason, said: said)
    #expect(failure.kind == .passing && failure.isUnreachable == isUnreachable)
  }
}
