import Base
import Database
import Exact
import Kit
import People
import Router
import School

/// What those who take a quiz see of it.
///
/// What is right is read only where results are out: `QuestionFace` carries no answers, and scores are fetched behind
/// the one question `isOut`.
extension AttemptsService {
  func start(_ id: ID<Quiz>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> QuizStartPage {
    let context = try QuizContext(id, caller, tx)
    let release = try context.release()
    let isOut = release.isOpen(tx.now)
    // Whoever may begin again is told when the key comes.
    let faces = try context.questionsStore.faces(of: id, in: caller.school)
    var (mine, children, isStudent) = ([QuizAttempt](), [QuizStartPage.Child](), false)
    switch context.access {
    case .student(let student):
      (mine, isStudent) = (try context.attempts(), true)
      children = [try context.child(student, name: nil, mine, context.time, isOut: isOut)]
    case .guardian(let ids):
      for student in try StudentsStore(tx: tx).students(in: caller.school, ids: ids) {
        let attempts = try context.attemptsStore.attempts(of: student.id, in: id, school: caller.school)
        let time = try context.store.ownTime(of: student.id, in: id, school: caller.school)
        children.append(try context.child(student.id, name: student.name, attempts, time, isOut: isOut))
      }
    case .office, .teacher: throw .notFound
    }
    return QuizStartPage(
      head: try context.head(), questionCount: context.questions.count, total: context.facts.total, children: children,
      release: release,
      hasPartial: faces.values.contains { $0.kind == .multiple },
      refused: StartAttempt.refusal(context.facts, mine, tx.now), mayTake: isStudent,
      open: mine.last.flatMap { $0.isOpen && !$0.isOver(tx.now) ? $0 : nil }, closed: try context.closed())
  }

  package enum AttemptView: Sendable {
    case taking(QuizTakePage), done(QuizResultPage)
    /// Time is up and nobody has handed it in yet.
    case over(QuizResultPage)
  }

  /// The attempt as it stands: to be answered while it is open, to be looked at when it is over.
  func attempt(
    _ id: ID<QuizAttempt>, of quiz: ID<Quiz>, at place: Int?, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> AttemptView {
    let context = try QuizContext(quiz, caller, tx)
    guard let attempt = try context.attemptsStore.attempt(id, of: quiz, in: caller.school) else { throw .notFound }
    switch context.access {
    case .student(let student): guard attempt.student == student else { throw .notFound }
    case .guardian(let children): guard children.contains(attempt.student) else { throw .notFound }
    case .office, .teacher: break
    }
    if attempt.isOpen, attempt.isOver(tx.now.plus(seconds: -LateAnswer.grace)) {
      return .over(try context.result(attempt, regrades))
    }
    if attempt.isOpen, case .student = context.access {
      return .taking(try context.taking(attempt, at: place, now: tx.now))
    }
    return .done(try context.result(attempt, regrades))
  }

  /// The very page that students see, without an attempt.
  func preview(
    _ id: ID<Quiz>, _ fields: Form, at place: Int?, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> QuizTakePage {
    let context = try QuizContext(id, caller, tx)
    try context.mustBeStaff()
    let faces = try context.questionsStore.faces(of: id, in: caller.school)
    let seed = ID<QuizAttempt>(high: id.high, low: id.low)
    let questions = context.ordered(for: seed).enumerated().compactMap { number, question -> TakeQuestion? in
      guard let face = faces[question.id] else { return nil }
      return TakeQuestion(
        id: question.id, number: number + 1,
        face: face.shuffled(ShuffleSeed(seed, question.id), options: context.quiz.shufflesOptions),
        points: context.facts.points(question), answer: face.answer(fields.answers(to: question.id)),
        isFlagged: fields["flag." + question.id.text] == "on")
    }
    return QuizTakePage(
      head: try context.head(), attempt: nil, questions: questions, at: context.place(place, questions.count),
      now: tx.now)
  }

  /// What the previewed answers would have got; nothing is written down.
  func previewResult(
    _ id: ID<Quiz>, _ fields: Form, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> QuizResultPage {
    let page = try preview(id, fields, at: nil, caller, tx)
    let context = try QuizContext(id, caller, tx)
    let contents = try context.questionsStore.contents(of: id, in: caller.school)
    let attempt = ID<QuizAttempt>(high: id.high, low: id.low)
    let shown = page.questions.compactMap { one -> (ResultQuestion, AttemptQuestion, AnswerScore)? in
      guard let content = contents[one.id] else { return nil }
      let asked = AttemptQuestion(
        attempt: attempt, question: one.id, version: 1, place: one.number - 1, points: one.points)
      let verdict = content.verdict(one.answer, usual: context.quiz.partial, style: .of(context.quiz.language))
      let score = AnswerScore(verdict, asked, version: 1, at: tx.now)
      let question = ResultQuestion(
        id: one.id, number: one.number, face: one.face, points: one.points, isDropped: false, answer: one.answer,
        shown: .init(content: content, score: score))
      return (question, asked, score)
    }
    return QuizResultPage(
      head: page.head, attempt: nil, studentName: nil, questions: shown.map { $0.0 },
      result: AttemptResult(attempt, shown.map { $0.1 }, shown.map { $0.2 }, at: tx.now), release: .atOnce,
      access: .key,
      next: nil)
  }
}

extension Form {
  /// The fields of one question, as they are posted.
  func answers(to question: ID<Question>) -> [Field] {
    let name = "a." + question.text
    return fields.filter { $0.name == name || $0.name.hasPrefix(name + ".") }.map {
      Field(String($0.name.dropFirst(name.utf8.count + 1)), $0.value)
    }
  }
}

extension QuizContext {
  fileprivate func child(
    _ student: ID<Student>, name: String?, _ attempts: [QuizAttempt], _ time: QuizTime?, isOut: Bool
  )
    throws(Refusal) -> QuizStartPage.Child
  {
    let results = isOut ? try attemptsStore.results(of: student, in: quiz.id, school: school) : [:]
    let numbered = attempts.compactMap { attempt in results[attempt.id].map { (number: attempt.number, result: $0) } }
    return QuizStartPage.Child(
      name: name, attempts: attempts.map { QuizStartPage.Attempt(attempt: $0, result: results[$0.id]) },
      counted: attempts.count > 1 ? quiz.counting.counted(numbered, outOf: facts.total) : nil, time: time)
  }

  fileprivate func place(_ place: Int?, _ count: Int) -> Int? {
    quiz.layout == .one && count > 0 ? min(max(0, place ?? 0), count - 1) : nil
  }

  fileprivate func taking(_ attempt: QuizAttempt, at place: Int?, now: Instant) throws(Refusal) -> QuizTakePage {
    let faces = try attemptsStore.faces(attempt.id, in: school)
    let (answers, look) = (
      try attemptsStore.answers(attempt.id, in: school), try attemptsStore.look(attempt.id, of: quiz, in: school)
    )
    let questions = try attemptsStore.asked(attempt.id, in: school).compactMap { asked -> TakeQuestion? in
      guard let face = faces[asked.question] else { return nil }
      let given = answers[asked.question]
      return TakeQuestion(
        id: asked.question, number: asked.place + 1, face: look.face(face, asked.question), points: asked.points,
        answer: look.answer(given?.answer, face, asked.question), isFlagged: given?.isFlagged ?? false,
        partial: asked.partial)
    }
    return QuizTakePage(
      head: try head(), attempt: attempt, questions: questions, at: self.place(place, questions.count), now: now)
  }

  /// An attempt that is over; keys and scores only for the staff, or once results are out.
  func result(_ attempt: QuizAttempt, _ regrades: AttemptRegrades) throws(Refusal) -> QuizResultPage {
    let release = try release()
    let seen = access.isStaff ? .key : attempt.isOpen ? .nothing : try resultAccess(of: attempt.student)
    let isOut = seen > .nothing
    let faces = try attemptsStore.faces(attempt.id, in: school)
    let (answers, look) = (
      try attemptsStore.answers(attempt.id, in: school), try attemptsStore.look(attempt.id, of: quiz, in: school)
    )
    let contents = seen == .key ? try attemptsStore.contents(attempt.id, in: school) : [:]
    let scores = seen >= .marks ? try attemptsStore.scores(attempt.id, in: school) : []
    let late = try attemptsStore.lateAnswers(attempt, in: school)
    // What a regrade made of the questions is a result, too.
    let first = isOut ? [:] : try regrades.first(attempt.id, school, tx)
    let questions = try attemptsStore.asked(attempt.id, in: school).tryCompactMap {
      asked throws(Refusal) -> ResultQuestion? in
      guard let face = faces[asked.question] else { return nil }
      let answer = answers[asked.question]?.answer
      let score = scores.first { $0.question == asked.question }
      let content = seen == .key ? try content(asked, score, contents) : nil
      let shown = score.map {
        ResultQuestion.Shown(content: content.map { look.content($0, asked.question) }, score: $0)
      }
      let near = access.isStaff && score?.isManual != true ? content?.nearMiss(answer, style: .of(quiz.language)) : nil
      let waiting = late.first { $0.answer.question == asked.question }
      let known = first[asked.question] ?? asked
      return ResultQuestion(
        id: asked.question, number: asked.place + 1, face: look.face(face, asked.question),
        points: known.points, isDropped: known.isDropped, partial: asked.partial,
        answer: look.answer(answer, face, asked.question), shown: shown, near: near,
        late: access.isStaff ? waiting.map { $0.named(look.answer($0.answer.answer, face, asked.question)) } : nil)
    }
    let student = try StudentsStore(tx: tx).student(attempt.student, in: school)
    let isOwn = if case .student = access { true } else { false }
    return QuizResultPage(
      head: try head(), attempt: attempt, studentName: isOwn ? nil : student?.name, questions: questions,
      result: isOut ? try attemptsStore.results(of: attempt.student, in: quiz.id, school: school)[attempt.id] : nil,
      release: release, access: seen, next: access.isStaff ? try nextUngraded(after: attempt) : nil,
      waiting: late.filter { $0.leftAt == nil }.count)
  }

  /// The key it was graded by, which a regrade may have made newer than the one it began with.
  private func content(
    _ asked: AttemptQuestion, _ score: AnswerScore?, _ contents: [ID<Question>: QuestionContent]
  ) throws(Refusal) -> QuestionContent? {
    guard let score, score.version != asked.version else { return contents[asked.question] }
    return try questionsStore.content(asked.question, version: score.version, in: school)
  }

  private func nextUngraded(after attempt: QuizAttempt) throws(Refusal) -> ID<QuizAttempt>? {
    let results = try attemptsStore.results(of: quiz.id, in: school)
    let waiting = try attemptsStore.attempts(of: quiz.id, in: school).filter {
      results[$0.id]?.isPending == true && $0.id != attempt.id
    }
    return (waiting.first { $0.student > attempt.student } ?? waiting.first)?.id
  }
}
