public import Base
import Crypto
import Database
import Kit
public import Ledger
public import Mail
import People
import Router
import School
import Talk
import Web

/// What carries words out of the house, as the operator has set it up.
public struct Carriers: Sendable {
  public let mailer: Mailer
  /// Whom letters come from; the name is the school's.
  public let from: Address
  /// For push: who we are reached as, and how things are posted.
  public let contact: String
  public let httpClient: HTTPClient
  public let apns: APNs?
  /// What links that leave the house begin with, `https://school.example`.
  public let origin: String
  public let catalogue: Catalogue
  /// Counts `push_sent`, `mail_parked` and the like.
  public let count: @Sendable (String) -> Void
  /// For the operator: codes and sentences, nothing that was sent and nobody's name.
  public let log: @Sendable (String) -> Void

  public init(
    mailer: Mailer, from: Address, contact: String, httpClient: HTTPClient, apns: APNs?, origin: String,
    catalogue: Catalogue,
    count: @escaping @Sendable (String) -> Void, log: @escaping @Sendable (String) -> Void
  ) {
    (self.mailer, self.from, self.contact, self.httpClient) = (mailer, from, contact, httpClient)
    (self.apns, self.origin, self.catalogue) = (apns, origin, catalogue)
    (self.count, self.log) = (count, log)
  }
}

/// Takes what is to leave the house out of the books and out of the house.
///
/// Mail and push go separate ways, so one never waits for the other, and nobody waits for either.
public struct DeliveryService: Sendable {
  let ledger: Ledger
  let carriers: Carriers
  public init(ledger: Ledger, carriers: Carriers) { (self.ledger, self.carriers) = (ledger, carriers) }

  static let batch = 100
  static let letters = 20
  static let pushes = 32

  // MARK: finding the ways

  /// Works out the ways of notifications that are new.
  ///
  /// - Returns: how many there were.
  @discardableResult
  public func sort() async throws -> Int {
    let fresh = try await ledger.read { try NotificationsDeliveryStore(tx: $0).fresh(limit: Self.batch) }
    for school in Set(fresh.map(\.school)).sorted() {
      let ids = fresh.filter { $0.school == school }.map(\.id)
      try await ledger.upkeep(school: school) { tx in
        guard let record = try SchoolsStore(tx: tx).school(school) else { return }
        // A school that was deleted writes to nobody.
        guard record.lockedAt == nil else {
          for id in ids { _ = try NotificationsDeliveryStore(tx: tx).takeFresh(school, id) }
          return
        }
        for id in ids { try Self.sort(id, record, tx) }
      }
    }
    return fresh.count
  }

  static func sort(_ id: ID<Notification>, _ school: School, _ tx: WriteTransaction) throws {
    let store = NotificationsDeliveryStore(tx: tx)
    guard let fresh = try store.takeFresh(school.id, id),
      let item = try NotificationsStore(tx: tx).notification(id, in: school.id)?.item, item.readAt == nil,
      let reader = try NotificationsPreferencesStore(tx: tx).reader(fresh.account, in: school, muting: fresh.about)
    else { return }
    let plan = reader.plan(NoticeKind(stored: item.kind), at: tx.now, until: fresh.until)
    for (channel, dueAt) in plan.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let targets: [ID<NoticeTarget>] =
        channel == .push
        ? try NotificationsDevicesStore(tx: tx).ringing(for: fresh.account).map { $0.id.cast() }
        : [fresh.account.cast()]
      for target in targets {
        try store.add(
          id, channel.rawValue, target: target, to: fresh.account, about: fresh.about, dueAt: dueAt, until: fresh.until)
      }
    }
  }

  // MARK: secrets

  /// A secret of the server, made when it is first asked for.
  func secret(_ name: String, make: @escaping @Sendable () -> [UInt8]) async throws -> [UInt8] {
    if let known = try await ledger.read({ try Self.secret(name, $0) }) { return known }
    return try await ledger.upkeep { tx in
      try tx.execute(
        "INSERT INTO post_secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
        [.text(name), .bytes(make())])
      return try Self.secret(name, tx) ?? []
    }
  }

  private static func secret(_ name: String, _ tx: Transaction) throws -> [UInt8]? {
    try tx.first("SELECT value FROM post_secret WHERE name = $1", [.text(name)]) { $0.bytes(0) }
  }

  /// The way to browsers; the key is made once, because they remember its public half.
  func push() async throws -> WebPush {
    let raw = try await secret("push") { Array(P256.Signing.PrivateKey().rawRepresentation) }
    return WebPush(
      key: try P256.Signing.PrivateKey(rawRepresentation: raw), contact: carriers.contact,
      httpClient: carriers.httpClient)
  }

  /// The way out of letters: who, in which school, signed by us.
  func unsubscribeToken(_ account: ID<Account>, in school: ID<Tenant>) async throws -> String {
    Base64URL.text(try await signed(school.bytes + account.bytes))
  }

  /// - Returns: `nil` for what we have not signed.
  func reader(ofToken text: String) async throws -> (account: ID<Account>, school: ID<Tenant>)? {
    guard let bytes = Base64URL.bytes(text), bytes.count == 64 else { return nil }
    let body = Array(bytes[..<32])
    let key = SymmetricKey(data: try await signingKey())
    guard HMAC<SHA256>.isValidAuthenticationCode(bytes[32...], authenticating: body, using: key),
      let school = ID<Tenant>(bytes: body[..<16]), let account = ID<Account>(bytes: body[16...])
    else { return nil }
    return (account, school)
  }

  private func signed(_ body: [UInt8]) async throws -> [UInt8] {
    let key = SymmetricKey(data: try await signingKey())
    return body + Array(HMAC<SHA256>.authenticationCode(for: body, using: key))
  }

  private func signingKey() async throws -> [UInt8] {
    try await secret("links") { SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) } }
  }
}
