import Base
import Database
import HomeroomTesting
import Synchronization
import Testing

@testable import Ledger

private struct Poison: Error {}

@Suite struct `Jobs outlive the request` {
  private func enqueue(_ fixture: LedgerFixture, _ kind: String, _ payload: JSON = .object([])) async throws -> ID<Job>
  {
    let id: ID<Job> = fixture.id()
    try await fixture.ledger.write(fixture.envelope("report.order")) { tx in
      try tx.enqueue(id, kind: kind, payload: payload)
      return id.text
    }
    return id
  }

  private func job(_ fixture: LedgerFixture, _ id: ID<Job>) async throws -> Job {
    try #require(try await fixture.ledger.job(id, of: fixture.school))
  }

  @Test(arguments: Dialect.allCases)
  func `a job is done after its command, once, and says how far it is`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let runs = Mutex(0)
    let id = try await enqueue(fixture, "report", .object([("pages", .integer(400))]))
    let handler = JobHandler("report") { job, ledger in
      #expect(job.payload["pages"] == .integer(400))
      try await ledger.progress(job, .object([("page", .integer(200))]))
      runs.withLock { $0 += 1 }
    }
    let runner = JobRunner(fixture.ledger, [handler])
    try await runner.runDue()
    try await runner.runDue()
    #expect(runs.withLock { $0 } == 1)
    let done = try await job(fixture, id)
    #expect(done.state == .done && done.tries == 1 && done.progress?["page"] == .integer(200))
    #expect(try await fixture.ledger.jobs(of: fixture.school).map(\.id) == [id])
    #expect(try await fixture.ledger.jobs(of: fixture.id()).isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `a refused command has nothing done`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    _ = await refusal {
      try await fixture.ledger.write(fixture.envelope()) { tx in
        try tx.enqueue(fixture.id(), kind: "report")
        throw Refusal.stale
      }
    }
    #expect(try await fixture.ledger.jobs(of: fixture.school).isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `a poisonous job waits longer each time, is parked, and never stops the others`(_ dialect: Dialect) async throws
  {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let done = Mutex(0)
    let poison = try await enqueue(fixture, "poison")
    let runner = JobRunner(
      fixture.ledger,
      [
        JobHandler("poison", maxTries: 3) { _, _ in throw Poison() },
        JobHandler("good") { _, _ in done.withLock { $0 += 1 } },
      ])
    for round in 1...3 {
      _ = try await enqueue(fixture, "good")
      try await runner.runDue()
      #expect(done.withLock { $0 } == round)
      let failed = try await job(fixture, poison)
      #expect(failed.tries == round)
      #expect(failed.reason == "Poison()")
      let pause = failed.runAt.since(fixture.clock.now)
      if round < 3 { #expect((750 * (1 << Int64(round))...1250 * (1 << Int64(round))).contains(pause)) }
      #expect(failed.state == (round < 3 ? .waiting : .parked))
      try await runner.runDue()
      #expect(try await job(fixture, poison).tries == round, "it waits")
      fixture.clock.advance(seconds: 3600)
    }
    try await runner.runDue()
    #expect(try await job(fixture, poison).tries == 3, "it is parked")
    try await fixture.ledger.retry(poison, of: fixture.school)
    #expect(await refusal { try await fixture.ledger.retry(poison, of: fixture.school) } == .notFound)
    try await JobRunner(fixture.ledger, [JobHandler("poison") { _, _ in }]).runDue()
    #expect(try await job(fixture, poison).state == .done)
  }

  @Test(arguments: Dialect.allCases)
  func `what kills the server twice is not begun a third time`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let id = try await enqueue(fixture, "bomb")
    let runs = Mutex(0)
    let given = Mutex<[ID<Job>]>([])
    let handler = JobHandler("bomb") { _, _ in
      runs.withLock { $0 += 1 }
    } parked: { job, _ in
      given.withLock { $0.append(job.id) }
    }
    for death in 1...2 {
      // The server that died: it has the job and says no more.
      try await fixture.ledger.upkeep { tx in
        try tx.execute(
          """
          UPDATE job SET deaths = deaths + CASE WHEN state = 'running' THEN 1 ELSE 0 END, state = 'running',
            tries = tries + 1, leaseUntil = $2 WHERE id = $1
          """, [.id(id), .instant(fixture.clock.now.plus(seconds: JobRunner.lease))])
      }
      if death == 1 { fixture.clock.advance(seconds: JobRunner.lease + 1) }
    }
    fixture.clock.advance(seconds: JobRunner.lease + 1)
    try await JobRunner(fixture.ledger, [handler]).runDue()
    #expect(runs.withLock { $0 } == 0 && given.withLock { $0 } == [id])
    let parked = try await job(fixture, id)
    #expect(parked.state == .parked && parked.deaths == 2)
    // Somebody looked, and wants it once more.
    try await fixture.ledger.retry(id, of: fixture.school)
    try await JobRunner(fixture.ledger, [handler]).runDue()
    #expect(try await job(fixture, id).state == .done)
  }

  @Test func `what ends the program it has started is given up after two, and other failures are not`() async throws {
    let fixture = try await LedgerFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let (bomb, plain) = (try await enqueue(fixture, "bomb"), try await enqueue(fixture, "plain"))
    let runner = JobRunner(
      fixture.ledger,
      [
        JobHandler("bomb") { _, _ in throw ProcessDied("It ended with signaled(9).") },
        JobHandler("plain") { _, _ in throw Poison() },
      ])
    for _ in 0..<3 {
      try await runner.runDue()
      fixture.clock.advance(seconds: 3600)
    }
    let (given, kept) = (try await job(fixture, bomb), try await job(fixture, plain))
    #expect(given.state == .parked && given.tries == 2 && given.reason == "It ended with signaled(9).")
    #expect(kept.state == .waiting && kept.tries == 3)
  }

  @Test(arguments: Dialect.allCases)
  func `the job of a server that died is taken over when its lease has run out`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let id = try await enqueue(fixture, "report")
    // The server that died: it has the job and says no more.
    try await fixture.ledger.upkeep { tx in
      try tx.execute(
        "UPDATE job SET state = 'running', tries = 1, leaseUntil = $1", [.instant(tx.now.plus(seconds: 60))])
    }
    let runs = Mutex(0)
    let runner = JobRunner(fixture.ledger, [JobHandler("report") { _, _ in runs.withLock { $0 += 1 } }])
    try await runner.runDue()
    #expect(runs.withLock { $0 } == 0)
    fixture.clock.advance(seconds: 61)
    try await runner.runDue()
    #expect(runs.withLock { $0 } == 1)
    let done = try await job(fixture, id)
    #expect(done.state == .done && done.tries == 2)
  }

  @Test(arguments: Dialect.allCases)
  func `a clock that is set back holds up no job, no retry and no lease`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let order = Mutex<[String]>([])
    let done = Mutex(0)
    let runner = JobRunner(
      fixture.ledger,
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
    let failing = try await enqueue(fixture, "failing")
    try await runner.runDue()
    _ = try await enqueue(fixture, "fresh")
    let orphan = try await enqueue(fixture, "orphan")
    try await fixture.ledger.write(fixture.envelope("report.order")) { tx in
      try tx.enqueue(fixture.id(), kind: "later", runAt: tx.now.plus(seconds: 60))
      try tx.execute(
        "UPDATE job SET state = 'running', tries = 1, leaseUntil = $1 WHERE id = $2",
        [.instant(tx.now.plus(seconds: 60)), .id(orphan)])
      return ""
    }
    fixture.clock.advance(seconds: -3600)
    try await runner.runDue()
    #expect(order.withLock { $0.sorted() } == ["failing", "failing", "fresh", "orphan"])
    #expect(try await job(fixture, failing).state == .done)
    fixture.clock.advance(seconds: 3660)
    try await runner.runDue()
    #expect(order.withLock { $0.last } == "later", "what has its hour keeps it")
  }

  @Test(arguments: Dialect.allCases)
  func `a clock that is a few minutes back takes no job from who has it`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    _ = try await enqueue(fixture, "report")
    try await fixture.ledger.upkeep { tx in
      try tx.execute(
        "UPDATE job SET state = 'running', tries = 1, leaseUntil = $1", [.instant(tx.now.plus(seconds: 60))])
    }
    fixture.clock.advance(seconds: -300)
    try await JobRunner(fixture.ledger, [JobHandler("report") { _, _ in Issue.record("It is another's.") }]).runDue()
  }

  @Test(arguments: Dialect.allCases)
  func `a job that takes the server down each time is parked`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let id = try await enqueue(fixture, "bomb")
    try await fixture.ledger.upkeep { tx in
      try tx.execute(
        "UPDATE job SET state = 'running', tries = 8, leaseUntil = $1", [.instant(tx.now.plus(seconds: -1))])
    }
    try await JobRunner(fixture.ledger, [JobHandler("bomb") { _, _ in Issue.record("It must not run.") }]).runDue()
    #expect(try await job(fixture, id).state == .parked)
  }

  @Test(arguments: Dialect.allCases)
  func `a stopping server gives its job back, and the try does not count`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let id = try await enqueue(fixture, "long")
    let (begun, continuation) = AsyncStream<Void>.makeStream()
    let runner = JobRunner(
      fixture.ledger,
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
    let back = try await job(fixture, id)
    #expect(back.state == .waiting && back.tries == 0)
  }

  @Test(arguments: Dialect.allCases)
  func `two runners share the work without doing any of it twice`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    for _ in 0..<30 { _ = try await enqueue(fixture, "small") }
    let runs = Mutex<[ID<Job>]>([])
    let runner = JobRunner(fixture.ledger, [JobHandler("small") { job, _ in runs.withLock { $0.append(job.id) } }])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { try await runner.runDue() } }
      try await group.waitForAll()
    }
    #expect(runs.withLock { $0.count } == 30)
    #expect(runs.withLock { Set($0).count } == 30)
  }
}
