package import Base
import Exact
package import HTML
package import Kit
package import School

/// One question of an attempt that is over.
struct ResultQuestion: Sendable {
  /// What only those see for whom results are out: what the answer got and, once the key is out, what is right.
  struct Shown: Sendable {
    let content: QuestionContent?
    let score: AnswerScore
  }
  let id: ID<Question>
  let number: Int
  let face: QuestionFace
  let points: Amount
  let isDropped: Bool
  /// By which policy a partly right answer was counted; `nil` is what the quiz says now.
  var partial: PartialCredit?
  let answer: QuizAnswer?
  let shown: Shown?
  /// For the staff: what the answer nearly was, and what arrived too late to be sure of.
  var near: String?
  var late: LateGiven?
}

/// An attempt that is over, for the student, the family or the staff.
package struct QuizResultPage: Sendable {
  let head: QuizHead
  let attempt: QuizAttempt?
  /// Whose it is, for the staff and for guardians.
  let studentName: String?
  let questions: [ResultQuestion]
  /// `nil` until results are out.
  let result: AttemptResult?
  let release: Quiz.Release
  /// How much of it whoever looks may see.
  let access: ResultAccess
  /// The next attempt with something to grade.
  let next: ID<QuizAttempt>?
  /// Answers that wait for the teacher's word.
  var waiting = 0
  var isStaff: Bool { head.access.isStaff && attempt != nil }
}

func quizResultPage(_ data: QuizResultPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  var parent = data.head.own
  if data.isStaff { parent = (words("quizzes.tab.results"), QuizzesPaths.of(data.head.quiz.id, "results")) }
  let list: HTML =
    "\(each: data.questions, { resultQuestion($0, data, data.isStaff ? marking($0, draft, scene) : "", scene) })"
  let body: HTML
  if data.isStaff, let attempt = data.attempt, !attempt.isOpen {
    body = form(
      AttemptsPaths.attempt(attempt.id, of: data.head.quiz.id) + "/scores", scene,
      style: FormStyle(id: "scores", classes: "stack measure", behaviour: .scores),
      content: "\(errorSummary(draft, [], scene))\(list)\(gradeActs(data, scene))")
  } else {
    body = "<div class=\"stack measure\">\(list)</div>"
  }
  let extend: HTML =
    !data.isStaff
    ? ""
    : data.attempt.map {
      linkButton(words("quizzes.extend"), to: quizTimePath(data.head.quiz.id, $0.student), icon: icon("clock", scene))
    } ?? ""
  return Page(
    "quizzes.result", title: data.studentName ?? data.head.item.title, actions: extend,
    topics: data.isStaff ? [] : data.attempt.map { [quizTopic($0)] } ?? [], parent: parent,
    body:
      "<div class=\"stack\"><div id=\"quiz-news\"></div>\(resultHead(data, scene))\(lateCards(data, scene))\(body)\(keptAnswers(data, scene))</div>"
  )
}

/// Where `quiz.js` sends what the device still keeps of an attempt that the clock has ended.
private func keptAnswers(_ data: QuizResultPage, _ scene: Scene) -> HTML {
  guard case .student = data.head.access, let attempt = data.attempt, attempt.end == .deadline else { return "" }
  let path = AttemptsPaths.attempt(attempt.id, of: data.head.quiz.id) + "/answers"
  return """
    <div id="quiz"\(behaviour: .quiz, attempt.id.text) hidden>\
    \(form(path, scene, style: FormStyle(id: "answers", classes: ""), content: ""))</div>
    """
}

/// The live topic of one attempt.
func quizTopic(_ attempt: QuizAttempt) -> String { "quiz-attempt/" + attempt.quiz.text + "." + attempt.id.text }

/// Something about an attempt that is over is new: it was handed in elsewhere, graded, or results are out.
package func quizNews(_ attempt: ID<QuizAttempt>, of quiz: ID<Quiz>, _ scene: Scene) -> HTML {
  banner(
    HTML(text: scene.words("quizzes.news")), scene,
    action: linkButton(
      scene.words("quizzes.look-again"), to: AttemptsPaths.attempt(attempt, of: quiz), style: ButtonStyle(isSmall: true)
    )
  )
}

private func resultHead(_ data: QuizResultPage, _ scene: Scene) -> HTML {
  let words = scene.words
  var facts: [HTML] = []
  if let attempt = data.attempt {
    let ended: HTML =
      attempt.submittedAt.map { "\(words("quizzes.handed-in")) \(time($0, scene))" }
      ?? HTML(text: words("quizzes.is-open"))
    facts.append("<p>\(words("quizzes.attempt-number", .count(attempt.number))) · \(ended)</p>")
    if attempt.end == .deadline { facts.append("<p class=\"quiet\">\(words("quizzes.ended-by-time"))</p>") }
  }
  guard let result = data.result else {
    facts.append(banner(HTML(text: quizShowing(data.release, scene)), scene, title: words("quizzes.handed-in-well")))
    return "<div class=\"stack measure\">\(each: facts, { $0 })</div>"
  }
  var tiles = [Stat(words("quizzes.result"), quizPointsOf(result.points, result.possible, scene))]
  if let percent = result.percent {
    tiles.append(Stat(words("quizzes.percent"), percentText(percent, scene)))
  }
  if result.isPending {
    facts.append(banner(HTML(text: words("quizzes.pending.text")), scene, title: words("quizzes.pending")))
  }
  if let passed = result.passes(data.head.quiz.passing), !result.isPending {
    tiles.append(
      Stat(
        words("quizzes.passing"), words(passed ? "quizzes.passed" : "quizzes.not-passed"), passed ? .success : .warning)
    )
  }
  if data.access < .key { facts.append(banner(HTML(text: quizKeyRule(data.head.quiz, scene)), scene)) }
  return "<div class=\"stack measure\">\(each: facts, { $0 })\(stats(tiles))</div>"
}

/// When the right answers can be seen, for who may begin again.
func quizKeyRule(_ quiz: Quiz, _ scene: Scene) -> String {
  if quiz.closesAt != nil { return scene.words("quizzes.key-closed") }
  return scene.words(quiz.attempts == nil ? "quizzes.key-never" : "quizzes.key-last")
}

/// A question with its answer, and below them what those who mark it have.
func resultQuestion(_ one: ResultQuestion, _ data: QuizResultPage, _ marks: HTML, _ scene: Scene) -> HTML {
  let words = scene.words
  let number = words("quizzes.question-number", .count(one.number))
  let after: HTML = one.shown.map { "\(verdict(one, $0, scene))\(explained(one, $0, data, scene))" } ?? ""
  let dropped: HTML = one.isDropped ? badge(words("quizzes.dropped"), .info) : ""
  return """
    <section class="question card" id="q-\(one.id.text)" aria-labelledby="n-\(one.id.text)">\
    <h2 class="question__head" id="n-\(one.id.text)"><span class="question__number">\(number)</span> \
    <span class="quiet">\(quizPoints(one.points, scene))</span> \(dropped)</h2>\(answered(one, scene))\(after)\(marks)</section>
    """
}

/// The question with what was answered; what is right is marked only where it may be seen.
private func answered(_ one: ResultQuestion, _ scene: Scene) -> HTML {
  let words = scene.words
  let text: HTML =
    "<div class=\"question__text\">\(quizAsked(one.face, { answeredGap($0, one, scene) }))</div>"
  switch one.face.kind {
  case .single, .multiple, .trueFalse: return "\(text)\(answeredOptions(one, scene))"
  case .blanks: return text
  case .matching: return "\(text)\(answeredPairs(one, scene))"
  case .short, .numeric, .essay:
    let said =
      one.answer.flatMap { answer -> String? in if case .texts(let texts) = answer { texts.first } else { nil } } ?? ""
    return said.isEmpty
      ? "\(text)<div class=\"question__said\"><em class=\"quiet\">\(words("quizzes.no-answer"))</em></div>"
      : "\(text)<div class=\"question__said\" dir=\"auto\">\(said)</div>"
  }
}

private func answeredGap(_ place: Int, _ one: ResultQuestion, _ scene: Scene) -> HTML {
  guard case .texts(let texts) = one.answer, place < texts.count, !trimmed(texts[place]).isEmpty else {
    return "<mark class=\"question__gap\">____</mark>"
  }
  // The key may be a newer one's that has fewer blanks.
  let isRight = one.shown?.content.flatMap { content -> Bool? in
    let answers = content.blanks.answers
    return answers.indices.contains(place) ? content.rule.accepts(texts[place], answers[place]) : nil
  }
  return
    "<mark class=\"question__gap\"\(attribute: "data-right", isRight.map { $0 ? "yes" : "no" })><bdi>\(texts[place])</bdi></mark>"
}

private func answeredOptions(_ one: ResultQuestion, _ scene: Scene) -> HTML {
  let words = scene.words
  var chosen: [Int] = []
  if case .choice(let ids) = one.answer { chosen = ids }
  let right = Set(one.shown?.content?.options.filter { $0.isCorrect }.map { $0.id } ?? [])
  let rows = one.face.options.map { option -> HTML in
    let isChosen = chosen.contains(option.id)
    let mine: HTML = isChosen ? badge(words("quizzes.your-choice"), .neutral) : ""
    let good: HTML =
      right.contains(option.id) ? badge(words("quizzes.correct"), .success, icon: icon("check", scene)) : ""
    return """
      <li class="question__choice"\(flag: "data-chosen", isChosen)\(flag: "data-right", right.contains(option.id))>\
      <bdi>\(quizOption(option, one.face, scene))</bdi> \(mine)\(good)</li>
      """
  }
  return "<ul class=\"question__choices\" role=\"list\">\(each: rows, { $0 })</ul>"
}

private func answeredPairs(_ one: ResultQuestion, _ scene: Scene) -> HTML {
  var chosen: [Int: Int] = [:]
  if case .pairs(let pairs) = one.answer { chosen = pairs }
  let rows = one.face.lefts.map { left -> HTML in
    let said = chosen[left.id].flatMap { id in one.face.rights.first { $0.id == id }?.text } ?? "–"
    let right = one.shown?.content?.pairs.first { $0.id == left.id }?.right
    let mark: HTML = right.map { $0 == said ? badge(scene.words("quizzes.correct"), .success) : badge($0, .info) } ?? ""
    return
      "<li class=\"question__choice\"><bdi>\(quizLine(left.text, isPlain: one.face.isPlain, one.face.pictures))</bdi> → <bdi>\(said)</bdi> \(mark)</li>"
  }
  return "<ul class=\"question__choices\" role=\"list\">\(each: rows, { $0 })</ul>"
}

private func verdict(_ one: ResultQuestion, _ shown: ResultQuestion.Shown, _ scene: Scene) -> HTML {
  let (score, words) = (shown.score, scene.words)
  let points: HTML = score.points.map { "<strong>\(quizPointsOf($0, one.points, scene))</strong>" } ?? ""
  let (word, tone): (String, Tone)
  switch score.state {
  case .unanswered: (word, tone) = (words("quizzes.no-answer"), .neutral)
  case .pending: (word, tone) = (words("quizzes.pending"), .info)
  case .scored:
    let got = score.points ?? .zero
    (word, tone) =
      got >= one.points
      ? (words("quizzes.right"), .success)
      : got.units > 0 ? (words("quizzes.partly-right"), .warning) : (words("quizzes.wrong"), .danger)
  }
  let by: HTML = score.isManual ? badge(words("quizzes.by-hand")) : ""
  return "<p class=\"question__verdict\">\(badge(word, tone)) \(points) \(by)</p>"
}

/// Why it is so many points, what would have been right, and what the teacher says.
private func explained(_ one: ResultQuestion, _ shown: ResultQuestion.Shown, _ data: QuizResultPage, _ scene: Scene)
  -> HTML
{
  let words = scene.words
  var parts: [HTML] = []
  if let content = shown.content { parts = keyed(one, shown, content, data, scene) }
  if let comment = shown.score.comment, !data.isStaff {
    parts.append(
      "<p class=\"question__comment\"><strong>\(words("quizzes.comment"))</strong> <span dir=\"auto\">\(comment)</span></p>"
    )
  }
  return "\(each: parts, { $0 })"
}

/// What the key says of it.
private func keyed(
  _ one: ResultQuestion, _ shown: ResultQuestion.Shown, _ content: QuestionContent, _ data: QuizResultPage,
  _ scene: Scene
) -> [HTML] {
  let words = scene.words
  var parts: [HTML] = []
  if content.kind == .multiple, case .choice(let ids) = one.answer, !shown.score.isManual {
    let right = content.options.filter { $0.isCorrect && ids.contains($0.id) }.count
    let wrong = content.options.filter { !$0.isCorrect && ids.contains($0.id) }.count
    let policy = content.partial ?? one.partial ?? data.head.quiz.partial
    parts.append(
      "<p class=\"quiet\">\(words("quizzes.counted." + policy.rawValue, .text(words.number(right)), .text(words.number(wrong)), .text(words.number(content.options.filter { $0.isCorrect }.count))))</p>"
    )
  }
  if let right = quizRightText(content), shown.score.points ?? .zero < one.points {
    parts.append("<p>\(words("quizzes.would-be")) <bdi>\(right)</bdi></p>")
  }
  if !content.explanation.isEmpty {
    parts.append(
      "<div class=\"question__text question__explanation\">\(quizText(content.explanation, isPlain: content.isPlain, content.pictures))</div>"
    )
  }
  return parts
}
// words: quizzes.counted.*

/// What would have been right, where the options do not show it.
func quizRightText(_ content: QuestionContent) -> String? {
  switch content.kind {
  case .short: return content.answers.first
  case .blanks: return content.blanks.answers.map { $0.first ?? "" }.joined(separator: " · ")
  case .numeric:
    return content.numbers.first.map { $0.form == .range ? $0.value.text + "–" + $0.by.text : $0.value.text }
      .map { text in content.units.first.map { text + " " + $0.name } ?? text }
  default: return nil
  }
}

/// An answer in one line, for lists.
func quizAnswerText(_ answer: QuizAnswer, _ face: QuestionFace, _ scene: Scene) -> String {
  switch answer {
  case .choice(let ids):
    return ids.compactMap { id in face.options.first { $0.id == id } }.map { quizOptionText($0, face.kind, scene) }
      .joined(separator: " · ")
  case .texts(let texts): return String(texts.joined(separator: " · ").prefix(200))
  case .pairs(let pairs):
    return pairs.sorted { $0.key < $1.key }.map { pair in
      QuizPictures.words(face.lefts.first { $0.id == pair.key }?.text ?? "") + " → "
        + (face.rights.first { $0.id == pair.value }?.text ?? "")
    }.joined(separator: " · ")
  }
}
