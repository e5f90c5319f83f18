import Base
import Database
import HomeroomTesting
import Ledger
import People
import PeopleServer
import Router
import School
import Testing
import Web

@testable import Talk

@Suite struct `An announcement to two thousand` {
  private func enlarge(_ school: AnnouncementsSchool, to count: Int) async throws {
    let people = (0..<count).map { ID<Account>(high: 0x7000, low: 1 << 63 | UInt64(10_000 + $0)) }
    let world = school.ledger.world
    try await school.ledger.write(CommandEnvelope(world.id(), "test.people", school: .server, by: nil)) { tx in
      for (number, id) in people.enumerated() {
        try AccountsStore.insert(
          AccountRecord(id: id, username: "p\(number)", name: "P \(number)", createdAt: tx.now), tx)
      }
      return ""
    }
    try await school.ledger.write(CommandEnvelope(world.id(), "test.members", school: school.school, by: nil)) { tx in
      for id in people {
        try MembersStore(tx: tx).insert(
          Membership(school: school.school, account: id, role: .guardian, joinedAt: tx.now))
      }
      return ""
    }
  }

  /// How many rows a transaction wrote: those it names, and those it only counts.
  private func rows(_ entry: Journal.Entry) -> Int {
    entry.rows.split(separator: "\n").reduce(0) { sum, line in
      let words = line.split(separator: " ")
      return sum + (words.first == "and" && words.last == "more" ? Int(words[1]) ?? 0 : 1)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `is one of a list that is read part by part, each once, also those of one moment`(_ dialect: Dialect)
    async throws
  {
    let school = try await AnnouncementsSchool.open(dialect)
    let ids = (0..<7).map { AnnouncementsSchool.id(900 + UInt64($0), Announcement.self) }
    try await school.write { tx in
      for (number, id) in ids.enumerated() {
        let at = tx.now.plus(seconds: Int64(number / 3))
        try AnnouncementsStore(tx: tx).insert(
          Announcement(
            id: id, audience: .school, author: school.account(.dana),
            original: AnnouncementText(.en, title: "No. \(number)", text: ""), state: .published, publishAt: at,
            publishedAt: at, createdAt: at, updatedAt: at))
      }
    }
    let (tenant, reader) = (school.school, school.account(.leila))
    for show in [AnnouncementsStore<Transaction>.Filter.Show.out, .unread] {
      let listed = try await school.ledger.read { tx in
        var filter = AnnouncementsStore<Transaction>.Filter(reader: reader)
        filter.show = show
        var found: [Announcement] = []
        for _ in 0..<4 {
          let after = found.last.flatMap { last in last.publishedAt.map { (at: $0, id: last.id) } }
          found += try AnnouncementsStore(tx: tx).announcements(filter, in: tenant, after: after, limit: 2)
        }
        return found.map(\.id)
      }
      #expect(listed == ids.reversed())
    }
  }

  @Test func `is told in portions, so that whoever writes meanwhile waits for one of them`() async throws {
    let school = try await AnnouncementsSchool.open()
    try await enlarge(school, to: 2000)
    let before = try await school.ledger.read { try $0.head(of: school.school) }
    let id = try await school.trip()
    try await school.runFollowers()
    let entries = try await school.ledger.read {
      try Journal.entries($0, school: school.school, after: before, limit: 1000)
    }
    let told = entries.filter { $0.command == AnnouncementClock.tell }
    // Everybody but the author, sixty-four at a time; each has a notification and how it is on its way.
    let readers = 2000 + AnnouncementsSchool.Person.allCases.count - 1
    #expect(told.count == (readers + 63) / 64)
    #expect(told.allSatisfy { rows($0) <= 2 * AnnouncementClock.batchSize })
    #expect(told.map { rows($0) }.reduce(0, +) >= readers)
    // To bring it out, and to have it told, is next to nothing.
    #expect(entries.filter { $0.command != AnnouncementClock.tell }.allSatisfy { rows($0) <= 8 })
    // Taken back, the same way.
    let head = try await school.ledger.read { try $0.head(of: school.school) }
    try await school.send(.post, AnnouncementsPaths.retraction(id), as: .dana)
    try await school.runFollowers()
    let back = try await school.ledger.read {
      try Journal.entries($0, school: school.school, after: head, limit: 1000)
    }
    #expect(back.filter { $0.command == AnnouncementClock.tell }.count == told.count)
    #expect(back.allSatisfy { rows($0) <= 2 * AnnouncementClock.batchSize })
  }
}
