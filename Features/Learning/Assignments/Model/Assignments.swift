public import Base

/// Work that a course asks of its students.
///
/// Its title, its day and whether it is published stand in its item of the outline, its points in the column of the
/// gradebook; all three have the same id.
public struct Assignment: Hashable, Sendable {
  /// A way of handing in.
  public enum Work: String, CaseIterable, Hashable, Sendable { case text, files, photo, link }

  public let id: ID<CourseItem>
  public let course: ID<Course>
  public var about: String
  /// Empty for work on paper: nothing is handed in here, and nothing is missing.
  public var accepts: [Work]
  public var opensAt: Instant?
  /// Nothing is taken after this, late or not.
  public var closesAt: Instant?
  /// How often a student may hand in; `nil` is as often as one likes.
  public var attempts: Int?
  /// Whether work is taken after its day; without it the day is the end.
  public var lateAllowed: Bool
  public var rubric: Rubric
  public var updatedAt: Instant
  /// When it was deleted; it stays, to be brought back.
  public var deletedAt: Instant?
  /// What brings the item and the column of a deleted one back.
  public var trash: JSON?

  public init(
    id: ID<CourseItem>, course: ID<Course>, about: String = "", accepts: [Work] = [.text, .files],
    opensAt: Instant? = nil, closesAt: Instant? = nil, attempts: Int? = nil, lateAllowed: Bool = true,
    rubric: Rubric = Rubric(), updatedAt: Instant, deletedAt: Instant? = nil, trash: JSON? = nil
  ) {
    (self.id, self.course, self.about, self.accepts) = (id, course, about, accepts)
    (self.opensAt, self.closesAt, self.attempts) = (opensAt, closesAt, attempts)
    (self.lateAllowed, self.rubric, self.updatedAt) = (lateAllowed, rubric, updatedAt)
    (self.deletedAt, self.trash) = (deletedAt, trash)
  }

  /// What has changed when this has.
  public var version: String { String(updatedAt.milliseconds) }
  public var isOnPaper: Bool { accepts.isEmpty }
  public var takesFiles: Bool { accepts.contains(.files) || accepts.contains(.photo) }
}

/// Another day for one student, of an assignment or a quiz.
public struct DueExtension: Hashable, Sendable {
  public let item: ID<CourseItem>
  public let student: ID<Student>
  public var dueAt: Instant
  public var by: ID<Account>
  public var at: Instant
  public init(item: ID<CourseItem>, student: ID<Student>, dueAt: Instant, by: ID<Account>, at: Instant) {
    (self.item, self.student, self.dueAt, self.by, self.at) = (item, student, dueAt, by, at)
  }
}

/// When one student may hand in: the assignment's times with the student's own extension.
public struct WorkTimes: Hashable, Sendable {
  public enum Window: Hashable, Sendable { case notYet, open, late, closed }
  public let opensAt: Instant?, dueAt: Instant?, closesAt: Instant?
  public let isExtended: Bool

  /// - Parameter due: the item's day, for those without an extension.
  public init(_ assignment: Assignment, due: Instant?, extended: Instant? = nil) {
    let own = extended ?? due
    opensAt = assignment.opensAt
    dueAt = own
    isExtended = extended != nil
    let end = assignment.lateAllowed ? assignment.closesAt : assignment.closesAt ?? own
    // An extension is never shorter than itself: it also moves the end.
    if let own, extended != nil, let end { closesAt = max(own, end) } else { closesAt = end }
  }

  public func window(_ now: Instant) -> Window {
    if let opensAt, now < opensAt { return .notYet }
    if let closesAt, now > closesAt { return .closed }
    if let dueAt, now > dueAt { return .late }
    return .open
  }

  /// How late something was, in whole seconds begun; 0 in time or when there is no day.
  public func lateSeconds(_ handedIn: Instant) -> Int64 {
    guard let dueAt, handedIn > dueAt else { return 0 }
    return (handedIn.since(dueAt) + 999) / 1000
  }
}

/// What a student is writing and nobody else sees yet; one for each assignment and student.
public struct WorkDraft: Hashable, Sendable {
  public let assignment: ID<CourseItem>
  public let student: ID<Student>
  public var text: String
  public var link: String
  public var savedAt: Instant
  public init(assignment: ID<CourseItem>, student: ID<Student>, text: String = "", link: String = "", savedAt: Instant)
  {
    (self.assignment, self.student, self.text, self.link) = (assignment, student, text, link)
    self.savedAt = savedAt
  }

  public var version: String { String(savedAt.milliseconds) }

  /// What stands for the version where there is no draft.
  public static func noVersion(after attempts: Int) -> String { attempts == 0 ? "0" : "0." + String(attempts) }
}

/// What a student handed in, once and for all; the next attempt is another.
public struct Submission: Hashable, Sendable {
  public let id: ID<Submission>
  public let assignment: ID<CourseItem>
  public let student: ID<Student>
  /// From 1.
  public let attempt: Int
  public let text: String
  public let link: String
  /// What becomes of a time that the server did not see.
  public enum Claim: String, CaseIterable, Hashable, Sendable {
    /// Nobody has decided: it counts from when it came.
    case open
    case inTime = "in-time"
    case late
  }

  /// When it came.
  public let submittedAt: Instant
  /// When the button was pressed, by the device's clock, if the line was down then; shown to the teacher beside the other.
  public let pressedAt: Instant?
  /// What the teacher says of that time; `nil` where the server saw enough of it itself.
  public let claim: Claim?
  public let by: ID<Account>
  /// The day of study it counts for, fixed then (rules.md 4.10); `nil` in work from before days were kept.
  public let day: Day?

  public init(
    id: ID<Submission>, assignment: ID<CourseItem>, student: ID<Student>, attempt: Int, text: String, link: String,
    submittedAt: Instant, pressedAt: Instant? = nil, by: ID<Account>, day: Day? = nil, claim: Claim? = nil
  ) {
    (self.id, self.assignment, self.student, self.attempt) = (id, assignment, student, attempt)
    (self.text, self.link, self.submittedAt, self.pressedAt, self.by) = (text, link, submittedAt, pressedAt, by)
    (self.claim, self.day) = (claim, day)
  }

  /// The moment that counts against the day.
  public var countsAt: Instant { countsAt(claim) }

  /// The moment that would count if this were said of it.
  public func countsAt(_ claim: Claim?) -> Instant {
    claim == nil || claim == .inTime ? pressedAt ?? submittedAt : submittedAt
  }
}

/// What the staff wrote to one student about an assignment; the student sees the copy that was posted.
public struct Feedback: Hashable, Sendable {
  public let assignment: ID<CourseItem>
  public let student: ID<Student>
  public var comment: String
  /// The level chosen for each criterion of the rubric.
  public var levels: [ID<RubricLevel>]
  public var by: ID<Account>
  public var at: Instant
  public init(
    assignment: ID<CourseItem>, student: ID<Student>, comment: String = "", levels: [ID<RubricLevel>] = [],
    by: ID<Account>, at: Instant
  ) {
    (self.assignment, self.student, self.comment, self.levels) = (assignment, student, comment, levels)
    (self.by, self.at) = (by, at)
  }

  public var version: String { String(at.milliseconds) }
}

/// A sentence a teacher writes often.
public struct CommentPhrase: Hashable, Sendable {
  public let id: ID<CommentPhrase>
  public let account: ID<Account>
  public let text: String
  public let createdAt: Instant
  public init(id: ID<CommentPhrase>, account: ID<Account>, text: String, createdAt: Instant) {
    (self.id, self.account, self.text, self.createdAt) = (id, account, text, createdAt)
  }
}

/// Where one student stands with one assignment, in words for the student.
public enum WorkState: String, CaseIterable, Hashable, Sendable {
  case notStarted = "not-started"
  case draft
  case handedIn = "handed-in"
  case late, missing, returned, excused
}

/// What decides a student's state.
public struct WorkFacts: Hashable, Sendable {
  public var times: WorkTimes
  public var isOnPaper: Bool
  public var hasDraft: Bool
  /// When the last attempt was handed in.
  public var handedInAt: Instant?
  /// Whether a score or a word of the teacher's is the student's to see.
  public var isReturned: Bool
  public var isExcused: Bool

  public init(
    times: WorkTimes, isOnPaper: Bool, hasDraft: Bool = false, handedInAt: Instant? = nil, isReturned: Bool = false,
    isExcused: Bool = false
  ) {
    (self.times, self.isOnPaper, self.hasDraft) = (times, isOnPaper, hasDraft)
    (self.handedInAt, self.isReturned, self.isExcused) = (handedInAt, isReturned, isExcused)
  }

  public func state(_ now: Instant) -> WorkState {
    if isExcused { return .excused }
    if isReturned { return .returned }
    if let handedInAt { return times.lateSeconds(handedInAt) > 0 ? .late : .handedIn }
    if !isOnPaper, let due = times.dueAt, now > due { return .missing }
    return hasDraft ? .draft : .notStarted
  }
}

/// The paths of the feature, for its routes, its pages and its neighbours' pages.
public enum AssignmentsPaths {
  public static let files = "/files"
  public static func new(_ course: ID<Course>) -> String { CoursesPaths.course(course) + "/assignments/new" }
  public static func all(_ course: ID<Course>) -> String { CoursesPaths.course(course) + "/assignments" }
  public static func assignment(_ id: ID<CourseItem>) -> String { "/assignments/" + id.text }
  public static func edit(_ id: ID<CourseItem>) -> String { assignment(id) + "/edit" }
  public static func rubric(_ id: ID<CourseItem>) -> String { assignment(id) + "/rubric" }
  public static func sheets(_ id: ID<CourseItem>) -> String { assignment(id) + "/sheets" }
  public static func sheetRemoval(_ id: ID<CourseItem>) -> String { assignment(id) + "/sheets/removal" }
  public static func copies(_ id: ID<CourseItem>) -> String { assignment(id) + "/copies" }
  public static func rubricUndo(_ id: ID<CourseItem>) -> String { rubric(id) + "/undo" }
  public static func publication(_ id: ID<CourseItem>) -> String { assignment(id) + "/publication" }
  public static func deletion(_ id: ID<CourseItem>) -> String { assignment(id) + "/deletion" }
  public static func restoration(_ id: ID<CourseItem>) -> String { assignment(id) + "/restoration" }
  public static func extensions(_ id: ID<CourseItem>) -> String { assignment(id) + "/extensions" }
  public static func extensionRemoval(_ id: ID<CourseItem>) -> String { assignment(id) + "/extensions/removal" }
  public static func draft(_ id: ID<CourseItem>) -> String { assignment(id) + "/draft" }
  public static func draftFiles(_ id: ID<CourseItem>) -> String { assignment(id) + "/draft/files" }
  public static func draftFileRemoval(_ id: ID<CourseItem>) -> String { assignment(id) + "/draft/files/removal" }
  public static func submission(_ id: ID<CourseItem>) -> String { assignment(id) + "/submission" }
  public static func attempt(_ id: ID<CourseItem>) -> String { assignment(id) + "/attempt" }
  public static func grading(_ id: ID<CourseItem>) -> String { assignment(id) + "/grading" }
  public static func grading(_ id: ID<CourseItem>, _ student: ID<Student>) -> String {
    grading(id) + "/" + student.text
  }
  public static func time(_ id: ID<CourseItem>, _ student: ID<Student>) -> String { grading(id, student) + "/time" }
  public static func download(_ id: ID<CourseItem>) -> String { assignment(id) + "/download" }
  public static func marked(_ id: ID<CourseItem>) -> String { assignment(id) + "/marked" }
  public static let phrases = "/phrases"
  public static let phraseRemoval = "/phrases/removal"
}
