public import Base

/// One sitting of one student with one quiz.
public struct QuizAttempt: Hashable, Sendable {
  /// Who ended it.
  public enum End: String, CaseIterable, Hashable, Sendable {
    case student
    /// Time was up; what had been saved by then was handed in.
    case deadline
    case teacher
  }
  public let id: ID<QuizAttempt>
  public let quiz: ID<Quiz>
  public let student: ID<Student>
  /// From 1.
  public let number: Int
  public let startedAt: Instant
  public var deadline: Instant?
  public var submittedAt: Instant?
  public var end: End?
  /// How far the student's clock was ahead of ours at the start, in milliseconds; `nil` when it was not told.
  public var skew: Int64?
  public var savedAt: Instant
  /// The day of study it counts for, fixed when it was handed in (rules.md 4.10); `nil` where none was kept.
  public var day: Day?

  public init(
    id: ID<QuizAttempt>, quiz: ID<Quiz>, student: ID<Student>, number: Int, startedAt: Instant,
    deadline: Instant? = nil, submittedAt: Instant? = nil, end: End? = nil, skew: Int64? = nil, savedAt: Instant,
    day: Day? = nil
  ) {
    (self.id, self.quiz, self.student, self.number) = (id, quiz, student, number)
    (self.startedAt, self.deadline, self.submittedAt, self.end) = (startedAt, deadline, submittedAt, end)
    (self.skew, self.savedAt, self.day) = (skew, savedAt, day)
  }

  public var isOpen: Bool { submittedAt == nil }
  public func isOver(_ now: Instant) -> Bool { deadline.map { now >= $0 } ?? false }
  /// Milliseconds that are left; `nil` without a limit.
  public func left(_ now: Instant) -> Int64? { deadline.map { max(0, $0.since(now)) } }
}

/// One question as an attempt has it: which version was shown, in which place, and what it counts.
public struct AttemptQuestion: Hashable, Sendable {
  public let attempt: ID<QuizAttempt>
  public let question: ID<Question>
  public let version: Int
  public let place: Int
  public var points: Amount
  /// Taken out of the sum and of what is possible, by a regrade.
  public var isDropped: Bool
  /// What the quiz said of partly right answers when it was asked, or graded again; `nil` is what it says now.
  public var partial: PartialCredit?
  public init(
    attempt: ID<QuizAttempt>, question: ID<Question>, version: Int, place: Int, points: Amount, isDropped: Bool = false,
    partial: PartialCredit? = nil
  ) {
    (self.attempt, self.question, self.version) = (attempt, question, version)
    (self.place, self.points, self.isDropped, self.partial) = (place, points, isDropped, partial)
  }
}

/// What a student has answered so far; their own.
public struct GivenAnswer: Hashable, Sendable {
  public let question: ID<Question>
  public var answer: QuizAnswer?
  /// To be looked at again.
  public var isFlagged: Bool
  public var savedAt: Instant
  public init(question: ID<Question>, answer: QuizAnswer?, isFlagged: Bool = false, savedAt: Instant) {
    (self.question, self.answer, self.isFlagged, self.savedAt) = (question, answer, isFlagged, savedAt)
  }
}

/// What one answer got; the staff's until results are released.
public struct AnswerScore: Hashable, Sendable {
  public enum State: String, CaseIterable, Hashable, Sendable { case unanswered, pending, scored }
  public let question: ID<Question>
  /// The version it was graded by.
  public var version: Int
  public var state: State
  /// `nil` while somebody has to read it.
  public var points: Amount?
  /// A person gave it; regrades leave it alone unless told otherwise.
  public var isManual: Bool
  public var comment: String?
  public var by: ID<Account>?
  public var at: Instant
  public init(
    question: ID<Question>, version: Int, state: State, points: Amount?, isManual: Bool = false, comment: String? = nil,
    by: ID<Account>? = nil, at: Instant
  ) {
    (self.question, self.version, self.state, self.points) = (question, version, state, points)
    (self.isManual, self.comment, self.by, self.at) = (isManual, comment, by, at)
  }

  public init(_ verdict: Verdict, _ asked: AttemptQuestion, version: Int, at: Instant) {
    switch verdict {
    case .unanswered: self.init(question: asked.question, version: version, state: .unanswered, points: .zero, at: at)
    case .pending: self.init(question: asked.question, version: version, state: .pending, points: nil, at: at)
    case .scored(let share):
      self.init(question: asked.question, version: version, state: .scored, points: share.of(asked.points), at: at)
    }
  }
}

/// The sum of an attempt; the staff's until results are released.
public struct AttemptResult: Hashable, Sendable {
  public let attempt: ID<QuizAttempt>
  public var points: Amount
  public var possible: Amount
  /// An essay has not been read: the attempt is pending review and counts once it has been.
  public var isPending: Bool
  public var at: Instant
  public init(attempt: ID<QuizAttempt>, points: Amount, possible: Amount, isPending: Bool, at: Instant) {
    (self.attempt, self.points, self.possible, self.isPending, self.at) = (attempt, points, possible, isPending, at)
  }

  /// What has changed when anything that was given to the attempt has.
  public var version: String { String(at.milliseconds) }

  /// The sum over the questions that count.
  public init(_ attempt: ID<QuizAttempt>, _ asked: [AttemptQuestion], _ scores: [AnswerScore], at: Instant) {
    let counted = asked.filter { !$0.isDropped }
    let names = Set(counted.map { $0.question })
    let kept = scores.filter { names.contains($0.question) }
    self.init(
      attempt: attempt, points: Amount.total(kept.map { $0.points ?? .zero }),
      possible: Amount.total(counted.map { $0.points }), isPending: kept.contains { $0.points == nil }, at: at)
  }

  /// Percent, half away from zero to two places; `nil` when nothing was possible.
  public var percent: Amount? {
    guard let hundredfold = points.scaled(100) else { return nil }
    return hundredfold.dividedHalfUp(by: possible)?.roundedHalfUp(places: 2)
  }

  public func passes(_ threshold: Amount?) -> Bool? {
    guard let threshold, let percent else { return nil }
    return percent >= threshold
  }

  /// The points as if the attempt had been out of that many.
  public func points(outOf whole: Amount) -> Amount {
    guard possible != whole, possible.units != 0 else { return points }
    let product = points.timesHalfUp(whole)
    return product?.dividedHalfUp(by: possible) ?? points
  }
}

extension Quiz.Counting {
  /// What a student's attempts come to, out of `whole`; `nil` before one is graded.
  ///
  /// Attempts whose essays have not been read do not count yet.
  public func counted(_ results: [(number: Int, result: AttemptResult)], outOf whole: Amount) -> Amount? {
    let graded = results.filter { !$0.result.isPending }.sorted { $0.number < $1.number }
    let points = graded.map { $0.result.points(outOf: whole) }
    switch self {
    case .highest: return points.max()
    case .latest: return points.last
    case .first: return points.first
    case .average:
      guard !points.isEmpty, let count = Amount(points.count) else { return nil }
      return Amount.total(points).dividedHalfUp(by: count)
    }
  }
}

extension Quiz {
  /// Whether this student cannot begin again: the last attempt is over, or the quiz has closed for them.
  public func isOver(_ attempts: [QuizAttempt], _ time: QuizTime?, _ now: Instant) -> Bool {
    if attempts.contains(where: { $0.isOpen }) { return false }
    if let closes = close(for: time), now >= closes { return true }
    return self.attempts(for: time).map { attempts.count >= $0 } ?? false
  }

  /// What a student and the family see of the attempts that are over.
  public func access(_ release: Release, _ attempts: [QuizAttempt], _ time: QuizTime?, _ now: Instant) -> ResultAccess {
    guard release.isOpen(now) else { return .nothing }
    if isOver(attempts, time, now) { return .key }
    return showsMarks ? .marks : .score
  }
}

/// How much of an attempt that is over may be seen.
public enum ResultAccess: Int, Hashable, Comparable, Sendable {
  /// Results are not out.
  case nothing
  /// The sum alone.
  case score
  /// And which answers were right.
  case marks
  /// And what would have been right, and why: only when nobody's next attempt can use it.
  case key
  public static func < (a: ResultAccess, b: ResultAccess) -> Bool { a.rawValue < b.rawValue }
}

/// An answer that reached us after the end: whether it counts.
///
/// Only what arrived in time counts by itself; for the rest the server has the device's word, and the teacher decides.
public enum LateAnswer: Hashable, Sendable {
  case counts
  /// Kept for the teacher to decide.
  case flagged
  /// It was written after the end.
  case tooLate

  /// Seconds for the network, and for clocks that do not quite agree, after the end.
  public static let grace: Int64 = 5

  public init(_ time: WitnessedTime, end: Instant) {
    switch time.timing(until: end, grace: LateAnswer.grace) {
    case .inTime: self = .counts
    case .deviceOnly: self = .flagged
    case .late: self = .tooLate
    }
  }
}

/// An answer that waits for the teacher's word, or has had it.
public struct LateGiven: Hashable, Sendable {
  public let answer: GivenAnswer
  /// When it was typed by the device alone, between what the server saw itself.
  public let time: WitnessedTime
  /// When the teacher left it out; it can still be let in.
  public var leftAt: Instant?
  public init(_ answer: GivenAnswer, _ time: WitnessedTime, leftAt: Instant? = nil) {
    (self.answer, self.time, self.leftAt) = (answer, time, leftAt)
  }

  /// With what was answered in other words.
  public func named(_ answer: QuizAnswer?) -> LateGiven {
    var given = self.answer
    given.answer = answer
    return LateGiven(given, time, leftAt: leftAt)
  }
}
