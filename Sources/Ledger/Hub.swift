import Base
import Database
import NIOConcurrencyHelpers

/// Who is told of each commit in this process.
final class Hub: Sendable {
  private let listeners = NIOLockedValueBox<[AsyncStream<Change>.Continuation]>([])
  private let wordListeners = NIOLockedValueBox<[AsyncStream<Word>.Continuation]>([])
  /// Rung when a job was enqueued.
  let jobs = Bell()

  func listen() -> AsyncStream<Change> {
    let (stream, continuation) = AsyncStream<Change>.makeStream(bufferingPolicy: .bufferingNewest(4096))
    listeners.withLockedValue { $0.append(continuation) }
    return stream
  }

  func publish(_ change: Change) {
    listeners.withLockedValue { all in
      all.removeAll { if case .terminated = $0.yield(change) { true } else { false } }
    }
  }

  func listenForWords() -> AsyncStream<Word> {
    let (stream, continuation) = AsyncStream<Word>.makeStream(bufferingPolicy: .bufferingNewest(4096))
    wordListeners.withLockedValue { $0.append(continuation) }
    return stream
  }

  func publish(_ word: Word) {
    wordListeners.withLockedValue { all in
      all.removeAll { if case .terminated = $0.yield(word) { true } else { false } }
    }
  }

  func close() {
    for listener in listeners.withLockedValue({ $0 }) { listener.finish() }
    for listener in wordListeners.withLockedValue({ $0 }) { listener.finish() }
    jobs.close()
  }
}

/// Wakes whoever waits, once however often it was rung meanwhile.
final class Bell: Sendable {
  private let listeners = NIOLockedValueBox<(all: [AsyncStream<Void>.Continuation], closed: Bool)>(([], false))

  func ring() {
    listeners.withLockedValue { state in
      state.all.removeAll { if case .terminated = $0.yield() { true } else { false } }
    }
  }

  /// Rings now, whenever the bell rings, and at least so often.
  func wakes(every pause: Duration) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let ticking = Task {
      while !Task.isCancelled {
        continuation.yield()
        try? await Task.sleep(for: pause)  // cancelled: the loop ends by itself
      }
    }
    continuation.onTermination = { _ in ticking.cancel() }
    let closed = listeners.withLockedValue { state in
      if !state.closed { state.all.append(continuation) }
      return state.closed
    }
    if closed { continuation.finish() }
    return stream
  }

  func close() {
    let all = listeners.withLockedValue { state in
      state.closed = true
      return state.all
    }
    for listener in all { listener.finish() }
  }
}
