public import App
public import Base
public import Database
import Demo
import Foundation
package import Ledger
import Logging

/// The demo school in the test's own process, on either engine: what everybody knows by name.
public struct TestSchool: Sendable {
  public let homeroom: Homeroom
  public let clock: TestClock
  /// Where its files lie.
  public let directory: String
  /// Sees what pages read.
  package let watch: Watch

  /// Wednesday, 11 March 2026, 05:30 UTC: half past seven in Jerusalem, before the first lesson.
  public static let morning = Instant(milliseconds: 1_773_207_000_000)

  /// - Parameter flags: what whoever runs the server has set.
  public static func open(
    _ dialect: Dialect, at start: Instant = morning, flags: [String: String] = [:]
  ) async throws -> TestSchool {
    let (place, made) = try await DemoDatabase.shared.made(dialect, start)
    let (clock, watch) = (TestClock(after: made), Watch.ofRows(reads: true))
    let copy = try place.copy()
    let homeroom = try await open(copy, clock, watch, flags)
    return TestSchool(homeroom: homeroom, clock: clock, directory: copy.directory, watch: watch)
  }

  fileprivate static func open(
    _ place: DatabaseLocation, _ clock: TestClock, _ watch: Watch?, _ flags: [String: String] = [:]
  ) async throws -> Homeroom {
    let ledger = try Ledger.open(
      place, migrations: Homeroom.migrations, world: clock.world, readers: 2, watch: watch)
    let settings = try await Settings.read(flags: flags, environment: [:], config: nil)
    return Homeroom(
      settings, ledger: ledger, resources: try resources.get(), logger: Logger(label: "test"))
  }

  public func browser() -> TestBrowser { TestBrowser(homeroom.server) }

  /// A browser that has signed in as one of the demo's people.
  public func signedIn(_ identifier: String) async throws -> TestBrowser {
    let browser = browser()
    let reply = try await browser.post("/sign-in", [("identifier", identifier), ("password", DemoSchool.password)])
    guard reply.status == 303 else { throw Refusal.notFound }
    _ = try await browser.get("/account")
    return browser
  }

  /// Lets everything happen that follows from what was done; what was written last must lie where its rows lie.
  public func runFollowers() async throws {
    try await homeroom.runFollowers()
    let schools = try await homeroom.ledger.read { tx in
      try tx.rows("SELECT id, head FROM tenant") { ($0.id(0, Tenant.self), $0.integer(1)) }
    }
    for (school, head) in schools { try await homeroom.ledger.findMislaid(in: school, after: head - 30) }
  }

  /// How far the books of the first school have come, which is of kind k12.
  public func head() async throws -> Int64 {
    try await homeroom.ledger.read { tx in
      try tx.first("SELECT t.head FROM tenant t JOIN school s ON s.id = t.id WHERE s.kind = 'k12'") { $0.integer(0) }
        ?? 0
    }
  }

  /// Writes into the books of one school without a command of its own.
  package func write(
    in school: ID<Tenant>, _ body: @escaping @Sendable (WriteTransaction) throws(Refusal) -> Void
  ) async throws {
    let ledger = homeroom.ledger
    _ = try await ledger.write(CommandEnvelope(ledger.world.id(), "test.change", school: school, by: nil)) { tx in
      try body(tx)
      return ""
    }
  }

  /// How many files the books keep, of all schools.
  public func fileCount() async throws -> Int {
    try await homeroom.ledger.read { tx in try tx.count("SELECT count(*) FROM file") }
  }

  /// A picture of 64 by 32 pixels, half red and half blue, as PNG.
  public static let picture = [UInt8](
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAEAAAAAgCAIAAAAt/+nTAAAAO0lEQVR42u3PMQ0AAAzDsIEYf2QFMww7+lnKHcmT3WrlfQYAAAAAAAAAAAAAAAAAAAAAAAAAAAAA4NsB1okgeVek9IoAAAAASUVORK5CYII="
    ) ?? Data())

  /// The root of the checkout, from this file's own path: tests run from anywhere.
  ///
  /// Read once: they are half a second's work of the debug build.
  static let resources = Result { try Resources.find(checkout) }

  package static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
}

/// The demo school on each engine and of each morning, made once; every test has a copy, which is much quicker.
private actor DemoDatabase {
  struct Key: Hashable { let dialect: Dialect, start: Instant }

  static let shared = DemoDatabase()
  private var tasks: [Key: Task<(DatabaseLocation, TestClock), any Error>] = [:]

  func made(_ dialect: Dialect, _ start: Instant) async throws -> (DatabaseLocation, TestClock) {
    let key = Key(dialect: dialect, start: start)
    let task = tasks[key] ?? Task { try await DemoDatabase.make(dialect, start) }
    tasks[key] = task
    return try await task.value
  }

  private static func make(_ dialect: Dialect, _ start: Instant) async throws -> (DatabaseLocation, TestClock) {
    let (place, clock) = (try TestDatabase.place(dialect, migrations: Homeroom.migrations), TestClock(start))
    let homeroom = try await TestSchool.open(place, clock, nil)
    // Tests put pictures in themselves, and count files.
    try await DemoSchool(students: 0, seed: 7, hasPictures: false).make(
      in: homeroom.ledger, passwords: homeroom.passwords, commands: homeroom.commands)
    homeroom.close()
    return (place, clock)
  }
}
