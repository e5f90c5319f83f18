import Base
import Database
import Logging
import NIOConcurrencyHelpers

extension Ledger {
  /// Works on one node only, as long as this is the one; when that one dies, another goes on after a few seconds.
  ///
  /// Returns when the body has ended or the task was cancelled. What the body does must bear being begun again, and a
  /// last step being done twice: a node that hung may wake up in the middle of something.
  public func once(_ name: String, length: Duration = .seconds(10), _ body: @escaping @Sendable () async throws -> Void)
    async throws
  {
    // Nobody else has the directory.
    guard dialect == .postgres else { return try await body() }
    let lease = Lease(name: name, length: length, ledger: self)
    while !Task.isCancelled {
      if await lease.take(), try await lease.hold(body) { return }
      try await Task.sleep(for: length / 5)
    }
  }
}

/// One node's word that it does something, good for a few seconds unless it is given again.
struct Lease: Sendable {
  let name: String
  let length: Duration
  let ledger: Ledger

  /// By the clock of the database, the same for all nodes.
  private static let now = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"

  /// Takes what is free, or keeps what is ours.
  ///
  /// Looks first, so that those who only wait write nothing.
  func take() async -> Bool {
    let (name, node, milliseconds) = (name, ledger.node, length.milliseconds)
    do {
      let isFree = try await ledger.read { tx in
        try !tx.exists(
          "SELECT 1 FROM lease WHERE name = $1 AND holder <> $2 AND until >= \(Self.now)", [.text(name), .id(node)])
      }
      guard isFree else { return false }
      return try await ledger.upkeep { tx in
        try tx.execute(
          """
          INSERT INTO lease (name, holder, until) VALUES ($1, $2, \(Self.now) + $3)
          ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
          WHERE lease.holder = excluded.holder OR lease.until < \(Self.now)
          """, [.text(name), .id(node), .integer(milliseconds)]) > 0
      }
    } catch {
      ledger.logger.warning("lease", metadata: ["name": "\(name)", "why": "\(error)"])  // it is asked for again
      return false
    }
  }

  /// - Returns: whether the body came to its end; otherwise the lease was lost, and the body was told to stop.
  func hold(_ body: @escaping @Sendable () async throws -> Void) async throws -> Bool {
    let end = NIOLockedValueBox(ContinuousClock.now + safe)
    do {
      let isOver = try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          try await body()
          return true
        }
        group.addTask { try await keep(end) }
        group.addTask { try await run(out: end) }
        defer { group.cancelAll() }
        return try await group.next() ?? true
      }
      // Also when it was lost: the body has ended, and where the row still is ours nobody need wait for its end.
      await giveBack()
      return isOver
    } catch {
      await giveBack()
      throw error
    }
  }

  /// So long we go on without being able to say that we do: somewhat less than the others wait.
  private var safe: Duration { length * 4 / 5 }

  private func keep(_ end: NIOLockedValueBox<ContinuousClock.Instant>) async throws -> Bool {
    while true {
      try await Task.sleep(for: length / 5)
      let asked = ContinuousClock.now
      if await take() { end.withLockedValue { $0 = asked + safe } }
    }
  }

  /// Returns when it could not be kept, also while a question about it is still out.
  private func run(out end: NIOLockedValueBox<ContinuousClock.Instant>) async throws -> Bool {
    while true {
      let now = end.withLockedValue { $0 }
      if ContinuousClock.now >= now { return false }
      try await Task.sleep(until: now, clock: .continuous)
    }
  }

  /// The others need not wait for its end.
  private func giveBack() async {
    let (name, node) = (name, ledger.node)
    // Best effort: it ends by itself.
    _ = try? await ledger.upkeep { tx in
      try tx.execute("DELETE FROM lease WHERE name = $1 AND holder = $2", [.text(name), .id(node)])
    }
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
