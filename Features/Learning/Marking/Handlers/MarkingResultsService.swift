import Base
import Database
import Exact
import Kit
import People
import Router
import School

/// What the teacher sees afterwards.
extension MarkingService {
  func results(_ id: ID<Quiz>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> QuizResultsPage {
    let context = try QuizContext(id, caller, tx)
    try context.mustBeStaff()
    var page = try context.results()
    page.hasEssays = try context.questionsStore.faces(of: id, in: caller.school).values.contains { $0.kind == .essay }
    return page
  }

  /// One attempt on the desk.
  ///
  /// One that is open, or of another quiz, is none.
  func grading(
    _ id: ID<Quiz>, _ attempt: ID<QuizAttempt>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> QuizGradingPage {
    let context = try QuizContext(id, caller, tx)
    try context.mustBeStaff()
    guard let attempt = try context.attemptsStore.attempt(attempt, of: id, in: caller.school), !attempt.isOpen else {
      throw .notFound
    }
    let results = try context.results()
    guard let line = results.lines.first(where: { $0.student == attempt.student }) else { throw .notFound }
    return QuizGradingPage(
      results: results, line: line, attempt: attempt, shown: try context.result(attempt, attempts.regrades))
  }

  func analysis(
    _ id: ID<Quiz>, _ caller: Caller, _ scene: Scene, _ tx: Transaction
  ) throws(Refusal) -> QuizAnalysisPage {
    let context = try QuizContext(id, caller, tx)
    try context.mustBeStaff()
    let contents = try context.questionsStore.contents(of: id, in: caller.school)
    let given = try context.attemptsStore.given(in: id, school: caller.school)
    var sums: [ID<QuizAttempt>: Double] = [:]
    for one in given where !one.isDropped { sums[one.attempt, default: 0] += one.got }
    let byQuestion = Dictionary(grouping: given, by: { $0.question })
    let lines = context.questions.enumerated().compactMap { place, question -> QuizAnalysisPage.Line? in
      guard let content = contents[question.id] else { return nil }
      let own = (byQuestion[question.id] ?? []).filter { $0.points != nil }
      let analysis = ItemAnalysis(
        marks: own.map { $0.share }, rests: own.map { (sums[$0.attempt] ?? 0) - ($0.isDropped ? 0 : $0.got) })
      let common = ItemAnalysis.common(own.compactMap { $0.common(content, context.quiz, scene) })
      return QuizAnalysisPage.Line(
        number: place + 1, question: question.id, face: content.face, analysis: analysis, common: common)
    }
    return QuizAnalysisPage(head: try context.head(), lines: lines)
  }

  func regrades(_ id: ID<Quiz>, _ query: Form, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> QuizRegradePage {
    let context = try QuizContext(id, caller, tx)
    try context.mustBeStaff()
    let lines = try context.lines()
    let chosen = query["question"].flatMap { ID<Question>($0) }.flatMap { id in lines.first { $0.question.id == id } }
    let option = query["option"].flatMap { RegradeOption(rawValue: $0) } ?? .currentAndPrevious
    let includesManual = query["includesManual"] == "on"
    var preview: [(name: String, line: RegradeLine, grade: GradeChange?)] = []
    if let question = chosen?.question {
      let command = RegradeQuestion(quiz: id, question: question.id, option: option, includesManual: includesManual)
      preview = try context.preview(command, question, at: tx.now)
    }
    return QuizRegradePage(
      head: try context.head(), lines: lines, chosen: chosen?.question.id, option: option,
      includesManual: includesManual, preview: preview, past: try context.past(lines))
  }
}

extension GivenInQuiz {
  private static func double(_ amount: Amount) -> Double { Double(amount.units) / Double(Amount.scale) }
  var got: Double { points.map(Self.double) ?? 0 }
  var share: Double { possible.units > 0 ? got / Self.double(possible) : 0 }

  /// The answer in words, for the list of common ones.
  func common(_ content: QuestionContent, _ quiz: Quiz, _ scene: Scene) -> ItemAnalysis.Common? {
    guard let answer, !answer.isBlank, content.kind != .essay else { return nil }
    let style = NumberStyle.of(quiz.language)
    return ItemAnalysis.Common(
      text: quizAnswerText(answer, content.face, scene), count: 1,
      isRight: content.verdict(answer, usual: quiz.partial, style: style) == .scored(.full),
      near: content.nearMiss(answer, style: style))
  }
}

extension QuizContext {
  /// Everybody in the course, and those who took it and have left.
  func results() throws(Refusal) -> QuizResultsPage {
    let attempts = Dictionary(grouping: try attemptsStore.attempts(of: quiz.id, in: school), by: { $0.student })
    let results = try attemptsStore.results(of: quiz.id, in: school)
    let enrolled = try EnrolmentStore(tx: tx).studentIDs(in: quiz.course, school: school)
    // Who is excused, or was given points all the same, has missed nothing.
    let grades = GradesStore(tx: tx)
    let settled = try grades.scores(for: quiz.gradeItem, in: school).filter { $0.excused || $0.raw != nil }
    let posted = Set(try grades.postedStudents(for: quiz.gradeItem, in: school))
    let missed = Set(
      try attemptsStore.missed(in: [quiz.course], at: tx.now, school: school).filter { $0.quiz == quiz.id }.map {
        $0.student
      }
    ).subtracting(settled.map { $0.student })
    let everybody = try StudentsStore(tx: tx).students(
      in: school, ids: Array(Set(enrolled).union(attempts.keys)).sorted())
    let times = try store.ownTimes(of: quiz.id, in: school)
    let late = try attemptsStore.lateAttempts(of: quiz.id, in: school)
    let lines = everybody.map { student in
      let own = (attempts[student.id] ?? []).map { (attempt: $0, result: results[$0.id]) }
      let numbered = own.compactMap { one in one.result.map { (number: one.attempt.number, result: $0) } }
      return QuizResultsPage.Line(
        student: student.id, name: student.name, attempts: own,
        counted: quiz.counting.counted(numbered, outOf: facts.total), time: times[student.id],
        isMissed: missed.contains(student.id), late: late.intersection(own.map { $0.attempt.id }),
        isPosted: posted.contains(student.id))
    }
    return QuizResultsPage(
      head: try head(), lines: lines, total: facts.total, release: try release(),
      column: try grades.item(quiz.gradeItem, in: school), closed: try closed(),
      unposted: settled.count { !posted.contains($0.student) })
  }

  /// Whom a regrade would change, without changing them.
  func preview(_ command: RegradeQuestion, _ question: Question, at now: Instant) throws(Refusal)
    -> [(name: String, line: RegradeLine, grade: GradeChange?)]
  {
    let steps = try steps(command, question, at: now)
    let attempts = try attemptsStore.attempts(of: quiz.id, in: school).keyed { $0.id }
    let results = try attemptsStore.results(of: quiz.id, in: school)
    let takers = Array(Set(attempts.values.map { $0.student }))
    let names = try StudentsStore(tx: tx).students(in: school, ids: takers).keyed(by: { $0.id }, to: { $0.name })
    let (allAsked, allScores) = (
      try attemptsStore.asked(in: quiz.id, school: school), try attemptsStore.scores(in: quiz.id, school: school)
    )
    let lines = steps.compactMap { step -> RegradeLine? in
      guard let attempt = attempts[step.attempt], let old = results[step.attempt] else { return nil }
      let asked = (allAsked[step.attempt] ?? []).map { $0.question == step.question ? step.askedAfter : $0 }
      let scores = (allScores[step.attempt] ?? []).map { $0.question == step.question ? step.after : $0 }
      let new = AttemptResult(step.attempt, asked, scores, at: now)
      return RegradeLine(student: attempt.student, number: attempt.number, old: old, new: new)
    }
    let grades = try gradesAfter(lines, Array(attempts.values), results)
    return lines.map { (names[$0.student] ?? "–", $0, grades[$0.student]) }
  }

  /// What the course's grades come to, where a regrade changes what a student's attempts come to.
  private func gradesAfter(
    _ lines: [RegradeLine], _ attempts: [QuizAttempt], _ results: [ID<QuizAttempt>: AttemptResult]
  ) throws(Refusal) -> [ID<Student>: GradeChange] {
    let grades = GradesStore(tx: tx)
    guard let column = try grades.item(quiz.gradeItem, in: school) else { return [:] }
    let new = lines.reduce(into: [ID<QuizAttempt>: AttemptResult]()) { $0[$1.new.attempt] = $1.new }
    var counted: [ID<Student>: Amount?] = [:]
    for student in Set(lines.map({ $0.student })) {
      let own = attempts.filter { $0.student == student }.compactMap { attempt in
        (new[attempt.id] ?? results[attempt.id]).map { (number: attempt.number, result: $0) }
      }
      counted[student] = .some(quiz.counting.counted(own, outOf: column.possible))
    }
    return try grades.changes(of: column, to: counted, in: school)
  }

  func past(_ lines: [QuizLine]) throws(Refusal) -> [QuizRegradePage.Past] {
    let regrades = try markingStore.regrades(of: quiz.id, in: school)
    let names = try AccountsStore(tx: tx).names(of: regrades.map { $0.by })
    let counts = try markingStore.stepCounts(of: quiz.id, in: school)
    return regrades.map { regrade in
      QuizRegradePage.Past(
        regrade: regrade, by: names[regrade.by] ?? "—",
        line: lines.first { $0.question.id == regrade.question }?.face.line ?? "—",
        count: counts[regrade.id] ?? 0)
    }
  }
}
