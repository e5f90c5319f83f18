import Base
import Database
import Ledger
import Router
import School
import Web

/// How the demo's people do what people do: by commands, which the rules let through or refuse.
extension DemoBuilder {
  /// Sends a command as one of the school's people.
  ///
  /// - Parameter key: what is made takes its id from it; one of its own when nobody asks for what is made.
  @discardableResult
  func send<C: FormCommand>(
    _ command: C, _ key: ID<IdempotencyKey>? = nil, by account: ID<Account>, at: Instant? = nil,
    uploads: [Router.Upload] = []
  ) async throws -> Outcome {
    guard let place = accounts.firstIndex(of: account) else { throw Refusal.notFound }
    let caller = Caller(account: account, school: school, role: plan.people[place].role)
    let sender = Identity(sending: caller, zone: plan.zone, language: plan.language)
    return try await ledger.send(
      command, key ?? keys.id(), by: sender, through: commands, uploads: uploads, asOf: at)
  }

  /// The same, and the id of what was made.
  func make<C: FormCommand, Thing>(
    _ command: C, _ key: ID<IdempotencyKey>, by account: ID<Account>, at: Instant? = nil,
    uploads: [Router.Upload] = [], _ kind: Thing.Type = Thing.self
  ) async throws -> ID<Thing> {
    let outcome = try await send(command, key, by: account, at: at, uploads: uploads)
    guard let id = ID<Thing>(outcome.text) else { throw Refusal.notFound }
    return id
  }

  /// A file that comes with a command.
  func upload(_ name: String, _ bytes: [UInt8]) async throws -> Router.Upload {
    let writing = try ledger.files.begin(limit: 1 << 20)
    try await writing.write(bytes)
    let content = try await writing.finish()
    return Router.Upload(field: "file", name: name, type: "", hash: content.hash, size: Int(content.size))
  }
}
