import App
import Base
import Database
import HomeroomTesting
import Ledger
import Testing

@Suite struct `The people of a school` {
  @Test(arguments: Dialect.allCases)
  func `who were there before people were rows are introduced by a command of its own`(_ dialect: Dialect) async throws
  {
    let school = try await TestSchool.open(dialect)
    defer { school.homeroom.close() }
    let ledger = school.homeroom.ledger
    try await ledger.upkeep { tx in
      try tx.execute("UPDATE person SET seen = ''")
      try tx.execute("DELETE FROM bucket_row WHERE tbl = $1", [.int(15)])
      try tx.execute("UPDATE bucket SET sum = NULL, count = 0")
    }
    for tenant in try await ledger.read({ tx in try tx.rows("SELECT id FROM school") { $0.id(0, Tenant.self) } }) {
      _ = try await ledger.write(CommandEnvelope(ledger.world.id(), "test.introduce", school: tenant, by: nil)) { tx in
        try tx.introduceAll()
        return ""
      }
    }
    #expect(try await ledger.doctor().filter { $0.kind == .counts }.isEmpty)
    #expect(try await known(ledger).allSatisfy { $0 > 0 }, "everybody is known to somebody again")
  }

  /// In how many buckets each person lies.
  private func known(_ ledger: Ledger) async throws -> [Int] {
    try await ledger.read { tx in
      try tx.rows("SELECT seen FROM person") { $0.text(0).split(separator: " ").count }
    }
  }
}
