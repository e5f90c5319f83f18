public import Base
public import Database
import School

/// An account that waited becomes another's: what both did with a card is one history.
public func mergeFlashcards(_ old: ID<Account>, _ new: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  try FlashcardsStore(tx: tx).unite(old, into: new, in: tx.school)
}
