import Base
import Classroom
import Database
import Kit
import Learning
import Ledger
import People
import Post
import Router
import School
import Web

/// What people choose about being told, and the devices they are told on.
extension NotificationsService {
  func handle(_ command: ChooseNotices, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let subjects = Set(try Self.subjects(caller, tx).map(\.id))
    let current = try MembersStore(tx: tx).current(caller)
    try NotificationsPreferencesStore(tx: tx).save(command.permit(for: current, subjects: subjects, now: tx.now))
    return .done
  }

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
      try store.save(permit, session: session, agent: agent)
      return ""
    }
  }

  /// An address of a push service we know, and keys that are keys; an Apple device only where there is Apple's key.
  private static func isAdmitted(_ command: AddDevice, _ post: PostService) async throws -> Bool {
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

  // MARK: the page

  /// Waits for the key of pushes, which is made when it is first asked for.
  func settings(_ caller: Caller) async throws -> NoticeSettingsPage {
    let key = try await post?.push().publicKey ?? ""
    return try await ledger.read { try settings(caller, pushKey: key, $0) }
  }

  private func settings(
    _ caller: Caller, pushKey: String, _ tx: Transaction
  ) throws(Refusal) -> NoticeSettingsPage {
    let store = NotificationsPreferencesStore(tx: tx)
    let muted = try store.muted(caller.account, in: caller.school)
    let person = try AccountsStore(tx: tx).account(caller.account)
    let school = try SchoolsStore(tx: tx).school(caller.school)
    let (email, refused) = (person?.email, try store.refused(caller.account, in: caller.school))
    return NoticeSettingsPage(
      role: caller.role, preferences: try store.preferences(caller.account, caller.role, in: caller.school),
      zone: person?.zone ?? school?.zone ?? "UTC", email: email, isRefused: email != nil && refused == email,
      subjects: try Self.subjects(caller, tx).map { .init(id: $0.id, name: $0.name, isMuted: muted.contains($0.id)) },
      devices: try NotificationsDevicesStore(tx: tx).ringing(for: caller.account)
        .map { .init(endpoint: $0.endpoint, agent: $0.agent, createdAt: $0.createdAt) },
      pushKey: pushKey, sendsMail: post?.carriers.mailer.sends ?? true)
  }

  /// The courses and classes somebody is in, teaches, or has a child in.
  private static func subjects(
    _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> [(id: ID<NoticeSubject>, name: String)] {
    let courses = try courseIDs(caller, tx)
    let named = try CoursesStore(tx: tx).courses(courses, in: caller.school).map {
      ($0.id.cast(to: NoticeSubject.self), $0.name)
    }
    guard !caller.role.isOffice else { return named }
    let rooms = ClassroomsStore(tx: tx)
    return try named
      + rooms.rooms(for: caller, on: rooms.today(in: caller.school)).map {
        ($0.id.cast(to: NoticeSubject.self), $0.name)
      }
  }

  private static func courseIDs(_ caller: Caller, _ tx: Transaction) throws(Refusal) -> [ID<Course>] {
    let (school, account) = (caller.school, caller.account)
    let children: [ID<Student>]
    switch caller.role {
    case .owner, .admin, .teacher: return try CoursesStore(tx: tx).taught(by: account, in: school)
    case .student: children = [try StudentsStore(tx: tx).ofAccount(account, in: school)?.id].compactMap(\.self)
    case .guardian: children = try StudentsStore(tx: tx).ofGuardian(account, in: school).map(\.id)
    }
    return try EnrolmentStore(tx: tx).courses(of: children, in: school).sorted()
  }

  // MARK: where a notification leads

  enum Lead: Sendable {
    case here(Notification)
    case elsewhere(ID<Tenant>, String)
  }

  /// Where somebody's notification leads, in whichever of their schools it is.
  func lead(_ id: ID<Notification>, _ request: Request, _ tx: Transaction) throws(Refusal) -> Lead {
    let store = NotificationsStore(tx: tx)
    guard let school = try store.home(id, of: request.account()),
      let item = try store.notification(id, in: school)?.item
    else { throw .notFound }
    if school == request.identity?.school?.id { return .here(item) }
    return .elsewhere(school, try SchoolsStore(tx: tx).school(school)?.name ?? "")
  }
}
