public import Base
public import Core
package import Database
public import Foundation
import Router
public import Sync

/// What somebody may see of one school, on their own device: pages and data from its rows, with a line or without.
///
/// What is done is done here at once, kept, and sent when `sync` finds the server. One client has its folder at a time,
/// and all of it may be stopped at any point: what is in the folder is as it was before a step or after it.
public actor Client {
  let folder: ClientFolder
  let credentials: any CredentialStore
  let transport: any Transport
  let world: World
  let observers = Observers()
  var device: Device?
  var state: ClientState
  var isSyncing = false
  /// Who waits until it is not being synchronised any more.
  var afterSync: [CheckedContinuation<Void, Never>] = []
  /// What was sent by itself and taken since all was last fetched: it leaves the outbox with the rows.
  var alone: Set<ID<IdempotencyKey>> = []

  /// After so many days without an answer of the server the rows are not shown.
  public static let leaseDays: Int64 = 14
  /// So many requests wait at most.
  public static let mostWaiting = 20_000

  private init(_ folder: ClientFolder, _ credentials: any CredentialStore, _ transport: any Transport, _ world: World) {
    (self.folder, self.credentials, self.transport, self.world) = (folder, credentials, transport, world)
    state = folder.readState()
  }

  /// Opens a folder, which is made when it is not there.
  ///
  /// - Parameter server: its address, as in a browser.
  /// - Throws: `ClientError`.
  public static func open(server: URL, folder: URL, credentials: any CredentialStore) async throws -> Client {
    try await open(
      folder: folder, credentials: credentials, transport: try URLSessionTransport(server: server), world: .ofDevice)
  }

  /// The same with another way to the server, and another clock.
  public static func open(
    folder: URL, credentials: any CredentialStore, transport: any Transport, world: World
  ) async throws -> Client {
    let client = Client(try ClientFolder(folder), credentials, transport, world)
    try await client.load()
    return client
  }

  private func load() throws {
    device = try folder.device(now: now)
    learnWords()
  }

  // MARK: time

  /// The server's hour, as far as it is known.
  ///
  /// This machine's clock may be years off; what is typed goes by the day that it is in school.
  var now: Instant {
    Instant(milliseconds: world.now().milliseconds.addingReportingOverflow(state.ahead).partialValue)
  }

  /// Whether the server has not been spoken to for too long, or the clock was set back to before it was.
  public var isLocked: Bool {
    guard let heardAt = state.heardAt else { return true }
    let clock = world.now()
    return clock >= heardAt.plus(days: Self.leaseDays) || clock < heardAt.plus(days: -1)
  }

  /// When the server last answered, by this machine's clock: what is shown is as of then.
  public var heardAt: Instant? { state.heardAt }

  /// Whose rows they are.
  public var session: DeviceSession? { device?.session }

  /// - Throws: `ClientError.signedOut` or `.locked`.
  func unlocked() throws -> Device {
    guard let device else { throw ClientError.signedOut }
    if isLocked { throw ClientError.locked }
    return device
  }

  // MARK: changes

  /// Says something each time the rows have changed; several changes may be said once.
  public nonisolated var changes: AsyncStream<Void> { observers.stream() }

  // MARK: what waits

  /// What was done here and is not in the server's books yet, the oldest first.
  public func outbox() throws -> [PendingRequest] { try device?.standing().waiting ?? [] }

  /// What the server has refused, with its reasons; it stays until it is tried again or thrown away.
  public func tray() throws -> [PendingRequest] { try device?.standing().refused ?? [] }

  /// Has something that was refused sent once more.
  public func retry(_ key: ID<IdempotencyKey>) throws {
    try device?.retry(key, now: now)
    observers.say()
  }

  /// Throws away something that was refused.
  public func discard(_ key: ID<IdempotencyKey>) throws {
    try device?.discard(key)
    observers.say()
  }

  /// What the server does not have: it has refused it, or not said that it has taken it.
  func unsent() throws -> [PendingRequest] {
    guard let standing = try device?.standing() else { return [] }
    return standing.refused + standing.waiting.filter { $0.outcome == nil }
  }

  // MARK: the end

  /// Takes everything off this device, without a word to the server.
  ///
  /// - Parameter losingUnsent: whether also what has not been sent.
  /// - Throws: `ClientError.unsent` when something has not.
  public func wipe(losingUnsent: Bool = false) throws {
    let count = try unsent().count
    if count > 0, !losingUnsent { throw ClientError.unsent(count) }
    (device, alone) = (nil, [])
    try folder.wipe()
    try credentials.forget()
    state = ClientState()
    observers.say()
  }

  /// Takes the rows off this device because the server says that they may not be here any more.
  ///
  /// - Returns: where what was not sent is now.
  func end(forgettingToken: Bool) throws -> String? {
    let unsent = try unsent().sorted { $0.typedAt < $1.typedAt }
    // First the text, then the rows: stopped in between, it is there twice and not never.
    let kept = try folder.keep(unsent: unsent.map { PendingText($0) }, now: world.now())
    (device, alone) = (nil, [])
    try folder.removeAllRows()
    if forgettingToken { try credentials.forget() }
    state = ClientState()
    try folder.keep(state)
    observers.say()
    return kept
  }

  // MARK: for those who compare

  package func contents() throws -> [String: [[Value]]] { try device?.contents() ?? [:] }
  package func cursor() throws -> SyncCursor? { try device?.standing().cursor }
}
