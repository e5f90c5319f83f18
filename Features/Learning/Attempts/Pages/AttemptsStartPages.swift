import Base
import HTML
import Kit
import School

/// What a student, or a family, sees before a quiz: its rules, the attempts so far, and the way in.
struct QuizStartPage: Sendable {
  struct Attempt: Sendable {
    let attempt: QuizAttempt
    /// Only when results are out.
    let result: AttemptResult?
  }
  struct Child: Sendable {
    /// For guardians, whose attempts they are.
    let name: String?
    let attempts: [Attempt]
    let counted: Amount?
    /// What this one has that the others have not.
    var time: QuizTime?
  }
  let head: QuizHead
  let questionCount: Int
  let total: Amount
  let children: [Child]
  let release: Quiz.Release
  /// Whether there is a choice of several, whose part marks are explained.
  let hasPartial: Bool
  /// Why one may not begin, or that one may.
  let refused: Phrase?
  let mayTake: Bool
  let open: QuizAttempt?
  /// The closed part of the year it lies in: it does not count any more.
  var closed: ClosedPeriod?
}

func quizStartPage(_ data: QuizStartPage, _ scene: Scene) -> Page {
  let head = data.head
  let about: HTML =
    head.quiz.about.isEmpty ? "" : "<div class=\"question__text\">\(quizText(head.quiz.about, isPlain: false))</div>"
  return Page(
    "quizzes.start", title: head.item.title, parent: head.parent,
    body: """
      <div class="stack measure">\(about)\
      \(rulesCards(data, scene))\(wayIn(data, scene))\
      \(each: data.children, { attempts($0, data, scene) })</div>
      """)
}

private func rule(_ symbol: String, _ text: String, _ scene: Scene) -> HTML {
  "<li class=\"quiz-rules__rule\">\(icon(symbol, scene))<span>\(text)</span></li>"
}

/// The rules as they are for whom the page is about; for several children once, unless one of them has other days.
private func rulesCards(_ data: QuizStartPage, _ scene: Scene) -> HTML {
  let all = data.children.map { rules(data, $0.time, scene) }
  let title = scene.words("quizzes.before")
  guard all.contains(where: { $0 != all.first }) else {
    return card(title, id: "rules", content: all.first ?? rules(data, nil, scene))
  }
  let cards = data.children.enumerated().map { place, child in
    card(scene.words("quizzes.before-of", .text(child.name ?? "")), id: "rules-" + String(place), content: all[place])
  }
  return "\(each: cards, { $0 })"
}

/// Everything one should know before one begins: time, attempts, part marks, when results come.
private func rules(_ data: QuizStartPage, _ time: QuizTime?, _ scene: Scene) -> HTML {
  let (quiz, words) = (data.head.quiz, scene.words)
  var rules = [
    rule(
      "note", words("quizzes.rule-questions", .count(data.questionCount)) + " · " + quizPoints(data.total, scene), scene
    )
  ]
  rules.append(rule("clock", timeRule(data, time, scene), scene))
  rules.append(rule("refresh", attemptRule(data, time, scene), scene))
  if let opens = quiz.opensAt, opens > scene.now {
    rules.append(rule("calendar", words("quizzes.rule-opens", .text(words.moment(opens, in: scene.ownZone))), scene))
  }
  if data.head.item.dueAt != nil || time?.extended != nil, let due = quiz.ownDue(data.head.item.dueAt, time) {
    rules.append(rule("calendar", words("quizzes.rule-due", .text(words.moment(due, in: scene.ownZone))), scene))
  }
  if let closes = quiz.close(for: time) {
    rules.append(rule("calendar", words("quizzes.rule-closes", .text(words.moment(closes, in: scene.ownZone))), scene))
  }
  if let passing = quiz.passing {
    rules.append(rule("target", words("quizzes.rule-passing", .text(scene.words.number(passing))), scene))
  }
  if data.hasPartial {
    rules.append(rule("info", words("quizzes.partial." + quiz.partial.rawValue + ".text"), scene))
  }
  rules.append(rule("eye", quizShowing(data.release, scene), scene))
  if quiz.attempts(for: time) != 1, data.release != .never {
    rules.append(rule("eye", quizKeyRule(quiz, scene), scene))
  }
  return "<ul class=\"quiz-rules\" role=\"list\">\(each: rules, { $0 })</ul>"
}

private func timeRule(_ data: QuizStartPage, _ time: QuizTime?, _ scene: Scene) -> String {
  guard let minutes = data.head.quiz.minutes else { return scene.words("quizzes.rule-no-limit") }
  let seconds = minutes * 60 * (time?.hundredths ?? 100) / 100 + (time?.extraMinutes ?? 0) * 60
  return seconds % 60 == 0
    ? scene.words("quizzes.rule-minutes", .count(seconds / 60))
    : scene.words("quizzes.rule-time", .text(quizTimeText(Int64(seconds) * 1000)))
}

private func attemptRule(_ data: QuizStartPage, _ time: QuizTime?, _ scene: Scene) -> String {
  guard let most = data.head.quiz.attempts(for: time) else {
    return scene.words("quizzes.rule-any-attempts", .key("quizzes.counting." + data.head.quiz.counting.rawValue))
  }
  return most == 1
    ? scene.words("quizzes.rule-one-attempt")
    : scene.words("quizzes.rule-attempts", .count(most), .key("quizzes.counting." + data.head.quiz.counting.rawValue))
}

/// When results can be seen.
func quizShowing(_ release: Quiz.Release, _ scene: Scene) -> String {
  switch release {
  case .atOnce: scene.words("quizzes.rule-at-once")
  case .after(let instant): scene.words("quizzes.rule-after", .text(scene.words.moment(instant, in: scene.ownZone)))
  case .never: scene.words("quizzes.rule-later")
  }
}

/// `22:30`, `1:05:00`.
func quizTimeText(_ milliseconds: Int64) -> String {
  let seconds = Int(max(0, milliseconds) / 1000)
  let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
  return (hours > 0 ? String(hours) + ":" + pad(minutes) : String(minutes)) + ":" + pad(seconds % 60)
}

private func wayIn(_ data: QuizStartPage, _ scene: Scene) -> HTML {
  let words = scene.words
  guard data.mayTake else { return "" }
  if let open = data.open {
    return linkButton(
      words("quizzes.go-on"), to: AttemptsPaths.attempt(open.id, of: data.head.quiz.id), .primary,
      style: ButtonStyle(isWide: true))
  }
  if let reason = data.refused { return banner(HTML(text: words(reason)), scene) }
  let closed: HTML = data.closed?.notice(scene) ?? ""
  return closed
    + form(
      QuizzesPaths.of(data.head.quiz.id, "attempts"), scene, style: FormStyle(classes: ""),
      content: """
        <input type="hidden" name="clock" value=""\(behaviour: .clock)>\
        \(submit(words(data.children.first?.attempts.isEmpty ?? true ? "quizzes.begin" : "quizzes.begin-again"), style: ButtonStyle(isWide: true)))
        """)
}

private func attempts(_ child: QuizStartPage.Child, _ data: QuizStartPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let title = child.name ?? words("quizzes.your-attempts")
  guard !child.attempts.isEmpty else {
    return child.name == nil ? "" : card(title, content: "<p class=\"quiet\">\(words("quizzes.not-taken"))</p>")
  }
  let counted: HTML =
    child.counted.map { "<p><strong>\(words("quizzes.counts")) \(quizPointsOf($0, data.total, scene))</strong></p>" }
    ?? ""
  return "\(sectionTitle(title))\(counted)\(list(child.attempts.map { attemptRow($0, data, scene) }))"
}

private func attemptRow(_ one: QuizStartPage.Attempt, _ data: QuizStartPage, _ scene: Scene) -> HTML {
  let (attempt, words) = (one.attempt, scene.words)
  let when: HTML =
    attempt.submittedAt.map { "\(words("quizzes.handed-in")) \(time($0, scene))" }
    ?? HTML(text: words("quizzes.is-open"))
  var trail: HTML = ""
  if let result = one.result {
    trail =
      result.isPending
      ? badge(words("quizzes.pending"), .info) : HTML(text: quizPointsOf(result.points, result.possible, scene))
  }
  return cell(
    HTML(text: words("quizzes.attempt-number", .count(attempt.number))), meta: when, trail: trail,
    to: AttemptsPaths.attempt(attempt.id, of: data.head.quiz.id), scene)
}

extension Behaviour {
  /// A field that knows what the device's clock shows when the quiz begins.
  static let clock = Behaviour("quiz", on: "data-clock")
}
