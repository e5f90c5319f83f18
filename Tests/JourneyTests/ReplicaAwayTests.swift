import App
import Base
import Core
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Sync
import Testing

/// A device that was away for longer than the school remembers what left its buckets, and who was a member.
@Suite(.timeLimit(.minutes(10))) struct `A replica that was away for long` {
  @Test(arguments: [(Dialect.sqlite, 7), (.postgres, 100_000)])
  func `has what a new one has`(_ dialect: Dialect, _ limit: Int) async throws {
    let school = try await TestSchool.open(dialect)
    defer { school.homeroom.close() }
    for person in try await `A replica`().people(school) where [.teacher, .guardian].contains(person.role) {
      let walk = try await ReplicaWalk(school, person, Device.tables)
      let lost = try #require(try walk.held.sorted { $0.text < $1.text }.first)
      try await school.write(in: person.school) { tx throws(Refusal) in try tx.removeSome() }
      for (days, reason) in [(31, ResetReason?.none), (91, .floor)] {
        if reason != nil {
          try await school.write(in: person.school) { tx throws(Refusal) in try tx.revoke(person.account, lost) }
        }
        school.clock.advance(days: Int64(days))
        try await school.homeroom.ledger.compact()
        try await school.write(in: person.school) { tx throws(Refusal) in try tx.touchAll() }
        #expect(try await walk.pull(limit: limit) == [reason].compactMap { $0 })
        let fresh = try await ReplicaWalk(school, person, Device.tables, limit: limit)
        #expect(try walk.held.contains(lost) == (reason == nil))
        #expect(try walk.replica.contents() == fresh.replica.contents(), "\(person.kind) \(person.role)")
        #expect(try await fresh.pull(limit: limit, wantsAllSums: true) == [])
        #expect(fresh.replica.cursor?.lag == [:] && walk.replica.cursor?.lag == [:])
      }
    }
    #expect(try await school.homeroom.ledger.doctor().filter { $0.description.contains("buckets") } == [])
  }
}

extension WriteTransaction {
  /// A few rows of a few tables go.
  fileprivate func removeSome() throws(Refusal) {
    for table in Self.some { for key in try keys(of: table, "", []).prefix(3) { try remove(table, key: key) } }
  }

  fileprivate func touchAll() throws(Refusal) {
    for table in Self.some { for key in try keys(of: table, "", []) { try touch(table, key: key) } }
  }

  private static var some: [TableSchema] {
    Device.tables.byNumber.values.filter { ["announcement_read", "mark", "notification"].contains($0.name) }
  }
}
