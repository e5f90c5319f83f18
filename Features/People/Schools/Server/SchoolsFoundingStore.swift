public import Base
public import Database
import Ledger
public import People
public import School

extension SchoolsStore where DB == WriteTransaction {
  /// Opens a school: its books, its row, and its owner's membership, inside a command in the server's own books.
  ///
  /// The school's journal begins with the same command and sending (`WriteTransaction.found`).
  public func insert(_ school: School, owner: ID<Account>, sent: CommandEnvelope) throws(Refusal) {
    tx.touch(SchoolsTables.school, key: [.id(school.id)], in: [])
    try tx.found(school.id, sent) { context throws(Refusal) in
      try SchoolsStore(tx: context).put(school)
      try MembersStore(tx: context).insert(
        Membership(school: school.id, account: owner, role: .owner, joinedAt: context.now))
    }
  }

  func save(_ permit: Permit<CreateSchool>, sent: CommandEnvelope) throws(Refusal) -> School {
    let school = permit.command.school(permit.caller.school, now: permit.at)
    try insert(school, owner: permit.caller.account, sent: sent)
    return school
  }
}
