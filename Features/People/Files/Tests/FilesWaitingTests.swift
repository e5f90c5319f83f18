import App
import Base
import Database
import HomeroomTesting
import Ledger
import School
import Testing

@testable import People
@testable import PeopleServer

@Suite struct `Pictures that wait` {
  @Test func `are so many for one account, then the oldest give way`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let ledger = school.homeroom.ledger
    let accounts = try await ledger.read { tx in
      try tx.rows("SELECT id FROM account ORDER BY id LIMIT 2") { $0.id(0, Account.self) }
    }
    let picture = IncomingFile(
      content: FileContent(hash: Array(repeating: 7, count: 32), size: 9), name: "a.jpg", type: "image/jpeg",
      arrival: nil)
    let before = try await school.fileCount()
    try await ledger.upkeep { tx in
      try FilesStore(tx: tx).wait(picture, as: ID(high: 9, low: 0), for: accounts[1], seconds: 60)
      for number in 1...UInt64(WaitingPicture.most + 2) {
        try FilesStore(tx: tx).wait(
          picture, as: ID(high: 8, low: number), for: accounts[0], seconds: 60 + Int64(number))
      }
    }
    #expect(try await school.fileCount() == before + WaitingPicture.most + 1)
    let there = try await ledger.read { tx in
      try [UInt64(1), 2, 3].map {
        try FilesStore(tx: tx).waiting(ID(high: 8, low: $0), of: accounts[0], in: .server) != nil
      }
    }
    #expect(there == [false, false, true])
  }

  @Test func `are not opened when they are too large`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let files = FilesServer(ledger: school.homeroom.ledger)
    let huge = IncomingFile(
      content: FileContent(hash: [], size: FilesServer.largestPicture + 1), name: "a.jpg", type: "image/jpeg",
      arrival: nil)
    await #expect(throws: Refusal.invalid("picture", Phrase("files.too-large", .count(32)))) {
      try await files.small(huge, field: "picture", side: 320)
    }
  }
}
