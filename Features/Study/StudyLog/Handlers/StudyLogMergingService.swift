public import Base
public import Database
import School

/// An account that waited becomes another's: the days of both are united.
public func mergeStudyLog(_ old: ID<Account>, _ new: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  try StudyLogStore(tx: tx).unite(old, into: new, in: tx.school)
}
