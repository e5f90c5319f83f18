public import Base
public import Ledger

/// An account that a roster made becomes another's: the roster knows its person by that one from now on, in the same
/// transaction, so that the next file makes no second one.
public func movingRoster(_ old: ID<Account>, _ new: ID<Account>, _ tx: WriteTransaction) throws {
  let store = ExchangeRosterStore(tx: tx, school: tx.school)
  for var row in try store.people(of: old) {
    row.account = new
    try store.put(row)
  }
  for var row in try store.enrolments(of: old) {
    row.account = new
    try store.put(row)
  }
}
