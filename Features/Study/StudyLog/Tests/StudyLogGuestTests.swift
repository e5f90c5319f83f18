import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import Router
import Testing

@testable import School
@testable import Study

@Suite struct `A guest` {
  private let monday = QuestionsSchool.monday

  private func done(_ days: ClosedRange<Int>) -> Form {
    Form([.init("done", days.map { monday.plus(days: $0).text }.joined(separator: ","))])
  }

  @Test(arguments: Dialect.allCases)
  func `finds the tracks that are public, and no others`(_ dialect: Dialect) async throws {
    let school = try await QuestionsSchool.open(dialect)
    let page = try await school.page(StudyLogPaths.guest, as: nil)
    #expect(page.contains("Mishna") && page.contains("Rimon") && !page.contains("Dana"))
    #expect(try await school.ledger.read { try StudyGuestStore(tx: $0).hasTracks() })
    await #expect(throws: Refusal.notFound) {
      try await school.page(StudyLogPaths.guest(school.own, in: school.school), as: nil)
    }
    await #expect(throws: Refusal.notFound) {
      try await school.page(StudyLogPaths.guest(school.mishna, in: QuestionsSchool.id(2)), as: nil)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `reads the text of today, and who made it is not said`(_ dialect: Dialect) async throws {
    let school = try await QuestionsSchool.open(dialect)
    let page = try await school.page(StudyLogPaths.guest(school.mishna, in: school.school), as: nil)
    #expect(page.contains("תכלת") && page.contains("data-day=\"2026-03-09\"") && !page.contains("Dana"))
    #expect(page.contains("data-guest=") && !page.contains("in a row") && !page.contains("<form method=\"post\""))
    #expect(page.contains("All tracks"), "the way back")
  }

  @Test(arguments: Dialect.allCases)
  func `is told the streak of the days that the browser names`(_ dialect: Dialect) async throws {
    let school = try await QuestionsSchool.open(dialect)
    let path = StudyLogPaths.guest(school.mishna, in: school.school)
    #expect(try await school.page(path, as: nil, query: done(-4...0)).contains("5 days in a row"))
    #expect(try await !school.page(path, as: nil, query: done(-9 ... -5)).contains("in a row"))
  }

  @Test func `names days, and not too many`() async throws {
    let school = try await QuestionsSchool.open()
    let path = StudyLogPaths.guest(school.mishna, in: school.school)
    for text in ["yesterday", "2026-02-30", String(repeating: "1,", count: 401)] {
      await #expect(throws: Refusal.self) {
        try await school.page(path, as: nil, query: Form([.init("done", text)]))
      }
    }
    #expect(try StudyGuestDays.read("").isEmpty)
    let many = (0...StudyGuestDays.most).map { monday.plus(days: -$0).text }.joined(separator: ",")
    #expect(throws: Refusal.invalid("done", Phrase("study.guest.many-days", .count(StudyGuestDays.most)))) {
      try StudyGuestDays.read(many)
    }
  }

  enum End: CaseIterable { case deleted, notPublic, schoolGoes }

  @Test func `finds nothing any more when the track was deleted, is public no longer, or its school is about to go`()
    async throws
  {
    for end in End.allCases {
      let school = try await QuestionsSchool.open()
      try await school.write { tx in
        var track = try #require(try TracksStore(tx: tx).track(school.mishna, in: school.school))
        switch end {
        case .deleted: track.deletedAt = tx.now
        case .notPublic: track.isPublic = false
        case .schoolGoes:
          try tx.execute(
            "UPDATE school SET \"lockedAt\" = $2 WHERE id = $1", [.id(school.school), .instant(tx.now)])
        }
        try tx.put(TracksTables.track, track)
      }
      #expect(try await !school.ledger.read { try StudyGuestStore(tx: $0).hasTracks() })
      await #expect(throws: Refusal.notFound) {
        try await school.page(StudyLogPaths.guest(school.mishna, in: school.school), as: nil)
      }
    }
  }
}
