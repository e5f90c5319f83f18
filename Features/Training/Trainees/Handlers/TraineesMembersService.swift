public import Base
public import Database
import School

/// Somebody leaves the school or is staff no more: they train nobody from now on.
public func onLeaveInstructing(_ account: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  try TraineesStore(tx: tx).stopInstructing(account)
}

/// An account that waited becomes another's: whom it trained, and where it was trained, goes over.
public func mergeTrainees(_ old: ID<Account>, _ new: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  try TraineesStore(tx: tx).move(old, to: new)
  try ChecklistsStore(tx: tx).move(old, to: new)
}
