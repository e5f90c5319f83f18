import Base
import Database
import Ledger
import Mail
import Talk

extension DeliveryService {
  /// Mail, until the task is cancelled; a mail server that is down is asked again every half minute.
  public func runMail() async {
    await rounds {
      try await sort()
      if try await !sendMail() { try await Task.sleep(for: .seconds(30)) }
    }
  }

  /// Push, on its own: it finds the ways too, because whoever waits for the mail server should not.
  public func runPush() async {
    await rounds {
      while try await sort() == Self.batch {}
      try await sendPushes()
    }
  }

  /// Once at every commit, at most five times a second, and every few seconds because time goes by.
  private func rounds(_ body: @Sendable () async throws -> Void) async {
    let (ticks, tick) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    await withTaskGroup(of: Void.self) { group in
      let changes = ledger.changes()
      group.addTask {
        for await _ in changes { tick.yield() }
        tick.finish()
      }
      group.addTask {
        while !Task.isCancelled {
          tick.yield()
          try? await Task.sleep(for: .seconds(5))  // ends early only when all ends
        }
        tick.finish()
      }
      for await _ in ticks {
        if Task.isCancelled { break }
        do {
          try await body()
          try await Task.sleep(for: .milliseconds(200))
        } catch is CancellationError { break } catch { carriers.log("\(error)") }
      }
      group.cancelAll()
    }
  }

  /// Does all that is due now, for those who wait for it: tests and the demo.
  public func settleAll() async throws {
    while try await sort() > 0 {}
    try await sendMail()
    try await sendPushes()
  }

  /// Lets what was parked try again, once whoever runs the server has put right what was wrong.
  ///
  /// - Returns: how much there was.
  public func retryParked() async throws -> Int {
    try await ledger.upkeep { try NotificationsDeliveryStore(tx: $0).unpark() }
  }

  /// Once an hour: what was settled long ago is forgotten.
  public func sweep() async throws {
    try await ledger.upkeep { try NotificationsDeliveryStore(tx: $0).sweep() }
    if case .folder(let outbox) = carriers.mailer.way { outbox.sweep(before: ledger.world.now().plus(days: -30)) }
  }

  /// What the operator should know; empty when all is well.
  public func report() async throws -> [String] {
    let (waiting, parked) = try await ledger.read { try NotificationsDeliveryStore(tx: $0).counts() }
    var lines: [String] = []
    if case .folder(let outbox) = carriers.mailer.way, outbox.count > 0 {
      lines.append("No mail server is set: \(outbox.count) letters lie in \(outbox.directory).")
    }
    if parked > 0 {
      lines.append("\(parked) letters and pushes are parked: nobody took them. “homeroom retry-post” tries again.")
    }
    if waiting > 1000 { lines.append("\(waiting) letters and pushes wait to be sent.") }
    return lines
  }
}
