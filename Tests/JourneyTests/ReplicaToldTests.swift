import App
import Base
import Core
import Database
import HomeroomTesting
import Ledger
import School
import Sync
import Testing

/// What happens while a device fetches for the first time, and what it is told afterwards without asking.
@Suite(.timeLimit(.minutes(10))) struct `A replica of a school that goes on` {
  @Test(arguments: Dialect.allCases)
  func `keeps nothing of a bucket that is taken from it in the middle of its first pull`(_ dialect: Dialect)
    async throws
  {
    let school = try await TestSchool.open(dialect)
    defer { school.homeroom.close() }
    var revoked = 0
    for person in try await `A replica`().people(school) where [.teacher, .guardian].contains(person.role) {
      let held = try await ReplicaWalk(school, person, Device.tables).held.sorted { $0.text < $1.text }
      let (lost, again) = (try #require(held.first), try #require(held.last))
      for isGivenBack in [false, true] {
        let walk = try await ReplicaWalk(school, person, Device.tables, limit: nil)
        var pages = 0
        try await walk.pull(limit: 7) {
          pages += 1
          try await school.write(in: person.school) { [pages] tx throws(Refusal) in
            if pages == 1 { for bucket in [lost, again] { try tx.revoke(person.account, bucket) } }
            if pages == 2 { try tx.grant(person.account, again) }
            if pages == 3, isGivenBack { try tx.grant(person.account, lost) }
            if pages < 8 { try tx.touchSome() }
          }
        }
        if pages > 3 {
          revoked += 1
          #expect(try walk.held.contains(lost) == isGivenBack && walk.held.contains(again))
        }
        let fresh = try await ReplicaWalk(school, person, Device.tables)
        #expect(try walk.replica.contents() == fresh.replica.contents(), "\(person.kind) \(person.role) \(isGivenBack)")
      }
    }
    #expect(revoked >= 4, "there were pages in between")
  }

  @Test(arguments: Dialect.allCases)
  func `has what a new one has when it was told what changed`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    defer { school.homeroom.close() }
    var told = 0
    for person in try await `A replica`().people(school) where [.teacher, .guardian].contains(person.role) {
      let walk = try await ReplicaWalk(school, person, Device.tables)
      for _ in 0..<3 {
        let (held, after) = (try walk.held, try #require(walk.replica.cursor).delivered)
        try await school.write(in: person.school) { tx throws(Refusal) in try tx.touchSome(andRemove: true) }
        let news = try await school.homeroom.ledger.read { tx in
          try BucketNews(
            tx, Device.tables, school: person.school, held, after: after, head: tx.head(of: person.school))
        }
        let bytes = try #require(news).bytes(for: held, after: after)
        guard case .news(let news) = try SyncAnswer(bytes: bytes) else { throw Refusal.stale }
        // A school of a kind without such rows has nothing to tell.
        if news.head > after { told += 1 }
        #expect(try walk.replica.hear(news) == (news.head > after ? .taken : .known) && walk.replica.cursor?.lag == [:])
        let fresh = try await ReplicaWalk(school, person, Device.tables)
        #expect(try walk.replica.contents() == fresh.replica.contents(), "\(person.kind) \(person.role)")
      }
    }
    #expect(told >= 9)
  }
}

extension WriteTransaction {
  /// A few rows of a few tables change, and some go.
  fileprivate func touchSome(andRemove removes: Bool = false) throws(Refusal) {
    let names = ["announcement_read", "mark", "notification"]
    for table in Device.tables.byNumber.values where names.contains(table.name) {
      let keys = try keys(of: table, "", [])
      for key in keys.prefix(20) { try touch(table, key: key) }
      if removes, let key = keys.last { try remove(table, key: key) }
    }
  }
}
