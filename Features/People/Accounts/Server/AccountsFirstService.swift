import Base
import Database
import Kit
import Ledger
import People
import Router
import School
import Web

/// The door that a new server has until somebody went through it: it leads whoever started the server to its first
/// account, and nobody else.
struct AccountsFirstDoor: Sendable {
  /// Another one at each start, and kept nowhere: only who sees what the server prints knows it.
  let code: String

  init(world: World) { code = world.secret(bits: 128) }

  /// Compared by hash, so that the time it takes tells nothing of how much of a guess is right.
  func isOpened(by code: String?) -> Bool {
    code.map { AccountsSecret.hash($0) == AccountsSecret.hash(self.code) } ?? false
  }
}

extension AccountsServer {
  /// The path to the first account; `nil` as soon as somebody has one.
  public func firstPath() async throws -> String? {
    try await ledger.read({ try isNew($0) }) ? AccountsPaths.first + "?code=" + first.code : nil
  }

  /// Whether nobody has an account here yet.
  func isNew(_ tx: Transaction) throws(Refusal) -> Bool { try AccountsStore(tx: tx).isEmpty() }

  /// - Throws: `Refusal.notFound` for every other code, and for this one once there is an account.
  func mayBegin(_ code: String?, _ tx: Transaction) throws(Refusal) {
    guard first.isOpened(by: code), try isNew(tx) else { throw .notFound }
  }

  /// Makes the account and opens its first session.
  func run(_ command: MakeFirstAccount, _ request: Request) async throws -> Entry {
    let isRight = first.isOpened(by: command.code)
    // Asked before the password is hashed: strangers would make the server work for nothing.
    guard isRight else { throw Refusal.notFound }
    let record = try await record(
      name: command.name, email: command.email, password: command.password, language: request.scene.words.language)
    // Pressed twice, the second finds the account that the first has made.
    let answered = try await ledger.write(request.serverEnvelope(MakeFirstAccount.self)) { tx in
      let isFirst = try AccountsStore(tx: tx).isEmpty()
      let permit = try command.permit(for: record.id, isRight: isRight, isFirst: isFirst, now: tx.now)
      try AccountsStore.save(permit, record, tx)
      return record.id.text
    }
    guard let account = ID<Account>(answered.text) else { throw Refusal.unavailable }
    if answered.again { try await mustRepeat(command.password, of: account) }
    return try await enter(account, request)
  }
}
