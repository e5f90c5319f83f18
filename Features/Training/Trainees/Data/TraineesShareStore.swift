public import Base
public import Database
import People
public import School

/// A training that somebody reads along no more.
public struct FormerTraining: Sendable {
  public let school: ID<Tenant>
  public let schoolName: String
  public let trainee: Trainee
  /// When the share ended.
  public let until: Instant

  /// Of one account, shares that came after one another among them.
  public static let most = 500
}

/// All SQL about invitations to read a training along.
public struct TraineesShareStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// The invitation that a code opens, and its school: the one question here that is not about a school, because the code
  /// itself is what says which.
  package func share(_ code: InviteCode) throws(Refusal) -> (school: ID<Tenant>, share: TraineeShare)? {
    let found = try tx.first("SELECT school, id FROM trainee_share WHERE hash = $1", [.bytes(sha256(code.bytes))]) {
      ($0.id(0, Tenant.self), $0.id(1, TraineeShare.self))
    }
    guard let (school, id) = found, let share = try tx.find(TraineesTables.share, id, in: school) else { return nil }
    // A school that was deleted lets nobody in.
    guard let record = try SchoolsStore(tx: tx).school(school), record.lockedAt == nil else { return nil }
    return (school, share)
  }

  public func share(_ id: ID<TraineeShare>, in school: ID<Tenant>) throws(Refusal) -> TraineeShare? {
    try tx.find(TraineesTables.share, id, in: school)
  }

  /// Trainings that somebody read along once and does no more, in all schools, the last one first: each with when that ended.
  ///
  /// It is the account's own, and the account may belong to none of the schools any more; of a school that was deleted there is
  /// nothing.
  ///
  /// - Parameter limit: how many are asked for.
  public func former(of account: ID<Account>, limit: Int = FormerTraining.most) throws(Refusal) -> [FormerTraining] {
    var found: [FormerTraining] = []
    let shares = try tx.rows(
      """
      SELECT school, id FROM trainee_share WHERE "acceptedBy" = $1 AND "revokedAt" IS NOT NULL
      ORDER BY "revokedAt" DESC, id DESC LIMIT \(FormerTraining.most)
      """, [.id(account)]
    ) { (school: $0.id(0, Tenant.self), share: $0.id(1, TraineeShare.self)) }
    for (school, id) in shares where found.count < limit {
      guard let share = try share(id, in: school), let until = share.revokedAt,
        !found.contains(where: { $0.school == school && $0.trainee.id == share.trainee }),
        let record = try SchoolsStore(tx: tx).school(school), record.lockedAt == nil,
        let trainee = try TraineesStore(tx: tx).trainee(share.trainee, in: school), trainee.account != account
      else { continue }
      found.append(FormerTraining(school: school, schoolName: record.name, trainee: trainee, until: until))
    }
    return found
  }

  /// The newest that nobody has used or taken back; it may have run out.
  public func pending(_ trainee: ID<Trainee>, in school: ID<Tenant>) throws(Refusal) -> TraineeShare? {
    try tx.first(
      TraineesTables.share, in: school,
      "AND trainee = $2 AND \"acceptedAt\" IS NULL AND \"revokedAt\" IS NULL ORDER BY id DESC", [.id(trainee)])
  }
}

extension TraineesShareStore where DB == WriteTransaction {
  package func save(_ permit: Permit<InviteTrainee>, as id: ID<TraineeShare>, code: InviteCode) throws(Refusal) {
    try end(permit.command.trainee, at: permit.at)
    try tx.put(
      TraineesTables.share,
      TraineeShare(
        id: id, trainee: permit.command.trainee, hash: sha256(code.bytes), createdBy: permit.caller.account,
        createdAt: permit.at, expiresAt: permit.at.plus(days: TraineeShare.days)))
  }

  func save(_ permit: Permit<WithdrawTraineeInvitation>) throws(Refusal) {
    try end(permit.command.trainee, at: permit.at)
  }

  /// One account accepts, and whoever comes second is refused, however close they come.
  func save(_ permit: Permit<AcceptTraineeShare>, _ share: TraineeShare, _ known: Trainee) throws(Refusal) {
    var (accepted, shared) = (share, known)
    (accepted.acceptedAt, accepted.acceptedBy) = (permit.at, permit.caller.account)
    (shared.account, shared.sharedSince) = (permit.caller.account, permit.at)
    try tx.put(TraineesTables.share, accepted)
    try tx.put(TraineesTables.trainee, shared)
    try TraineesStore(tx: tx).settle(known.id)
  }

  func save(_ permit: Permit<RevokeTraineeShare>, _ known: Trainee) throws(Refusal) {
    try unshare(known, at: permit.at)
  }

  /// Who leaves the school reads no training along any more.
  func leave(_ account: ID<Account>) throws(Refusal) {
    for known in try tx.all(TraineesTables.trainee, in: tx.school, "AND account = $2 ORDER BY id", [.id(account)]) {
      try unshare(known, at: tx.now)
    }
  }

  private func unshare(_ known: Trainee, at: Instant) throws(Refusal) {
    var alone = known
    (alone.account, alone.sharedSince) = (nil, nil)
    try end(known.id, at: at)
    try tx.put(TraineesTables.trainee, alone)
    try TraineesStore(tx: tx).settle(known.id)
  }

  /// Every link of a trainee that still said something is dead.
  private func end(_ trainee: ID<Trainee>, at: Instant) throws(Refusal) {
    for var share in try tx.all(
      TraineesTables.share, in: tx.school, "AND trainee = $2 AND \"revokedAt\" IS NULL ORDER BY id", [.id(trainee)])
    {
      share.revokedAt = at
      try tx.put(TraineesTables.share, share)
    }
  }
}
