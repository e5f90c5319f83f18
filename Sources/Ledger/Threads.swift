import Foundation
import NIOConcurrencyHelpers

/// A few threads with one queue. Database calls block, so they never run on Swift's cooperative threads.
final class Threads: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var head = 0
    var stopped = false
  }
  private let state = NIOLockedValueBox(State())
  private let wake = DispatchSemaphore(value: 0)

  init(_ name: String, count: Int) {
    for number in 0..<count {
      let thread = Thread { [self] in loop() }
      thread.name = "\(name)-\(number)"
      thread.stackSize = 2 << 20
      thread.start()
    }
  }

  func run<Answer: Sendable>(_ body: @escaping @Sendable () throws -> Answer) async throws -> Answer {
    try await withCheckedThrowingContinuation { waiting in
      add { waiting.resume(with: Result { try body() }) }
    }
  }

  func add(_ job: @escaping @Sendable () -> Void) {
    state.withLockedValue { $0.jobs.append(job) }
    wake.signal()
  }

  private func loop() {
    while true {
      wake.wait()
      let job = state.withLockedValue { state -> (@Sendable () -> Void)? in
        guard state.head < state.jobs.count else { return nil }
        defer {
          state.head += 1
          if state.head > 256 {
            state.jobs.removeFirst(state.head)
            state.head = 0
          }
        }
        return state.jobs[state.head]
      }
      job?()
    }
  }
}
