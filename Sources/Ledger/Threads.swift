import Base
import Database
import Foundation
import NIOConcurrencyHelpers

/// A few threads with one queue.
///
/// Database calls block, so they never run on Swift's cooperative threads.
final class Threads: Sendable {
  private struct State {
    var jobs: [(@Sendable () -> Void)?] = []
    var head = 0
    var stopped = false
  }
  private let state = NIOLockedValueBox(State())
  private let wake = DispatchSemaphore(value: 0)
  private let living = DispatchGroup()
  private let count: Int
  /// How many may wait for a thread.
  private let most: Int

  init(_ name: String, count: Int, waiting: Int = .max) {
    (self.count, most) = (count, waiting)
    for number in 0..<count {
      living.enter()
      let thread = Thread { [self] in loop() }
      thread.name = "\(name)-\(number)"
      thread.stackSize = 2 << 20
      thread.start()
    }
  }

  /// - Throws: `Refusal.unavailable` when the threads have been stopped or too many wait, or what `body` throws.
  func run<Answer: Sendable>(_ body: @escaping @Sendable () throws -> Answer) async throws -> Answer {
    try await withCheckedThrowingContinuation { waiting in
      let added = add { waiting.resume(with: Result { try body() }) }
      if !added { waiting.resume(throwing: Refusal.unavailable) }
    }
  }

  /// - Returns: whether there is still a thread to do it, and room to wait for it.
  @discardableResult
  func add(_ job: @escaping @Sendable () -> Void) -> Bool {
    let added = state.withLockedValue { state in
      if state.stopped || state.jobs.count - state.head >= most { return false }
      state.jobs.append(job)
      return true
    }
    if added { wake.signal() }
    return added
  }

  /// Takes nothing more, and returns when all that was taken has been done.
  func stop() {
    state.withLockedValue { $0.stopped = true }
    for _ in 0..<count { wake.signal() }
    living.wait()
  }

  private func loop() {
    defer { living.leave() }
    while true {
      wake.wait()
      let (job, isOver) = next()
      job?()
      if job == nil, isOver { return }
    }
  }

  private func next() -> (job: (@Sendable () -> Void)?, isOver: Bool) {
    state.withLockedValue { state in
      guard state.head < state.jobs.count else { return (nil, state.stopped) }
      defer {
        state.jobs[state.head] = nil  // what it holds goes with it, and not 256 jobs later
        state.head += 1
        if state.head > 256 {
          state.jobs.removeFirst(state.head)
          state.head = 0
        }
      }
      return (state.jobs[state.head], false)
    }
  }
}
