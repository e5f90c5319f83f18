import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Router
import Testing

@testable import School
@testable import Study

@Suite struct `Numbers about one's own cards` {
  private typealias Event = FlashcardEvent
  private let today = Day(number: 20_521)
  private func key(_ number: UInt64) -> FlashcardKey {
    FlashcardKey(note: ID(high: 0x7000, low: 1 << 63 | number), ordinal: 0)
  }
  private func event(_ number: UInt64, _ act: Event.Act, on day: Day, card: UInt64 = 5) -> Event {
    Event(
      id: ID(high: 0x7000, low: 1 << 63 | number), account: ID(high: 0x7000, low: 1 << 63 | 1),
      deck: ID(high: 0x7000, low: 1 << 63 | 2), card: key(card), act: act,
      at: Instant(milliseconds: Int64(day.number) * 86_400_000 + Int64(number)), day: day)
  }
  private func state(days: Int, due: Int, lapses: Int = 0, suspended: Bool = false) -> FlashcardState {
    FlashcardState(
      account: ID(high: 0x7000, low: 1 << 63 | 1), deck: ID(high: 0x7000, low: 1 << 63 | 2), card: key(5),
      memory: FlashcardMemory(phase: .review, stability: 5, difficulty: 5, reviewed: today, due: .days(days)),
      due: today.plus(days: due), isSuspended: suspended, lapses: lapses)
  }

  @Test func `count each card once, leeches once more, and what is late apart`() {
    var numbers = FlashcardsStatistics(today: today)
    for one in [
      state(days: 20, due: -3), state(days: 21, due: 0), state(days: 300, due: 29), state(days: 300, due: 30),
      state(days: 4, due: -400, lapses: 8), state(days: 4, due: 1, lapses: 9, suspended: true),
    ] { numbers.take(one) }
    #expect(numbers.cards.young == 2 && numbers.cards.mature == 3 && numbers.cards.suspended == 1)
    #expect(numbers.cards.leeches == 2 && numbers.cards.all == 6)
    #expect(numbers.late == 2 && numbers.forecast.first == 1 && numbers.forecast.last == 1 && numbers.coming == 4)
  }

  @Test func `count what was remembered among cards that had left their steps, and what was expected`() {
    let first = today.plus(days: -10)
    let events = [
      event(1, .answer(.easy, milliseconds: 1), on: first),
      event(2, .answer(.good, milliseconds: 1), on: today.plus(days: -1)),
      event(3, .answer(.again, milliseconds: 1), on: today),
      event(4, .answer(.again, milliseconds: 1), on: today),
      event(5, .undo(ID(high: 0x7000, low: 1 << 63 | 4)), on: today),
    ]
    let reviews = FlashcardFold.reviews(of: events)
    #expect(reviews.map { $0.grade } == [.easy, .good, .again], "what was taken back counts for nothing")
    #expect(reviews.first?.expected == nil)
    // Nine days after an easy first answer, 8.2956 days of stability: a little under nine in ten.
    #expect(reviews.dropFirst().first?.expected.map { (880..<900).contains($0) } == true)
    var numbers = FlashcardsStatistics(today: today)
    for review in reviews { numbers.take(review) }
    #expect(numbers.whole.reviews == 2 && numbers.whole.remembered == 1 && numbers.whole.rememberedShare == 500)
    #expect(numbers.weeks.last?.reviews == 2 && numbers.answers.last == 1 && numbers.answered == 3)
    #expect(numbers.daysStudied == 3)
    // What is older than the weeks, or ahead of today, falls out.
    for day in [today.plus(days: 1), today.plus(days: -84), Day(number: 0)] {
      numbers.take(FlashcardReview(nil, .good, on: day, FlashcardsScheduler()))
    }
    #expect(numbers.answered == 3)
  }

  @Test(arguments: Dialect.allCases)
  func `stand on a page of one's own, also before there are any`(_ dialect: Dialect) async throws {
    let school = try await FlashcardsSchool.open(dialect)
    let path = FlashcardsPaths.statistics(school.deck)
    #expect(try await school.shown(path, as: .maya).contains("Nothing to count yet"))
    let one = try await school.add(201, "uno")
    try await school.add(202, "dos")
    #expect(try await school.shown(path, as: .maya).contains("No card has come back"))
    try await school.send(
      .post, FlashcardsPaths.act("answers", school.deck), school.answer(one, 4, event: 301), as: .maya)
    let numbers = try await school.json(path, as: .maya)
    #expect(numbers.readInteger("young") == 1 && numbers.readInteger("new") == 1)
    let others = try await school.json(path, as: .omar)
    #expect(others.readInteger("young") == 0 && others.readInteger("new") == 2, "a teacher sees their own")
    #expect(await school.refusal(.get, path, as: .noa) == .notFound)
    #expect(try await school.shown(FlashcardsPaths.deck(school.deck), as: .maya).contains("/stats"))
  }
}
