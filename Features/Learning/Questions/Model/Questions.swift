public import Base

/// One question in its place: in a quiz, or in the bank of a course.
///
/// What it asks is in its versions, which never change.
public struct Question: Hashable, Sendable {
  public let id: ID<Question>
  public let course: ID<Course>
  /// `nil` is the bank.
  public let quiz: ID<Quiz>?
  public var author: ID<Account>
  public var place: Int
  /// Its own points; `nil` is what the quiz gives.
  public var points: Amount?
  public var tags: [String]
  /// The number of its newest version, from 1.
  public var version: Int
  public var removedAt: Instant?
  public var updatedAt: Instant
  public init(
    id: ID<Question>, course: ID<Course>, quiz: ID<Quiz>?, author: ID<Account>, place: Int = 0, points: Amount? = nil,
    tags: [String] = [], version: Int = 1, removedAt: Instant? = nil, updatedAt: Instant
  ) {
    (self.id, self.course, self.quiz, self.author, self.place) = (id, course, quiz, author, place)
    (self.points, self.tags, self.version) = (points, tags, version)
    (self.removedAt, self.updatedAt) = (removedAt, updatedAt)
  }
}

/// The paths of the feature, for its routes, its pages and its neighbours' pages.
public enum QuestionsPaths {
  public static let bank = "/questions"
  public static func banked(_ id: ID<Question>) -> String { bank + "/" + id.text }
  public static func picture(_ id: ID<QuestionPicture>) -> String { "/question-pictures/" + id.text }
}
