import Base
import Database
public import Ledger
import People
public import PeopleServer
import Router
import School
import Synchronization
public import Talk
public import Web

/// What only a server does with conversations: it takes files, shows who is typing, and hands out copies.
public struct MessagesServer: Sendable {
  public let service = MessagesService()
  let ledger: Ledger
  let world: World
  let files: FilesServer
  let typists = MessagesTypists()

  public init(ledger: Ledger, files: FilesServer) {
    (self.ledger, world, self.files) = (ledger, ledger.world, files)
  }

  /// Shows who is typing on open pages from now on.
  ///
  /// App calls it when the stream is there.
  public func connect(_ live: Live) { typists.connect(live) }

  /// Says to everybody who has the conversation open that somebody is typing.
  func type(_ id: ID<Conversation>, _ request: Request) async throws {
    let caller = try request.caller()
    let name = try await ledger.read { try service.typist(id, caller, $0) }
    let heard = typists.hear(caller.account, in: id, at: world.now())
    guard heard.isDue else { throw Refusal.tooMany(seconds: 1) }
    heard.live?.show("talk/" + id.text, in: caller.school) { typingFragment(caller.account, name, id, $0) }
  }

  /// Who tried to reach somebody out of reach is entered in the journal; the refusal stays what it was.
  func logging<C: Command>(
    _ command: C, with whom: [String], _ request: Request, _ handle: @escaping CommandHandler<C>
  ) async throws -> Handled<C> {
    do { return try await ledger.handle(command, request, handle) } catch let refusal as Refusal {
      guard refusal.isOutOfReach, let caller = try? request.caller() else { throw refusal }
      let sent = CommandEnvelope(world.id(), "messages.refused", school: caller.school, by: caller.account)
      // Best effort: the refusal holds whether it can be written down or not.
      _ = try? await ledger.write(sent) { tx in
        tx.detail("command", C.name)
        tx.detail("with", whom.joined(separator: " "))
        return ""
      }
      throw refusal
    }
  }
}

extension Refusal {
  /// Whether it was refused for whom it was meant for.
  fileprivate var isOutOfReach: Bool {
    switch self {
    case .notAllowed(let reason): reason.key == "messages.cannot-reach"
    case .invalid(let problems):
      problems.contains { $0.reason.key == "messages.nobody" || $0.reason.key == "messages.staff-only" }
    default: false
    }
  }
}

/// Who is typing where: in no books, in this process only, and over by itself.
final class MessagesTypists: Sendable {
  /// So often one person is heard in one conversation, in milliseconds.
  ///
  /// A page says it every three seconds; on a slow network two of them arrive closer together.
  static let pause: Int64 = 1000
  private struct Key: Hashable {
    let account: ID<Account>, conversation: ID<Conversation>
  }
  private struct State {
    var live: Live?
    var heard: [Key: Instant] = [:]
  }
  private let state = Mutex(State())

  func connect(_ live: Live) { state.withLock { $0.live = live } }

  /// - Returns: the stream, or `nil` when the person was heard just now.
  func hear(_ account: ID<Account>, in conversation: ID<Conversation>, at now: Instant) -> (isDue: Bool, live: Live?) {
    state.withLock { state in
      let key = Key(account: account, conversation: conversation)
      if let last = state.heard[key], now.since(last) >= 0, now.since(last) < Self.pause { return (false, nil) }
      // Those who were heard long ago are nobody's concern.
      if state.heard.count > 5000 { state.heard = state.heard.filter { now.since($0.value) < Self.pause } }
      state.heard[key] = now
      return (true, state.live)
    }
  }
}
