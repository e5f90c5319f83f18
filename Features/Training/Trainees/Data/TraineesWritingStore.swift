import Base
import Database
import School

extension TraineesStore where DB == WriteTransaction {
  func save(_ permit: Permit<AddTrainee>, as id: ID<Trainee>) throws(Refusal) {
    let (fields, by) = (permit.command.fields, permit.caller.account)
    // Who sees a trainee is said by who trains them, so all of it is put in its place at last.
    try tx.put(
      TraineesTables.trainee,
      Trainee(
        id: id, firstName: fields.firstName, lastName: fields.lastName, createdBy: by, createdAt: permit.at))
    try tx.put(TraineesTables.profile, TraineeProfile(id, fields, at: permit.at))
    try tx.put(TraineesTables.instructor, TraineeInstructor(trainee: id, account: by, since: permit.at, addedBy: by))
    try settle(id)
  }

  func save(_ permit: Permit<EditTrainee>, _ known: Trainee) throws(Refusal) {
    let fields = permit.command.fields
    if known.firstName != fields.firstName || known.lastName != fields.lastName {
      var renamed = known
      (renamed.firstName, renamed.lastName) = (fields.firstName, fields.lastName)
      try tx.put(TraineesTables.trainee, renamed)
    }
    try tx.put(TraineesTables.profile, TraineeProfile(known.id, fields, at: permit.at))
  }

  func save(_ permit: Permit<AddTraineeInstructor>) throws(Refusal) {
    try add(permit.command.account, to: permit.command.trainee, by: permit.caller.account, at: permit.at)
  }

  func save(_ permit: Permit<HandTraineeOver>) throws(Refusal) {
    try add(permit.command.account, to: permit.command.trainee, by: permit.caller.account, at: permit.at)
  }

  func save(_ permit: Permit<RemoveTraineeInstructor>) throws(Refusal) {
    try remove(permit.command.account, from: permit.command.trainee)
    tx.detail("account", permit.command.account.text)
  }

  private func add(
    _ account: ID<Account>, to trainee: ID<Trainee>, by: ID<Account>, at: Instant
  ) throws(Refusal) {
    try tx.put(
      TraineesTables.instructor, TraineeInstructor(trainee: trainee, account: account, since: at, addedBy: by))
    try settle(trainee)
    tx.detail("account", account.text)
  }

  private func remove(_ account: ID<Account>, from trainee: ID<Trainee>) throws(Refusal) {
    try tx.remove(TraineesTables.instructor, key: [.id(tx.school), .id(trainee), .id(account)])
    try settle(trainee)
  }

  func save(_ permit: Permit<EndTraining>, _ known: Trainee) throws(Refusal) {
    var ended = known
    ended.endedAt = permit.at
    try tx.put(TraineesTables.trainee, ended)
  }

  func save(_ permit: Permit<ReopenTraining>, _ known: Trainee) throws(Refusal) {
    var going = known
    going.endedAt = nil
    try tx.put(TraineesTables.trainee, going)
  }

  // MARK: members who go or become another

  /// Somebody is staff no more: others train on whom they trained, or the office hands them over.
  func stopInstructing(_ account: ID<Account>) throws(Refusal) {
    for one in try tx.all(
      TraineesTables.instructor, in: tx.school, "AND account = $2 ORDER BY trainee", [.id(account)])
    {
      try remove(account, from: one.trainee)
    }
  }

  /// An account that waited becomes another's, and what is seen by the one is seen by the other.
  func move(_ old: ID<Account>, to new: ID<Account>) throws(Refusal) {
    for one in try tx.all(
      TraineesTables.instructor, in: tx.school, "AND account = $2 ORDER BY trainee", [.id(old)])
    {
      if try !trains(new, one.trainee, in: tx.school) {
        try tx.put(
          TraineesTables.instructor,
          TraineeInstructor(trainee: one.trainee, account: new, since: one.since, addedBy: one.addedBy))
      }
      try remove(old, from: one.trainee)
    }
    for var trainee in try tx.all(TraineesTables.trainee, in: tx.school, "AND account = $2 ORDER BY id", [.id(old)]) {
      trainee.account = new
      try tx.put(TraineesTables.trainee, trainee)
      try settle(trainee.id)
    }
  }
}

extension TraineeProfile {
  fileprivate init(_ id: ID<Trainee>, _ fields: TraineeFields, at: Instant) {
    self.init(
      trainee: id, email: fields.email, telephone: fields.telephone, address: fields.address, ftn: fields.ftn,
      biography: fields.biography, background: fields.background, isMinor: fields.isMinor, updatedAt: at)
  }
}
