import App
import Base
import Database
import HomeroomTesting
import Ledger
import People
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
    let (days, today) = try await ledger.read { tx in
      let school = try tx.rows("SELECT school FROM track LIMIT 1") { $0.id(0, Tenant.self) }[0]
      return (
        try tx.all(StudyLogTables.entry, in: school), try SchoolsStore(tx: tx).zone(of: school).day(of: tx.now)
      )
    }
    #expect(days.count == DemoStudy.plans.flatMap { $0.studied.flatMap(\.daysAgo) }.count)
    let byAccount = Dictionary(grouping: days, by: \.account).mapValues { Set($0.map(\.day)) }
    let most = byAccount.values.max { $0.count < $1.count } ?? []
    #expect((1...6).allSatisfy { most.contains(today.plus(days: -$0)) })
    #expect(!most.contains(today) && !most.contains(today.plus(days: -7)))
  }
}
