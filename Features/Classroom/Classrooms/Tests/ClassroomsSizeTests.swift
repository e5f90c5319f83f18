import Base
import Database
import HomeroomTesting
import Ledger
import People
import School
import Testing

@testable import Classroom

/// The size of a class on a day is kept as steps; it must be what counting its children would say.
@Suite struct `How large a class is` {
  /// Counted, for each of some days.
  private func counted(_ room: ID<Classroom>, _ days: ClosedRange<Int>, _ tx: Transaction, _ school: ID<Tenant>) throws
    -> [Int]
  {
    try days.map { number in
      try ClassroomsStore(tx: tx).studentIDs(room, in: school, on: Day(number: number)).count
    }
  }

  private func kept(_ room: ID<Classroom>, _ days: ClosedRange<Int>, _ tx: Transaction, _ school: ID<Tenant>) throws
    -> [Int]
  {
    try days.map { number in
      try ClassroomsStore(tx: tx).counts(of: [room], in: school, on: Day(number: number))[room] ?? 0
    }
  }

  @Test(arguments: Dialect.allCases)
  func `is what counting says, whatever comes and goes`(_ dialect: Dialect) async throws {
    let fixture = try await ClassroomsFixture.open(dialect)
    let (school, days) = (fixture.school, 20_000...20_040)
    let room: ID<Classroom> = fixture.id("8a")
    let children = ["ada-record", "ben", "cem"].map { fixture.id($0) as ID<Student> }
    var dice = Dice(seed: 5)
    func roll(_ sides: Int) -> Int { dice.roll(0...sides - 1) }
    for _ in 0..<40 {
      let (child, from, long, act) = (children[roll(3)], 20_000 + roll(30), roll(12), roll(5))
      try await fixture.ledger.write(CommandEnvelope(fixture.ledger.world.id(), "test.move", school: school, by: nil)) {
        tx in
        let store = ClassroomsStore(tx: tx)
        switch act {
        case 0: try store.enrol(child, in: room, from: Day(number: from))
        case 1, 2: try store.enrol(child, in: room, from: Day(number: from), until: Day(number: from + long))
        case 3: try store.leave(child, from: room, until: Day(number: from))
        default: try store.rejoin(child, in: room)
        }
        return ""
      }
      let (now, then) = try await fixture.ledger.read { tx in
        (try kept(room, days, tx, school), try counted(room, days, tx, school))
      }
      #expect(now == then)
    }
    #expect(try await fixture.ledger.doctor().filter { $0.kind == .counts } == [])
  }
}
