import Base
public import Database
import People
public import School

/// The parts of the year, and what was put in the place of their grades.
extension GradesTables {
  public static let period = Table<GradingPeriod>(
    "grading_period", number: 164,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("course") { $0.course }
      $0.text("name") { $0.name }
      $0.day("from") { $0.from }
      $0.day("until") { $0.until }
      $0.amount("weight") { $0.weight }
      $0.instant("closedAt") { $0.closedAt }
      // What was removed stays with its overrides, to come back as it was.
      $0.instant("removedAt") { $0.removedAt }
    }, key: ["school", "id"], indexes: [["school", "course"]],
    foreign: [.init(["school", "course"], to: "course", ["school", "id"])],
    seen: .by { period, _ in [.courseStaff(period.course), .course(period.course)] }
  ) {
    GradingPeriod(
      id: $0.id(), course: $0.id(), name: $0.text(), from: $0.day(), until: $0.day(), weight: $0.optionalAmount(),
      closedAt: $0.optionalInstant(), removedAt: $0.optionalInstant())
  }

  /// A student's grade in a period that is closed; later scores do not change it.
  public static let frozen = Table<FrozenGradeRow>(
    "frozen_grade", number: 165,
    {
      $0.school()
      $0.id("period") { $0.period }
      $0.id("student") { $0.student }
      $0.id("course") { $0.course }
      $0.amount("percent") { $0.percent }
      $0.text("letter") { $0.letter }
    }, key: ["school", "period", "student"], indexes: [["school", "student"]],
    foreign: [.init(["school", "period"], to: "grading_period", ["school", "id"])],
    seen: .by { row, _ in [.family(row.student), .courseStaff(row.course)] }
  ) {
    FrozenGradeRow(
      period: $0.id(), student: $0.id(), course: $0.id(), percent: $0.optionalAmount(), letter: $0.optionalText())
  }

  /// What a teacher put in the place of a period's grade, and why; staff only.
  public static let periodOverride = Table<PeriodOverride>(
    "period_override", number: 166,
    {
      $0.school()
      $0.id("period") { $0.period }
      $0.id("student") { $0.student }
      $0.id("course") { $0.course }
      $0.amount("percent") { $0.percent }
      $0.text("reason") { $0.reason }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.instant("at") { $0.at }
    }, key: ["school", "period", "student"], indexes: [["school", "course"]],
    foreign: [.init(["school", "period"], to: "grading_period", ["school", "id"])],
    seen: .by { given, _ in [.courseStaff(given.course)] }
  ) {
    PeriodOverride(
      period: $0.id(), student: $0.id(), course: $0.id(), percent: $0.amount(), reason: $0.text(), by: $0.id(),
      at: $0.instant())
  }

  /// The part of it that the family sees, once it is posted.
  public static let postedPeriodOverride = Table<PostedPeriodOverride>(
    "posted_period_override", number: 167,
    {
      $0.school()
      $0.id("period") { $0.period }
      $0.id("student") { $0.student }
      $0.id("course") { $0.course }
      $0.amount("percent") { $0.percent }
      $0.instant("at") { $0.at }
    }, key: ["school", "period", "student"], indexes: [["school", "course"], ["school", "student"]],
    foreign: [.init(["school", "period"], to: "grading_period", ["school", "id"])],
    seen: .by { posted, _ in [.family(posted.student), .courseStaff(posted.course)] }
  ) {
    PostedPeriodOverride(
      period: $0.id(), student: $0.id(), course: $0.id(), percent: $0.amount(), at: $0.instant())
  }
}

/// What a student had in a part of the year when it was closed; without a percent there was no grade.
public struct FrozenGradeRow: Sendable {
  let period: ID<GradingPeriod>, student: ID<Student>, course: ID<Course>
  let percent: Amount?, letter: String?
  var grade: FrozenGrade? { percent.map { FrozenGrade(percent: $0, letter: letter) } }
}

/// What a teacher put in the place of a period's grade.
public struct PeriodOverride: Sendable {
  let period: ID<GradingPeriod>, student: ID<Student>, course: ID<Course>
  let percent: Amount, reason: String, by: ID<Account>, at: Instant
}

/// What the family sees of it.
public struct PostedPeriodOverride: Sendable {
  let period: ID<GradingPeriod>, student: ID<Student>, course: ID<Course>, percent: Amount, at: Instant
}
