public import Base
public import Database
public import School

/// All SQL about invites.
///
/// Codes are kept only as hashes, so nobody who reads the books can use one.
public struct MembersInviteStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  public func invite(_ id: ID<Invite>, in school: ID<Tenant>) throws(Refusal) -> Invite? {
    try tx.find(MembersTables.invite, id, in: school)?.invite
  }

  /// The invite that a code opens, and its school: the one question here that is not about a school, because the code
  /// itself is what says which.
  package func invite(_ code: InviteCode) throws(Refusal) -> (school: ID<Tenant>, invite: Invite)? {
    let found = try tx.first("SELECT school, id FROM invite WHERE hash = $1", [.bytes(code.hash)]) {
      ($0.id(0, Tenant.self), $0.id(1, Invite.self))
    }
    guard let (school, id) = found, let invite = try invite(id, in: school) else { return nil }
    // A school that was deleted lets nobody in.
    guard try SchoolsStore(tx: tx).school(school)?.lockedAt == nil else { return nil }
    return (school, invite)
  }

  /// The newest first, `limit` at a time: the pending ones, or those that are redeemed, revoked or expired.
  public func invites(
    of school: ID<Tenant>, open: Bool, after: ID<Invite>? = nil, limit: Int = 50
  ) throws(Refusal) -> [Invite] {
    var values: [Value] = [.instant(tx.now)]
    let pending = "\"redeemedAt\" IS NULL AND \"revokedAt\" IS NULL AND \"expiresAt\" > $2"
    var sql = open ? pending : "NOT (\(pending))"
    if let after {
      values.append(.id(after))
      sql += " AND id < $3"
    }
    // Ids are made in the order of time, so the newest is the greatest.
    return try tx.all(
      MembersTables.invite, in: school, "AND \(sql) ORDER BY id DESC LIMIT \(max(1, limit))", values
    ).map { $0.invite }
  }

  public func pending(in school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count(
      """
      SELECT count(*) FROM invite WHERE school = $1 AND "redeemedAt" IS NULL AND "revokedAt" IS NULL AND "expiresAt" > $2
      """, [.id(school), .instant(tx.now)])
  }
}

extension MembersInviteStore where DB == WriteTransaction {
  package func save(_ permit: Permit<CreateInvite>, id: ID<Invite>, code: InviteCode) throws(Refusal) {
    let command = permit.command
    let invite = Invite(
      id: id, role: command.role, label: command.label, student: command.student, createdBy: permit.caller.account,
      createdAt: permit.at, expiresAt: permit.at.plus(days: Int64(command.days)))
    try put(invite, code)
    tx.detail("role", command.role.rawValue)
    tx.detail("label", command.label)
  }

  /// Writes a new one, with the hash of its code.
  func put(_ invite: Invite, _ code: InviteCode) throws(Refusal) {
    try tx.put(MembersTables.invite, InviteRow(hash: code.hash, invite: invite))
  }

  func save(_ permit: Permit<RevokeInvite>) throws(Refusal) {
    let values: [Value] = [.id(tx.school), .id(permit.command.invite), .instant(permit.at)]
    let changed = try tx.execute(
      """
      UPDATE invite SET "revokedAt" = $3 WHERE school = $1 AND id = $2 AND "redeemedAt" IS NULL AND "revokedAt" IS NULL
      """, values)
    if changed > 0 { try touch(permit.command.invite) }
  }

  /// Uses the invite up, for one person; whoever comes second is refused, however close they come.
  package func redeem<C: Command>(_ invite: Invite, _ permit: Permit<C>, by account: ID<Account>) throws(Refusal) {
    let used = try tx.execute(
      """
      UPDATE invite SET "redeemedAt" = $3, "redeemedBy" = $4
      WHERE school = $1 AND id = $2 AND "redeemedAt" IS NULL AND "revokedAt" IS NULL
      """, [.id(tx.school), .id(invite.id), .instant(permit.at), .id(account)])
    guard used == 1 else { throw Refusal.invalid("code", Phrase("members.code-redeemed")) }
    try touch(invite.id)
  }

  func touch(_ invite: ID<Invite>) throws(Refusal) {
    try tx.touch(MembersTables.invite, key: [.id(tx.school), .id(invite)])
  }
}

extension InviteCode {
  var hash: [UInt8] { sha256(bytes) }
}
