public import Base
public import Ledger
import People
import School

/// An account has become another: the sentences it kept are the other's, in the same transaction.
public func movingAssignments(_ old: ID<Account>, _ new: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  for phrase in try tx.all(AssignmentsTables.phrase, in: tx.school, "AND account = $2", [.id(old)]) {
    try tx.put(
      AssignmentsTables.phrase,
      CommentPhrase(id: phrase.id, account: new, text: phrase.text, createdAt: phrase.createdAt))
  }
}
