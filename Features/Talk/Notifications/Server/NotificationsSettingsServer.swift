import Base
import Database
import Ledger
import Mail
import People
import Router
import School
import Talk
import Web

/// The devices people are told on, the way out of letters, and what the page of the settings waits for.
extension NotificationsServer {
  func run(_ command: AddDevice, _ request: Request) async throws {
    guard let post, let identity = request.identity else { throw Refusal.notFound }
    let isAdmitted = try await Self.isAdmitted(command, post)
    let caller = Caller(account: identity.account, school: .server, role: .guardian)
    // The id of the session, or of the token: both end.
    let session: ID<SessionRecord> = identity.session.cast()
    let agent = request.userAgent
    try await ledger.write(request.serverEnvelope(AddDevice.self)) { tx in
      let store = NotificationsDevicesStore(tx: tx)
      let permit = try command.permit(
        for: caller, isAdmitted: isAdmitted, count: store.count(of: caller.account), now: tx.now)
      try store.save(
        permit, session: session, agent: agent)
      return ""
    }
  }

  /// An address of a push service we know, and keys that are keys; an Apple device only where there is Apple's key.
  private static func isAdmitted(_ command: AddDevice, _ post: DeliveryService) async throws -> Bool {
    switch command.kind {
    case .apple: post.carriers.apns != nil
    case .web:
      post.carriers.httpClient.hosts.admits(command.endpoint)
        && Base64URL.bytes(command.key).flatMap { key in
          Base64URL.bytes(command.secret).flatMap {
            PushSubscription(endpoint: command.endpoint, key: key, secret: $0)
          }
        } != nil
    }
  }

  func run(_ command: RemoveDevice, _ request: Request) async throws {
    let caller = Caller(account: try request.account(), school: .server, role: .guardian)
    try await ledger.write(request.serverEnvelope(RemoveDevice.self)) { tx in
      let store = NotificationsDevicesStore(tx: tx)
      let owner = try store.device(PushDevice.id(command.endpoint))?.account
      try store.save(command.permit(for: caller, owner: owner, now: tx.now))
      return ""
    }
  }

  /// - Returns: the name of the school that writes no more.
  func run(_ command: StopMail, token: String, _ request: Request) async throws -> String {
    guard let post, let named = try await post.reader(ofToken: token) else { throw Refusal.notFound }
    let answered = try await ledger.write(
      CommandEnvelope(
        request.idempotencyKey, StopMail.name, school: named.school, by: named.account, digest: request.digest)
    ) {
      tx in
      let role = try MembersStore(tx: tx).membership(named.account, in: tx.school)?.role
      let reader = role.map { Caller(account: named.account, school: tx.school, role: $0) }
      try NotificationsPreferencesStore(tx: tx).save(command.permit(for: reader, now: tx.now))
      return try SchoolsStore(tx: tx).school(tx.school)?.name ?? ""
    }
    return answered.text
  }

  func schoolName(ofToken token: String) async throws -> String {
    guard let post, let named = try await post.reader(ofToken: token) else { throw Refusal.notFound }
    return try await ledger.read { try SchoolsStore(tx: $0).school(named.school)?.name ?? "" }
  }

  /// Waits for the key of pushes, which is made when it is first asked for.
  func settings(_ caller: Caller) async throws -> NoticeSettingsPage {
    let key = try await post?.push().publicKey ?? ""
    let sendsMail = post?.carriers.mailer.sends ?? true
    return try await ledger.read { try service.settings(caller, pushKey: key, sendsMail: sendsMail, $0) }
  }
}

extension NotificationsDevicesStore where DB == WriteTransaction {
  /// Keeps a device; what its browser says in base 64 is kept as bytes.
  func save(_ permit: Permit<AddDevice>, session: ID<SessionRecord>?, agent: String) throws(Refusal) {
    let (key, secret) = (Base64URL.bytes(permit.command.key), Base64URL.bytes(permit.command.secret))
    try save(permit, key: key ?? [], secret: secret ?? [], session: session, agent: agent)
  }
}
