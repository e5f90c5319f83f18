import Base
import Database
import Demo
import HomeroomTesting
import Ledger
import Router
import School
import Testing
import Web

@testable import App
@testable import People
@testable import PeopleServer

/// The end of a whole school, with everything the demo put in it, through the real server.
@Suite struct `A school that is deleted` {
  @Test(arguments: Dialect.allCases)
  func `is its owner's alone for thirty days, comes back with one click, and then leaves no row`(_ dialect: Dialect)
    async throws
  {
    let school = try await TestSchool.open(dialect)
    let ledger = school.homeroom.ledger
    let (owner, teacher) = (
      try await school.signedIn("dana@rimon.example"), try await school.signedIn("omar@rimon.example")
    )
    #expect(try await teacher.post("/settings/school/deletion", [("name", "Rimon School")]).status == 404)
    let wrong = try await owner.post(
      "/settings/school/deletion", [("name", "Rimon School"), ("password", "not this one")])
    #expect(wrong.status == 422)
    let form = [("name", "Rimon School"), ("password", DemoSchool.password)]
    #expect(try await owner.post("/settings/school/deletion", form).status == 303)
    #expect(try await teacher.get("/students", accept: "application/json").status == 404)
    let home = try await owner.get("/")
    #expect(home.status == 200 && home.text.contains("href=\"/settings/school\""))
    #expect(try await owner.post("/settings/school/restoring", []).status == 303)
    #expect(try await teacher.get("/students", accept: "application/json").status == 200)

    #expect(try await owner.post("/settings/school/deletion", form).status == 303)
    let id = try #require(try await ledger.read { try SchoolsStore(tx: $0).all() }.first { $0.lockedAt != nil }).id
    school.clock.advance(seconds: 30 * 86_400)
    let schools = school.homeroom.features.schools
    try await schools.eraseDue(byWord: true)
    try await JobRunner(ledger, schools.jobHandlers).runDue()
    try await school.runFollowers()
    let left = try await ledger.read { tx in
      try ledger.tenantTables.filter {
        try tx.exists("SELECT 1 FROM \"\($0.name)\" WHERE school = $1", [.id(id)])
      }.map(\.name)
    }
    #expect(left.isEmpty)
    #expect(try await ledger.doctor().filter { $0.kind == .chain || $0.kind == .database || $0.kind == .files }.isEmpty)
    let other = try await school.signedIn("grace@hill.example")
    #expect(try await other.get("/students").status == 200)
  }

  /// A table somebody makes without declaring it would be forgotten when a school ends.
  @Test(arguments: Dialect.allCases)
  func `is erased from every table that has rows of schools`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let ledger = school.homeroom.ledger
    let sql =
      dialect == .sqlite
      ? """
      SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c ON c.name = 'school' WHERE m.type = 'table'
      """ : "SELECT table_name FROM information_schema.columns WHERE column_name = 'school' AND table_schema = 'public'"
    let there = try await ledger.read { tx in try tx.rows(sql) { $0.text(0) } }
    let kept: Set = ["journal", "follower"]
    #expect(Set(there).subtracting(kept) == Set(ledger.tenantTables.map(\.name)))
    #expect(there.count > 20)
  }
}
