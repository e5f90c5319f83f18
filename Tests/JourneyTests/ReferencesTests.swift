import Base
import Database
import HomeroomTesting
import Testing

@testable import App
@testable import Ledger

/// Every id that a row holds is that of something: the doctor follows them all.
@Suite struct `Every id in the fixture` {
  @Test func `is watched by the fixture, followed by the doctor, or left out on purpose`() async throws {
    let tables = try await TestSchool.open(.sqlite).homeroom.ledger.tables
    let unknown = tables.flatMap { table in
      References.unwatched(table).filter { References.target($0, of: table.name) == nil }.map { table.name + "." + $0 }
    }
    // A column of a gradebook has a proof of its own, beside its table.
    #expect(Set(unknown) == ["grade_item.category"])
    let names = Set(tables.map(\.name))
    #expect(
      References.exempt.allSatisfy { one in one.split(separator: ".").first.map { names.contains(String($0)) } == true }
    )
  }

  @Test(arguments: Dialect.allCases)
  func `leads somewhere in the demo school, and the doctor says when one does not`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let ledger = school.homeroom.ledger
    let proofs = References.proofs(ledger.tables)
    #expect(try await ledger.doctor(proofs).filter { $0.kind == .counts } == [])
    try await ledger.upkeep { tx in
      try tx.execute("UPDATE submission SET by = $1", [.id(ID<Stranger>(high: 7, low: 7))])
      try tx.execute(
        """
        UPDATE grade_item SET category
        = (SELECT c.id FROM grade_category c WHERE c.course <> grade_item.course ORDER BY c.id LIMIT 1)
        """)
    }
    #expect(
      try await Set(ledger.doctor(proofs).filter { $0.kind == .counts }.map(\.description)) == [
        "submission.by points to a row of account that is not there.",
        "A column of a gradebook is in a category of another course, or in none that there is.",
      ])
  }

  private enum Stranger {}
}
