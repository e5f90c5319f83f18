import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import Testing

@testable import School
@testable import Study

@Suite struct `How a deck is scheduled` {
  private let start = Day(number: 20_000)
  private let card = FlashcardKey(note: ID(high: 0x7000, low: 1 << 63 | 5), ordinal: 0)

  private func setting(
    _ number: UInt64, from: Day, retention: Int, at: Int64 = 0, deleted: Bool = false
  ) -> DeckSetting {
    var fields = DeckSettingFields()
    fields.retention = retention
    return DeckSetting(
      id: ID(high: 0x7000, low: 1 << 63 | number), deck: ID(high: 0x7000, low: 1 << 63 | 2), from: from,
      fields: fields, by: ID(high: 0x7000, low: 1 << 63 | 1), at: Instant(milliseconds: at),
      deletedAt: deleted ? Instant(milliseconds: 1) : nil)
  }

  private func answers(_ days: [Int]) -> [FlashcardEvent] {
    days.enumerated().map { place, day in
      FlashcardEvent(
        id: ID(high: 0x7000, low: 1 << 63 | UInt64(100 + place)), account: ID(high: 0x7000, low: 1 << 63 | 1),
        deck: ID(high: 0x7000, low: 1 << 63 | 2), card: card, act: .answer(.easy, milliseconds: 1),
        at: Instant(milliseconds: Int64(day) * 86_400_000), day: start.plus(days: day))
    }
  }

  @Test func `is what stood on the day of the answer, and of one day the last that was said`() {
    let usual = FlashcardFold.state(of: answers([0, 9]))
    let later = FlashcardSettings([setting(1, from: start.plus(days: 10), retention: 70)])
    #expect(FlashcardFold.state(of: answers([0, 9]), by: later) == usual, "answers before keep their settings")
    let since = FlashcardSettings([setting(1, from: start.plus(days: 9), retention: 70)])
    let moved = FlashcardFold.state(of: answers([0, 9]), by: since)
    #expect((moved?.due.number ?? 0) > (usual?.due.number ?? 0))
    #expect(moved?.memory?.stability == usual?.memory?.stability, "what one knows is not what is wished")
    let twice = FlashcardSettings([
      setting(1, from: start, retention: 97, at: 5), setting(2, from: start, retention: 70, at: 9),
    ])
    #expect(
      FlashcardFold.state(of: answers([0]), by: twice)
        == FlashcardFold.state(of: answers([0]), by: FlashcardSettings([setting(2, from: start, retention: 70)])))
    let gone = FlashcardSettings([setting(1, from: start, retention: 70, deleted: true)])
    #expect(FlashcardFold.state(of: answers([0, 9]), by: gone) == usual)
  }

  @Test func `takes parameters that can be computed with, exactly, and refuses others`() {
    let published = FlashcardsScheduler.parameters.map { "\($0)" }.joined(separator: ", ")
    func fields(_ parameters: String, steps: String = "1 10") -> (DeckSettingFields, [Problem]) {
      var reader = FormReader(
        Form([
          "retention": "90", "learningSteps": steps, "relearningSteps": "", "maxInterval": "365",
          "parameters": parameters,
        ]))
      let fields = DeckSettingFields(&reader)
      return (fields, reader.problems)
    }
    let (read, problems) = fields("[" + published + "]")
    #expect(problems.isEmpty && read.scheduler.w == FlashcardsScheduler.parameters, "the very same numbers")
    #expect(read.learningSteps == [60, 600] && read.relearningSteps.isEmpty && read.maxInterval == 365)
    #expect(fields(read.parametersText).0 == read)
    for bad in [
      "1 2 3", published + ", 1", published.replacing("0.1542", with: "0.9"),
      published.replacing("0.212", with: "0.00001"),
      published.replacing("0.212", with: "-1"), published.replacing("0.212", with: "99999999999"),
    ] {
      #expect(fields(bad).1.map { $0.field } == ["parameters"], "\(bad)")
    }
    for bad in ["0", "1 2 3 4 5 6 7", "1441", "1m"] {
      #expect(fields("", steps: bad).1.map { $0.field } == ["learningSteps"], "\(bad)")
    }
    // A row that nobody wrote here is computed with as far as it can be.
    var wild = DeckSettingFields()
    (wild.retention, wild.learningSteps, wild.maxInterval) = (-4, [Int.max, -1], 0)
    wild.parameters = [Int](repeating: 0, count: 21)
    #expect(wild.scheduler.w == FlashcardsScheduler.parameters && wild.scheduler.interval(1e300) == 1)
    #expect(wild.scheduler.interval(.nan) == 1)
  }
}

@Suite struct `Changing how a deck is scheduled` {
  private func form(
    _ retention: Int, from: Day = FlashcardsSchool.monday, id: ID<DeckSetting>? = nil
  ) -> Form {
    Form([
      "id": id?.text ?? "", "from": from.text, "retention": String(retention), "learningSteps": "1 10",
      "relearningSteps": "10",
      "maxInterval": "36500", "parameters": "",
    ])
  }

  private func state(_ school: FlashcardsSchool, _ note: ID<FlashcardNote>) async throws -> FlashcardState? {
    let (account, place) = (school.account(.maya), school.school)
    return try await school.ledger.read { tx in
      try FlashcardsStore(tx: tx).state(of: FlashcardKey(note: note, ordinal: 0), of: account, in: place)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `says first what moves, moves just that, and can be taken back`(_ dialect: Dialect) async throws {
    let school = try await FlashcardsSchool.open(dialect)
    let (one, two) = (try await school.add(201, "uno"), try await school.add(202, "dos"))
    let answers = FlashcardsPaths.act("answers", school.deck)
    try await school.send(.post, answers, school.answer(one, 4, event: 301), as: .maya)
    try await school.send(.post, answers, school.answer(two, 1, event: 302), as: .maya)
    let before = (try await state(school, one), try await state(school, two))
    let path = FlashcardsPaths.settings(school.deck)
    let size = try await school.counts()
    let preview = try await school.send(.post, path + "/preview", form(70), as: .omar)
    let shown = preview.page(school.scene(.en))?.body.string ?? ""
    #expect(shown.contains("Cards answered since then: 2; that come on another day: 1."))
    #expect(try await school.counts() == size, "only looked at")
    #expect(try await state(school, one) == before.0)
    let id = FlashcardsSchool.id(401, DeckSetting.self)
    let done = try await school.send(.post, path, form(70, id: id), as: .omar)
    #expect(done.toast?.phrase == Phrase("flashcards.settings.saved"))
    let after = try await state(school, one)
    #expect((after?.due.number ?? 0) > (before.0?.due.number ?? 0))
    #expect(try await state(school, two) == before.1, "a card on its steps stays where it is")
    #expect(try await school.shown(path, as: .omar).contains(FlashcardsPaths.settingEnd(id, of: school.deck)))
    try await school.send(.post, FlashcardsPaths.settingEnd(id, of: school.deck), as: .omar)
    #expect(try await state(school, one) == before.0)
    #expect(!(try await school.shown(path, as: .omar).contains(FlashcardsPaths.settingEnd(id, of: school.deck))))
  }

  @Test(arguments: Dialect.allCases)
  func `is for those who keep the deck, and what is refused writes nothing`(_ dialect: Dialect) async throws {
    let school = try await FlashcardsSchool.open(dialect)
    let path = FlashcardsPaths.settings(school.deck)
    let id = FlashcardsSchool.id(401, DeckSetting.self)
    try await school.send(.post, path, form(80, id: id), as: .omar)
    let end = FlashcardsPaths.settingEnd(id, of: school.deck)
    #expect(await school.refusal(.get, path, as: .maya) == .notFound)
    #expect(await school.refusal(.post, path + "/preview", form(80), as: .maya) == .notFound)
    for (place, sent) in [(path, form(80)), (end, Form())] {
      let reader = try await school.refused { _ = try await school.send(.post, place, sent, as: .maya) }
      #expect(reader == .notAllowed(Phrase("flashcards.keepers-only")), "\(place)")
      #expect(try await school.refused { _ = try await school.send(.post, place, sent, as: .noa) } == .notFound)
    }
    let far = form(80, from: FlashcardsSchool.monday.plus(days: 400))
    for bad in [form(50), form(98), far] {
      #expect(try await school.refused { _ = try await school.send(.post, path, bad, as: .omar) }?.code == "invalid")
      #expect(await school.refusal(.post, path + "/preview", bad, as: .omar)?.code == "invalid")
    }
    let strange = FlashcardsPaths.settingEnd(FlashcardsSchool.id(402), of: school.deck)
    #expect(try await school.refused { _ = try await school.send(.post, strange, as: .omar) } == .notFound)
  }
}
