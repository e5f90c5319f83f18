public import Base
public import Database
import NIOConcurrencyHelpers

/// Threads beside those of the pages, for answers that take long: one of each school at a time, and a few in all.
final class Lane: Sendable {
  private struct Waiting {
    let school: ID<Tenant>
    let run: @Sendable () -> Void
    let refuse: @Sendable () -> Void
  }
  private struct State {
    var busy: Set<ID<Tenant>> = []
    var waiting: [Waiting] = []
    var isStopped = false
  }
  private let state = NIOLockedValueBox(State())
  private let threads: Threads
  private let atOnce: Int, most: Int

  init(_ name: String, atOnce: Int, waiting: Int) {
    (self.atOnce, most) = (atOnce, waiting)
    threads = Threads(name, count: atOnce)
  }

  /// - Throws: `Refusal.unavailable` when too many wait already, or what `body` throws.
  func run<Answer: Sendable>(
    for school: ID<Tenant>, _ body: @escaping @Sendable () throws -> Answer
  ) async throws -> Answer {
    try await withCheckedThrowingContinuation { waiter in
      enter(
        Waiting(school: school) { [self] in
          let result = Result { try body() }
          leave(school)
          waiter.resume(with: result)
        } refuse: {
          waiter.resume(throwing: Refusal.unavailable)
        })
    }
  }

  private func enter(_ one: Waiting) {
    let (starts, isRefused) = state.withLockedValue { state -> (Bool, Bool) in
      if state.isStopped { return (false, true) }
      if state.busy.count < atOnce, !state.busy.contains(one.school) {
        state.busy.insert(one.school)
        return (true, false)
      }
      guard state.waiting.count < most else { return (false, true) }
      state.waiting.append(one)
      return (false, false)
    }
    if isRefused || starts && !threads.add(one.run) { one.refuse() }
  }

  private func leave(_ school: ID<Tenant>) {
    let next = state.withLockedValue { state -> Waiting? in
      state.busy.remove(school)
      guard let place = state.waiting.firstIndex(where: { !state.busy.contains($0.school) }) else { return nil }
      let next = state.waiting.remove(at: place)
      state.busy.insert(next.school)
      return next
    }
    if let next, !threads.add(next.run) { next.refuse() }
  }

  /// Refuses who waits, and returns when what has begun is done.
  func stop() {
    let refused = state.withLockedValue { state in
      state.isStopped = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in refused { one.refuse() }
    threads.stop()
  }
}

extension Ledger {
  /// A snapshot for what takes long, as an export: it waits for others of its kind and never for pages, nor they for it.
  public func readLong<Answer: Sendable>(
    in school: ID<Tenant>, _ body: @escaping @Sendable (Transaction) throws -> Answer
  ) async throws -> Answer {
    let (engine, world) = (engine, world)
    return try await refusing {
      try await self.exports.run(for: school) {
        try engine.read(nil) { try body(Transaction($0, now: world.now(), zones: world.zones)) }
      }
    }
  }
}
