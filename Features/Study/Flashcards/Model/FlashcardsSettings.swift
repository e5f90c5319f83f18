public import Base

/// How the cards of a deck are scheduled from a day on; a change is another one, and none is written over.
public struct DeckSetting: Hashable, Sendable {
  public let id: ID<DeckSetting>
  public let deck: ID<Deck>
  /// Answers of this day of study and later go by it; earlier ones keep what stood then.
  public let from: Day
  public let fields: DeckSettingFields
  public let by: ID<Account>
  public let at: Instant
  /// When it was taken back.
  public var deletedAt: Instant?

  public init(
    id: ID<DeckSetting>, deck: ID<Deck>, from: Day, fields: DeckSettingFields, by: ID<Account>, at: Instant,
    deletedAt: Instant? = nil
  ) {
    (self.id, self.deck, self.from, self.fields) = (id, deck, from, fields)
    (self.by, self.at, self.deletedAt) = (by, at, deletedAt)
  }

  /// So many a deck has at most, those that were taken back among them.
  public static let most = 100
}

/// The settings of a deck over time.
///
/// What counts for an answer is its own day, so that nothing before a change moves.
public struct FlashcardSettings: Sendable {
  private struct Dated {
    let from: Day
    let scheduler: FlashcardsScheduler
  }
  private let usual: FlashcardsScheduler
  private let dated: [Dated]

  /// - Parameter settings: in any order; those that were taken back count for nothing.
  public init(_ settings: [DeckSetting] = [], usual: FlashcardsScheduler = FlashcardsScheduler()) {
    self.usual = usual
    dated = Self.inForce(settings).map { Dated(from: $0.from, scheduler: $0.fields.scheduler) }
  }

  /// Those that count, by their days; of one day the last that was said stands last.
  public static func inForce(_ settings: [DeckSetting]) -> [DeckSetting] {
    settings.filter { $0.deletedAt == nil }.sorted {
      $0.from != $1.from ? $0.from < $1.from : $0.at != $1.at ? $0.at < $1.at : $0.id < $1.id
    }
  }

  public func scheduler(on day: Day) -> FlashcardsScheduler {
    for one in dated.reversed() where one.from <= day { return one.scheduler }
    return usual
  }
}

/// What a scheduler is told: all whole numbers, so that every device computes with the same.
public struct DeckSettingFields: Hashable, Sendable {
  /// The only one there is; a device that knows a newer one writes its name here.
  public static let scheduler = "fsrs-6"
  public var name = scheduler
  /// The chance to remember at which a review is due, in percent.
  public var retention = 90
  /// Seconds until a new card comes again, one after the other.
  public var learningSteps = [60, 600]
  public var relearningSteps = [600]
  /// Days.
  public var maxInterval = 36_500
  /// Ten-thousandths, 21 of them; none are the published ones.
  public var parameters: [Int] = []
  public init() {}

  public static let retentions = 70...97, intervals = 1...36_500
  public static let maxSteps = 6, longestStep = 1440
  /// What each of the parameters may be, in ten-thousandths: beyond it the formulas say nothing.
  static let lowest = [
    10, 10, 10, 10, 10_000, 10, 10, 10, 0, 0, 10, 10, 10, 10, 0, 0, 10_000, 0, 0, 0, 1000,
  ]
  static let highest = [
    1_000_000, 1_000_000, 1_000_000, 1_000_000, 100_000, 40_000, 40_000, 7500, 45_000, 8000, 35_000, 50_000, 2500, 9000,
    40_000, 10_000, 60_000, 20_000, 20_000, 8000, 8000,
  ]

  /// Whatever a row holds, only what can be computed with is taken.
  public var scheduler: FlashcardsScheduler {
    let fit = parameters.count == Self.lowest.count && Self.problem(parameters) == nil
    return FlashcardsScheduler(
      parameters: fit ? parameters.map { Double($0) / 10_000 } : FlashcardsScheduler.parameters,
      retention: Double(min(max(retention, Self.retentions.lowerBound), Self.retentions.upperBound)) / 100,
      learningSteps: Self.bounded(learningSteps), relearningSteps: Self.bounded(relearningSteps),
      maxInterval: min(max(maxInterval, 1), Self.intervals.upperBound))
  }

  private static func bounded(_ steps: [Int]) -> [Int] {
    steps.prefix(maxSteps).map { min(max($0, 60), longestStep * 60) }
  }

  /// The first parameter that is not what it may be, from 1.
  static func problem(_ parameters: [Int]) -> Int? {
    for (place, value) in parameters.enumerated() where place < lowest.count {
      if value < lowest[place] || value > highest[place] { return place + 1 }
    }
    return nil
  }
}

extension DeckSettingFields {
  public init(_ form: inout FormReader) {
    retention = form.integer("retention", in: Self.retentions, about: "Percent at which a card comes again.")
    learningSteps = Self.steps("learningSteps", &form)
    relearningSteps = Self.steps("relearningSteps", &form)
    maxInterval = form.integer("maxInterval", in: Self.intervals, about: "Days between two reviews at most.")
    let text = form.note("parameters", max: 600, about: "21 numbers of FSRS-6; empty for the published ones.") ?? ""
    parameters = Self.numbers(text, &form)
  }

  /// Whole minutes with spaces between; none, and a card leaves its steps at once.
  private static func steps(_ name: String, _ form: inout FormReader) -> [Int] {
    let text = form.optionalText(name, max: 60, about: "Minutes with spaces between, at most \(maxSteps).") ?? ""
    let parts = text.split(separator: " ")
    let minutes = parts.compactMap { wholeNumber($0.utf8) }.filter { (1...longestStep).contains($0) }
    guard minutes.count == parts.count, minutes.count <= maxSteps else {
      form.fail(name, Phrase("flashcards.steps-wrong", .count(maxSteps), .count(longestStep)))
      return []
    }
    return minutes.map { $0 * 60 }
  }

  private static func numbers(_ text: String, _ form: inout FormReader) -> [Int] {
    let parts = text.split { $0 == " " || $0 == "," || $0 == "\n" || $0 == "[" || $0 == "]" }
    guard !parts.isEmpty else { return [] }
    let numbers = parts.compactMap { tenThousandths($0.utf8) }
    guard parts.count == lowest.count, numbers.count == parts.count else {
      form.fail("parameters", Phrase("flashcards.parameters-wrong", .count(lowest.count)))
      return []
    }
    if let place = problem(numbers) { form.fail("parameters", Phrase("flashcards.parameter-range", .count(place))) }
    return numbers
  }

  /// `0.212` as 2120; more than four places behind the dot are none.
  static func tenThousandths(_ text: some Collection<UInt8>) -> Int? {
    var (number, places, hasDot, digits) = (0, 0, false, 0)
    for byte in text {
      if byte == 46, !hasDot {
        hasDot = true
        continue
      }
      guard (48...57).contains(byte), digits < 8, !hasDot || places < 4 else { return nil }
      number = number * 10 + Int(byte - 48)
      (digits, places) = (digits + 1, places + (hasDot ? 1 : 0))
    }
    guard digits > 0 else { return nil }
    for _ in places..<4 {
      guard number <= 100_000_000 else { return nil }
      number *= 10
    }
    return number
  }

  /// The parameters as they are typed.
  public var parametersText: String { parameters.map { Self.text($0) }.joined(separator: " ") }
  public var learningText: String { learningSteps.map { String($0 / 60) }.joined(separator: " ") }
  public var relearningText: String { relearningSteps.map { String($0 / 60) }.joined(separator: " ") }

  private static func text(_ number: Int) -> String {
    var digits = String(number % 10_000)
    while digits.utf8.count < 4 { digits = "0" + digits }
    return String(number / 10_000) + "." + digits
  }
}
