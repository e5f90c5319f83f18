public import Base
import Database
public import Ledger
public import Router

extension Ledger {
  /// Carries out a command as its route would, for whoever sends it without the web.
  ///
  /// - Parameters:
  ///   - uploads: the files that come with it, which lie in the store of files already.
  ///   - asOf: the hour at which it was done, where that is not now (`Ledger.write`).
  /// - Throws: `Refusal.notFound` when no route has it, or none for this sender.
  @discardableResult
  public func send<C: FormCommand>(
    _ command: C, _ key: ID<IdempotencyKey>, by sender: Identity, through commands: CommandTable,
    uploads: [Router.Upload] = [], asOf: Instant? = nil
  ) async throws -> Outcome {
    let request = try commands.request(
      C.name, Form(), by: sender, key, now: asOf ?? world.now(), zones: world.zones, uploads: uploads)
    if let prepared = request.route.command as? PreparedCommand<C> {
      return try await prepared.carryOut(command, request, self, asOf).outcome
    }
    let envelope = try request.envelope(C.self)
    let answered = try await write(envelope, asOf: asOf) { tx in
      try commands.carryOut(command, as: request, tx).text
    }
    return Outcome(answered.text)
  }
}
