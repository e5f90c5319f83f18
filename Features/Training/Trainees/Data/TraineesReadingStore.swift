public import Base
import Database
import People
public import School

extension TraineesStore {
  /// Whom the caller trains, and what they are trained in themselves; by name.
  public func trainees(of caller: Caller) throws(Refusal) -> [(trainee: Trainee, access: TraineeAccess)] {
    var found: [(trainee: Trainee, access: TraineeAccess)] = []
    if caller.role.isStaff {
      found = try tx.all(
        TraineesTables.trainee, in: caller.school,
        """
        AND EXISTS (SELECT 1 FROM trainee_instructor i WHERE i.school = $1 AND i.trainee = trainee.id AND i.account = $2)
        """, [.id(caller.account)]
      ).map { ($0, $0.account == caller.account ? .trainee : .instructor) }
    }
    let own = try tx.all(
      TraineesTables.trainee, in: caller.school, "AND account = $2 ORDER BY id", [.id(caller.account)])
    for trainee in own where !found.contains(where: { $0.trainee.id == trainee.id }) {
      found.append((trainee, .trainee))
    }
    return found.sorted { ($0.trainee.order, $0.trainee.id.text) < ($1.trainee.order, $1.trainee.id.text) }
  }

  /// How many somebody trains whose training goes on.
  func count(by account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count(
      """
      SELECT count(*) FROM trainee_instructor i JOIN trainee t ON t.school = i.school AND t.id = i.trainee
      WHERE i.school = $1 AND i.account = $2 AND t."endedAt" IS NULL
      """, [.id(school), .id(account)])
  }

  /// Everybody who is trained in the school, with who trains them: what the office knows.
  func everybody(
    in school: ID<Tenant>
  ) throws(Refusal) -> [(trainee: Trainee, instructors: [ID<Account>])] {
    var instructors: [ID<Trainee>: [ID<Account>]] = [:]
    for one in try tx.all(TraineesTables.instructor, in: school, "ORDER BY trainee, since, account", []) {
      instructors[one.trainee, default: []].append(one.account)
    }
    let all = try tx.all(TraineesTables.trainee, in: school, "ORDER BY id", [])
    return all.map { ($0, instructors[$0.id] ?? []) }.sorted {
      ($0.trainee.order, $0.trainee.id.text) < ($1.trainee.order, $1.trainee.id.text)
    }
  }

  /// The staff of the school by name, to choose an instructor from.
  func staff(in school: ID<Tenant>) throws(Refusal) -> [(account: ID<Account>, name: String)] {
    let members = MembersStore(tx: tx)
    var accounts: [ID<Account>] = []
    for role in [Role.teacher, .admin, .owner] { accounts += try members.accounts(of: school, role: role) }
    let names = try AccountsStore(tx: tx).names(of: accounts)
    return accounts.map { (account: $0, name: names[$0] ?? "") }.sorted {
      (Student.fold($0.name), $0.account.text) < (Student.fold($1.name), $1.account.text)
    }
  }

  /// What somebody is in the school, as rows say it that everybody of it has.
  func role(of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> Role? {
    try MembersStore(tx: tx).roles(of: [account], in: school)[account]
  }
}

extension Trainee {
  /// Lists go by the name of the family.
  var order: String { Student.fold(lastName.isEmpty ? firstName : lastName + " " + firstName) }
}
