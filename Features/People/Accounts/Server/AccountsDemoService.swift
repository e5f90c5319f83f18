public import Base
import Database
public import Ledger
import People
import Router
import School
import Web

/// Who may be entered as without a password, as the demo has written it down in the books that it made.
///
/// No request writes it, and a server that is started for a real school takes it out (`closeToAll`).
struct AccountsDemoStore {
  static let mark = "demo"
  let tx: Transaction

  /// In the order in which the demo named them; who is gone is left out.
  func cards() throws(Refusal) -> [DemoCard] {
    guard let kept = try tx.placeMark(Self.mark) else { return [] }
    var cards: [DemoCard] = []
    for line in kept.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2, let role = Role(rawValue: words[0]), let id = ID<Account>(words[1]),
        let account = try AccountsStore(tx: tx).account(id), account.closedAt == nil
      else { continue }
      cards.append(DemoCard(role: role, account: id, name: account.name, language: account.language))
    }
    return cards
  }
}

extension AccountsServer {
  /// Lets everybody enter as these from now on: for the demo, whose people are invented.
  public static func openToAll(_ people: [(role: Role, account: ID<Account>)], in ledger: Ledger) async throws {
    let lines = people.map { $0.role.rawValue + " " + $0.account.text }.joined(separator: "\n")
    try await ledger.upkeep { tx in try tx.setPlaceMark(AccountsDemoStore.mark, lines) }
  }

  /// Whoever serves these books for a school lets nobody in as an invented person any more: they may be the demo's, which
  /// somebody went on with, or its backup.
  public static func closeToAll(in ledger: Ledger) async throws {
    guard try await ledger.read({ try $0.placeMark(AccountsDemoStore.mark) }) != nil else { return }
    try await ledger.upkeep { tx in try tx.removePlaceMark(AccountsDemoStore.mark) }
  }

  /// Opens a session for whoever chose one of the demo's people.
  ///
  /// - Throws: `Refusal.notFound` on every other server, and for every other account.
  func run(_ command: EnterDemo, _ request: Request) async throws -> Entry {
    let offered = try await ledger.read { try AccountsDemoStore(tx: $0).cards() }.map(\.account)
    let permit = try command.permit(offered: offered, now: world.now())
    // A class may look around behind one address; a program that opens sessions without end is slowed down.
    try await take(AccountsThrottleStore.Key("demo", request.source, limit: 60, forgivenIn: 5_000))
    return try await enter(permit.caller.account, request)
  }
}
