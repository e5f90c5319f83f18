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
    let coming: [ID<Arrival>] = try tx.rows("SELECT id FROM arrival WHERE school = $1 AND account = $2", values) {
      $0.id(0)
    }
    for table in ["file", "arrival", "waiting_picture"] {
      try tx.execute("UPDATE \(table) SET account = $3 WHERE school = $1 AND account = $2", values + [.id(new)])
    }
    for id in coming {
      tx.withdraw(FilesTables.arrival, key: [.id(tx.school), .id(id)], from: [.person(old)])
      tx.touch(FilesTables.arrival, key: [.id(tx.school), .id(id)], in: [.person(new)])
    }
  }
}
