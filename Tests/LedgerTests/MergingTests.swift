import Base
import Database
import HomeroomTesting
import Testing

@testable import Ledger

/// A key that somebody was given, once each.
private struct Loan: Sendable {
  let thing: ID<Note>, holder: ID<Account>
  var giver: ID<Account>, note: String
}

extension Bucket.Kind {
  fileprivate static let holder = Bucket.Kind("h")
}

private enum Tables {
  static let loan = Table<Loan>(
    "loan", number: 130,
    {
      $0.school()
      $0.id("thing") { $0.thing }
      $0.id("holder", onMerge: .follows) { $0.holder }
      $0.id("giver", onMerge: .stays) { $0.giver }
      $0.text("note") { $0.note }
    }, key: ["school", "thing", "holder"], seen: .by { loan, _ in [Bucket(.holder, loan.holder)] }
  ) { Loan(thing: $0.id(), holder: $0.id(), giver: $0.id(), note: $0.text()) }

  static let diary = Table<Loan>(
    "diary", number: 131,
    {
      $0.school()
      $0.id("thing") { $0.thing }
      $0.id("holder", onMerge: .follows) { $0.holder }
      $0.id("giver", onMerge: .followsItsFeature) { $0.giver }
      $0.text("note") { $0.note }
    }, key: ["school", "thing"], seen: .by { loan, _ in [Bucket(.holder, loan.holder)] }
  ) { Loan(thing: $0.id(), holder: $0.id(), giver: $0.id(), note: $0.text()) }

  static let all = [Migration("2026-11-23 loan: made", create: loan.schema, diary.schema)]
}

@Suite struct `An account that becomes another` {
  @Test(arguments: Dialect.allCases)
  func `takes along what follows it, and theirs stays where both have one`(_ dialect: Dialect) async throws {
    let clock = TestClock()
    let fixture = try await LedgerFixture.open(
      try TestDatabase.open(dialect, migrations: Tables.all, world: clock.world), clock)
    defer { fixture.ledger.close() }
    let (old, new): (ID<Account>, ID<Account>) = (fixture.id(), fixture.id())
    let (bicycle, tent, book): (ID<Note>, ID<Note>, ID<Note>) = (fixture.id(), fixture.id(), fixture.id())
    try await fixture.ledger.write(fixture.envelope()) { tx in
      try tx.put(Tables.loan, Loan(thing: bicycle, holder: old, giver: old, note: "mine"))
      try tx.put(Tables.loan, Loan(thing: tent, holder: old, giver: new, note: "of the old"))
      try tx.put(Tables.loan, Loan(thing: tent, holder: new, giver: old, note: "of the new"))
      try tx.put(Tables.diary, Loan(thing: book, holder: old, giver: old, note: "written"))
      return ""
    }
    try await fixture.ledger.write(fixture.envelope()) { tx in
      try tx.merge(old, into: new)
      return ""
    }
    let (loans, diaries) = try await fixture.ledger.read { tx in
      (
        try tx.all(Tables.loan, in: fixture.school, "ORDER BY note"), try tx.all(Tables.diary, in: fixture.school)
      )
    }
    #expect(loans.map(\.note) == ["mine", "of the new"] && loans.allSatisfy { $0.holder == new && $0.giver == old })
    #expect(diaries.map(\.holder) == [new] && diaries.map(\.giver) == [old])
    #expect(try await fixture.ledger.doctor().filter { $0.kind == .counts }.isEmpty)
    let live = try await fixture.ledger.read { tx in
      try tx.count("SELECT count(*) FROM \(changeIndex) WHERE op = 1 AND bucket = $1", [.id(old)])
    }
    #expect(live == 0, "nothing is left in the sight of the one that was")
  }
}
