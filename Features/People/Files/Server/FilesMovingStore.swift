public import Base
public import Ledger
import School

/// An account has become another: what it has sent counts as the other's, and what waits for it waits for the other.
public func movingFiles(_ old: ID<Account>, _ new: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  try FilesStore(tx: tx).move(old, to: new)
}

extension FilesStore where Books == WriteTransaction {
  fileprivate func move(_ old: ID<Account>, to new: ID<Account>) throws(Refusal) {
    let values: [Value] = [.id(tx.school), .id(old)]
    for table in ["file", "waiting_picture"] {
      try tx.execute("UPDATE \(table) SET account = $3 WHERE school = $1 AND account = $2", values + [.id(new)])
    }
    for var arrival in try tx.all(FilesTables.arrival, in: tx.school, "AND account = $2", [.id(old)]) {
      arrival.account = new
      try tx.put(FilesTables.arrival, arrival)
    }
  }
}
