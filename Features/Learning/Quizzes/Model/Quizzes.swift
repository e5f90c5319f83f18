public import Base

/// A test in a course: its questions, how long and how often it may be taken, and what is shown of it afterwards.
///
/// Its title, due date and whether it is published stand on its item in the course's outline, which has the same id.
public struct Quiz: Hashable, Sendable {
  /// Which of several attempts counts (rules.md 4.5).
  public enum Counting: String, CaseIterable, Hashable, Sendable { case highest, latest, first, average }
  /// When a student sees points, answers and explanations.
  public enum Showing: String, CaseIterable, Hashable, Sendable {
    case atOnce = "at-once"
    /// After the latest due date among those it is assigned to.
    case afterDue = "after-due"
  }
  /// How the questions are laid out for who takes it.
  public enum Layout: String, CaseIterable, Hashable, Sendable { case one, all }

  public let id: ID<Quiz>
  public let course: ID<Course>
  public var about: String
  /// How many minutes it may take; `nil` is as long as one likes.
  public var minutes: Int?
  /// What a question gives that has no points of its own.
  public var points: Amount
  /// What one needs to pass, in percent.
  public var passing: Amount?
  /// How often one may take it; `nil` is any number.
  public var attempts: Int?
  public var counting: Counting
  public var partial: PartialCredit
  public var shufflesQuestions: Bool
  public var shufflesOptions: Bool
  public var showing: Showing
  /// Whether students see which answers were right while they can still try again; the key itself they never do.
  public var showsMarks: Bool
  public var layout: Layout
  /// How numbers are written and which vowel marks are looked over.
  public var language: Language
  public var opensAt: Instant?
  /// Nobody goes on after this; those with more time may a little longer.
  public var closesAt: Instant?
  public var updatedAt: Instant
  /// Whether there is anything to answer; the store says it.
  public var asks = false

  public init(
    id: ID<Quiz>, course: ID<Course>, about: String = "", minutes: Int? = nil, points: Amount = Quiz.usualPoints,
    passing: Amount? = nil, attempts: Int? = 1, counting: Counting = .highest,
    partial: PartialCredit = .rightMinusWrong,
    shufflesQuestions: Bool = false, shufflesOptions: Bool = false, showing: Showing = .atOnce,
    showsMarks: Bool = true, layout: Layout = .all, language: Language = .en, opensAt: Instant? = nil,
    closesAt: Instant? = nil, updatedAt: Instant
  ) {
    (self.id, self.course, self.about, self.minutes, self.points) = (id, course, about, minutes, points)
    (self.passing, self.attempts, self.counting, self.partial) = (passing, attempts, counting, partial)
    (self.shufflesQuestions, self.shufflesOptions) = (shufflesQuestions, shufflesOptions)
    (self.showing, self.showsMarks, self.layout, self.language) = (showing, showsMarks, layout, language)
    (self.opensAt, self.closesAt, self.updatedAt) = (opensAt, closesAt, updatedAt)
  }

  public static let usualPoints = Amount(units: Amount.scale)
  /// The limits one may choose from, in minutes (H02).
  public static let limits = [15, 30, 45, 60, 90, 120]
  /// The numbers of attempts one may choose from (H05).
  public static let tries = [1, 2, 3]

  public var item: ID<CourseItem> { id.cast() }
  public var gradeItem: ID<GradeItem> { id.cast() }
  /// What has changed when this has.
  public var version: String { String(updatedAt.milliseconds) }
}

/// More time for one student: an accommodation, or an extension.
public struct QuizTime: Hashable, Sendable {
  public let quiz: ID<Quiz>
  public let student: ID<Student>
  /// The limit times this, in hundredths: 150 is half as long again.
  public var hundredths: Int
  public var extraMinutes: Int
  /// A close of the student's own, instead of everybody's.
  public var closesAt: Instant?
  /// More attempts than the others.
  public var extraAttempts: Int
  /// Another day than everybody's: the extension of the outline's item.
  public var extended: Instant?
  public init(
    quiz: ID<Quiz>, student: ID<Student>, hundredths: Int = 100, extraMinutes: Int = 0, closesAt: Instant? = nil,
    extraAttempts: Int = 0, extended: Instant? = nil
  ) {
    (self.quiz, self.student, self.hundredths, self.extraMinutes) = (quiz, student, hundredths, extraMinutes)
    (self.closesAt, self.extraAttempts, self.extended) = (closesAt, extraAttempts, extended)
  }

  /// Seconds more than everybody has, where there is a limit.
  func more(_ minutes: Int?) -> Int64 {
    minutes.map { Int64($0) * 60 * Int64(max(0, hundredths - 100)) / 100 + Int64(extraMinutes) * 60 } ?? 0
  }
}

/// The paths of the feature, for its routes, its pages and its neighbours' pages.
public enum QuizzesPaths {
  public static func new(in course: ID<Course>) -> String { CoursesPaths.course(course) + "/quizzes/new" }
  public static func all(in course: ID<Course>) -> String { CoursesPaths.course(course) + "/quizzes" }
  public static func quiz(_ id: ID<Quiz>) -> String { "/quizzes/" + id.text }
  public static func of(_ id: ID<Quiz>, _ part: String) -> String { quiz(id) + "/" + part }
  public static func question(_ id: ID<Question>, in quiz: ID<Quiz>) -> String {
    of(quiz, "questions") + "/" + id.text
  }
}
