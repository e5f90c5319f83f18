public import Base

/// What the events of one card come to for one person.
///
/// The events of all devices are a union; whatever order they came in, the fold is the same everywhere.
public enum FlashcardFold {
  public static let firstLeech = 8, nextLeech = 4

  /// By corrected time, but never before the device's own previous event; at the same time by id.
  public static func ordered(_ events: [FlashcardEvent]) -> [FlashcardEvent] { keyed(events).map { $0.event } }

  /// What came before on the same device holds an event back: it takes that time, and that place among equals.
  private struct Key {
    let at: Instant, tie: ID<FlashcardEvent>
    let event: FlashcardEvent

    func isBefore(_ other: Key) -> Bool {
      if at != other.at { return at < other.at }
      if tie != other.tie { return tie < other.tie }
      if event.device == other.event.device, event.sequence != other.event.sequence {
        return event.sequence < other.event.sequence
      }
      return event.id < other.event.id
    }
  }

  private static func keyed(_ events: [FlashcardEvent]) -> [Key] {
    var keys: [Key] = []
    var known: Set<ID<FlashcardEvent>> = []
    let distinct = events.filter { known.insert($0.id).inserted }
    for (_, own) in Dictionary(grouping: distinct, by: { $0.device }) {
      var last: Key?
      let sorted = own.sorted {
        $0.sequence != $1.sequence ? $0.sequence < $1.sequence : $0.at != $1.at ? $0.at < $1.at : $0.id < $1.id
      }
      for event in sorted {
        var key = Key(at: event.at, tie: event.id, event: event)
        if let last, last.at > event.at || last.at == event.at && last.tie > event.id {
          key = Key(at: last.at, tie: last.tie, event: event)
        }
        keys.append(key)
        last = key
      }
    }
    return keys.sorted { $0.isBefore($1) }
  }

  /// Those that count: not undone, or their undoing was undone itself.
  ///
  /// Undoings that name each other in a circle count for nothing.
  public static func live(_ events: [FlashcardEvent]) -> Set<ID<FlashcardEvent>> {
    var (waiting, naming) = ([ID<FlashcardEvent>: Int](), [ID<FlashcardEvent>: ID<FlashcardEvent>]())
    for event in events { waiting[event.id] = 0 }
    for event in events {
      guard case .undo(let undone) = event.act, let count = waiting[undone] else { continue }
      waiting[undone] = count + 1
      naming[event.id] = undone
    }
    var (dead, live) = (Set<ID<FlashcardEvent>>(), Set<ID<FlashcardEvent>>())
    var ready = waiting.filter { $0.value == 0 }.map { $0.key }
    while let id = ready.popLast() {
      if !dead.contains(id) { live.insert(id) }
      guard let undone = naming[id], let count = waiting[undone] else { continue }
      if live.contains(id) { dead.insert(undone) }
      waiting[undone] = count - 1
      if count == 1 { ready.append(undone) }
    }
    return live
  }

  /// - Returns: `nil` without an event; without a memory when every answer was taken back.
  public static func state(
    of events: [FlashcardEvent], by settings: FlashcardSettings = FlashcardSettings()
  ) -> FlashcardState? {
    walk(events, by: settings) { _ in }
  }

  /// The answers of one card that count, in their order, each with what was expected of it.
  public static func reviews(
    of events: [FlashcardEvent], by settings: FlashcardSettings = FlashcardSettings()
  ) -> [FlashcardReview] {
    var reviews: [FlashcardReview] = []
    _ = walk(events, by: settings) { reviews.append($0) }
    return reviews
  }

  private static func walk(
    _ events: [FlashcardEvent], by settings: FlashcardSettings, _ review: (FlashcardReview) -> Void
  ) -> FlashcardState? {
    let keys = keyed(events)
    guard let first = keys.first?.event, let last = keys.last?.event else { return nil }
    let live = live(events)
    var state = FlashcardState(
      account: first.account, deck: last.deck, card: first.card, memory: nil, due: first.day)
    for key in keys where live.contains(key.event.id) {
      let scheduler = settings.scheduler(on: key.event.day)
      if case .answer(let grade, _) = key.event.act {
        review(FlashcardReview(state.memory, grade, on: key.event.day, scheduler))
      }
      state.take(key.event, at: key.at, scheduler)
    }
    return state
  }
}

/// One answer as it counted.
public struct FlashcardReview: Hashable, Sendable {
  public let day: Day
  public let grade: FlashcardGrade
  /// The chance to remember that was expected, in thousandths; `nil` for a card that was new or on its steps.
  public let expected: Int?

  init(_ before: FlashcardMemory?, _ grade: FlashcardGrade, on day: Day, _ scheduler: FlashcardsScheduler) {
    (self.day, self.grade) = (day, grade)
    guard let before, before.phase == .review else {
      expected = nil
      return
    }
    let chance = scheduler.retrievability(before, after: day.number - before.reviewed.number)
    expected = chance >= 0 && chance <= 1 ? Int((chance * 1000).rounded()) : nil
  }
}

extension FlashcardState {
  /// It keeps being forgotten: learning it as it is takes more than it gives.
  public var isLeech: Bool { lapses >= FlashcardFold.firstLeech }

  /// The last lapse is one at which this is said.
  public var saysLeech: Bool { isLeech && (lapses - FlashcardFold.firstLeech) % FlashcardFold.nextLeech == 0 }

  fileprivate mutating func take(_ event: FlashcardEvent, at moment: Instant, _ scheduler: FlashcardsScheduler) {
    switch event.act {
    case .answer(let grade, _): answer(grade, on: event.day, at: moment, scheduler)
    case .bury: buriedUntil = event.day.plus(days: 1)
    case .suspend: isSuspended = true
    case .resume: isSuspended = false
    case .reset:
      (memory, due, dueAt) = (nil, event.day, nil)
      (isSuspended, buriedUntil, reviews, lapses) = (false, nil, 0, 0)
    case .undo: break
    }
  }

  private mutating func answer(
    _ grade: FlashcardGrade, on given: Day, at moment: Instant, _ scheduler: FlashcardsScheduler
  ) {
    // A clock that was set back does not make a review earlier than the one before it.
    let day = memory.map { max($0.reviewed, given) } ?? given
    if memory?.phase == .review, grade == .again { lapses += 1 }
    let next = scheduler.answered(memory, grade, on: day, card: card, reviews: reviews)
    reviews += 1
    memory = next
    switch next.due {
    case .seconds(let seconds):
      (due, dueAt) = (day, Instant(milliseconds: moment.milliseconds + Int64(seconds) * 1000))
    case .days(let days): (due, dueAt) = (day.plus(days: days), nil)
    }
  }
}

extension FlashcardsScheduler {
  /// What a card is after an answer, its days spread a little, so that cards learnt together do not stay together.
  ///
  /// The spread is drawn from the card and the count of its reviews: every device draws the same.
  public func answered(
    _ before: FlashcardMemory?, _ grade: FlashcardGrade, on day: Day, card: FlashcardKey, reviews: Int
  ) -> FlashcardMemory {
    var memory = next(before, grade, on: day)
    guard case .days(let days) = memory.due else { return memory }
    var last = 0
    if case .days(let known)? = before?.due { last = known }
    memory.due = .days(fuzzed(days, after: last, draw: Self.draw(card, reviews)))
    return memory
  }

  /// An interval of 2.5 days and more, moved within its range; one that has grown stays longer than the last.
  ///
  /// Both ends of the range rise with the interval and the draw is one for all grades, so Hard is never after Good, nor Good
  /// after Easy.
  func fuzzed(_ days: Int, after last: Int, draw: UInt64) -> Int {
    guard days > 2 else { return days }
    let length = Double(days)
    let spread =
      1 + 0.15 * max(0, min(length, 7) - 2.5) + 0.1 * max(0, min(length, 20) - 7) + 0.05 * max(0, length - 20)
    var low = max(2, Int((length - spread).rounded()))
    if days > last { low = max(low, min(last + 1, days)) }
    let high = max(low, min(maxInterval, Int((length + spread).rounded())))
    return low + Int(truncatingIfNeeded: ((draw >> 32) * UInt64(high - low + 1)) >> 32)
  }

  /// A number of 64 bits that nobody chooses.
  static func draw(_ card: FlashcardKey, _ reviews: Int) -> UInt64 {
    var mixed: UInt64 = 0
    for part in [card.note.high, card.note.low, UInt64(clamping: card.ordinal), UInt64(clamping: reviews)] {
      mixed = splitMix64(mixed ^ part)
    }
    return mixed
  }
}
