public import Base
import Exact

/// Everything that can be set about a quiz, as a form says it.
public struct QuizSettings: Hashable, Sendable {
  public var title: String
  public var about: String
  public var module: ID<CourseModule>?
  public var minutes: Int?
  public var points: Amount
  public var passing: Amount?
  public var attempts: Int?
  public var counting: Quiz.Counting
  public var partial: PartialCredit
  public var shufflesQuestions: Bool
  public var shufflesOptions: Bool
  public var showing: Quiz.Showing
  public var showsMarks: Bool
  public var layout: Quiz.Layout
  /// `nil` is the school's for a new quiz, and what it was for one there is.
  public var language: Language?
  /// Days and minutes as the form has them; instants are made where the zone is known.
  public var opens: LocalMoment?
  public var due: LocalMoment?
  public var closes: LocalMoment?

  init(_ reader: inout FormReader) {
    title = reader.text("title", max: 160, about: "Its name.")
    about = reader.note("about", max: 4000, about: "What it is about.") ?? ""
    module = reader.optionalID("module", CourseModule.self, about: "The module of the course that it stands in.")
    minutes = reader.oneOf("minutes", Quiz.limits, about: "The limit: 15, 30, 45, 60, 90 or 120; empty is none.")
    points = reader.amount(
      "points", from: .zero, to: Amount(1000), usual: Quiz.usualPoints,
      about: "What a question gives that has no points of its own; 1 without it.")
    passing = reader.optionalAmount(
      "passing", from: .zero, to: Amount(100), about: "From how many percent it is passed.")
    attempts = reader.oneOf("attempts", Quiz.tries, about: "1, 2 or 3; empty is any number.")
    counting = reader.optionalChoice("counting", about: "Which of several attempts counts.") ?? .highest
    partial = reader.optionalChoice("partial", about: "What a partly right choice is worth.") ?? .rightMinusWrong
    shufflesQuestions = reader.flag(
      "shufflesQuestions", about: "Whether each attempt has the questions in an order of its own.")
    shufflesOptions = reader.flag("shufflesOptions", about: "The same for the options of each question.")
    showing = reader.optionalChoice("showing", about: "When results come out.") ?? .atOnce
    showsMarks = reader.flag(
      "showsMarks", about: "Whether one sees which answers were right also while one can try again.")
    layout = reader.optionalChoice("layout", about: "How many questions stand on a page.") ?? .all
    language = reader.optionalChoice(
      "language", about: "What its answers are read in; without it the school's, or what it was.")
    opens = reader.moment("opens", usual: 0, about: "The day from which it can be taken.")
    due = reader.moment("due", about: "The day until which it is in time, as 2026-03-11.")
    closes = reader.moment("closes", about: "The last day on which it can be begun.")
    if let opens, let closes, closes <= opens { reader.fail("closesDay", Phrase("quizzes.refused-close")) }
    if let due, let closes, closes < due { reader.fail("closesDay", Phrase("quizzes.refused-close-due")) }
    if showing == .afterDue, due == nil, closes == nil { reader.fail("dueDay", Phrase("quizzes.refused-no-due")) }
  }
}

/// A moment on the clock on the wall: a day, and minutes since midnight.
public struct LocalMoment: Hashable, Comparable, Sendable {
  public let day: Day, minute: Int
  public init(day: Day, minute: Int) { (self.day, self.minute) = (day, minute) }
  public init(_ instant: Instant, in zone: Zone) {
    (day, minute) = (zone.day(of: instant), zone.minute(of: instant))
  }
  public static func < (a: LocalMoment, b: LocalMoment) -> Bool { (a.day, a.minute) < (b.day, b.minute) }
  /// 23:59 lasts to its end, because that is what people mean by it.
  public func instant(in zone: Zone) -> Instant {
    let moment = zone.instant(day, minute: minute)
    return minute == 1439 ? moment.plus(seconds: 59) : moment
  }
}

extension FormReader {
  /// `<name>Day` and `<name>Time`; a day without a time ends with the day, unless told otherwise.
  mutating func moment(_ name: String, usual: Int = 1439, about: String = "") -> LocalMoment? {
    let day = optionalDay(name + "Day", about: about)
    let said = "The time on that day, as 14:05; without it its " + (usual == 0 ? "beginning." : "end.")
    let minute = optionalText(name + "Time", max: 8, about: said) == nil ? usual : clock(name + "Time")
    return day.map { LocalMoment(day: $0, minute: minute) }
  }

  /// What a device's clock showed, in milliseconds; what no clock shows is not said.
  mutating func clockReading(_ name: String, about: String = "") -> Int64? {
    optionalText(name, max: 16, about: about).flatMap { Int64($0) }
      .flatMap { (0...9_000_000_000_000).contains($0) ? $0 : nil }
  }

  /// One of a few numbers; absent or empty is none of them.
  mutating func oneOf(_ name: String, _ numbers: [Int], about: String = "") -> Int? {
    guard let text = optionalText(name, max: 6, about: about) else { return nil }
    if let number = wholeNumber(text.utf8), numbers.contains(number) { return number }
    fail(name, Phrase("form.choice"))
    return nil
  }

  /// An exact number with at most four places; Arabic digits and a decimal comma are taken.
  mutating func optionalAmount(
    _ name: String, from low: Amount, to high: Amount?, about: String = ""
  ) -> Amount? {
    guard let text = optionalText(name, max: 20, about: about) else { return nil }
    if let read = NumberStyle.english.read(text), read.unit.isEmpty, let amount = Amount(read.number.text),
      amount >= low, high.map({ amount <= $0 }) ?? true
    {
      return amount
    }
    fail(name, Phrase("quizzes.refused-number", .text(low.text), .text((high ?? .zero).text)))
    return nil
  }

  mutating func amount(
    _ name: String, from low: Amount, to high: Amount?, usual: Amount, about: String = ""
  ) -> Amount {
    optionalAmount(name, from: low, to: high, about: about) ?? usual
  }
}
