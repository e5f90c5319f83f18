public import Base

/// An invitation to read a training along: a code for the trainee, shown once, kept only as a hash.
public struct TraineeShare: Hashable, Sendable {
  public enum State: String, Hashable, Sendable { case open, accepted, expired, revoked }
  public let id: ID<TraineeShare>
  public let trainee: ID<Trainee>
  public let hash: [UInt8]
  public let createdBy: ID<Account>
  public let createdAt: Instant
  public let expiresAt: Instant
  public var acceptedAt: Instant?
  /// Who read along by it; it stays when the share is revoked, because what they may keep is known by it.
  public var acceptedBy: ID<Account>?
  public var revokedAt: Instant?

  public init(
    id: ID<TraineeShare>, trainee: ID<Trainee>, hash: [UInt8], createdBy: ID<Account>, createdAt: Instant,
    expiresAt: Instant, acceptedAt: Instant? = nil, acceptedBy: ID<Account>? = nil, revokedAt: Instant? = nil
  ) {
    (self.id, self.trainee, self.hash, self.createdBy) = (id, trainee, hash, createdBy)
    (self.createdAt, self.expiresAt, self.acceptedAt) = (createdAt, expiresAt, acceptedAt)
    (self.acceptedBy, self.revokedAt) = (acceptedBy, revokedAt)
  }

  /// Days for which a link is good.
  public static let days: Int64 = 14

  public func state(at now: Instant) -> State {
    if revokedAt != nil { return .revoked }
    if acceptedAt != nil { return .accepted }
    return now < expiresAt ? .open : .expired
  }
}

/// What somebody typed or pasted in order to accept an invitation.
public enum TraineeShareLink {
  /// The code in a link of this server, or the code alone.
  ///
  /// - Parameter origin: what links of this server begin with, `https://school.example`.
  public static func code(_ text: String, at origin: String) throws(Refusal) -> InviteCode {
    let text = unwrapped(trimmed(text))
    let (wrong, other) = (Phrase("training.join.format"), Phrase("training.join.other"))
    guard text.utf8.contains(UInt8(ascii: "/")) || text.utf8.contains(UInt8(ascii: ":")) else {
      guard !text.utf8.contains(UInt8(ascii: "=")), let code = InviteCode(text) else { throw .invalid("code", wrong) }
      return code
    }
    guard let parts = Parts(text) else { throw .invalid("code", wrong) }
    guard parts.host == Parts(origin)?.host, parts.path == TrainingPaths.join, let value = parts.code,
      let code = InviteCode(value)
    else { throw .invalid("code", other) }
    return code
  }

  /// Mail programs put links between angle brackets.
  private static func unwrapped(_ text: String) -> String {
    guard text.utf8.first == UInt8(ascii: "<"), text.utf8.last == UInt8(ascii: ">"), text.utf8.count > 2 else {
      return text
    }
    return String(decoding: text.utf8.dropFirst().dropLast(), as: UTF8.self)
  }

  /// An address in pieces, as far as one of ours has them.
  private struct Parts {
    /// In small letters, with the port.
    let host: String
    let path: String
    let code: String?

    init?(_ text: String) {
      guard text.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else { return nil }
      var rest = text.utf8[...]
      if let colon = rest.firstIndex(of: UInt8(ascii: ":")), rest[colon...].starts(with: "://".utf8) {
        let scheme = String(decoding: rest[..<colon], as: UTF8.self).lowercased()
        guard scheme == "https" || scheme == "http" else { return nil }
        rest = rest[colon...].dropFirst(3)
      }
      let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
      guard let first = authority.first, first != UInt8(ascii: ":"), !authority.contains(UInt8(ascii: "@")) else {
        return nil
      }
      host = String(decoding: authority, as: UTF8.self).lowercased()
      rest = rest.dropFirst(authority.count).prefix { $0 != UInt8(ascii: "#") }
      let way = rest.prefix { $0 != UInt8(ascii: "?") }
      path = String(decoding: way, as: UTF8.self)
      code = rest.dropFirst(way.count + 1).split(separator: UInt8(ascii: "&"))
        .first { $0.starts(with: "code=".utf8) }
        .map { String(decoding: $0.dropFirst(5), as: UTF8.self) }
    }
  }
}

extension TrainingPaths {
  public static let joinAccount = join + "/account"
  /// What stays with whoever reads along no more.
  public static let kept = all + "/kept"
  public static func kept(_ id: ID<Trainee>) -> String { kept + "/" + id.text }
  public static func invitation(_ id: ID<Trainee>) -> String { trainee(id) + "/invitation" }
  public static func withdrawal(_ id: ID<Trainee>) -> String { invitation(id) + "/withdrawal" }
  public static func revocation(_ id: ID<Trainee>) -> String { trainee(id) + "/revocation" }
}
