import Base
import Kit
import Ledger
import School
import Web

extension QuizzesDesk {
  /// Points and words by hand, for essays and whatever a teacher sees differently.
  func run(_ command: ScoreAnswers, _ ask: Ask) async throws {
    let caller = try ask.caller()
    try await ledger.write(ask.sent(ScoreAnswers.self)) { tx in
      let books = try QuizBooks(command.quiz, caller, tx)
      let attempt = try books.store.attempt(command.attempt, of: command.quiz, in: caller.school)
      let asked = try attempt.map { try books.store.asked($0.id, in: caller.school) } ?? []
      let permit = try command.permit(for: caller, quiz: books.facts, attempt: attempt, asked: asked, now: tx.now)
      guard let attempt else { throw Refusal.notFound }
      try books.save(permit, attempt, asked)
      return command.attempt.text
    }
  }

  func run(_ command: SetQuizTime, _ ask: Ask) async throws {
    let (caller, zone, job) = (try ask.caller(), ask.scene.zone, world.id(Job.self))
    try await ledger.write(ask.sent(SetQuizTime.self)) { tx in
      let books = try QuizBooks(command.quiz, caller, tx)
      let isEnrolled = try EnrolmentStore(tx: tx).isEnrolled(
        command.student, in: books.quiz.course, school: caller.school)
      let permit = try command.permit(for: caller, quiz: books.facts, isEnrolled: isEnrolled, now: tx.now)
      try books.save(permit, zone, job: job)
      return command.student.text
    }
  }

  /// Grades again by the newest version of a question: one batch.
  func run(_ command: RegradeQuestion, _ ask: Ask) async throws -> (id: ID<Regrade>?, count: Int) {
    let caller = try ask.caller()
    let new = world.id(Regrade.self)
    let answered = try await ledger.write(ask.sent(RegradeQuestion.self)) { tx in
      let books = try QuizBooks(command.quiz, caller, tx)
      let known = try books.store.question(command.question, in: caller.school)
      let permit = try command.permit(for: caller, quiz: books.facts, known: known, now: tx.now)
      guard let known else { throw Refusal.notFound }
      let steps = try books.steps(command, known, at: permit.at)
      guard !steps.isEmpty else { return "0" }
      try books.save(permit, steps, as: new)
      return "\(steps.count) \(new.text)"
    }
    let parts = answered.text.split(separator: " ")
    return (parts.count > 1 ? ID(parts[1]) : nil, parts.first.flatMap { Int($0) } ?? 0)
  }

  func run(_ command: UndoRegrade, _ ask: Ask) async throws {
    let caller = try ask.caller()
    try await ledger.write(ask.sent(UndoRegrade.self)) { tx in
      let books = try QuizBooks(command.quiz, caller, tx)
      let known = try books.store.regrade(command.regrade, in: caller.school)
      let steps = try books.store.steps(of: command.regrade, in: caller.school)
      let isUntouched = try books.areAsLeft(steps)
      let permit = try command.permit(
        for: caller, quiz: books.facts, regrade: known, isUntouched: isUntouched, now: tx.now)
      guard let known else { throw Refusal.notFound }
      try books.save(permit, known, steps)
      return known.id.text
    }
  }
}

extension QuizBooks {
  /// What a regrade would change, attempt by attempt.
  func steps(_ command: RegradeQuestion, _ question: Question, at now: Instant) throws -> [RegradeStep] {
    guard let content = try store.content(question.id, version: question.version, in: school) else { return [] }
    let style = NumberStyle.of(quiz.language)
    return try store.graded(question.id, in: quiz.id, school: school).compactMap { graded in
      command.option.step(
        graded.asked, graded.score, content.verdict(graded.answer, usual: quiz.partial, style: style),
        points: facts.points(question), version: question.version, includesManual: command.includesManual, at: now)
    }
  }

  /// Whether every score still is as a regrade left it.
  func areAsLeft(_ steps: [RegradeStep]) throws -> Bool {
    try steps.allSatisfy { step in
      let score = try store.scores(step.attempt, in: school).first { $0.question == step.question }
      let asked = try store.asked(step.attempt, in: school).first { $0.question == step.question }
      return score == step.after && asked == step.askedAfter
    }
  }
}

extension QuizBooks where Books == WriteTransaction {
  /// Grades what was answered; what a person gave stays.
  ///
  /// - Parameter only: these questions; `nil` is all.
  func grade(_ attempt: QuizAttempt, only: Set<ID<Question>>? = nil) throws {
    let asked = try store.asked(attempt.id, in: school)
    let contents = try store.contents(attempt.id, in: school)
    let answers = try store.answers(attempt.id, in: school)
    let known = try store.scores(attempt.id, in: school)
    let isReleased = try release().isOpen(tx.now)
    var scores: [AnswerScore] = []
    for one in asked {
      let old = known.first { $0.question == one.question }
      if let old, old.isManual || !(only?.contains(one.question) ?? true) {
        scores.append(old)
        continue
      }
      let verdict = contents[one.question]?.verdict(
        answers[one.question]?.answer, usual: quiz.partial, style: .of(quiz.language))
      let score = AnswerScore(verdict ?? .unanswered, one, version: one.version, at: tx.now)
      try store.put(score, attempt, in: quiz.course, isReleased: isReleased)
      scores.append(score)
    }
    try conclude(attempt, asked, scores, isReleased: isReleased)
  }

  /// Adds up an attempt, and lets the gradebook know what counts now.
  func conclude(_ attempt: QuizAttempt, _ asked: [AttemptQuestion], _ scores: [AnswerScore], isReleased: Bool) throws {
    try store.put(
      AttemptResult(attempt.id, asked, scores, at: tx.now), attempt, in: quiz.course, isReleased: isReleased)
    store.touch(attempt, in: quiz.course, family: isReleased)
    try record(attempt.student)
  }

  /// What a student's attempts come to, in the gradebook; nothing is written when it is what stands there.
  func record(_ student: ID<Student>, by account: ID<Account> = .none) throws {
    let grades = GradesStore(tx: tx)
    guard let column = try grades.item(quiz.gradeItem, in: school) else { return }
    let results = try store.results(of: student, in: quiz.id, school: school)
    let attempts = try store.attempts(of: student, in: quiz.id, school: school)
    let numbered = attempts.compactMap { attempt in results[attempt.id].map { (number: attempt.number, result: $0) } }
    let raw = quiz.counting.counted(numbered, outOf: column.possible)
    let old = try grades.score(of: student, for: column.id, in: school)
    guard raw != old?.raw else { return }
    let score = Score(
      item: column.id, student: student, raw: raw, excused: old?.excused ?? false,
      lateSeconds: lateness(attempts, results), by: account, at: max(tx.now, old?.at ?? tx.now))
    try grades.record(score, of: column)
  }

  /// The same for everybody, after the quiz gives other points or counts attempts differently.
  func recordAll(by account: ID<Account>) throws {
    for student in Set(try store.attempts(of: quiz.id, in: school).map(\.student)).sorted() {
      try record(student, by: account)
    }
  }

  /// How late the attempt was that counts; a minute is the network's.
  private func lateness(_ attempts: [QuizAttempt], _ results: [ID<QuizAttempt>: AttemptResult]) -> Int64 {
    guard let due = item.dueAt else { return 0 }
    let graded = attempts.filter { results[$0.id]?.isPending == false }
    let counted: QuizAttempt? =
      switch quiz.counting {
      case .highest: graded.max { (results[$0.id]?.percent ?? .zero) < (results[$1.id]?.percent ?? .zero) }
      case .first: graded.first
      case .latest, .average: graded.last
      }
    guard let ended = counted?.submittedAt else { return 0 }
    let seconds = ended.since(due) / 1000
    return seconds > 60 ? seconds : 0
  }

  // MARK: by hand

  /// More time for one student: running attempts have it at once, and results wait for the last day.
  func save(_ permit: Permit<SetQuizTime>, _ zone: Zone, job: ID<Job>) throws {
    let (wanted, wasOpen) = (permit.command, try release().isOpen(tx.now))
    let time = QuizTime(
      quiz: wanted.quiz, student: wanted.student, hundredths: wanted.hundredths, extraMinutes: wanted.extraMinutes,
      closesAt: wanted.closes?.instant(in: zone), extraAttempts: wanted.extraAttempts)
    try store.put(time, in: quiz.course)
    try settleDeadlines()
    try settleRelease(wasOpen: wasOpen, job: job)
  }

  func save(_ permit: Permit<ScoreAnswers>, _ attempt: QuizAttempt, _ asked: [AttemptQuestion]) throws {
    var scores = try store.scores(attempt.id, in: school)
    let isReleased = try release().isOpen(tx.now)
    for entry in permit.command.entries {
      guard let place = scores.firstIndex(where: { $0.question == entry.question }),
        let one = asked.first(where: { $0.question == entry.question })
      else { continue }
      let new = try rescored(scores[place], entry, one, attempt, permit)
      guard new != scores[place] else { continue }
      tx.detail(
        one.question.text, (scores[place].points?.text ?? "-") + " → " + (new.points?.text ?? "-"))
      try store.put(new, attempt, in: quiz.course, isReleased: isReleased)
      scores[place] = new
    }
    try store.put(
      AttemptResult(attempt.id, asked, scores, at: tx.now), attempt, in: quiz.course, isReleased: isReleased)
    store.touch(attempt, in: quiz.course, family: isReleased)
    try record(attempt.student, by: permit.caller.account)
  }

  /// What a teacher gave, or, when they took it back, what the key says.
  private func rescored(
    _ old: AnswerScore, _ entry: ScoreAnswers.Entry, _ asked: AttemptQuestion, _ attempt: QuizAttempt,
    _ permit: Permit<ScoreAnswers>
  ) throws -> AnswerScore {
    var new = old
    new.comment = entry.comment
    if entry.points != old.points {
      (new.points, new.isManual, new.state, new.by) = (entry.points, true, .scored, permit.caller.account)
      if entry.points == nil {
        let verdict = try store.contents(attempt.id, in: school)[asked.question]?.verdict(
          store.answers(attempt.id, in: school)[asked.question]?.answer, usual: quiz.partial, style: .of(quiz.language))
        new = AnswerScore(verdict ?? .unanswered, asked, version: old.version, at: permit.at)
        new.comment = entry.comment
      }
    }
    if new != old { new.at = permit.at }
    return new
  }

  // MARK: regrades

  func save(_ permit: Permit<RegradeQuestion>, _ steps: [RegradeStep], as id: ID<Regrade>) throws {
    let command = permit.command
    try store.put(
      Regrade(
        id: id, quiz: quiz.id, question: command.question, option: command.option,
        includesManual: command.includesManual, by: permit.caller.account, at: permit.at), in: quiz.course)
    for step in steps { try store.put(step, of: id, in: quiz.course) }
    try apply(steps.map { ($0.attempt, $0.after, $0.askedAfter) }, by: permit.caller.account)
  }

  func save(_ permit: Permit<UndoRegrade>, _ old: Regrade, _ steps: [RegradeStep]) throws {
    var undone = old
    undone.undoneAt = permit.at
    try store.put(undone, in: quiz.course)
    try apply(steps.map { ($0.attempt, $0.before, $0.askedBefore) }, by: permit.caller.account)
  }

  private func apply(_ changes: [(ID<QuizAttempt>, AnswerScore, AttemptQuestion)], by account: ID<Account>) throws {
    let isReleased = try release().isOpen(tx.now)
    for (id, score, asked) in changes {
      guard let attempt = try store.attempt(id, of: quiz.id, in: school) else { continue }
      try store.put(score, attempt, in: quiz.course, isReleased: isReleased)
      try store.put(asked, of: attempt.student, in: quiz.course)
      let all = try store.asked(id, in: school)
      try store.put(
        AttemptResult(id, all, store.scores(id, in: school), at: tx.now), attempt, in: quiz.course,
        isReleased: isReleased)
      store.touch(attempt, in: quiz.course, family: isReleased)
      try record(attempt.student, by: account)
    }
  }
}
