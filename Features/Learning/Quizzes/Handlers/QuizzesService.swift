package import Base
package import Database
import Kit
import People
import Router
package import School

/// Carries out what is asked of quizzes, and answers what their pages ask.
///
/// Those who take quizzes stand above; what a quiz must know of them comes by a seam, which App connects.
public struct QuizzesService: Sendable {
  let questions: QuestionsService
  let attempts: QuizAttempts
  public init(questions: QuestionsService, attempts: QuizAttempts) {
    (self.questions, self.attempts) = (questions, attempts)
  }

  func handle(_ command: MakeQuiz, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, courses) = (try request.caller(), CoursesStore(tx: tx))
    let access = try EnrolmentStore(tx: tx).mustSee(command.course, caller)
    let permit = try command.permit(for: caller, access: access, now: tx.now)
    try courses.mustBeOpen(command.course, in: caller.school)
    if let id = command.id, try courses.item(id.cast(), in: caller.school) != nil {
      throw .conflict(Phrase("ledger.taken"))
    }
    try courses.mustHave(command.settings.module, in: command.course, of: caller.school)
    let id = command.id ?? tx.newID()
    try QuizzesStore(tx: tx).save(permit, as: id, request.scene.zone, request.identity?.school?.language ?? .en)
    return .made(id)
  }

  /// Its outcome is `regrade` when what there is of attempts was graded by another policy than the quiz has now.
  func handle(_ command: SetQuiz, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try QuizContext(command.quiz, caller, tx)
    try request.expect(version: context.version)
    let permit = try command.permit(for: caller, quiz: context.facts, now: tx.now)
    try CoursesStore(tx: tx).mustHave(command.settings.module, in: context.quiz.course, of: caller.school)
    let isGraded = try context.isGradedOtherwise(by: command.settings.partial, attempts)
    try context.save(permit, request.scene.zone, attempts)
    return Outcome(isGraded ? "regrade" : "")
  }

  func handle(_ command: PublishQuiz, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    try publish(command, for: request.caller(), tx)
    return .done
  }
}

extension QuizzesService {
  private func publish(_ command: PublishQuiz, for caller: Caller, _ tx: WriteTransaction) throws(Refusal) {
    let context = try QuizContext(command.quiz, caller, tx)
    let count = try attempts.count(command.quiz, caller.school, tx)
    try context.save(command.permit(for: caller, quiz: context.facts, attempts: count, now: tx.now))
  }

  /// A quiz is published from the outline: by the rules of its own button.
  public var publishing: CoursesService.Publishing {
    CoursesService.Publishing { item, isPublished, caller, tx throws(Refusal) in
      try publish(PublishQuiz(quiz: item.id.cast(), isPublished: isPublished), for: caller, tx)
    }
  }
}

/// What a quiz must know of the attempts at it, which stand above it.
public struct QuizAttempts: Sendable {
  /// What of a quiz changes, as far as attempts depend on it: what it gives altogether, or everything else.
  enum Change: Sendable { case questions, settings }
  /// Lets attempts, scores and results follow a change, as somebody's doing.
  typealias Settling = (_ by: ID<Account>) throws(Refusal) -> Void

  /// How many attempts there are.
  let count: @Sendable (ID<Quiz>, ID<Tenant>, Transaction) throws(Refusal) -> Int
  /// Whether a question stands in one.
  let wasAsked: @Sendable (ID<Question>, ID<Tenant>, Transaction) throws(Refusal) -> Bool
  /// Asked before a change, because what attempts came to until then decides what follows; its answer is done after it.
  let changing: @Sendable (Change, ID<Quiz>, WriteTransaction) throws(Refusal) -> Settling
}

/// What there is about one quiz, read in the transaction that needs it, and as whom the caller sees it.
package struct QuizContext<DB: Transaction> {
  let store: QuizzesStore<DB>
  package let tx: DB
  let school: ID<Tenant>
  package let quiz: Quiz
  let item: CourseItem
  package let access: CourseAccess
  package let questions: [Question]
  package let time: QuizTime?
  let isArchived: Bool

  package init(_ id: ID<Quiz>, _ caller: Caller, _ tx: DB) throws(Refusal) {
    (store, self.tx, school) = (QuizzesStore(tx: tx), tx, caller.school)
    (item, access) = try EnrolmentStore(tx: tx).mustSee(id.cast(to: CourseItem.self), caller)
    guard let quiz = try store.quiz(id, in: caller.school) else { throw Refusal.notFound }
    self.quiz = quiz
    isArchived = try CoursesStore(tx: tx).course(quiz.course, in: caller.school)?.isArchived ?? false
    questions = try QuestionsStore(tx: tx).questions(of: id, in: caller.school)
    if case .student(let student) = access {
      time = try store.ownTime(of: student, in: id, school: caller.school)
    } else {
      time = nil
    }
  }

  /// As the server itself sees it, for what happens by the clock.
  package init?(_ id: ID<Quiz>, in school: ID<Tenant>, _ tx: DB) throws(Refusal) {
    (store, self.tx, self.school) = (QuizzesStore(tx: tx), tx, school)
    guard let quiz = try store.quiz(id, in: school), let item = try CoursesStore(tx: tx).item(id.cast(), in: school)
    else { return nil }
    (self.quiz, self.item, access, time, isArchived) = (quiz, item, .office, nil, false)
    questions = try QuestionsStore(tx: tx).questions(of: id, in: school)
  }

  package var questionsStore: QuestionsStore<DB> { QuestionsStore(tx: tx) }

  package var facts: QuizFacts {
    QuizFacts(quiz: quiz, item: item, access: access, questions: questions, time: time, isArchived: isArchived)
  }
  /// What has changed when the settings have.
  var version: String { quiz.version + "." + item.version }
  package func release() throws(Refusal) -> Quiz.Release {
    try quiz.release(dueAt: item.dueAt, Array(store.ownTimes(of: quiz.id, in: school).values))
  }
  /// Whether a new policy for partly right answers leaves attempts behind that were counted by the old one.
  func isGradedOtherwise(by partial: PartialCredit, _ attempts: QuizAttempts) throws(Refusal) -> Bool {
    guard partial != quiz.partial, try attempts.count(quiz.id, school, tx) > 0 else { return false }
    return try questionsStore.contents(of: quiz.id, in: school).values.contains { content in
      content.partial == nil && (content.kind == .multiple || content.kind == .matching)
    }
  }
  /// The closed part of the year in which the quiz lies.
  func closed() throws(Refusal) -> ClosedPeriod? {
    let grades = GradesStore(tx: tx)
    return try grades.closed(grades.item(quiz.gradeItem, in: school), in: school)
  }
  package func mustBeStaff() throws(Refusal) { guard access.isStaff else { throw Refusal.notFound } }
}

extension Quiz {
  /// The quiz as the settings want it.
  func with(_ wanted: QuizSettings, _ zone: Zone, at now: Instant) -> Quiz {
    Quiz(
      id: id, course: course, about: wanted.about, minutes: wanted.minutes, points: wanted.points,
      passing: wanted.passing, attempts: wanted.attempts, counting: wanted.counting, partial: wanted.partial,
      shufflesQuestions: wanted.shufflesQuestions, shufflesOptions: wanted.shufflesOptions, showing: wanted.showing,
      showsMarks: wanted.showsMarks, layout: wanted.layout, language: wanted.language ?? language,
      opensAt: wanted.opens?.instant(in: zone),
      closesAt: wanted.closes?.instant(in: zone), updatedAt: now)
  }
}

extension QuizzesStore where DB == WriteTransaction {
  /// A new quiz: its item at the end of the outline, its settings, and a column of the gradebook.
  func save(_ permit: Permit<MakeQuiz>, as id: ID<Quiz>, _ zone: Zone, _ language: Language) throws(Refusal) {
    let (command, now) = (permit.command, permit.at)
    let place = try CoursesStore(tx: tx).items(of: command.course, in: tx.school).map { $0.place }.max() ?? -1
    let item = CourseItem(
      id: id.cast(), course: command.course, module: command.settings.module, kind: .quiz,
      title: command.settings.title, place: place + 1, dueAt: command.settings.due?.instant(in: zone), updatedAt: now)
    try CoursesStore(tx: tx).put(item)
    let quiz = Quiz(id: id, course: command.course, language: language, updatedAt: now).with(
      command.settings, zone, at: now)
    try put(quiz)
    try putColumn(of: quiz, item, possible: .zero)
  }

  /// The quiz's column in the gradebook; where it stands and how it counts is the gradebook's own business.
  func putColumn(of quiz: Quiz, _ item: CourseItem, possible: Amount) throws(Refusal) {
    let grades = GradesStore(tx: tx)
    var column =
      try grades.item(quiz.gradeItem, in: tx.school)
      ?? GradeItem(
        id: quiz.gradeItem, course: quiz.course, source: .quiz, title: item.title, possible: possible,
        place: item.place, postsItself: quiz.showing == .atOnce, updatedAt: tx.now)
    let old = column
    (column.title, column.possible, column.dueAt) = (item.title, possible, item.dueAt)
    let isNew = try grades.item(quiz.gradeItem, in: tx.school) == nil
    guard isNew || column != old else { return }
    if !isNew { try grades.mustStay(old, as: column, day: "dueDay", points: "points") }
    column.updatedAt = tx.now
    try grades.put(column)
  }
}

extension QuizContext where DB == WriteTransaction {
  func save(_ permit: Permit<SetQuiz>, _ zone: Zone, _ attempts: QuizAttempts) throws(Refusal) {
    let settle = try attempts.changing(.settings, quiz.id, tx)
    let wanted = permit.command.settings
    var item = item
    (item.title, item.dueAt) = (wanted.title, wanted.due?.instant(in: zone))
    item.module = wanted.module
    item.updatedAt = permit.at
    try CoursesStore(tx: tx).put(item)
    let changed = quiz.with(wanted, zone, at: permit.at)
    try store.put(changed)
    tx.detail("was", quiz.summary(self.item))
    try store.putColumn(of: changed, item, possible: total(changed))
    try settle(permit.caller.account)
  }

  private func total(_ quiz: Quiz) -> Amount { Amount.total(questions.map { $0.points ?? quiz.points }) }

  func save(_ permit: Permit<PublishQuiz>) throws(Refusal) {
    var item = item
    item.publishedAt = permit.command.isPublished ? item.publishedAt ?? permit.at : nil
    item.updatedAt = permit.at
    try CoursesStore(tx: tx).put(item)
    try store.putColumn(of: quiz, item, possible: facts.total)
    guard item.publishedAt != nil else { return }
    // The day of the results passed while it was a draft: no job comes for it any more.
    if self.item.publishedAt == nil, case .after(let day) = try release(), tx.now > day { try postScores(by: .person) }
    try scheduleRelease()
  }

  /// The clock knows when results come out, and when nobody can begin any more.
  func scheduleRelease() throws(Refusal) {
    if let closes = quiz.closesAt, closes > tx.now { try QuizClock.release(quiz.id, whenClosed: closes, tx) }
    let release = try release()
    if case .after(let instant) = release, !release.isOpen(tx.now) { try QuizClock.release(quiz.id, at: instant, tx) }
  }

  /// Who lets scores into sight: the clock keeps what was promised, people keep out of what is closed.
  package enum Poster { case clock, person }

  /// Scores show themselves from now on, those that were given before included.
  package func postScores(by poster: Poster = .clock) throws(Refusal) {
    let grades = GradesStore(tx: tx)
    if poster == .person, let closed = try closed(), closed.hasScores { return }
    guard var column = try grades.item(quiz.gradeItem, in: school), !column.postsItself else { return }
    column.postsItself = true
    column.updatedAt = tx.now
    try grades.put(column)
    for score in try grades.scores(for: column.id, in: school) { try grades.post(score, of: column) }
  }

  /// The day of the results was moved on: scores go out of sight with them.
  func hideScores() throws(Refusal) {
    let grades = GradesStore(tx: tx)
    guard var column = try grades.item(quiz.gradeItem, in: school) else { return }
    for student in try grades.postedStudents(for: column.id, in: school) { try grades.unpost(student, of: column) }
    guard column.postsItself else { return }
    (column.postsItself, column.updatedAt) = (false, tx.now)
    try grades.put(column)
  }
}

extension Quiz {
  /// The settings in a line, for the history.
  func summary(_ item: CourseItem) -> String {
    [
      item.title, minutes.map { "\($0) min" } ?? "no limit", points.text, passing?.text ?? "-",
      attempts.map(String.init) ?? "any", counting.rawValue, partial.rawValue, showing.rawValue,
      item.dueAt?.text ?? "-", closesAt?.text ?? "-",
    ].joined(separator: " · ")
  }
}
