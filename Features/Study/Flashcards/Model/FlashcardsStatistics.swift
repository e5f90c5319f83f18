public import Base

/// What one person's cards of a deck come to in numbers: for themselves, and for nobody else.
public struct FlashcardsStatistics: Hashable, Sendable {
  /// How the cards stand, each counted once; leeches once more.
  public struct Cards: Hashable, Sendable {
    public var new = 0, learning = 0, young = 0, mature = 0, suspended = 0, leeches = 0
    public var all: Int { new + learning + young + mature + suspended }
  }
  /// Seven days: reviews of cards that had left their steps.
  public struct Week: Hashable, Sendable {
    public let first: Day
    public var reviews = 0, remembered = 0
    /// The sum of the chances that were expected, in thousandths.
    public var expected = 0
    /// Thousandths of the reviews; `nil` without one.
    public var rememberedShare: Int? { reviews > 0 ? remembered * 1000 / reviews : nil }
    public var expectedShare: Int? { reviews > 0 ? expected / reviews : nil }
    public init(first: Day) { self.first = first }
  }

  public static let forecastDays = 30, weekCount = 12, reviewDays = 30
  /// A card that comes again after so many days or more has settled.
  public static let matureDays = 21
  /// The last events of a deck that are read; more are years of hours a day.
  public static let maxEvents = 50_000

  /// The day of study.
  public let today: Day
  public var cards = Cards()
  /// Cards that were to come on a day before today.
  public var late = 0
  /// Cards that come again, from today on.
  public var forecast: [Int]
  /// From the earliest to the one that ends today.
  public var weeks: [Week]
  /// Answers on each day, the last of them today.
  public var answers: [Int]
  /// Older events were left out.
  public var isCut = false

  public init(today: Day) {
    self.today = today
    forecast = [Int](repeating: 0, count: Self.forecastDays)
    answers = [Int](repeating: 0, count: Self.reviewDays)
    weeks = (0..<Self.weekCount).map { Week(first: today.plus(days: ($0 - Self.weekCount + 1) * 7 - 6)) }
  }

  /// A card that is still in its deck, as it stands.
  public mutating func take(_ state: FlashcardState) {
    if state.isLeech { cards.leeches += 1 }
    guard !state.isSuspended else { return cards.suspended += 1 }
    guard let memory = state.memory else { return }
    if case .days(let days) = memory.due, memory.phase == .review {
      if days < Self.matureDays { cards.young += 1 } else { cards.mature += 1 }
    } else {
      cards.learning += 1
    }
    let due = max(state.due, state.buriedUntil ?? state.due).number - today.number
    if due < 0 { late += 1 } else if due < forecast.count { forecast[due] += 1 }
  }

  public mutating func take(_ review: FlashcardReview) {
    let ago = today.number - review.day.number
    guard ago >= 0 else { return }
    if ago < answers.count { answers[answers.count - 1 - ago] += 1 }
    guard let expected = review.expected, ago / 7 < weeks.count else { return }
    let place = weeks.count - 1 - ago / 7
    weeks[place].reviews += 1
    weeks[place].expected += expected
    if review.grade != .again { weeks[place].remembered += 1 }
  }

  /// Cards that come again within the days looked ahead.
  public var coming: Int { forecast.reduce(late, +) }
  public var answered: Int { answers.reduce(0, +) }
  public var daysStudied: Int { answers.filter { $0 > 0 }.count }
  /// Of all the weeks.
  public var whole: Week {
    weeks.reduce(into: Week(first: weeks.first?.first ?? today)) {
      ($0.reviews, $0.remembered) = ($0.reviews + $1.reviews, $0.remembered + $1.remembered)
      $0.expected += $1.expected
    }
  }
}
