import NIOConcurrencyHelpers

/// Whether requests can be served, said within two seconds: who asks that decides by it where people are sent, and a
/// database that hangs is no reason to keep them waiting.
final class Readiness: Sendable {
  private struct State {
    var isLooking = false
    var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    var next = 0
  }
  private let look: @Sendable () async -> Bool
  private let limit: Duration
  private let state = NIOLockedValueBox(State())

  init(within limit: Duration = .seconds(2), _ look: @escaping @Sendable () async -> Bool) {
    (self.look, self.limit) = (look, limit)
  }

  /// However many ask, one looks.
  func isReady() async -> Bool {
    await withCheckedContinuation { waiter in
      let (key, begins) = state.withLockedValue { state in
        defer {
          state.waiting[state.next] = waiter
          state.next += 1
          state.isLooking = true
        }
        return (state.next, !state.isLooking)
      }
      Task {
        try? await Task.sleep(for: limit)  // nobody cancels it
        answer(key)
      }
      if begins { Task { await begin() } }
    }
  }

  private func begin() async {
    let isReady = await look()
    let waiting = state.withLockedValue { state in
      defer { (state.isLooking, state.waiting) = (false, [:]) }
      return state.waiting.values
    }
    for waiter in waiting { waiter.resume(returning: isReady) }
  }

  /// Whoever still waits is told no.
  private func answer(_ key: Int) {
    state.withLockedValue { $0.waiting.removeValue(forKey: key) }?.resume(returning: false)
  }
}
