import Base
import HTML
import Kit
import School

/// One attempt on the grading desk: what of it needs a person, and the way to the others.
struct QuizGradingPage: Sendable {
  let results: QuizResultsPage
  let line: QuizResultsPage.Line
  let attempt: QuizAttempt
  let shown: QuizResultPage

  var head: QuizHead { results.head }
  /// The version of all that was given to the attempt.
  var version: String { shown.result?.version ?? "0" }
  /// What no key decides, was decided by a person, or is one letter off.
  var byHand: [ResultQuestion] { shown.questions.filter { $0.needsPerson } }

  /// Everybody who has handed something in, by name.
  var turns: GradingTurns {
    GradingTurns(
      places: results.lines.compactMap { line in
        line.wideOnly.map {
          GradingTurns.Place(
            student: line.student, name: line.name, path: MarkingPaths.grading($0.id, of: head.quiz.id),
            waits: line.waiting != nil)
        }
      }, current: line.student)
  }

  /// Another attempt of the same student that waits, then the next student's.
  var nextWaiting: ID<QuizAttempt>? {
    if let other = line.waiting, other.id != attempt.id { return other.id }
    guard let next = turns.nextWaiting else { return nil }
    return results.lines.first { $0.student == next.student }?.waiting?.id
  }
}

extension ResultQuestion {
  /// Whether a person has to say, or has said, what an answer is worth.
  var needsPerson: Bool {
    guard !isDropped, let score = shown?.score else { return false }
    return face.kind == .essay || score.state == .pending || score.isManual || near != nil
  }
}

func quizGradingPage(_ data: QuizGradingPage, _ draft: Draft, _ scene: Scene) -> Page {
  let results = QuizzesPaths.of(data.head.quiz.id, "results")
  return Page(
    "quizzes.grading", title: scene.words("assignments.grading-of", .text(data.head.item.title)),
    topics: data.head.topics, parent: (data.head.item.title, results),
    body: quizGradingView(data, draft, scene))
}

/// Everything about one attempt: replaced whole when the next one comes.
func quizGradingView(_ data: QuizGradingPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let path = MarkingPaths.grading(data.attempt.id, of: data.head.quiz.id)
  let closed: HTML = data.results.closed?.banner("grades.closed-no-grading", scene) ?? ""
  return gradingShell(
    GradingShell(
      path: path, turns: data.turns, name: data.line.name,
      badges: data.results.lines.filter { $0.wideOnly != nil }.map { quizBadge($0, data.results.total, scene) },
      post: quizPostButton(data.results, back: path, scene), work: answersToMark(data, scene),
      marks: "\(closed)\(answerMarks(data, path, draft, scene))"), scene)
}

/// Where a student stands on the desk: waits, or what was come to, and whether the family sees it.
func quizBadge(_ line: QuizResultsPage.Line, _ total: Amount, _ scene: Scene) -> HTML {
  let words = scene.words
  if line.waiting != nil { return badge(words("assignments.to-grade"), .warning, icon: icon("target", scene)) }
  guard let points = line.counted else {
    return badge(words("quizzes.handed-in"), .success, icon: icon("check", scene))
  }
  let seen = line.isPosted ? icon("eye", scene, label: words("assignments.posted")) : icon("check", scene)
  return badge(quizPointsOf(points, total, scene), .success, icon: seen)
}

private func answersToMark(_ data: QuizGradingPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let answers = data.byHand.map { resultQuestion($0, data.shown, markingNotes($0, scene), scene) }
  let nothing: HTML =
    answers.isEmpty
    ? emptyState(
      "check", words("quizzes.nothing-by-hand"), words("quizzes.nothing-by-hand.text"), scene, isSlot: true) : ""
  return """
    \(attemptChips(data, scene))\(attemptLine(data, scene))\(lateCards(data.shown, isGradingView: true, scene))\
    \(each: answers, { $0 })\(nothing)
    """
}

private func attemptChips(_ data: QuizGradingPage, _ scene: Scene) -> HTML {
  let over = data.line.attempts.filter { !$0.attempt.isOpen }
  guard over.count > 1 else { return "" }
  let links = over.map { one -> HTML in
    """
    <a class="chip"\(behaviour: .turn) href="\(url: MarkingPaths.grading(one.attempt.id, of: data.head.quiz.id))"\
    \(attribute: "aria-current", one.attempt.id == data.attempt.id ? "true" : nil)>\
    \(scene.words("quizzes.attempt-number", .count(one.attempt.number)))</a>
    """
  }
  return chips(links)
}

/// When it was handed in, what it comes to so far, and the way to what the key decided.
private func attemptLine(_ data: QuizGradingPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let at: HTML = data.attempt.submittedAt.map { "<span>\(words("quizzes.handed-in")) \(time($0, scene))</span>" } ?? ""
  let sum: HTML =
    data.shown.result.map {
      "<span>\(words("quizzes.result")) <strong>\(quizPointsOf($0.points, $0.possible, scene))</strong></span>"
    } ?? ""
  let all = linkButton(
    words("quizzes.all-answers"), to: AttemptsPaths.attempt(data.attempt.id, of: data.head.quiz.id),
    style: ButtonStyle(isSmall: true))
  return "<div class=\"cluster\">\(at)\(sum)\(all)</div>"
}

private func answerMarks(_ data: QuizGradingPage, _ path: String, _ draft: Draft, _ scene: Scene) -> HTML {
  let asked = data.byHand
  guard !asked.isEmpty else { return "" }
  let all = asked.map { pointsField($0, scene) } + asked.map { wordsField($0, scene) }
  let groups = asked.map { one -> HTML in
    """
    <fieldset class="desk__answer"><legend><a href="#q-\(one.id.text)">\
    \(scene.words("quizzes.question-number", .count(one.number)))</a></legend>\
    \(field(pointsField(one, scene), draft, scene))\(field(wordsField(one, scene), draft, scene))</fieldset>
    """
  }
  let form = gradingForm(
    path, draft: data.attempt.id.text,
    fields: """
      \(errorSummary(draft, all, scene))<input type="hidden" name="version" value="\(data.version)">\
      \(each: groups, { $0 })\(postingHint(data.results.column, scene))
      """, scene)
  return "\(each: asked, { overBanner($0, data, path, scene) })\(form)"
}

/// More points than there are to get are taken, and one tap makes them what was probably meant.
private func overBanner(_ one: ResultQuestion, _ data: QuizGradingPage, _ path: String, _ scene: Scene) -> HTML {
  guard let score = one.shown?.score, let meant = score.points.flatMap({ $0.meant(of: one.points) }) else { return "" }
  let number = scene.words("quizzes.question-number", .count(one.number))
  let fields = [
    Form.Field("points." + one.id.text, meant.text), Form.Field("comment." + one.id.text, score.comment ?? ""),
    Form.Field("version", data.version), Form.Field("then", "stay"),
  ]
  return banner(
    "<strong>\(number)</strong> \(scene.words("grades.over"))", scene, .warning,
    action: postButton(
      scene.words("grades.mend", .text(scene.words.number(meant))), to: path, scene, fields: fields))
}

private func pointsField(_ one: ResultQuestion, _ scene: Scene) -> Field {
  quizDecimal(
    "points." + one.id.text, scene.words("assignments.points-of", .text(scene.words.number(one.points))),
    one.shown?.score.points, isRequired: false)
}

private func wordsField(_ one: ResultQuestion, _ scene: Scene) -> Field {
  Field.area(
    "comment." + one.id.text, scene.words("quizzes.comment"), value: one.shown?.score.comment ?? "", rows: 2,
    max: 2000)
}
