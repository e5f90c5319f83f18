package import Base
public import Database
import People
package import School

/// A browser or a telephone that rings for somebody.
public struct PushDevice: Hashable, Sendable {
  package let id: ID<PushDevice>
  package let account: ID<Account>
  package let kind: AddDevice.Kind
  package let endpoint: String
  package let key: [UInt8]
  package let secret: [UInt8]
  /// The session it was added in, or the token: signing out silences it.
  let session: ID<SessionRecord>?
  let agent: String
  let createdAt: Instant

  /// The same address is the same device, whoever uses it.
  package static func id(_ endpoint: String) -> ID<PushDevice> {
    ID(bytes: Array(sha256(Array(endpoint.utf8)).prefix(16))) ?? .none
  }
}

/// All SQL about devices; they belong to people and not to a school.
public struct NotificationsDevicesStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  package func count(of account: ID<Account>) throws(Refusal) -> Int {
    try tx.count("SELECT count(*) FROM push_device WHERE account = $1", [.id(account)])
  }

  func devices(of account: ID<Account>) throws(Refusal) -> [PushDevice] {
    try tx.all(NotificationsTables.device, "WHERE account = $1 ORDER BY id", [.id(account)])
  }

  package func device(_ id: ID<PushDevice>) throws(Refusal) -> PushDevice? {
    try tx.first(NotificationsTables.device, "WHERE id = $1", [.id(id)])
  }

  /// Those that may ring: a session that ended, or whose time is over, takes its device along, and so does a token.
  package func ringing(for account: ID<Account>) throws(Refusal) -> [PushDevice] {
    let accounts = AccountsStore(tx: tx)
    let sessions = try accounts.sessions(of: account).filter { $0.isAlive(at: tx.now) }.map { $0.id }
    let alive = Set(sessions + (try accounts.tokens(of: account).map { $0.id.cast() }))
    return try devices(of: account).filter { device in device.session.map { alive.contains($0) } ?? false }
  }
}

extension NotificationsDevicesStore where DB == WriteTransaction {
  /// - Parameter key: what the command says in base 64, as bytes, and so the secret.
  package func save(
    _ permit: Permit<AddDevice>, key: [UInt8], secret: [UInt8], session: ID<SessionRecord>?, agent: String
  ) throws(Refusal) {
    let command = permit.command
    try tx.put(
      NotificationsTables.device,
      PushDevice(
        id: PushDevice.id(command.endpoint), account: permit.caller.account, kind: command.kind,
        endpoint: command.endpoint, key: key, secret: secret, session: session, agent: agent, createdAt: permit.at))
  }

  package func save(_ permit: Permit<RemoveDevice>) throws(Refusal) {
    try remove(PushDevice.id(permit.command.endpoint))
  }

  package func remove(_ id: ID<PushDevice>) throws(Refusal) {
    try tx.remove(NotificationsTables.device, key: [.id(id)])
  }
}
