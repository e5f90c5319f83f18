public import Base
public import Database
import People
public import Router
import School

extension AccountsIdentity {
  /// Which of these sessions and tokens are no more.
  public static func ended(of sessions: Set<ID<Session>>, _ tx: Transaction) throws(Refusal) -> Set<ID<Session>> {
    var ended = sessions
    let all = sessions.sorted()
    for some in all.chunks(of: 500) {
      let places = placeholders(some.count, from: 1)
      for table in ["session", "token"] {
        let found = try tx.rows("SELECT id FROM \(table) WHERE id IN (\(places))", some.map { Value.id($0) }) {
          $0.id(0, Session.self)
        }
        ended.subtract(found)
      }
    }
    return ended
  }
}

extension AccountsStore {
  static func save(
    _ permit: Permit<SignOut>, _ session: ID<Session>, _ credential: Identity.Credential, _ tx: WriteTransaction
  ) throws(Refusal) {
    switch credential {
    case .session: try end(session.cast(to: SessionRecord.self), tx)
    case .token: try end(session.cast(to: TokenRecord.self), tx)
    }
  }
}
