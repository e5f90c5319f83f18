import Base
import Database
import HomeroomTesting
import Ledger
import School
import Testing

@testable import Training

@Suite struct `Progress of a checklist` {
  let ruth = ID<Account>(high: 1, low: 1), sam = ID<Account>(high: 1, low: 2)

  private func tick(_ mark: UInt32, _ by: ID<Account>, minute: Int = 0, version: Int = 1) -> ChecklistAct {
    ChecklistAct(mark: mark, by: by, minute: minute, version: version)
  }

  @Test func `taking back cancels the ticks it has seen and no other, in whatever order they arrive`() {
    let acts = [
      tick(1, ruth), ChecklistAct(mark: 2, by: ruth, minute: 5, version: 1, takesBack: [1]), tick(3, sam, minute: 4),
    ]
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]] {
      var progress = ChecklistProgress()
      for place in order { progress.add(acts[place], to: 7) }
      #expect(progress.tick(of: 7)?.by == sam, "Sam’s tick was not seen by whoever took Ruth’s back")
      #expect(progress.acts(of: 7).count == 3, "both stand in the history")
      let isNew = progress.add(acts[0], to: 7)
      #expect(!isNew, "what comes twice is there once")
    }
  }

  @Test func `what is kept is read as it was`() {
    var progress = ChecklistProgress()
    for key in [0, 35, 36, 299] {
      progress.add(tick(60_466_175, ruth, minute: 60_466_175, version: 12), to: key)
      progress.add(
        ChecklistAct(mark: 9, by: sam, minute: 3, version: 40, takesBack: [60_466_175, 4]), to: key)
    }
    #expect(ChecklistProgress(text: progress.text) == progress)
    #expect(ChecklistProgress(text: "") == ChecklistProgress())
    let text = progress.text
    for length in text.utf8.indices.dropFirst() where length != text.utf8.endIndex {
      _ = ChecklistProgress(text: String(text[..<length]))
    }
    for damaged in ["x", "\(ruth.text);1*", "\(ruth.text);1+9000010", "\(ruth.text);+", "\(ruth.text);1-0000010"] {
      #expect(ChecklistProgress(text: damaged) == nil, "\(damaged)")
    }
  }

  @Test func `forty items take a tenth of what copies of them take`() {
    var progress = ChecklistProgress()
    for key in 0..<40 { progress.add(tick(UInt32(key) &* 1_000_003, ruth, minute: 40_000 + key), to: key) }
    #expect(progress.text.utf8.count < 40 * 250 / 10, "\(progress.text.utf8.count) bytes")
    let content = ChecklistContent(name: "P", items: (0..<40).map { ChecklistItem(key: $0, title: "T\($0)") })
    #expect(progress.count(of: content).isComplete)
  }

  @Test func `of an item that is ticked and taken back for ever, what counts is kept`() {
    var progress = ChecklistProgress()
    progress.add(tick(1, sam), to: 1)
    for round in 1...100 {
      let mark = UInt32(round) * 2
      progress.add(tick(mark, ruth, minute: round), to: 1)
      progress.add(ChecklistAct(mark: mark + 1, by: ruth, minute: round, version: 1, takesBack: [mark]), to: 1)
    }
    #expect(progress.tick(of: 1)?.by == sam)
    #expect(progress.acts(of: 1).count <= ChecklistProgress.mostActs)
  }

  @Test func `a list without items is not done, and 100 is said only of all`() {
    #expect(!ChecklistCount(done: 0, total: 0).isComplete)
    #expect(ChecklistCount(done: 299, total: 300).percent == 99)
  }

  @Test func `a version that was changed behind our back is no version`() {
    let content = FlyingSchool.content
    let version = ChecklistVersion(template: .none, number: 1, content, at: Instant(milliseconds: 0), by: ruth)
    #expect(version.content == content)
    let damaged = ChecklistVersion(
      template: .none, number: 1, text: version.text + " ", hash: version.hash, publishedAt: version.publishedAt,
      publishedBy: ruth)
    #expect(damaged.content == nil)
  }

  @Test(arguments: Dialect.allCases)
  func `an instructor sees whom they train, a trainee themselves, and nobody else anything`(_ dialect: Dialect)
    async throws
  {
    let school = try await FlyingSchool.open(dialect)
    for (person, sees) in [
      (FlyingSchool.Person.ruth, TraineeAccess.instructor), (.ben, .trainee), (.sam, nil), (.max, nil), (.dana, nil),
      (.stranger, nil),
    ] as [(FlyingSchool.Person, TraineeAccess?)] {
      let caller = school.caller(person)
      let access = try await school.ledger.read { (try? TraineesStore(tx: $0).mustSee(school.ben, caller))?.access }
      #expect(access == sees, "\(person)")
    }
  }
}
