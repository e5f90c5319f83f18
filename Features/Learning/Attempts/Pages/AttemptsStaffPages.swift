import Base
import HTML
import Kit
import School

// What the staff have besides on the page of an attempt.

/// The fields of one answer, for points and words by hand.
func marking(_ one: ResultQuestion, _ draft: Draft, _ scene: Scene) -> HTML {
  guard let shown = one.shown else { return "" }
  let words = scene.words
  let id = one.id.text
  var points = quizDecimal("points." + id, words("quizzes.points-given"), shown.score.points, isRequired: false)
  points.hint = words("quizzes.points-out-of", .text(scene.words.number(one.points)))
  let comment = Field.area("comment." + id, words("quizzes.comment"), value: shown.score.comment ?? "", rows: 1)
  return """
    \(markingNotes(one, scene))<div class="question__marking"\(flag: "data-pending", shown.score.points == nil)>\
    \(field(points, draft, scene))\(field(comment, draft, scene))</div>
    """
}

/// What helps whoever marks an answer: what it nearly was, and the notes beside the question.
func markingNotes(_ one: ResultQuestion, _ scene: Scene) -> HTML {
  let near: HTML =
    one.near.map { banner("\(scene.words("quizzes.nearly")) <bdi>\($0)</bdi>", scene, .warning) } ?? ""
  guard let content = one.shown?.content, !content.notes.isEmpty else { return near }
  let notes = quizText(content.notes, isPlain: content.isPlain, content.pictures)
  return "\(near)<div class=\"question__text quiet\">\(notes)</div>"
}

/// The buttons below them.
func gradeActs(_ data: QuizResultPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let next: HTML =
    data.next.map {
      "\(hidden([Form.Field("next", $0.text)]))\(linkButton(words("quizzes.next-ungraded"), to: AttemptsPaths.attempt($0, of: data.head.quiz.id), .ghost, style: ButtonStyle(key: "n")))"
    } ?? ""
  return
    "<div class=\"form__actions\">\(submit(words(data.next == nil ? "quizzes.save" : "quizzes.save-next")))\(next)</div>"
}

/// Answers that were in time by the device's word alone: the teacher decides, about all of them by one tap.
///
/// - Parameter isGradingView: whether one goes on at the desk.
func lateCards(_ data: QuizResultPage, isGradingView: Bool = false, _ scene: Scene) -> HTML {
  let words = scene.words
  guard data.isStaff, let attempt = data.attempt else {
    guard data.waiting > 0 else { return "" }
    return banner(HTML(text: words("quizzes.late-waiting", .count(data.waiting))), scene)
  }
  let late = data.questions.filter { $0.late != nil }
  guard !late.isEmpty else { return "" }
  let own = AttemptsPaths.attempt(attempt.id, of: data.head.quiz.id) + "/late"
  let back = isGradingView ? [Form.Field("back", "desk")] : []
  let rows = late.map { one -> HTML in lateRow(one, own, back, scene) }
  let acts: HTML =
    data.waiting == 0
    ? ""
    : """
    <div class="form__actions">\(postButton(words("quizzes.accept-late-all"), to: own, scene, fields: back, .primary))\
    \(postButton(words("quizzes.leave-late"), to: own + "/removal", scene, fields: back))</div>
    """
  return card(
    words("quizzes.late-title"), id: "late",
    content: """
      <div class="stack measure"><p>\(words("quizzes.late-text"))</p>\
      <ul class="question__choices" role="list">\(each: rows, { $0 })</ul>\(acts)</div>
      """)
}

private func lateRow(_ one: ResultQuestion, _ own: String, _ back: [Form.Field], _ scene: Scene) -> HTML {
  guard let late = one.late else { return "" }
  let words = scene.words
  let said = late.answer.answer.map { quizAnswerText($0, one.face, scene) } ?? "–"
  func at(_ instant: Instant?) -> String { instant.map { words.moment($0, in: scene.ownZone) } ?? "–" }
  let facts = words(
    "quizzes.late-times", .text(at(late.time.claimed)), .text(at(late.time.seen)), .text(at(late.time.arrived)))
  let odd: HTML = late.time.isPossible ? "" : badge(words("quizzes.late-impossible"), .warning)
  let state: HTML =
    late.leftAt == nil
    ? badge(words("quizzes.late-device"), .info)
    : badge(words("quizzes.late-left"))
      + postButton(
        words("quizzes.accept-late"), to: own, scene, fields: [Form.Field("question", one.id.text)] + back,
        style: ButtonStyle(isSmall: true))
  return """
    <li class="question__choice"><strong>\(words("quizzes.question-number", .count(one.number)))</strong> \
    <bdi>\(said)</bdi> \(state)\(odd) <span class="quiet">\(facts)</span></li>
    """
}
