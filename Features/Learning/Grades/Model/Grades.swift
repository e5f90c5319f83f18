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
public enum GradeCategory {}

/// What a teacher, or a quiz, gave a student for one item; seen by staff until it is posted.
public struct Score: Hashable, Sendable {
  public let item: ID<GradeItem>
  public let student: ID<Student>
  /// Before late policy; `nil` when there is none.
  public var raw: Amount?
  public var excused: Bool
  /// How late the work was, in seconds; 0 in time.
  public var lateSeconds: Int64
  public var by: ID<Account>
  public var at: Instant
  public init(
    item: ID<GradeItem>, student: ID<Student>, raw: Amount?, excused: Bool = false, lateSeconds: Int64 = 0,
    by: ID<Account>, at: Instant
  ) {
    (self.item, self.student, self.raw, self.excused) = (item, student, raw, excused)
    (self.lateSeconds, self.by, self.at) = (lateSeconds, by, at)
  }

  /// What has changed when this has: for `If-Match` on one cell.
  public var version: String { String(at.milliseconds) }
}
