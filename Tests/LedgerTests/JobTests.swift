import Base
import Database
import HomeroomTesting
import Synchronization
import Testing

@testable import Ledger

private struct Poison: Error {}

@Suite struct `Jobs outlive the request` {
  private func enqueue(_ desk: Desk, _ kind: String, _ payload: JSON = .object([])) async throws -> ID<Job> {
    let id: ID<Job> = desk.id()
    try await desk.ledger.write(desk.envelope("report.order")) { tx in
      try tx.enqueue(id, kind: kind, payload: payload)
      return id.text
    }
    return id
  }

  private func job(_ desk: Desk, _ id: ID<Job>) async throws -> Job {
    try #require(try await desk.ledger.job(id, of: desk.school))
  }

  @Test(arguments: Dialect.allCases)
  func `a job is done after its command, once, and says how far it is`(_ dialect: Dialect) async throws {
    let desk = try await Desk.open(dialect)
    defer { desk.ledger.close() }
    let runs = Mutex(0)
    let id = try await enqueue(desk, "report", .object([("pages", .integer(400))]))
    let handler = JobHandler("report") { job, ledger in
      #expect(job.payload["pages"] == .integer(400))
      try await ledger.progress(job, .object([("page", .integer(200))]))
      runs.withLock { $0 += 1 }
    }
    let runner = JobRunner(desk.ledger, [handler])
    try await runner.runDue()
    try await runner.runDue()
    #expect(runs.withLock { $0 } == 1)
    let done = try await job(desk, id)
    #expect(done.state == .done && done.tries == 1 && done.progress?["page"] == .integer(200))
    #expect(try await desk.ledger.jobs(of: desk.school).map(\.id) == [id])
    #expect(try await desk.ledger.jobs(of: desk.id()).isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `a refused command has nothing done`(_ dialect: Dialect) async throws {
    let desk = try await Desk.open(dialect)
    defer { desk.ledger.close() }
    _ = await refusal {
      try await desk.ledger.write(desk.envelope()) { tx in
        try tx.enqueue(desk.id(), kind: "report")
        throw Refusal.stale
      }
    }
    #expect(try await desk.ledger.jobs(of: desk.school).isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `a poisonous job waits longer each time, is parked, and never stops the others`(_ dialect: Dialect) async throws
  {
    let desk = try await Desk.open(dialect)
    defer { desk.ledger.close() }
    let done = Mutex(0)
    let poison = try await enqueue(desk, "poison")
    let runner = JobRunner(
      desk.ledger,
      [
        JobHandler("poison", maxTries: 3) { _, _ in throw Poison() },
        JobHandler("good") { _, _ in done.withLock { $0 += 1 } },
      ])
    for round in 1...3 {
      _ = try await enqueue(desk, "good")
      try await runner.runDue()
      #expect(done.withLock { $0 } == round)
      let failed = try await job(desk, poison)
      #expect(failed.tries == round)
      #expect(failed.why == "Poison()")
      let pause = failed.runAt.since(desk.clock.now)
      if round < 3 { #expect((750 * (1 << Int64(round))...1250 * (1 << Int64(round))).contains(pause)) }
      #expect(failed.state == (round < 3 ? .waiting : .parked))
      try await runner.runDue()
      #expect(try await job(desk, poison).tries == round, "it waits")
      desk.clock.advance(seconds: 3600)
    }
    try await runner.runDue()
    #expect(try await job(desk, poison).tries == 3, "it is parked")
    try await desk.ledger.retry(poison, of: desk.school)
    #expect(await refusal { try await desk.ledger.retry(poison, of: desk.school) } == .notFound)
    try await JobRunner(desk.ledger, [JobHandler("poison") { _, _ in }]).runDue()
    #expect(try await job(desk, poison).state == .done)
  }

  @Test(arguments: Dialect.allCases)
  func `what kills the server twice is not begun a third time`(_ dialect: Dialect) async throws {
    let desk = try await Desk.open(dialect)
    defer { desk.ledger.close() }
    let id = try await enqueue(desk, "bomb")
    let runs = Mutex(0)
    let given = Mutex<[ID<Job>]>([])
    let handler = JobHandler("bomb") { _, _ in
      runs.withLock { $0 += 1 }
    } parked: { job, _ in
      given.withLock { $0.append(job.id) }
    }
    for death in 1...2 {
      // The server that died: it has the job and says no more.
      try await desk.ledger.upkeep { tx in
        try tx.execute(
          """
          UPDATE job SET deaths = deaths + CASE WHEN state = 'running' THEN 1 ELSE 0 END, state = 'running',
            tries = tries + 1, leaseUntil = $2 WHERE id = $1
          """, [.id(id), .instant(desk.clock.now.plus(seconds: JobRunner.lease))])
      }
      if death == 1 { desk.clock.advance(seconds: JobRunner.lease + 1) }
    }
    desk.clock.advance(seconds: JobRunner.lease + 1)
    try await JobRunner(desk.ledger, [handler]).runDue()
    #expect(runs.withLock { $0 } == 0 && given.withLock { $0 } == [id])
    let parked = try await job(desk, id)
    #expect(parked.state == .parked && parked.deaths == 2)
    // Somebody looked, and wants it once more.
    try await desk.ledger.retry(id, of: desk.school)
    try await JobRunner(desk.ledger, [handler]).runDue()
    #expect(try await job(desk, id).state == .done)
  }

  @Test func `what ends the program it has started is given up after two, and other failures are not`() async throws {
    let desk = try await Desk.open(.sqlite)
    defer { desk.ledger.close() }
    let (bomb, plain) = (try await enqueue(desk, "bomb"), try await enqueue(desk, "plain"))
    let runner = JobRunner(
      desk.ledger,
      [
        JobHandler("bomb") { _, _ in throw ProcessDied("It ended with signaled(9).") },
        JobHandler("plain") { _, _ in throw Poison() },
      ])
    for _ in 0..<3 {
      try await runner.runDue()
      desk.clock.advance(seconds: 3600)
    }
    let (given, kept) = (try await job(desk, bomb), try await job(desk, plain))
    #expect(given.state == .parked && given.tries == 2 && given.why == "It ended with signaled(9).")
    #expect(kept.state == .waiting && kept.tries == 3)
  }

  @Test(arguments: Dialect.allCases)
  func `the job of a server that died is taken over when its lease has run out`(_ dialect: Dialect) async throws {
    let desk = try await Desk.open(dialect)
    defer { desk.ledger.close() }
    let id = try await enqueue(desk, "report")
    // The server that died: it has the job and says no more.
    try await desk.ledger.upkeep { tx in
      try tx.execute(
        "UPDATE job SET state = 'running', tries = 1, leaseUntil = $1", [.instant(tx.now.plus(seconds: 60))])
    }
    let runs = Mutex(0)
    let runner = JobRunner(desk.ledger, [JobHandler("report") { _, _ in runs.withLock { $0 += 1 } }])
    try await runner.runDue()
    #expect(runs.withLock { $0 } == 0)
    desk.clock.advance(seconds: 61)
    try await runner.runDue()
    #expect(runs.withLock { $0 } == 1)
    let done = try await job(desk, id)
    #expect(done.state == .done && done.tries == 2)
  }

  @Test(arguments: Dialect.allCases)
  func `a clock that is set back holds up no job, no retry and no lease`(_ dialect: Dialect) async throws {
    let desk = try await Desk.open(dialect)
    defer { desk.ledger.close() }
    let order = Mutex<[String]>([])
    let done = Mutex(0)
    let runner = JobRunner(
      desk.ledger,
      [
        JobHandler("failing") { _, _ in
          order.withLock { $0.append("failing") }
          let runs = done.withLock {
            $0 += 1
            return $0
          }
          if runs == 1 { throw Poison() }
        },
        JobHandler("fresh") { _, _ in order.withLock { $0.append("fresh") } },
        JobHandler("later") { _, _ in order.withLock { $0.append("later") } },
        JobHandler("orphan") { _, _ in order.withLock { $0.append("orphan") } },
      ])
    let failing = try await enqueue(desk, "failing")
    try await runner.runDue()
    _ = try await enqueue(desk, "fresh")
    let orphan = try await enqueue(desk, "orphan")
    try await desk.ledger.write(desk.envelope("report.order")) { tx in
      try tx.enqueue(desk.id(), kind: "later", runAt: tx.now.plus(seconds: 60))
      try tx.execute(
        "UPDATE job SET state = 'running', tries = 1, leaseUntil = $1 WHERE id = $2",
        [.instant(tx.now.plus(seconds: 60)), .id(orphan)])
      return ""
    }
    desk.clock.advance(seconds: -3600)
    try await runner.runDue()
    #expect(order.withLock { $0.sorted() } == ["failing", "failing", "fresh", "orphan"])
    #expect(try await job(desk, failing).state == .done)
    desk.clock.advance(seconds: 3660)
    try await runner.runDue()
    #expect(order.withLock { $0.last } == "later", "what has its hour keeps it")
  }

  @Test(arguments: Dialect.allCases)
  func `a clock that is a few minutes back takes no job from who has it`(_ dialect: Dialect) async throws {
    let desk = try await Desk.open(dialect)
    defer { desk.ledger.close() }
    _ = try await enqueue(desk, "report")
    try await desk.ledger.upkeep { tx in
      try tx.execute(
        "UPDATE job SET state = 'running', tries = 1, leaseUntil = $1", [.instant(tx.now.plus(seconds: 60))])
    }
    desk.clock.advance(seconds: -300)
    try await JobRunner(desk.ledger, [JobHandler("report") { _, _ in Issue.record("It is another's.") }]).runDue()
  }

  @Test(arguments: Dialect.allCases)
  func `a job that takes the server down each time is parked`(_ dialect: Dialect) async throws {
    let desk = try await Desk.open(dialect)
    defer { desk.ledger.close() }
    let id = try await enqueue(desk, "bomb")
    try await desk.ledger.upkeep { tx in
      try tx.execute(
        "UPDATE job SET state = 'running', tries = 8, leaseUntil = $1", [.instant(tx.now.plus(seconds: -1))])
    }
    try await JobRunner(desk.ledger, [JobHandler("bomb") { _, _ in Issue.record("It must not run.") }]).runDue()
    #expect(try await job(desk, id).state == .parked)
  }

  @Test(arguments: Dialect.allCases)
  func `a stopping server gives its job back, and the try does not count`(_ dialect: Dialect) async throws {
    let desk = try await Desk.open(dialect)
    defer { desk.ledger.close() }
    let id = try await enqueue(desk, "long")
    let (begun, continuation) = AsyncStream<Void>.makeStream()
    let runner = JobRunner(
      desk.ledger,
      [
        JobHandler("long") { _, _ in
          continuation.yield()
          try await Task.sleep(for: .seconds(60))
        }
      ])
    let working = Task { await runner.run() }
    for await _ in begun { break }
    working.cancel()
    await working.value
    let back = try await job(desk, id)
    #expect(back.state == .waiting && back.tries == 0)
  }

  @Test(arguments: Dialect.allCases)
  func `two runners share the work without doing any of it twice`(_ dialect: Dialect) async throws {
    let desk = try await Desk.open(dialect)
    defer { desk.ledger.close() }
    for _ in 0..<30 { _ = try await enqueue(desk, "small") }
    let runs = Mutex<[ID<Job>]>([])
    let runner = JobRunner(desk.ledger, [JobHandler("small") { job, _ in runs.withLock { $0.append(job.id) } }])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { try await runner.runDue() } }
      try await group.waitForAll()
    }
    #expect(runs.withLock { $0.count } == 30)
    #expect(runs.withLock { Set($0).count } == 30)
  }
}
