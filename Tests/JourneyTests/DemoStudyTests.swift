import App
import Base
import Database
import HomeroomTesting
import Ledger
import School
import Study
import Testing

@testable import Demo

@Suite struct `The demo school studies` {
  @Test func `texts that are whole, each called otherwise, in the script of their track`() {
    for plan in DemoStudy.plans {
      let file = TrackImport(plan.text)
      #expect(file.problems.isEmpty, "\(plan.name)")
      #expect(file.texts.count == (plan.language == .he ? 18 : 14))
      #expect(Set(file.texts.map(\.label)).count == file.texts.count)
      for text in file.texts {
        #expect(!text.source.isEmpty && !text.commentary.isEmpty, "\(text.label)")
        let letters = (text.source + text.commentary).unicodeScalars.filter { $0.properties.isAlphabetic }
        let isOfScript = letters.allSatisfy { letter in
          switch letter.value {
          case 0x0590...0x05FF: plan.language == .he
          case 0x0600...0x06FF: plan.language == .ar
          default: plan.language == .en
          }
        }
        #expect(isOfScript, "\(text.label)")
      }
      #expect(file.texts.contains { !$0.questions.isEmpty } && !plan.about.isEmpty)
    }
  }

  @Test func `three tracks, and one has six days in a row with today to come`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let ledger = school.homeroom.ledger
    let found = try await ledger.read { tx in
      try tx.rows(
        """
        SELECT t.language, CAST((SELECT count(*) FROM track_item i WHERE i.track = t.id) AS TEXT),
          CAST((SELECT count(*) FROM track_day d WHERE d.track = t.id AND d.items <> '') AS TEXT)
        FROM track t ORDER BY t.language
        """
      ) { [$0.text(0), $0.text(1), $0.text(2)] }
    }
    #expect(found.map { $0[0] } == ["ar", "en", "he"] && found.map { $0[1] } == ["14", "14", "18"])
    #expect(found.allSatisfy { (Int($0[2]) ?? 0) >= 14 })
    let days = try await ledger.read { tx in
      try tx.all(StudyLogTables.entry, in: tx.rows("SELECT school FROM track LIMIT 1") { $0.id(0, Tenant.self) }[0])
    }
    #expect(days.count == DemoStudy.plans.flatMap { $0.studied.flatMap(\.daysAgo) }.count)
    // Who enters as Maya has the longest log.
    let counted = Dictionary(grouping: days, by: { $0.track })
    let rows: [StudyLogEntry] = counted.values.first { $0.count == DemoStudy.sixInRow.count } ?? []
    let studied: [Day] = rows.map { $0.day }
    let today = try #require(studied.max()).plus(days: 1)
    #expect((1...6).allSatisfy { studied.contains(today.plus(days: -$0)) })
    #expect(!studied.contains(today) && !studied.contains(today.plus(days: -7)))
  }
}
