import Synchronization

/// Who wants to hear that the rows have changed.
final class Observers: Sendable {
  private struct State {
    var next = 0
    var all: [Int: AsyncStream<Void>.Continuation] = [:]
  }
  private let state = Mutex(State())

  func stream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.next += 1
      state.all[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.all.removeValue(forKey: number) }
    }
    return stream
  }

  func say() {
    for one in state.withLock({ Array($0.all.values) }) { one.yield() }
  }

  deinit { for one in state.withLock({ Array($0.all.values) }) { one.finish() } }
}
