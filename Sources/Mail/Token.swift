import Base
import Crypto

/// A signed statement of a few claims (JWT with ES256), as push services ask for.
enum Token {
  static func sign(_ claims: JSON, header: [(String, JSON)] = [], key: P256.Signing.PrivateKey) throws -> String {
    let head = JSON.object([("typ", .text("JWT")), ("alg", .text("ES256"))] + header)
    let body = Base64URL.text(head.bytes) + "." + Base64URL.text(claims.bytes)
    // r and s one after the other, as JWS wants them, and not as DER.
    return try body + "." + Base64URL.text(key.signature(for: Array(body.utf8)).rawRepresentation)
  }
}
