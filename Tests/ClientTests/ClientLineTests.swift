import App
import Base
import Core
import Database
import Demo
import Foundation
import HomeroomClient
import HomeroomTesting
import School
import Sync
import Synchronization
import Testing

/// A line that loses, doubles and delays, and a process that ends wherever it is.
@Suite(.timeLimit(.minutes(10))) struct `A client on a bad line` {
  @Test(arguments: Dialect.allCases, [1, 2, 3])
  func `has everything carried out once and in its order`(_ dialect: Dialect, _ seed: Int) async throws {
    let school = try await TestSchool.open(dialect)
    defer { school.homeroom.close() }
    let phone = try await Phone.signedIn(school, seed: UInt64(seed))
    let child = try await phone.child()
    phone.line.fail(.init(lost: 10, unanswered: 10, doubled: 5, late: 5), seed: UInt64(seed))
    var keys: [ID<IdempotencyKey>] = []
    for number in 0..<30 { keys.append(try await phone.report("line \(number)", of: child, in: number)) }
    #expect(await phone.settleLossy())
    phone.line.fail(.init())
    #expect(try await phone.settle())
    #expect(try await school.homeroom.carriedOut(keys) == keys)
    #expect(try await school.reasons("line").count == 30)
    #expect(try await phone.client.tray().isEmpty)
    try await phone.expectFresh(school)
  }

  @Test(arguments: Dialect.allCases, [true, false])
  func `leaves what is refused in the middle of a hundred, and sends the others`(
    _ dialect: Dialect, _ together: Bool
  ) async throws {
    let school = try await TestSchool.open(dialect)
    defer { school.homeroom.close() }
    let (phone, other) = (try await Phone.signedIn(school), try await Phone.signedIn(school, seed: 2))
    let child = try await phone.child()
    let first = try await phone.report("withdrawn", of: child)
    try await phone.client.sync()
    try await other.client.sync()
    let absence = try await phone.absence("withdrawn", of: child)

    phone.line.cut()
    for number in 0..<49 { try await phone.report("before \(number)", of: child, in: number) }
    let poison = try await phone.withdraw(absence, of: child)
    for number in 0..<50 { try await phone.report("after \(number)", of: child, in: number) }
    // She has done it on her other phone, too.
    _ = try await other.withdraw(absence, of: child)
    try await other.client.sync()
    phone.line.cut(false)
    // Another server's limits may be others: then each goes by itself.
    phone.line.takeTogether(together)

    let report = try await phone.client.sync()
    #expect(report.sent == 99 && report.refused == 1 && report.isComplete)
    let tray = try await phone.client.tray()
    #expect(tray.map(\.key) == [poison] && first != poison)
    guard case .refused(let reason)? = tray.first?.outcome else { throw Refusal.notFound }
    #expect(!reason.isEmpty)
    #expect(try await school.reasons("before").count == 49)
    #expect(try await school.reasons("after").count == 50)
    try await phone.expectFresh(school)
    // Tried again it is refused again, once; thrown away it is gone.
    try await phone.client.retry(poison)
    #expect(try await phone.client.sync().refused == 1)
    try await phone.client.discard(poison)
    #expect(try await phone.client.tray().isEmpty)
  }

  /// How often a line is made that loses answers: some in each check; raised to 500 by hand, none was stuck either.
  private static let runs = 100

  /// Requests arrive and their answers do not: no run gets stuck.
  @Test func `is never stuck when requests arrive and answers do not`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let phone = try await Phone.signedIn(school)
    let child = try await phone.child()
    var wedged: [Int] = []
    for run in 0..<Self.runs {
      var dice = Dice(seed: UInt64(run) &* 2_654_435_761 &+ 17)
      phone.line.fail(.init(unanswered: dice.roll(10...80), late: dice.roll(0...10)), seed: UInt64(run) &+ 1)
      try await phone.report("run \(run)", of: child, in: dice.roll(0...300))
      for _ in 0..<dice.roll(1...3) { _ = try? await phone.client.sync() }
      phone.line.fail(.init())
      if try await !phone.settle(most: 3) { wedged.append(run) }
    }
    #expect(wedged == [])
    #expect(try await school.reasons("run").count == Self.runs)
    try await phone.expectFresh(school)
  }

  @Test(arguments: Dialect.allCases)
  func `has the old or the new wherever the process ends, and goes on from there`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    defer { school.homeroom.close() }
    let phone = try await Phone.signedIn(school)
    let child = try await phone.child()
    phone.line.cut()
    var (keys, copies) = ([ID<IdempotencyKey>](), [try phone.copy()])
    for number in 0..<4 {
      keys.append(try await phone.report("killed \(number)", of: child, in: number))
      copies.append(try phone.copy())
    }
    for (count, copy) in copies.enumerated() {
      #expect(try await phone.again(in: try Phone.copy(copy)).client.outbox().map(\.key) == Array(keys.prefix(count)))
    }
    phone.line.cut(false)
    let during = Copies(of: phone.folder)
    phone.line.onStep { try during.add() }
    try await phone.client.sync()
    phone.line.onStep(nil)
    // Before and after each: whose device it is, all that waited, its rows.
    #expect(during.all.count >= 2 * 3)
    for copy in during.all {
      let again = try await phone.again(in: copy)
      let waiting = try await again.client.outbox().map(\.key)
      #expect(waiting == keys || waiting == [])
      #expect(try await again.settle(most: 3))
      #expect(try await again.client.contents() == phone.client.contents())
    }
    #expect(try await school.homeroom.carriedOut(keys) == keys)
    try await phone.expectFresh(school)
  }

  @Test func `sends a hundred in one round trip, and what it was given of bytes`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let phone = try await Phone.signedIn(school)
    let child = try await phone.child()
    for number in 0..<120 { try await phone.report("many \(number)", of: child, in: number) }
    let before = phone.line.posted.count
    let first = try await phone.client.exchange(bytes: 1, budget: 60_000)
    #expect(first.sent == 1 && !first.isComplete)
    let report = try await phone.client.sync()
    #expect(report.sent == 119 && report.refused == 0 && report.isComplete)
    let push = "/api/v1/sync/push"
    #expect(phone.line.posted.dropFirst(before) == [push, push, push, "/api/v1/sync/pull"])
    #expect(try await phone.client.outbox().isEmpty)
    try await phone.expectFresh(school)
  }

  @Test func `begins with the first answer, and again when the process ended before it was taken`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let phone = try await Phone.new(school)
    try await phone.client.signIn(identifier: Phone.mother, password: DemoSchool.password)
    let during = Copies(of: phone.folder)
    phone.line.onStep { try during.add() }
    try await phone.client.sync()
    phone.line.onStep(nil)
    for copy in during.all {
      let again = try await phone.again(in: copy)
      #expect(try await again.client.sync().isComplete)
      #expect(try await again.client.contents() == phone.client.contents())
    }
  }

  @Test func `ends between two answers when it is cancelled, and goes on from there`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let phone = try await Phone.signedIn(school)
    let child = try await phone.child()
    for number in 0..<3 { try await phone.report("cancelled \(number)", of: child) }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await phone.client.sync()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await phone.client.outbox().count == 3)
    #expect(try await phone.settle(most: 1))
    #expect(try await school.reasons("cancelled").count == 3)
  }
}

extension Phone {
  /// The id of an absence by what was said.
  fileprivate func absence(_ reason: String, of child: String) async throws -> String {
    let absences = try await client.data("/students/\(child)/absences").readList("absences")
    return try #require(absences.first { $0.readText("reason") == reason }?.readText("id"))
  }

  fileprivate func withdraw(_ absence: String, of child: String) async throws -> ID<IdempotencyKey> {
    let (key, page): (ID<IdempotencyKey>, String) = (clock.world.id(), "/students/\(child)/absences")
    try await client.perform("\(page)/\(absence)/withdraw", from: page, key: key)
    return key
  }

  /// Goes on while the line is bad, as a phone would.
  fileprivate func settleLossy() async -> Bool {
    do { return try await settle(most: 2000) } catch { return false }
  }
}

/// What a folder was at each of many moments.
private final class Copies: Sendable {
  private let folder: URL
  private let made = Mutex<[URL]>([])
  init(of folder: URL) { self.folder = folder }
  func add() throws {
    let copy = try Phone.copy(folder)
    made.withLock { $0.append(copy) }
  }
  var all: [URL] { made.withLock { $0 } }
}
