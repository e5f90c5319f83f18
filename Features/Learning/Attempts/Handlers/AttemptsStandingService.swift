package import Base
package import Database
package import School

/// What a student's attempts come to in the gradebook.
struct QuizStanding: Hashable, Sendable {
  var raw: Amount?
  var lateSeconds: Int64 = 0

  /// - Parameter due: the student's own day.
  init(
    _ quiz: Quiz, due: Instant?, _ attempts: [QuizAttempt], _ results: [ID<QuizAttempt>: AttemptResult],
    outOf whole: Amount
  ) {
    let numbered = attempts.compactMap { attempt in results[attempt.id].map { (number: attempt.number, result: $0) } }
    raw = quiz.counting.counted(numbered, outOf: whole)
    let graded = attempts.filter { results[$0.id]?.isPending == false }
    let counted: QuizAttempt? =
      switch quiz.counting {
      case .highest: graded.max { (results[$0.id]?.percent ?? .zero) < (results[$1.id]?.percent ?? .zero) }
      case .first: graded.first
      case .latest, .average: graded.last
      }
    guard let due, let ended = counted?.submittedAt else { return }
    // A minute is the network's.
    let seconds = ended.since(due) / 1000
    lateSeconds = seconds > 60 ? seconds : 0
  }
}

extension QuizContext {
  /// What one student's attempts come to now; `nil` where the quiz has no column.
  func standing(of student: ID<Student>) throws(Refusal) -> QuizStanding? {
    guard let column = try GradesStore(tx: tx).item(quiz.gradeItem, in: school) else { return nil }
    return QuizStanding(
      quiz, due: quiz.ownDue(item.dueAt, try store.ownTime(of: student, in: quiz.id, school: school)),
      try attemptsStore.attempts(of: student, in: quiz.id, school: school),
      try attemptsStore.results(of: student, in: quiz.id, school: school), outOf: column.possible)
  }

  /// What everybody's attempts come to now.
  func standings() throws(Refusal) -> [ID<Student>: QuizStanding] {
    guard let column = try GradesStore(tx: tx).item(quiz.gradeItem, in: school) else { return [:] }
    let (times, results) = (
      try store.ownTimes(of: quiz.id, in: school), try attemptsStore.results(of: quiz.id, in: school)
    )
    let attempts = Dictionary(grouping: try attemptsStore.attempts(of: quiz.id, in: school), by: { $0.student })
    return attempts.reduce(into: [:]) { found, one in
      found[one.key] = QuizStanding(
        quiz, due: quiz.ownDue(item.dueAt, times[one.key]), one.value, results, outOf: column.possible)
    }
  }
}

extension QuizContext {
  /// What a student and the family see of the attempts that are over.
  func resultAccess(of student: ID<Student>) throws(Refusal) -> ResultAccess {
    quiz.access(
      try release(), try attemptsStore.attempts(of: student, in: quiz.id, school: school),
      try store.ownTime(of: student, in: quiz.id, school: school), tx.now)
  }

  /// The same for everybody who has begun.
  func resultAccesses() throws(Refusal) -> [ID<Student>: ResultAccess] {
    let (release, times) = (try release(), try store.ownTimes(of: quiz.id, in: school))
    return Dictionary(grouping: try attemptsStore.attempts(of: quiz.id, in: school), by: { $0.student }).reduce(
      into: [:]) {
        $0[$1.key] = quiz.access(release, $1.value, times[$1.key], tx.now)
      }
  }
}

extension QuizContext where DB == WriteTransaction {
  /// Running attempts get the time that is theirs now.
  func recalculateDeadlines() throws(Refusal) {
    let times = try store.ownTimes(of: quiz.id, in: school)
    for attempt in try attemptsStore.attempts(of: quiz.id, in: school) where attempt.isOpen {
      var moved = attempt
      moved.deadline = quiz.deadline(from: attempt.startedAt, times[attempt.student])
      guard moved.deadline != attempt.deadline else { continue }
      try attemptsStore.put(moved)
      if let deadline = moved.deadline { try QuizClock.close(moved, at: deadline, tx) }
    }
  }

  /// What families see of results agrees with the settings, now and when the day comes.
  func recalculateRelease(wasOpen: Bool, _ wasSeen: [ID<Student>: ResultAccess]) throws(Refusal) {
    let isOpen = try release().isOpen(tx.now)
    if isOpen != wasOpen {
      if let closed = try closed(), closed.hasScores { throw closed.refusal("showing") }
      if isOpen { try postScores() } else { try hideScores() }
    }
    try recalculateAccesses(was: wasSeen)
    try scheduleRelease()
  }

  /// The rows of a student's earlier attempts are in the hands that may see them now that another is over.
  func recalculateAccess(of student: ID<Student>) throws(Refusal) {
    let seen = try resultAccess(of: student)
    for attempt in try attempts(of: student) where !attempt.isOpen { try attemptsStore.release(attempt, seen) }
  }

  private func attempts(of student: ID<Student>) throws(Refusal) -> [QuizAttempt] {
    try attemptsStore.attempts(of: student, in: quiz.id, school: school)
  }

  /// Lets the gradebook know what a student's attempts come to now.
  ///
  /// - Parameter was: what they came to before: what a person typed over that stays.
  func record(_ student: ID<Student>, over was: QuizStanding?, by account: ID<Account> = .none) throws(Refusal) {
    let grades = GradesStore(tx: tx)
    guard let was, let now = try standing(of: student), let column = try grades.item(quiz.gradeItem, in: school) else {
      return
    }
    let old = try grades.score(of: student, for: column.id, in: school)
    try write(now, over: was, old, of: student, in: column, isOwn: old == nil || old?.raw == was.raw, by: account)
  }

  /// The same for everybody, after the quiz gives other points, counts attempts differently or has other days.
  func recordAll(over was: [ID<Student>: QuizStanding], by account: ID<Account>) throws(Refusal) {
    let grades = GradesStore(tx: tx)
    let changed = try standings().filter { was[$0.key] != nil && was[$0.key] != $0.value }
    guard !changed.isEmpty, let column = try grades.item(quiz.gradeItem, in: school) else { return }
    let scores = try grades.scores(for: column.id, in: school).keyed { $0.student }
    for (student, now) in changed.sorted(by: { $0.key < $1.key }) {
      guard let was = was[student] else { continue }
      let old = scores[student]
      try write(now, over: was, old, of: student, in: column, isOwn: old?.raw == was.raw, by: account)
    }
  }

  /// - Parameter isOwn: whether the book holds the quiz's own sum, and nobody's else.
  private func write(
    _ now: QuizStanding, over was: QuizStanding, _ old: Score?, of student: ID<Student>, in column: GradeItem,
    isOwn: Bool, by account: ID<Account>
  ) throws(Refusal) {
    guard now != was else { return }
    // A person opens a part of the year again first; the clock still ends what was begun.
    if account != .none { try GradesStore(tx: tx).mustBeOpen(column) }
    var score = old ?? Score(item: column.id, student: student, raw: nil, by: account, at: tx.now)
    if isOwn { score.raw = now.raw }
    // What a person typed is theirs; how late the work was follows the student's day all the same.
    if isOwn || score.lateSeconds == was.lateSeconds, score.raw != nil { score.lateSeconds = now.lateSeconds }
    guard score.raw != old?.raw || score.lateSeconds != old?.lateSeconds ?? 0 else { return }
    (score.by, score.at) = (account, max(tx.now, old?.at ?? tx.now))
    try GradesStore(tx: tx).record(score, of: column)
  }
}

package extension QuizContext where DB == WriteTransaction {
  /// The same for everybody, where something has changed.
  func recalculateAccesses(was: [ID<Student>: ResultAccess]) throws(Refusal) {
    let now = try resultAccesses()
    for attempt in try attemptsStore.attempts(of: quiz.id, in: school) where !attempt.isOpen {
      guard let seen = now[attempt.student], seen != was[attempt.student] else { continue }
      try attemptsStore.release(attempt, seen)
    }
  }
}

/// A change of a quiz: what there was before it, so that what follows from it can be settled.
private struct QuizChange {
  let context: QuizContext<WriteTransaction>
  let change: QuizAttempts.Change
  private let was: [ID<Student>: QuizStanding]
  private let (wasOpen, wasSeen): (Bool, [ID<Student>: ResultAccess])

  init(_ change: QuizAttempts.Change, _ context: QuizContext<WriteTransaction>) throws(Refusal) {
    (self.context, self.change) = (context, change)
    (was, wasOpen) = (try context.standings(), try context.release().isOpen(context.tx.now))
    wasSeen = change == .settings ? try context.resultAccesses() : [:]
  }

  /// Running attempts, lateness and results agree with the quiz as it is now.
  func settle(by account: ID<Account>) throws(Refusal) {
    guard let now = try QuizContext(context.quiz.id, in: context.school, context.tx) else { return }
    if change == .settings { try now.recalculateDeadlines() }
    try now.recordAll(over: was, by: account)
    if change == .settings { try now.recalculateRelease(wasOpen: wasOpen, wasSeen) }
  }
}

extension QuizAttempts {
  /// The attempts there are.
  public static let taken = QuizAttempts(
    count: { quiz, school, tx throws(Refusal) in try AttemptsStore(tx: tx).attemptCount(of: quiz, in: school) },
    wasAsked: { question, school, tx throws(Refusal) in try AttemptsStore(tx: tx).wasAsked(question, in: school) },
    changing: { change, quiz, tx throws(Refusal) in
      guard let context = try QuizContext(quiz, in: tx.school, tx) else { throw .notFound }
      let change = try QuizChange(change, context)
      return { account throws(Refusal) in try change.settle(by: account) }
    })
}
