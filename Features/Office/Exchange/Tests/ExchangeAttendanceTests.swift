import App
import Base
import Database
import Delimited
import Foundation
import HomeroomTesting
import Ledger
import Router
import School
import Testing

@testable import Office
@testable import OfficeServer
@testable import Web

@Suite struct `The registers leave the school as a file` {
  /// A file's rows, each by its headings.
  private func table(_ bytes: [UInt8]) throws -> [[String: String]] {
    var reader = CSV.Reader()
    try reader.feed(bytes)
    try reader.finish()
    let all = sequence(state: reader) { $0.next() }.map(\.cells)
    return all.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(all[0], $0)) }
  }

  @Test(arguments: Dialect.allCases)
  func `every mark once, with its class, its lesson and who made it; formulas are guarded`(_ dialect: Dialect)
    async throws
  {
    let school = try await TestSchool.open(dialect)
    let ledger = school.homeroom.ledger
    let dana = try await school.signedIn("dana@rimon.example")
    let (tenant, marks, sessions) = try await ledger.read { tx in
      let tenant = try tx.rows("SELECT id FROM school WHERE name = 'Rimon School'") { $0.id(0, Tenant.self) }[0]
      return (
        tenant, try tx.count("SELECT count(*) FROM mark WHERE school = $1", [.id(tenant)]),
        try tx.count("SELECT count(*) FROM sitting WHERE school = $1", [.id(tenant)])
      )
    }
    #expect(sessions > AttendanceExport.batchSize, "more than one portion")
    try await ledger.upkeep(school: tenant) { tx in
      _ = try tx.execute(
        """
        UPDATE mark SET note = '=SUM(1;"x")' WHERE school = $1 AND status = 'absent' AND student IN
        (SELECT id FROM student WHERE school = $1 AND given = 'مايا')
        """, [.id(tenant)])
    }
    let reply = try await dana.get("/exchange/export/attendance.csv")
    #expect(reply.status == 200 && reply.header("Content-Disposition")?.contains("attendance.csv") == true)
    #expect(reply.text.contains(",\"'=SUM(1;\"\"x\"\")\","))
    let rows = try table(reply.body)
    #expect(rows.count == marks)
    let maya = rows.filter { $0["first name"] == "مايا" }
    #expect(maya.contains { $0["note"] == "=SUM(1;\"x\")" && $0["status"] == "absent" })
    #expect(maya.allSatisfy { $0["class"] == "7B" || $0["class"]?.isEmpty == false })
    #expect(rows.allSatisfy { $0["marked by"]?.isEmpty == false && Day($0["date"] ?? "") != nil })
    #expect(rows.map { $0["date"] ?? "" } == rows.map { $0["date"] ?? "" }.sorted())
    let people = try table(try await dana.get("/exchange/export/people.csv").body)
    let keys = Set(people.map { $0["external key"] ?? "" })
    #expect(rows.allSatisfy { keys.contains($0["student key"] ?? "-") }, "the two files can be put together")
    let last = try await ledger.read { try Journal.entries($0, school: tenant, after: 0, limit: 100_000) }.last
    #expect(last?.command == "exchange.export")
  }

  @Test func `for the office alone, with the mark that Excel wants when it is asked for`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let path = "/exchange/export/attendance.csv"
    for who in ["omar@rimon.example", "maya", "leila@rimon.example"] {
      #expect(try await school.signedIn(who).get(path).status == 404)
    }
    let marked = try await school.signedIn("avi@rimon.example").get(path + "?mark=1")
    #expect(marked.body.starts(with: [0xEF, 0xBB, 0xBF]))
    let owner = try await school.signedIn("dana@rimon.example")
    let ending = try await owner.get("/settings/school/deletion").text
    #expect(ending.contains("href=\"\(path)\""), "whoever deletes a school is offered it first")
  }
}
