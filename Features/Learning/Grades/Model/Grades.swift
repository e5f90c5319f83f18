public import Base

/// One column of a gradebook.
///
/// For an assignment or a quiz it has the id of its item in the outline.
public struct GradeItem: Hashable, Sendable {
  public enum Source: String, CaseIterable, Hashable, Sendable { case assignment, quiz, manual }
  public let id: ID<GradeItem>
  public let course: ID<Course>
  public var category: ID<GradeCategory>?
  public let source: Source
  public var title: String
  /// The most points it gives; 0 makes every point extra credit.
  public var possible: Amount
  public var place: Int
  public var dueAt: Instant?
  /// Shown, and never in a total, when it does not count.
  public var counts: Bool
  public var neverDrop: Bool
  /// Scores become visible as they are entered; otherwise when somebody posts them.
  public var postsItself: Bool
  public var updatedAt: Instant
  public init(
    id: ID<GradeItem>, course: ID<Course>, category: ID<GradeCategory>? = nil, source: Source, title: String,
    possible: Amount, place: Int = 0, dueAt: Instant? = nil, counts: Bool = true, neverDrop: Bool = false,
    postsItself: Bool = false, updatedAt: Instant
  ) {
    (self.id, self.course, self.category, self.source, self.title) = (id, course, category, source, title)
    (self.possible, self.place, self.dueAt, self.counts) = (possible, place, dueAt, counts)
    (self.neverDrop, self.postsItself, self.updatedAt) = (neverDrop, postsItself, updatedAt)
  }
}

/// A part of a course's grade, with a weight.
public struct GradeCategory: Hashable, Sendable {
  /// What a category was made for; items that say nothing else go where they belong.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case assignments, quizzes, participation, midterm, final
    /// A teacher's own.
    case own
  }
  public let id: ID<GradeCategory>
  public let course: ID<Course>
  public var kind: Kind
  /// `nil` is the usual word for its kind, in the reader's language.
  public var name: String?
  /// In percent of the course.
  public var weight: Amount
  public var dropLowest: Int
  public var dropHighest: Int
  /// Never more than full marks, whatever extra credit there was.
  public var isCapped: Bool
  public var place: Int
  public init(
    id: ID<GradeCategory>, course: ID<Course>, kind: Kind = .own, name: String? = nil, weight: Amount,
    dropLowest: Int = 0, dropHighest: Int = 0, isCapped: Bool = false, place: Int = 0
  ) {
    (self.id, self.course, self.kind, self.name, self.weight) = (id, course, kind, name, weight)
    (self.dropLowest, self.dropHighest, self.isCapped, self.place) = (dropLowest, dropHighest, isCapped, place)
  }

  /// The categories of a course for which nobody has chosen any: 40, 30, 10, 10, 10.
  ///
  /// Their ids follow from the course's, so they are the same before and after they are written down.
  public static func usual(for course: ID<Course>) -> [GradeCategory] {
    let weights: [(Kind, Int64)] = [
      (.assignments, 40), (.quizzes, 30), (.participation, 10), (.midterm, 10), (.final, 10),
    ]
    return weights.enumerated().map { place, one in
      GradeCategory(
        id: ID(high: course.high, low: course.low ^ UInt64(place + 1) << 32), course: course, kind: one.0,
        weight: Amount(units: one.1 * Amount.scale), place: place)
    }
  }
}

/// What a teacher, or a quiz, gave a student for one item; seen by staff until it is posted.
public struct Score: Hashable, Sendable {
  public let item: ID<GradeItem>
  public let student: ID<Student>
  /// Before late policy; `nil` when there is none.
  public var raw: Amount?
  public var excused: Bool
  /// How late the work was, in seconds; 0 in time.
  public var lateSeconds: Int64
  /// Waits for a person: a part of it has no points yet, as an essay in a quiz.
  public var isPending: Bool
  /// A few words to the student; they are seen when the score is.
  public var comment: String?
  /// As long as the words of the desk where work is graded.
  public static let longestComment = 10_000
  public var by: ID<Account>
  public var at: Instant
  public init(
    item: ID<GradeItem>, student: ID<Student>, raw: Amount?, excused: Bool = false, lateSeconds: Int64 = 0,
    isPending: Bool = false, comment: String? = nil, by: ID<Account>, at: Instant
  ) {
    (self.item, self.student, self.raw, self.excused) = (item, student, raw, excused)
    (self.lateSeconds, self.isPending, self.comment) = (lateSeconds, isPending, comment)
    (self.by, self.at) = (by, at)
  }

  /// Nothing was given: no points, not excused, no word.
  public var isEmpty: Bool { raw == nil && !excused && comment == nil }

  /// Whether another gives the same, whoever gave it and when.
  public func says(_ other: Score) -> Bool {
    raw == other.raw && excused == other.excused && lateSeconds == other.lateSeconds && isPending == other.isPending
      && comment == other.comment
  }

  /// What has changed when this has: for `If-Match` on one cell.
  public var version: String { String(at.milliseconds) }
}
