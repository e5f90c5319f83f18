import Base
import Crypto
public import Ledger
import People
import Post
import School

/// A browser or a telephone that rings for somebody.
public struct PushDevice: Hashable, Sendable {
  let id: ID<PushDevice>
  let account: ID<Account>
  let kind: AddDevice.Kind
  let endpoint: String
  let key: [UInt8]
  let secret: [UInt8]
  let session: ID<SessionRecord>?
  let agent: String
  let createdAt: Instant

  /// The same address is the same device, whoever uses it.
  static func id(_ endpoint: String) -> ID<PushDevice> {
    ID(bytes: Array(SHA256.hash(data: Array(endpoint.utf8)).prefix(16))) ?? .none
  }

  init(row: Row) {
    (id, account, kind) = (row.id(0), row.id(1), AddDevice.Kind(rawValue: row.text(2)) ?? .web)
    (endpoint, key, secret) = (row.text(3), row.bytes(4), row.bytes(5))
    (session, agent, createdAt) = (row.optionalID(6), row.text(7), row.instant(8))
  }
}

/// All SQL about devices; they belong to people and not to a school.
public struct NotificationsDevicesStore<Books: Transaction> {
  let tx: Books
  public init(tx: Books) { self.tx = tx }

  static var columns: String { "id, account, kind, endpoint, \"key\", secret, session, agent, \"createdAt\"" }

  func count(of account: ID<Account>) throws(Refusal) -> Int {
    try tx.count("SELECT count(*) FROM push_device WHERE account = $1", [.id(account)])
  }

  func devices(of account: ID<Account>) throws(Refusal) -> [PushDevice] {
    try tx.rows(
      "SELECT \(Self.columns) FROM push_device WHERE account = $1 ORDER BY id", [.id(account)], PushDevice.init(row:))
  }

  func device(_ id: ID<PushDevice>) throws(Refusal) -> PushDevice? {
    try tx.first("SELECT \(Self.columns) FROM push_device WHERE id = $1", [.id(id)], PushDevice.init(row:))
  }

  /// Those that may ring: a session that ended, or whose time is over, takes its device along, and so does a token.
  func ringing(for account: ID<Account>) throws(Refusal) -> [PushDevice] {
    let accounts = AccountsStore(tx: tx)
    let sessions = try accounts.sessions(of: account).filter { $0.isAlive(at: tx.now) }.map(\.id)
    let alive = Set(sessions + (try accounts.tokens(of: account).map { $0.id.cast() }))
    return try devices(of: account).filter { device in device.session.map { alive.contains($0) } ?? false }
  }
}

extension NotificationsDevicesStore where Books == WriteTransaction {
  func save(_ permit: Permit<AddDevice>, session: ID<SessionRecord>?, agent: String) throws(Refusal) {
    let command = permit.command
    try tx.put(
      NotificationsTables.device,
      [
        .id(PushDevice.id(command.endpoint)), .id(permit.caller.account), .text(command.kind.rawValue),
        .text(command.endpoint), .bytes(Base64URL.bytes(command.key) ?? []),
        .bytes(Base64URL.bytes(command.secret) ?? []),
        .id(session), .text(agent), .instant(permit.at),
      ])
  }

  func save(_ permit: Permit<RemoveDevice>) throws(Refusal) { try remove(PushDevice.id(permit.command.endpoint)) }

  func remove(_ id: ID<PushDevice>) throws(Refusal) { try tx.remove(NotificationsTables.device, key: [.id(id)]) }
}
