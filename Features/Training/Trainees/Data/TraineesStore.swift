public import Base
public import Database
import People
public import School

/// All SQL about who is trained by whom.
public struct TraineesStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  public func trainee(_ id: ID<Trainee>, in school: ID<Tenant>) throws(Refusal) -> Trainee? {
    try tx.find(TraineesTables.trainee, id, in: school)
  }

  public func profile(of trainee: ID<Trainee>, in school: ID<Tenant>) throws(Refusal) -> TraineeProfile? {
    try tx.find(TraineesTables.profile, trainee, in: school)
  }

  /// Who trains them, the first to do so first.
  public func instructors(of trainee: ID<Trainee>, in school: ID<Tenant>) throws(Refusal) -> [TraineeInstructor] {
    try tx.all(TraineesTables.instructor, in: school, "AND trainee = $2 ORDER BY since, account", [.id(trainee)])
  }

  /// Those of some trainees whose training goes on, each with who trains them, the first to do so first.
  public func going(
    _ ids: [ID<Trainee>], in school: ID<Tenant>
  ) throws(Refusal) -> [ID<Trainee>: (trainee: Trainee, instructors: [ID<Account>])] {
    guard !ids.isEmpty else { return [:] }
    let (among, values) = (placeholders(ids.count, from: 2), ids.map { Value.id($0) })
    let instructors = try tx.all(
      TraineesTables.instructor, in: school, "AND trainee IN (\(among)) ORDER BY trainee, since, account", values)
    let trainers = Dictionary(grouping: instructors) { $0.trainee }
    return try tx.all(TraineesTables.trainee, in: school, "AND id IN (\(among)) AND \"endedAt\" IS NULL", values)
      .keyed(by: { $0.id }) { (trainee: $0, instructors: (trainers[$0.id] ?? []).map { $0.account }) }
  }

  public func trains(
    _ account: ID<Account>, _ trainee: ID<Trainee>, in school: ID<Tenant>
  ) throws(Refusal) -> Bool {
    try tx.exists(
      "SELECT 1 FROM trainee_instructor WHERE school = $1 AND trainee = $2 AND account = $3",
      [.id(school), .id(trainee), .id(account)])
  }

  /// As whom the caller sees the training of somebody; `nil` is not at all.
  private func access(_ trainee: Trainee, _ caller: Caller) throws(Refusal) -> TraineeAccess? {
    // Of one's own training one is the trainee and nothing else, also where two accounts became one.
    if trainee.account == caller.account { return .trainee }
    guard caller.role.isStaff, try trains(caller.account, trainee.id, in: caller.school) else { return nil }
    return .instructor
  }

  /// Answers “not found” to whoever may not see the training.
  public func mustSee(
    _ id: ID<Trainee>, _ caller: Caller
  ) throws(Refusal) -> (trainee: Trainee, access: TraineeAccess) {
    guard let trainee = try trainee(id, in: caller.school), let access = try access(trainee, caller) else {
      throw .notFound
    }
    return (trainee, access)
  }

  /// Answers “not found” to whoever does not train them.
  public func mustTrain(_ id: ID<Trainee>, _ caller: Caller) throws(Refusal) -> Trainee {
    let (trainee, access) = try mustSee(id, caller)
    guard access.isInstructor else { throw .notFound }
    return trainee
  }

  /// What pages about one trainee watch: the reader's own bucket, in which the rows lie.
  public func watched(_ caller: Caller) -> [Bucket] { [.person(caller.account)] }
}

extension TraineesStore where DB == WriteTransaction {
  /// The instructors, and the trainee as long as it is shared.
  func people(of id: ID<Trainee>) throws(Refusal) -> [Bucket] {
    var accounts = try instructors(of: id, in: tx.school).map { $0.account }
    if let account = try trainee(id, in: tx.school)?.account, !accounts.contains(account) { accounts.append(account) }
    return accounts.sorted().map { .person($0) }
  }

  /// Puts everything of the training where its people see it, after they have changed.
  public func settle(_ id: ID<Trainee>) throws(Refusal) {
    guard let trainee = try trainee(id, in: tx.school), let profile = try profile(of: id, in: tx.school) else { return }
    try tx.recalculate(TraineesTables.trainee, trainee)
    try tx.recalculate(TraineesTables.profile, profile)
  }
}
