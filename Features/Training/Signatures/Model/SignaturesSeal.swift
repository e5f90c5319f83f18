public import Base

/// What the server itself says of a signature: that its hash was there when it was given, signed with the server's own key.
///
/// Who can write into the books can write a whole chain anew, but not what a key says that is known elsewhere.
public struct SignatureSeal: Hashable, Sendable {
  /// The signature's.
  public let id: ID<TrainingSignature>
  public let checklist: ID<Checklist>
  /// What was sealed: the hash of the signature, which holds the hash of the one before it.
  public let hash: [UInt8]
  /// The public half of the key, Ed25519.
  public let key: [UInt8]
  public let seal: [UInt8]

  public init(id: ID<TrainingSignature>, checklist: ID<Checklist>, hash: [UInt8], key: [UInt8], seal: [UInt8]) {
    (self.id, self.checklist, self.hash, self.key, self.seal) = (id, checklist, hash, key, seal)
  }

  /// Names what is signed, so that a seal of one thing is none of another.
  public static let format = "homeroom.training-signature.1"

  /// The octets that the key signs.
  public static func message(of hash: [UInt8], in school: ID<Tenant>) -> [UInt8] {
    Array((format + "\n" + school.text + "\n" + hex(hash)).utf8)
  }

  /// How people tell one key from another: its first eight bytes.
  public static func short(_ key: [UInt8]) -> String {
    var short = ""
    for (place, byte) in key.prefix(8).enumerated() {
      if place > 0, place % 2 == 0 { short += " " }
      short += hex([byte]).uppercased()
    }
    return short
  }
}

/// Seals with the server's key, which is nowhere but on the server.
public struct SignatureSealer: Sendable {
  public let key: [UInt8]
  let sign: @Sendable ([UInt8]) throws(Refusal) -> [UInt8]
  public init(key: [UInt8], sign: @escaping @Sendable ([UInt8]) throws(Refusal) -> [UInt8]) {
    (self.key, self.sign) = (key, sign)
  }

  public func seal(_ signature: TrainingSignature, in school: ID<Tenant>) throws(Refusal) -> SignatureSeal {
    SignatureSeal(
      id: signature.id, checklist: signature.checklist, hash: signature.hash, key: key,
      seal: try sign(SignatureSeal.message(of: signature.hash, in: school)))
  }
}

/// What came of looking at a signature and its seal.
public enum SealVerdict: String, Hashable, Sendable {
  /// The key beside it has sealed exactly this; whose key that is, is another question.
  case good
  /// It is from before there were seals, or its seal is gone.
  case unsealed
  /// It is not what was signed, or stands in another place of the chain.
  case changed
  /// The key has not sealed this.
  case wrongSeal
  /// A key has sealed exactly this, and it is not this server's.
  case otherKey
}
