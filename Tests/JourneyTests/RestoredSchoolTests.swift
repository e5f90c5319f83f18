import Base
import Database
import Demo
import Foundation
import HomeroomTesting
import Ledger
import Router
import School
import Testing
import Web

@testable import App
@testable import People
@testable import PeopleServer

/// A school is erased, and a backup from before is put in the place of the books.
@Suite struct `A backup that is older than an erasure` {
  @Test(arguments: Dialect.allCases)
  func `does not bring the school back, as long as a younger one lies beside it`(_ dialect: Dialect) async throws {
    let backups = try await Backups.make(dialect)
    let place = try await backups.emptyPlace()
    let said = try await Homeroom.restore(place, from: backups.older, world: backups.clock.world)
    #expect(said.contains("Rimon School was erased on") && said.contains("has been erased again."))
    let homeroom = try await Homeroom.open(place, world: backups.clock.world)
    defer { homeroom.close() }
    let ledger = homeroom.ledger
    let left = try await ledger.read { tx in
      try ledger.tenantTables.filter {
        try tx.exists("SELECT 1 FROM \"\($0.name)\" WHERE school = $1", [.id(backups.rimon)])
      }.map(\.name)
    }
    #expect(left.isEmpty)
    #expect(try await ledger.read { try SchoolsStore(tx: $0).all() }.count == 2)
    #expect(try await homeroom.features.schools.report().isEmpty)
    #expect(try await ledger.doctor().filter { $0.kind == .chain || $0.kind == .database || $0.kind == .files }.isEmpty)
    let grace = TestBrowser(homeroom.server)
    let entry = try await grace.post(
      "/sign-in", [("identifier", "grace@hill.example"), ("password", DemoSchool.password)])
    #expect(entry.status == 303)
    // Its note goes along with every backup that is made of it.
    let again = try TestFolder.make() + "/again"
    try await ledger.backUp(to: again)
    #expect(FileManager.default.fileExists(atPath: again + "/erased.txt"))
  }

  @Test(arguments: Dialect.allCases)
  func `brings it back when that is wanted, and it stays then`(_ dialect: Dialect) async throws {
    let backups = try await Backups.make(dialect)
    let place = try await backups.emptyPlace()
    let said = try await Homeroom.restore(
      place, from: backups.older, keepsErased: true, world: backups.clock.world)
    #expect(said.contains("Rimon School had been erased since, and is there again."))
    let homeroom = try await Homeroom.open(place, world: backups.clock.world)
    defer { homeroom.close() }
    #expect(try await homeroom.features.schools.eraseReturned().isEmpty)
    let dana = TestBrowser(homeroom.server)
    let entry = try await dana.post(
      "/sign-in", [("identifier", "dana@rimon.example"), ("password", DemoSchool.password)])
    #expect(entry.status == 303)
  }

  /// Somebody copied an old file over the new one: nobody was asked, so the doctor says it and the sweep does it.
  @Test func `that was put there by hand is named by the doctor and erased by the sweep`() async throws {
    let backups = try await Backups.make(.sqlite)
    let place = try await backups.emptyPlace()
    _ = try await Homeroom.restore(place, from: backups.older, keepsErased: true, world: backups.clock.world)
    let homeroom = try await Homeroom.open(place, world: backups.clock.world)
    defer { homeroom.close() }
    backups.clock.advance(seconds: 60)
    try homeroom.ledger.erasedNote.add([.init(tenant: backups.rimon, at: backups.clock.world.now())])
    let said = try await homeroom.examine()
    #expect(said.hasPrefix("Rimon School was erased on"))
    #expect(try await homeroom.features.schools.eraseReturned().map(\.school.name) == ["Rimon School"])
    #expect(try await !homeroom.examine().contains("Rimon School"))
  }

  @Test func `that is young or old: a place with nothing but the note in it is empty`() async throws {
    let backups = try await Backups.make(.sqlite)
    let lonely = try TestFolder.make() + "/lonely"
    try FileManager.default.copyItem(atPath: backups.older, toPath: lonely)
    let place = try await backups.emptyPlace()
    try FileManager.default.copyItem(atPath: backups.younger + "/erased.txt", toPath: place.data + "/erased.txt")
    let said = try await Homeroom.restore(place, from: lonely, world: backups.clock.world)
    #expect(said.contains("has been erased again."))
  }
}

/// Two backups beside each other; between them Rimon School was deleted and erased.
private struct Backups {
  let clock: TestClock
  let dialect: Dialect
  let rimon: ID<Tenant>
  let older: String, younger: String

  static func make(_ dialect: Dialect) async throws -> Backups {
    let school = try await TestSchool.open(dialect)
    let (ledger, folder) = (school.homeroom.ledger, try TestFolder.make())
    try await ledger.backUp(to: folder + "/older")
    let owner = try await school.signedIn("dana@rimon.example")
    let form = [("name", "Rimon School"), ("password", DemoSchool.password)]
    #expect(try await owner.post("/settings/school/deletion", form).status == 303)
    let locked = try await ledger.read { try SchoolsStore(tx: $0).all() }.first { $0.lockedAt != nil }
    school.clock.advance(seconds: 30 * 86_400)
    let schools = school.homeroom.features.schools
    try await schools.eraseDue(byWord: true)
    try await JobRunner(ledger, schools.jobHandlers).runDue()
    try await ledger.backUp(to: folder + "/younger")
    school.homeroom.close()
    return Backups(
      clock: school.clock, dialect: dialect, rimon: try #require(locked).id, older: folder + "/older",
      younger: folder + "/younger")
  }

  /// The settings of a server whose place is empty.
  func emptyPlace() async throws -> Settings {
    let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    var flags = ["resources": checkout.deletingLastPathComponent().path]
    switch try TestDatabase.place(dialect) {
    case .directory(let directory): flags["data"] = directory
    case .postgres(let url, let directory, _): (flags["data"], flags["database-url"]) = (directory, url)
    }
    return try await Settings.read(flags: flags, environment: [:], config: nil)
  }
}
