public import Base
public import Ledger
import People
import School

/// An account has become another: the sentences it kept are the other's, in the same transaction.
public func movingAssignments(_ old: ID<Account>, _ new: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  let phrases: [ID<CommentPhrase>] = try tx.rows(
    "SELECT id FROM comment_phrase WHERE school = $1 AND account = $2", [.id(tx.school), .id(old)]
  ) { $0.id(0) }
  for id in phrases {
    let key: [Value] = [.id(tx.school), .id(id)]
    try tx.execute("UPDATE comment_phrase SET account = $3 WHERE school = $1 AND id = $2", key + [.id(new)])
    tx.withdraw(AssignmentsTables.phrase, key: key, from: [.person(old)])
    tx.touch(AssignmentsTables.phrase, key: key, in: [.person(new)])
  }
}
