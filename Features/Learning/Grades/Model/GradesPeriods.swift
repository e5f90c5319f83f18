public import Base
public import Exact

/// A part of the year with a grade of its own.
public struct GradingPeriod: Hashable, Sendable {
  public let id: ID<GradingPeriod>
  public let course: ID<Course>
  public var name: String
  public var from: Day
  public var until: Day
  /// In percent of the course; `nil` is none.
  public var weight: Amount?
  /// Its grades are frozen since then.
  public var closedAt: Instant?
  /// It is none any more since then, and can come back as it was.
  public var removedAt: Instant?
  public init(
    id: ID<GradingPeriod>, course: ID<Course>, name: String, from: Day, until: Day, weight: Amount? = nil,
    closedAt: Instant? = nil, removedAt: Instant? = nil
  ) {
    (self.id, self.course, self.name, self.from, self.until) = (id, course, name, from, until)
    (self.weight, self.closedAt, self.removedAt) = (weight, closedAt, removedAt)
  }

  /// The period something belongs to: by the day it is due, without one the last.
  public static func of(_ due: Day?, in periods: [GradingPeriod]) -> GradingPeriod? {
    let ordered = periods.sorted { $0.from < $1.from }
    guard let due else { return ordered.last }
    for period in ordered where period.from <= due && due <= period.until { return period }
    return due < ordered.first?.from ?? due ? ordered.first : ordered.last { $0.from <= due }
  }

  /// The course of its periods: each with its weight, scaled up to 100 over those that have a grade, never down.
  public static func course(_ parts: [(weight: Amount?, percent: Ratio?)]) -> Ratio? {
    var (sum, whole) = (Ratio.zero, Whole.zero)
    for part in parts {
      guard let percent = part.percent, let weight = part.weight, weight > .zero else { continue }
      (sum, whole) = (sum + percent * Ratio(Whole(weight.units)), whole + Whole(weight.units))
    }
    return whole.isZero ? nil : sum.divided(by: Ratio(min(whole, Whole(100 * Amount.scale))))
  }
}

/// What of a part of the year no family sees yet, and what closing would therefore leave out of its grades.
public struct HiddenGrades: Hashable, Sendable {
  public struct Column: Hashable, Sendable {
    public let item: ID<GradeItem>
    public let title: String
    /// How many students have something there that was not posted.
    public let count: Int
    public init(item: ID<GradeItem>, title: String, count: Int) {
      (self.item, self.title, self.count) = (item, title, count)
    }
  }
  public let columns: [Column]
  /// Students for whom another grade was put in the place of the computed one, without their family seeing it.
  public let overrides: [ID<Student>]
  public static let none = HiddenGrades(columns: [], overrides: [])
  public init(columns: [Column], overrides: [ID<Student>]) { (self.columns, self.overrides) = (columns, overrides) }

  public var count: Int { columns.reduce(overrides.count) { $0 + $1.count } }
}

/// Adds a part of the year with a grade of its own.
public struct AddGradingPeriod: FormCommand {
  public static let name = "grades.add-period"
  public let course: ID<Course>
  public let title: String
  public let from: Day
  public let until: Day
  public let weight: Amount?
  public init(_ form: inout FormReader) {
    let (course, read) = (form.id("course", Course.self), PeriodFields(&form))
    (self.course, title, from, until, weight) = (course, read.title, read.from, read.until, read.weight)
  }
}

/// Changes the name, the days and the weight of a part of the year.
public struct EditGradingPeriod: FormCommand {
  public static let name = "grades.edit-period"
  public let course: ID<Course>
  public let period: ID<GradingPeriod>
  public let title: String
  public let from: Day
  public let until: Day
  public let weight: Amount?
  public init(_ form: inout FormReader) {
    let (course, period) = (form.id("course", Course.self), form.id("period", GradingPeriod.self))
    let read = PeriodFields(&form)
    (self.course, self.period, title, from, until, weight) = (
      course, period, read.title, read.from, read.until, read.weight
    )
  }

  /// The form that says what a period is.
  public static func fields(_ period: GradingPeriod) -> [Form.Field] {
    [
      Form.Field("title", period.name), Form.Field("from", period.from.text), Form.Field("until", period.until.text),
      Form.Field("weight", period.weight?.text ?? ""),
    ]
  }
}

/// What both read.
private struct PeriodFields {
  let title: String
  let from: Day, until: Day
  let weight: Amount?
  init(_ reader: inout FormReader) {
    title = reader.text("title", max: 60, about: "What it is called.")
    from = reader.day("from", about: "Its first day, as 2026-03-11.")
    until = reader.day("until", about: "Its last day, as 2026-06-19.")
    weight = reader.optionalAmount(
      "weight", most: Amount(units: 1000 * Amount.scale), about: "In percent of the course.")
    if reader.problems.isEmpty, until < from { reader.fail("until", Phrase("grades.until-before-from")) }
  }
}

/// Freezes a period's grades, opens it again with a reason, removes it, or brings it back.
public struct ChangeGradingPeriod: FormCommand {
  public static let name = "grades.change-period"
  public enum Act: String, CaseIterable, Hashable, Sendable { case close, reopen, remove, restore }
  /// What becomes at closing of what no family sees yet.
  public enum Hidden: String, CaseIterable, Hashable, Sendable { case post, leave }
  public let course: ID<Course>
  public let period: ID<GradingPeriod>
  public let act: Act
  public let reason: String?
  public let hidden: Hidden?
  /// Of how much that is not posted its writer knew.
  public let seen: Int?
  public init(_ form: inout FormReader) {
    let (course, period) = (form.id("course", Course.self), form.id("period", GradingPeriod.self))
    let act = form.choice("act", Act.self, else: .close, about: "What becomes of it.")
    let reason = form.optionalText("reason", max: 300, about: "Why it is opened again.")
    let hidden = form.optionalChoice(
      "hidden", Hidden.self, about: "What becomes at closing of what is not posted: it is posted, or left as it is.")
    let seen = ChangeGradingPeriod.seen(&form)
    if act == .reopen, reason == nil { form.fail("reason", Phrase("form.required")) }
    (self.course, self.period, self.act, self.reason) = (course, period, act, reason)
    (self.hidden, self.seen) = (hidden, seen)
  }

  private static func seen(_ form: inout FormReader) -> Int? {
    let about = "A number: how much is not posted, as its writer knew; another count now refuses."
    guard let typed = form.optionalText("seen", max: 20, about: about) else { return nil }
    let most = 1_000_000
    if let count = wholeNumber(typed.utf8), count <= most { return count }
    form.fail("seen", Phrase("form.integer", .count(0), .count(most)))
    return nil
  }
}
