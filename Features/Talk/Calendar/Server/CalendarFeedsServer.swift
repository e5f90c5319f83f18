import Base
import Database
import Ledger
import People
import PeopleServer
import Router
import School
import Synchronization
import Talk

/// The secret addresses at which programs read.
extension CalendarServer {
  /// - Returns: the secret, which is told this once.
  func run(_ command: MakeFeed, _ request: Request) async throws -> (id: ID<Feed>, secret: String) {
    let (caller, secret, id) = (try request.caller(), world.secret(), world.id(Feed.self))
    let answered = try await ledger.write(request.envelope(MakeFeed.self)) { tx in
      let store = CalendarStore(tx: tx)
      let sees = try service.feedChoices(caller, tx).contains { $0.scope == command.scope }
      let count = try store.feeds(of: caller.account, in: caller.school).count
      let permit = try command.permit(for: caller, sees: sees, count: count, now: tx.now)
      try store.save(permit, as: id, hash: AccountsIdentity.key(secret))
      return id.text
    }
    // Sent twice, the first secret was told the first time.
    if answered.again { throw Refusal.conflict(Phrase("calendar.feed.again")) }
    return (id, secret)
  }

  func run(_ command: RotateFeed, _ request: Request) async throws -> (id: ID<Feed>, secret: String) {
    let (caller, secret) = (try request.caller(), world.secret())
    let answered = try await ledger.write(request.envelope(RotateFeed.self)) { tx in
      let store = CalendarStore(tx: tx)
      let old = try store.feed(command.feed, in: caller.school)
      let permit = try command.permit(for: caller, owner: old?.owner, now: tx.now)
      guard let old else { throw Refusal.notFound }
      try store.save(permit, over: old, hash: AccountsIdentity.key(secret))
      return old.id.text
    }
    if answered.again { throw Refusal.conflict(Phrase("calendar.feed.again")) }
    return (command.feed, secret)
  }

  /// The feed behind the last part of an address; whoever guesses is made to wait.
  ///
  /// - Parameter words: of the server; the feed speaks its owner's language.
  func feed(_ name: String, source: String, _ words: Words) async throws -> (bytes: [UInt8], updatedAt: Instant) {
    guard name.hasSuffix(".ics"), name.utf8.count == 68, name.utf8.prefix(64).allSatisfy({ hexValue($0) != nil }) else {
      throw missed(source)
    }
    let hash = AccountsIdentity.key(String(name.prefix(64)))
    let origin = origin
    let made = try await ledger.read { tx -> FeedCalendar? in
      guard let (school, feed) = try CalendarStore(tx: tx).feed(hash: hash) else { return nil }
      return try FeedContent(feed: feed, school: school, origin: origin, words: words, tx: tx).calendar()
    }
    guard let made else { throw missed(source) }
    return (made.bytes { zoneNamed($0) ?? .utc }, made.updatedAt)
  }

  /// Who has missed too often waits; a right secret is served all the same, for many may ask from one address.
  private func missed(_ source: String) -> Refusal {
    do { try guesses.admit(source, now: world.now()) } catch { return error }
    guesses.miss(source, now: world.now())
    return .notFound
  }
}

/// Who asked for feeds that are not there: after a few, one waits.
///
/// In memory is enough: what is guessed has 256 bits, so this only saves work.
final class Guesses: Sendable {
  static let most = 20
  static let window: Int64 = 900
  private let state = Mutex<[String: (count: Int, since: Instant)]>([:])

  func admit(_ source: String, now: Instant) throws(Refusal) {
    let left = state.withLock { known -> Int64 in
      guard let (count, since) = known[source], count >= Self.most else { return 0 }
      return Self.window - now.since(since) / 1000
    }
    if (1...Self.window).contains(left) { throw .tooMany(seconds: Int(left)) }
  }

  func miss(_ source: String, now: Instant) {
    state.withLock { known in
      if known.count > 10_000 { known.removeAll() }
      let old = known[source].flatMap { now.since($0.since) / 1000 < Self.window ? $0 : nil }
      known[source] = ((old?.count ?? 0) + 1, old?.since ?? now)
    }
  }
}
