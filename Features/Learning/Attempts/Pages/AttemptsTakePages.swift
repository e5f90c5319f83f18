package import Base
package import HTML
package import Kit
package import School

/// One question as it is being answered.
struct TakeQuestion: Sendable {
  let id: ID<Question>
  /// From 1, in the order of this attempt.
  let number: Int
  let face: QuestionFace
  let points: Amount
  var answer: QuizAnswer?
  var isFlagged: Bool
  /// What was said of partly right answers when the attempt began; `nil` is what the quiz says now.
  var partial: PartialCredit?
}

/// The quiz while it is taken; a preview is the very same page without an attempt behind it.
package struct QuizTakePage: Sendable {
  let head: QuizHead
  /// `nil` is a preview.
  let attempt: QuizAttempt?
  let questions: [TakeQuestion]
  /// Which question stands alone on the screen, from 0; `nil` is all of them.
  let at: Int?
  let now: Instant

  var action: String {
    attempt.map { AttemptsPaths.attempt($0.id, of: head.quiz.id) + "/answers" }
      ?? QuizzesPaths.of(head.quiz.id, "preview")
  }
  func isShown(_ question: TakeQuestion) -> Bool { at.map { question.number == $0 + 1 } ?? true }
}

func quizTakePage(_ data: QuizTakePage, _ scene: Scene) -> Page {
  let words = scene.words
  let left: HTML =
    data.attempt == nil ? banner(HTML(text: words("quizzes.preview.text")), scene, title: words("quizzes.preview")) : ""
  let content: HTML = """
    \(bar(data, scene))<input type="hidden" name="at" value="\(data.at.map { String($0) } ?? "")">\
    \(each: data.questions, { inPlace($0, data, scene) })\(steps(data, scene))\(offline(data, scene))\(map(data, scene))
    """
  return Page(
    "quizzes.take", title: data.head.item.title, topics: data.attempt.map { [quizTopic($0)] } ?? [],
    parent: data.head.own,
    body: """
      \(left)<div id="quiz-news"></div><div class="quiz" id="quiz"\(behaviour: .quiz, data.attempt.map { $0.id.text })\
      \(attribute: "data-word-saved", words("quizzes.saved"))\(attribute: "data-word-saving", words("quizzes.saving"))\
      \(attribute: "data-word-kept", words("quizzes.kept"))\(attribute: "data-word-five", words("quizzes.warn-five"))\
      \(attribute: "data-word-one", words("quizzes.warn-one"))\(attribute: "data-word-over", words("quizzes.time-up"))\(waitingWords(scene))>\
      \(form(data.action, scene, style: FormStyle(id: "answers", classes: "stack measure"), content: content))</div>
      """)
}

/// What `quiz.js` says of a handing in that waits for the line.
private func waitingWords(_ scene: Scene) -> HTML {
  let words = scene.words
  return """
    \(attribute: "data-word-sent", words("quizzes.toast.handed-in"))\
    \(attribute: "data-word-refused", words("quizzes.refused-time-up"))\
    \(attribute: "data-word-waiting", words("quizzes.hand-in-waiting"))
    """
}

/// One question at a time: the others lie ready, so that a script goes on without a line.
private func inPlace(_ one: TakeQuestion, _ data: QuizTakePage, _ scene: Scene) -> HTML {
  if data.isShown(one) { return quizQuestion(one, data, scene) }
  return data.attempt == nil ? "" : "<template data-later>\(quizQuestion(one, data, scene))</template>"
}

/// Instead of the last look, when there is no line to have it by.
private func offline(_ data: QuizTakePage, _ scene: Scene) -> HTML {
  guard data.attempt != nil else { return "" }
  let words = scene.words
  let later: HTML =
    "<button type=\"button\" class=\"button button--primary\" data-hand-in-later>\(words("quizzes.hand-in-later"))</button>"
  let text: HTML = "<span data-hand-in-note role=\"status\">\(words("quizzes.hand-in-offline"))</span>"
  return "<div id=\"quiz-offline\" hidden>\(banner(text, scene, .warning, action: later))</div>"
}

/// What stays in sight: the time, how far one is, and whether it is saved.
private func bar(_ data: QuizTakePage, _ scene: Scene) -> HTML {
  let done = data.questions.filter { !($0.answer?.isBlank ?? true) }.count
  return """
    <div class="quiz__bar">\(quizClock(data.attempt, data.now, scene, limit: data.head.quiz.minutes))\
    <span class="quiz__done"><bdi dir="ltr"><span data-done>\(done)</span> / \(data.questions.count)</bdi> \
    <span class="visually-hidden">\(scene.words("quizzes.answered"))</span></span>\
    <span class="quiz__saved" role="status" data-saved></span></div>
    """
}

/// The time that is left by the server's clock; replaced live when more is given.
///
/// - Parameter limit: of the quiz, which a preview names and does not count.
package func quizClock(_ attempt: QuizAttempt?, _ now: Instant, _ scene: Scene, limit: Int? = nil) -> HTML {
  guard let attempt, let left = attempt.left(now), let deadline = attempt.deadline else {
    if attempt == nil, let limit {
      return
        "<span class=\"quiz__time\" id=\"quiz-clock\">\(icon("clock", scene))\(scene.words("quizzes.rule-minutes", .count(limit)))</span>"
    }
    return "<span class=\"quiz__time\" id=\"quiz-clock\">\(scene.words("quizzes.rule-no-limit"))</span>"
  }
  return """
    <span class="quiz__time" id="quiz-clock">\(icon("clock", scene))<span class="visually-hidden">\
    \(scene.words("quizzes.time-left"))</span> <span role="timer" data-left="\(String(left))" data-deadline="\(String(deadline.milliseconds))" dir="ltr">\
    \(quizTimeText(left))</span></span>
    """
}

/// The question, its answers, and the mark to look at it again.
func quizQuestion(_ one: TakeQuestion, _ data: QuizTakePage, _ scene: Scene) -> HTML {
  let words = scene.words
  let id = one.id.text
  return """
    <fieldset class="question card" id="q-\(id)" data-question="\(id)">\
    <legend class="question__head"><span class="question__number">\(words("quizzes.question-number", .count(one.number)))</span> \
    <span class="quiet">\(quizPoints(one.points, scene))</span></legend>\
    <input type="hidden" name="q" value="\(id)">\(asked(one, scene))\(policy(one, data.head.quiz, scene))\
    <label class="question__flag"><input type="checkbox" name="flag.\(id)" value="on"\(flag: "checked", one.isFlagged)>\
    <span>\(words("quizzes.flag"))</span></label></fieldset>
    """
}

/// What part of the points a partly right answer gets; said before answering.
private func policy(_ one: TakeQuestion, _ quiz: Quiz, _ scene: Scene) -> HTML {
  guard one.face.kind == .multiple else { return "" }
  let policy = one.face.partial ?? one.partial ?? quiz.partial
  return "<p class=\"question__policy quiet\">\(scene.words("quizzes.partial." + policy.rawValue + ".text"))</p>"
}

private func asked(_ one: TakeQuestion, _ scene: Scene) -> HTML {
  let (face, words) = (one.face, scene.words)
  let name = "a." + one.id.text
  var text: HTML =
    "<div class=\"question__text\" id=\"t-\(one.id.text)\">\(quizAsked(face, { blank($0, one, scene) }))</div>"
  switch face.kind {
  case .single, .multiple, .trueFalse: text += choices(one, name, scene)
  case .short: text += line(name, one.text(0), "text", "auto", one, scene)
  case .numeric:
    text += line(name, one.text(0), "decimal", "ltr", one, scene)
    if face.hasUnit { text += "<p class=\"field__hint\">\(words("quizzes.write-unit"))</p>" }
  case .essay:
    text += """
      <div class="field"><textarea class="input" name="\(name)" rows="8" dir="auto" maxlength="20000" aria-labelledby="t-\(one.id.text)">
      \(one.text(0))</textarea></div>
      """
  case .matching: text += matches(one, name, scene)
  case .blanks: break
  }
  return text
}

extension TakeQuestion {
  func text(_ place: Int) -> String {
    guard case .texts(let texts) = answer, place < texts.count else { return "" }
    return texts[place]
  }
  func isChosen(_ option: Int) -> Bool {
    if case .choice(let ids) = answer { ids.contains(option) } else { false }
  }
}

private func blank(_ place: Int, _ one: TakeQuestion, _ scene: Scene) -> HTML {
  """
  <input class="input question__blank" name="a.\(one.id.text).\(place)" value="\(one.text(place))" dir="auto" \
  autocomplete="off" spellcheck="false" maxlength="1000" aria-label="\(scene.words("quizzes.blank", .count(place + 1)))">
  """
}

private func line(
  _ name: String, _ value: String, _ mode: String, _ direction: String, _ one: TakeQuestion, _ scene: Scene
) -> HTML {
  """
  <div class="field"><input class="input" name="\(name)" value="\(value)" inputmode="\(mode)" dir="\(direction)" autocomplete="off" \
  spellcheck="false" maxlength="1000" aria-labelledby="t-\(one.id.text)"></div>
  """
}

private func choices(_ one: TakeQuestion, _ name: String, _ scene: Scene) -> HTML {
  let kind = one.face.kind == .multiple ? "checkbox" : "radio"
  let rows = one.face.options.map { option -> HTML in
    let text = quizOption(option, one.face, scene)
    return """
      <label class="choice question__option"><input type="\(kind)" name="\(name)" value="\(option.id)"\
      \(flag: "checked", one.isChosen(option.id))><span class="choice__body"><bdi>\(text)</bdi></span></label>
      """
  }
  return "<div class=\"question__options\">\(each: rows, { $0 })</div>"
}

private func matches(_ one: TakeQuestion, _ name: String, _ scene: Scene) -> HTML {
  var chosen: [Int: Int] = [:]
  if case .pairs(let pairs) = one.answer { chosen = pairs }
  let rows = one.face.lefts.map { left -> HTML in
    let options = one.face.rights.map {
      "<option value=\"\($0.id)\"\(flag: "selected", chosen[left.id] == $0.id)>\($0.text)</option>" as HTML
    }
    return """
      <div class="field question__match"><label class="field__label" for="m-\(one.id.text)-\(left.id)"><bdi>\(quizLine(left.text, isPlain: one.face.isPlain, one.face.pictures))</bdi></label>\
      <select id="m-\(one.id.text)-\(left.id)" name="\(name).\(left.id)" dir="auto"><option value="">\(scene.words("quizzes.choose"))</option>\
      \(each: options, { $0 })</select></div>
      """
  }
  return "<div class=\"stack stack--tight\">\(each: rows, { $0 })</div>"
}

private func steps(_ data: QuizTakePage, _ scene: Scene) -> HTML {
  let words = scene.words
  var parts: [HTML] = []
  if let at = data.at {
    func step(_ name: String, _ button: HTML, to place: Int) -> HTML {
      let isOff = !data.questions.indices.contains(place)
      if isOff, data.attempt == nil { return "" }
      return "<span data-step=\"\(name)\"\(flag: "hidden", isOff)>\(button)</span>"
    }
    let (back, on) = ("go." + String(at - 1), "go." + String(at + 1))
    parts = [
      step("previous", submit(words("quizzes.previous"), .plain, name: "act", value: back), to: at - 1),
      step("next", submit(words("quizzes.next"), name: "act", value: on), to: at + 1),
    ]
  }
  let isLast = data.at.map { $0 + 1 >= data.questions.count } ?? true
  parts.append(submit(words("quizzes.save"), .secondary, name: "act", value: "save"))
  parts.append(submit(words("quizzes.hand-in"), isLast ? .primary : .plain, name: "act", value: "review"))
  return "<div class=\"form__actions quiz__steps\">\(each: parts, { $0 })</div>"
}

/// All questions at a glance: answered, to look at again, where one is.
private func map(_ data: QuizTakePage, _ scene: Scene) -> HTML {
  guard data.questions.count > 1 else { return "" }
  let cells = data.questions.map { one -> HTML in
    let isDone = !(one.answer?.isBlank ?? true)
    let state = scene.words(one.isFlagged ? "quizzes.flagged" : isDone ? "quizzes.answered" : "quizzes.open")
    let label = scene.words("quizzes.question-number", .count(one.number)) + scene.words.comma + state
    let marks: HTML =
      "\(flag: "data-answered", isDone)\(flag: "data-flagged", one.isFlagged)\(attribute: "aria-current", data.at == one.number - 1 ? "step" : nil)"
    return data.at == nil
      ? "<a class=\"quiz-map__cell\" href=\"#q-\(one.id.text)\" data-map=\"\(one.id.text)\" aria-label=\"\(label)\"\(marks)>\(one.number)</a>"
      : "<button class=\"quiz-map__cell\" name=\"act\" value=\"go.\(one.number - 1)\" data-map=\"\(one.id.text)\" aria-label=\"\(label)\"\(marks)>\(one.number)</button>"
  }
  return "<nav class=\"quiz-map\" aria-label=\"\(scene.words("quizzes.questions"))\">\(each: cells, { $0 })</nav>"
}

/// The last look before handing in: what is open, what was to be looked at again.
func quizReviewPage(_ data: QuizTakePage, _ scene: Scene) -> Page {
  let words = scene.words
  let open = data.questions.filter { $0.answer?.isBlank ?? true }
  let flagged = data.questions.filter { $0.isFlagged }
  let own = data.attempt.map { AttemptsPaths.attempt($0.id, of: data.head.quiz.id) } ?? data.head.path
  func links(_ questions: [TakeQuestion]) -> HTML {
    let all = questions.map { one in
      chip(
        words("quizzes.question-number", .count(one.number)),
        to: data.head.quiz.layout == .one ? own + "?at=" + String(one.number - 1) : own + "#q-" + one.id.text,
        isCurrent: false)
    }
    return chips(all)
  }
  let missing: HTML =
    open.isEmpty
    ? banner(HTML(text: words("quizzes.all-answered")), scene, .success)
    : "\(banner(HTML(text: words("quizzes.some-open", .count(open.count))), scene, .warning))\(links(open))"
  let again: HTML = flagged.isEmpty ? "" : "\(sectionTitle(words("quizzes.flagged")))\(links(flagged))"
  return Page(
    "quizzes.review", title: words("quizzes.hand-in"), parent: (data.head.item.title, own),
    body: """
      <div class="quiz stack measure"\(behaviour: .quizReview)\(waitingWords(scene))>\(quizClock(data.attempt, data.now, scene))\(missing)\(again)<p data-hand-in-note role="status"></p>\
      \(form(own + "/submit", scene, style: FormStyle(classes: ""), content: "<div class=\"form__actions\">\(submit(words("quizzes.hand-in-now")))\(linkButton(words("quizzes.back-to-questions"), to: own, .ghost))</div>"))</div>
      """)
}

extension Behaviour {
  /// The questions of an attempt, answered as they are typed.
  static let quiz = Behaviour("quiz", on: "data-quiz")
  /// The last look before an attempt is handed in.
  static let quizReview = Behaviour("quiz", on: "data-quiz-review")
}
