import Base
import Testing

@testable import School

@Suite struct `What the events of a card come to` {
  private typealias Event = FlashcardEvent
  private let card = FlashcardKey(note: ID(high: 0x7000, low: 1 << 63 | 5), ordinal: 0)
  private let start = Day(number: 20_000)

  private func id(_ number: UInt64) -> ID<Event> { ID(high: 0x7000, low: 1 << 63 | number) }
  private func event(
    _ number: UInt64, _ act: Event.Act, day: Int = 0, minute: Int = 0, device: String = "", sequence: Int = 0
  ) -> Event {
    Event(
      id: id(number), account: ID(high: 0x7000, low: 1 << 63 | 1), deck: ID(high: 0x7000, low: 1 << 63 | 2),
      card: card, act: act, at: Instant(milliseconds: Int64(day * 86_400_000 + minute * 60_000)),
      day: start.plus(days: day), device: device, sequence: sequence)
  }
  private func answer(_ grade: FlashcardGrade) -> Event.Act { .answer(grade, milliseconds: 900) }

  @Test func `is the same in every order`() {
    let events = [
      event(1, answer(.good), device: "a", sequence: 1), event(2, answer(.good), minute: 20, device: "a", sequence: 2),
      event(9, answer(.again), day: 3, device: "b", sequence: 1),
      // The clock of this device was set back: it does not come before its own last event.
      event(3, answer(.easy), day: 1, device: "b", sequence: 2), event(4, .bury, day: 3, device: "a", sequence: 3),
      event(5, .undo(id(4)), day: 3, minute: 1),
    ]
    let expected = FlashcardFold.state(of: events)
    #expect(expected?.reviews == 4 && expected?.buriedUntil == nil)
    func permute(_ rest: [Event], _ taken: [Event]) {
      if rest.isEmpty { #expect(FlashcardFold.state(of: taken) == expected) }
      for place in rest.indices {
        var left = rest
        let one = left.remove(at: place)
        permute(left, taken + [one])
      }
    }
    permute(events, [])
    #expect(FlashcardFold.state(of: events + events) == expected, "a union holds each once")
    #expect(FlashcardFold.ordered(events).map { $0.id } == [1, 2, 4, 9, 3, 5].map { id($0) })
  }

  @Test func `without what was undone, with what was undone and undone again`() {
    let (good, again) = (event(1, answer(.good)), event(2, answer(.again), minute: 1))
    let undo = event(3, .undo(id(2)), minute: 2)
    #expect(FlashcardFold.state(of: [good, again, undo]) == FlashcardFold.state(of: [good]))
    let back = event(4, .undo(id(3)), minute: 3)
    #expect(FlashcardFold.state(of: [good, again, undo, back]) == FlashcardFold.state(of: [good, again]))
    #expect(FlashcardFold.state(of: [good, event(5, .undo(id(1)), minute: 1)])?.memory == nil)
    // Two that name each other: hostile, and the same everywhere.
    let circle = [event(6, .undo(id(7))), event(7, .undo(id(6)))]
    #expect(FlashcardFold.state(of: [good] + circle) == FlashcardFold.state(of: circle + [good]))
  }

  @Test func `keeps away what is buried or suspended, and begins anew what is reset`() {
    let good = event(1, answer(.good))
    #expect(FlashcardFold.state(of: [good, event(2, .bury, minute: 1)])?.buriedUntil == start.plus(days: 1))
    let kept = [good, event(2, .suspend, minute: 1)]
    #expect(FlashcardFold.state(of: kept)?.isSuspended == true)
    #expect(FlashcardFold.state(of: kept + [event(3, .resume, minute: 2)])?.isSuspended == false)
    let reset = FlashcardFold.state(of: kept + [event(3, .reset, minute: 2)])
    #expect(reset?.memory == nil && reset?.isSuspended == false && reset?.reviews == 0)
  }

  @Test func `spreads intervals: Hard, Good, Easy stay in order, and none that has grown becomes shorter`() {
    let scheduler = FlashcardsScheduler()
    for number in 0..<400 {
      let key = FlashcardKey(note: ID(high: 0x7000, low: UInt64(number) << 7), ordinal: number % 3)
      let draw = FlashcardsScheduler.draw(key, number)
      #expect(scheduler.fuzzed(2, after: 0, draw: draw) == 2)
      var last = 0
      for days in 3..<120 {
        let spread = scheduler.fuzzed(days, after: 0, draw: draw)
        #expect(spread >= last && spread >= 2)
        last = spread
        #expect(scheduler.fuzzed(days, after: days - 1, draw: draw) >= days)
      }
    }
  }

  @Test func `says at eight lapses, and with every fourth after, that the card slips away`() {
    var state = FlashcardState(
      account: ID(high: 0x7000, low: 1 << 63 | 1), deck: ID(high: 0x7000, low: 1 << 63 | 2), card: card, memory: nil,
      due: start)
    var said: [Int] = []
    for lapses in 0...17 {
      state.lapses = lapses
      if state.saysLeech { said.append(lapses) }
    }
    #expect(said == [8, 12, 16])
  }

  @Test func `a cloze has a card for each number, and a broken one says what is wrong`() throws {
    #expect(FlashcardNote.ordinals(.cloze, front: "{{c2::b}} {{c1::a::hint}} {{c2::c}}") == [0, 1])
    #expect(
      FlashcardNote.ordinals(.basic, front: "?") == [0] && FlashcardNote.ordinals(.bothWays, front: "?") == [0, 1])
    let cloze = try FlashcardCloze("In {{c1::1492::year}} {{c2::he}}")
    #expect(cloze.markdown(asking: 1, isShown: false) == "In **[year]** he")
    #expect(cloze.markdown(asking: 2, isShown: true) == "In 1492 **he**")
    for (text, problem) in [
      ("plain {{cat}}", FlashcardCloze.Problem.none), ("{{c1::open", .open), ("{{c0::x}}", .number),
      ("{{c51::x}}", .number), ("{{c1:x}}", .number), ("{{c1::}}", .empty), ("{{c1::a {{c2::b}} }}", .open),
    ] {
      #expect(throws: problem, "\(text)") { try FlashcardCloze(text) }
      #expect(FlashcardFields(kind: .cloze, front: text).problem == Problem("front", problem.phrase))
    }
  }
}
