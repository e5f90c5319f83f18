public import Base

/// What a command is sent in: who sends it, in which school, under which idempotency key.
///
/// The key makes arriving twice harmless.
public struct CommandEnvelope: Sendable {
  public let id: ID<IdempotencyKey>
  public let command: String
  public let school: ID<Tenant>
  /// `nil` when the server itself acts, or somebody who has no account yet.
  public let account: ID<Account>?
  /// A hash of what was sent, and where to; `nil` when it did not come from outside.
  public let digest: [UInt8]?

  public init(
    _ id: ID<IdempotencyKey>, _ command: String, school: ID<Tenant>, by account: ID<Account>?, digest: [UInt8]? = nil
  ) {
    (self.id, self.command, self.school, self.account) = (id, command, school, account)
    self.digest = digest
  }
}

extension CommandEnvelope {
  /// What its receipt lies under.
  ///
  /// What the server does by itself is often named so that it is done once, after a school's day or the end of an
  /// attempt, and such a name can be worked out by anybody. It lies where nobody's key comes to: else whoever used the
  /// name first would keep the work from being done.
  package var receipt: ID<IdempotencyKey> {
    account == nil && digest == nil ? ID(high: id.high, low: id.low | ID<IdempotencyKey>.reserved) : id
  }
}

extension CommandEnvelope {
  /// What a school does by itself once a day: whoever comes second finds the first one's receipt, so that it may be called
  /// at any time.
  ///
  /// Its name is worked out of the command's, the day's and the school's. Salts chosen by hand were the same in two
  /// places, and the second command was refused as another one's.
  public static func daily(_ command: String, on day: Day, in school: ID<Tenant>) -> CommandEnvelope {
    let mixed = school.low ^ splitMix64(fnv1a(command.utf8) ^ UInt64(truncatingIfNeeded: day.number))
    let reserved = ID<IdempotencyKey>.reserved
    let key = ID<IdempotencyKey>(high: school.high, low: school.low & reserved | mixed & ~reserved)
    return CommandEnvelope(key, command, school: school, by: nil)
  }
}

extension ID<IdempotencyKey> {
  /// The variant of UUID that no id of ours has.
  fileprivate static var reserved: UInt64 { 0xC000_0000_0000_0000 }

  /// Whether it may name nothing that comes from outside.
  public var isReserved: Bool { low & Self.reserved == Self.reserved }
}

extension ID<Tenant> {
  /// The server as the owner of what belongs to no school: accounts, and the making of schools.
  public static var server: ID<Tenant> { .none }
}

/// What a command answered: a short text of its own (an id, a path), the same however often it is sent.
public struct Answered: Sendable {
  public let text: String
  /// Where the books stood after it; 0 when it changed nothing.
  public let seq: Int64
  /// Whether it had been carried out before, and this is the first answer again.
  public let again: Bool
  package init(text: String, seq: Int64, again: Bool) { (self.text, self.seq, self.again) = (text, seq, again) }
}
