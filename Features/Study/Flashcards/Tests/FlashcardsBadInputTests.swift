import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import Testing
import Web

@testable import School
@testable import Study

@Suite struct `Cards and what devices say` {
  private typealias Event = FlashcardEvent
  private let start = Day(number: 20_000)
  private let note = ID<FlashcardNote>(high: 0x7000, low: 1 << 63 | 5)

  private func event(
    _ number: UInt64, _ grade: FlashcardGrade, at: Instant, on day: Day, device: String = "", sequence: Int = 0
  ) -> Event {
    Event(
      id: ID(high: 0x7000, low: 1 << 63 | number), account: ID(high: 0x7000, low: 1 << 63 | 1),
      deck: ID(high: 0x7000, low: 1 << 63 | 2), card: FlashcardKey(note: note, ordinal: 0),
      act: .answer(grade, milliseconds: 900), at: at, day: day, device: device, sequence: sequence)
  }

  @Test func `whose clock was two years wrong keep their events, in the order of the device`() {
    let moment = Instant(milliseconds: Int64(start.number) * 86_400_000)
    // In between the battery was out: the clock says a time two years before, and the day with it.
    let (right, wrong) = (moment, Instant(milliseconds: moment.milliseconds - 730 * 86_400_000))
    let events = [
      event(1, .good, at: right, on: start, device: "a", sequence: 1),
      event(2, .good, at: wrong, on: start.plus(days: -730), device: "a", sequence: 2),
      event(3, .again, at: wrong.plus(seconds: 60), on: start.plus(days: -730), device: "a", sequence: 3),
      event(4, .good, at: moment.plus(days: 1), on: start.plus(days: 1), device: "a", sequence: 4),
    ]
    #expect(FlashcardFold.ordered(events.reversed()).map { $0.id } == events.map { $0.id })
    let state = FlashcardFold.state(of: events.reversed())
    #expect(state?.reviews == 4, "none is lost")
    #expect(state?.memory?.reviewed == start.plus(days: 1), "and none is before the one that came before it")
    #expect(FlashcardFold.state(of: events) == state)
    // An ahead clock is brought back by whoever writes it down.
    let tap = FlashcardTap(at: moment.plus(days: 730), day: start.plus(days: 730), device: "a", sequence: 5)
    let late = tap.event(
      .bury, as: ID(high: 0x7000, low: 1 << 63 | 9), of: ID(high: 0x7000, low: 1 << 63 | 1),
      deck: ID(high: 0x7000, low: 1 << 63 | 2), card: FlashcardKey(note: note, ordinal: 0), today: start, now: moment)
    #expect(late.at == moment && late.day == start)
  }

  @Test func `count an evening and the next morning as a day, also where clocks change and zones do`() {
    let scheduler = FlashcardsScheduler()
    let tomorrow = scheduler.next(scheduler.next(nil, .again, on: start), .good, on: start.plus(days: 1))
    let jerusalem = Zones.named("Asia/Jerusalem") ?? .utc
    let newYork = Zones.named("America/New_York") ?? .utc
    func stability(_ first: Instant, _ second: Instant, _ zones: (Zone, Zone)) -> Double? {
      FlashcardFold.state(of: [
        event(1, .again, at: first, on: Streak.day(of: first, in: zones.0, startMinute: 240)),
        event(2, .good, at: second, on: Streak.day(of: second, in: zones.1, startMinute: 240)),
      ])?.memory?.stability
    }
    // Clocks in Jerusalem went forward in the night to 27 March 2026, and back in that to 25 October.
    for (year, month, day) in [(2026, 3, 26), (2026, 10, 24), (2026, 6, 10)] {
      guard let evening = Day(year: year, month: month, day: day) else { continue }
      let (first, second) = (
        jerusalem.instant(evening, minute: 1200), jerusalem.instant(evening.plus(days: 1), minute: 480)
      )
      #expect(second.milliseconds - first.milliseconds < 14 * 3_600_000)
      #expect(stability(first, second, (jerusalem, jerusalem)) == tomorrow.stability, "\(month)/\(day)")
    }
    // Flown in between: 20:00 in Jerusalem, and 08:00 of the next day in New York.
    guard let evening = Day(year: 2026, month: 6, day: 10) else { return }
    let landed = newYork.instant(evening.plus(days: 1), minute: 480)
    #expect(stability(jerusalem.instant(evening, minute: 1200), landed, (jerusalem, newYork)) == tomorrow.stability)
    // Flown against the day: the date of the tap may be the one before, and is no step back.
    let auckland = Zones.named("Pacific/Auckland") ?? .utc
    let (away, back) = (auckland.instant(evening, minute: 600), newYork.instant(evening.plus(days: -1), minute: 1100))
    #expect(back > away)
    let same = scheduler.next(scheduler.next(nil, .again, on: evening), .good, on: evening)
    #expect(stability(away, back, (auckland, newYork)) == same.stability)
  }

  @Test func `fold no slower than there are events`() {
    let moment = Instant(milliseconds: Int64(start.number) * 86_400_000)
    func events(_ count: Int) -> [Event] {
      (0..<count).map { place in
        event(
          UInt64(1000 + place), place % 5 == 0 ? .again : .good, at: moment.plus(days: Int64(place)),
          on: start.plus(days: place), device: place % 2 == 0 ? "a" : "b", sequence: place)
      }
    }
    let made = [2000: events(2000), 8000: events(8000)]
    let slower = growth(of: 2000, { String($0) }) { _ = FlashcardFold.state(of: made[Int($0) ?? 0] ?? []) }
    #expect(slower == nil)
  }
}

@Suite struct `Decks and bad input` {
  @Test(arguments: Dialect.allCases)
  func `stand on the day of the reader's own clock, which travels with the tap`(_ dialect: Dialect) async throws {
    let school = try await FlashcardsSchool.open(dialect)
    let one = try await school.add(201, "uno")
    school.clock.set(FlashcardsSchool.zone.instant(FlashcardsSchool.monday, minute: 1200))
    // Twenty o'clock of the school is the next morning where Maya is.
    var request = try school.request(.get, FlashcardsPaths.review(school.deck), as: .maya)
    request.scene.ownZone = Zones.named("Pacific/Auckland") ?? .utc
    let day = FlashcardsSchool.monday.plus(days: 1)
    let asked = request
    let page = try await school.ledger.read { try FlashcardsService().review(asked, $0) }
    #expect(page.day == day)
    let html = reviewPage(page, school.scene()).body.string
    #expect(html.ranges(of: "name=\"day\" value=\"\(day.text)\"").count == 4, "with every act")
    let answers = FlashcardsPaths.act("answers", school.deck)
    var form = school.answer(one, 4, event: 301)
    form.fields.append(Form.Field("day", day.text))
    try await school.send(.post, answers, form, as: .maya)
    let place = school.school
    let event = try await school.ledger.read {
      try FlashcardsStore(tx: $0).event(FlashcardsSchool.id(301), in: place)
    }
    #expect(event?.day == day)
  }

  @Test(arguments: Dialect.allCases)
  func `lose nothing when a deck is deleted and comes back`(_ dialect: Dialect) async throws {
    let school = try await FlashcardsSchool.open(dialect)
    let one = try await school.add(201, "uno")
    let answers = FlashcardsPaths.act("answers", school.deck)
    try await school.send(.post, answers, school.answer(one, 4, event: 301), as: .maya)
    let before = try await school.json(FlashcardsPaths.statistics(school.deck), as: .maya)
    try await school.send(.post, FlashcardsPaths.deletion(school.deck), as: .omar)
    for path in [
      FlashcardsPaths.deck(school.deck), FlashcardsPaths.statistics(school.deck), FlashcardsPaths.review(school.deck),
    ] { #expect(await school.refusal(.get, path, as: .maya) == .notFound, "\(path)") }
    let refused = try await school.refused {
      _ = try await school.send(.post, answers, school.answer(one, 4, event: 302), as: .maya)
    }
    #expect(refused == .notFound)
    try await school.send(.post, FlashcardsPaths.restoration(school.deck), as: .omar)
    #expect(try await school.json(FlashcardsPaths.statistics(school.deck), as: .maya) == before)
  }
}
