import Base
import HTML
import Kit
import School

/// Who has another day, more time or more attempts than everybody.
struct QuizTimesPage: Sendable {
  struct Line: Sendable {
    let student: ID<Student>
    let name: String
    let time: QuizTime?
    var hasOwn: Bool { time?.isUsual == false }
  }
  let head: QuizHead
  let lines: [Line]
  let chosen: ID<Student>?
  /// The closed part of the year the quiz lies in: nothing is given there any more.
  var closed: ClosedPeriod?
}

func quizTimesPage(_ data: QuizTimesPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (head, words) = (data.head, scene.words)
  let (own, others) = (data.lines.filter { $0.hasOwn }, data.lines.filter { !$0.hasOwn })
  let closed: HTML = data.closed.map { $0.banner("grades.closed-no-extension", scene) } ?? ""
  let editor: HTML =
    data.closed != nil
    ? ""
    : data.lines.first { $0.student == data.chosen }.map { timeForm($0, head, draft, scene) } ?? ""
  let some: HTML =
    own.isEmpty
    ? "<p class=\"quiet\">\(words("assignments.no-extensions"))</p>"
    : list(own.map { timeRow($0, data, scene) }, id: "own-times", label: words("assignments.extensions"))
  let rest: HTML =
    others.isEmpty
    ? ""
    : sectionTitle(words("quizzes.times.others"))
      + list(others.map { timeRow($0, data, scene) }, id: "usual-times", label: words("quizzes.times.others"))
  let body: HTML =
    data.lines.isEmpty
    ? emptyState("people", words("quizzes.no-students"), words("quizzes.no-students.text"), scene)
    : """
    \(closed)<p class="quiet measure">\(words("quizzes.times.text"))</p><p>\(usualTimes(head, scene))</p>\(editor)\
    \(sectionTitle(words("assignments.extensions")))\(some)\(rest)
    """
  return Page(
    "quizzes.times", title: head.item.title, parent: head.parent,
    body: "\(quizTabs(head, .times, scene))<div class=\"stack\">\(body)</div>")
}

/// Where an extension is given or changed.
func quizTimePath(_ quiz: ID<Quiz>, _ student: ID<Student>) -> String {
  QuizzesPaths.of(quiz, "times") + "?student=" + student.text
}

private func timeRow(_ line: QuizTimesPage.Line, _ data: QuizTimesPage, _ scene: Scene) -> HTML {
  let end: HTML =
    line.hasOwn && data.closed == nil
    ? endExtension(QuizzesPaths.of(data.head.quiz.id, "times/removal"), line.student, scene) : ""
  return cell(
    name(line.name), meta: HTML(text: line.hasOwn ? ownTimeText(line.time, scene) : ""),
    lead: avatar(line.name, line.student), trail: end,
    to: data.closed == nil ? quizTimePath(data.head.quiz.id, line.student) : nil, scene,
    style: CellStyle(isCurrent: line.student == data.chosen))
}

/// What holds for everybody, in a line.
private func usualTimes(_ head: QuizHead, _ scene: Scene) -> HTML {
  let (quiz, words) = (head.quiz, scene.words)
  var parts = [quiz.minutes.map { words("quizzes.minutes-count", .count($0)) } ?? words("quizzes.no-limit")]
  parts.append(quiz.attempts.map { words("quizzes.attempts-count", .count($0)) } ?? words("quizzes.any-attempts"))
  if let due = head.item.dueAt { parts.append(words("quizzes.rule-due", .text(words.moment(due, in: scene.ownZone)))) }
  if let closes = quiz.closesAt {
    parts.append(words("quizzes.rule-closes", .text(words.moment(closes, in: scene.ownZone))))
  }
  return "\(words("assignments.everybodys-day")) \(parts.joined(separator: " · "))"
}

/// What a student has that others have not, in a line.
func ownTimeText(_ time: QuizTime?, _ scene: Scene) -> String {
  guard let time, !time.isUsual else { return scene.words("quizzes.usual-time") }
  var parts: [String] = []
  if let own = time.extended {
    parts.append(scene.words("quizzes.rule-due", .text(scene.words.moment(own, in: scene.ownZone))))
  }
  if time.hundredths != 100 {
    // The sign stays before its number, whatever the direction of the line.
    let measure = scene.words.number(Amount(units: Int64(time.hundredths) * 100))
    parts.append("\u{2066}×\u{A0}" + measure + "\u{2069}")
  }
  if time.extraMinutes > 0 { parts.append("+ " + scene.words("quizzes.minutes-count", .count(time.extraMinutes))) }
  if let closes = time.closesAt {
    parts.append(scene.words("quizzes.rule-closes", .text(scene.words.moment(closes, in: scene.ownZone))))
  }
  if time.extraAttempts > 0 { parts.append("+ " + scene.words("quizzes.attempts-count", .count(time.extraAttempts))) }
  return parts.joined(separator: " · ")
}

private func timeForm(_ line: QuizTimesPage.Line, _ head: QuizHead, _ draft: Draft, _ scene: Scene) -> HTML {
  let (words, quiz) = (scene.words, head.quiz)
  var fields: [Field] = [.hidden("student", line.student.text)]
  if head.item.dueAt != nil || line.time?.extended != nil {
    fields += quizMoment("due", words("quizzes.own-day"), line.time?.extended, scene)
  }
  if quiz.minutes != nil || line.time?.hundredths ?? 100 != 100 || line.time?.extraMinutes ?? 0 > 0 {
    fields += [
      quizDecimal(
        "factor", words("quizzes.factor"), Amount(units: Int64(line.time?.hundredths ?? 100) * 100),
        hint: words("quizzes.factor.hint")),
      .number(
        "extraMinutes", words("quizzes.extra-minutes"), value: line.time?.extraMinutes, in: 0...600, isRequired: false),
    ]
  }
  if quiz.closesAt != nil || line.time?.closesAt != nil {
    fields += quizMoment("closes", words("quizzes.own-close"), line.time?.closesAt, scene)
  }
  if quiz.attempts != nil || line.time?.extraAttempts ?? 0 > 0 {
    fields.append(
      .number(
        "extraAttempts", words("quizzes.extra-attempts"), value: line.time?.extraAttempts, in: 0...20,
        isRequired: false))
  }
  guard fields.count > 1 else {
    return card(line.name, id: "time", content: "<p>\(words("quizzes.nothing-to-extend"))</p>")
  }
  return card(
    line.name, id: "time",
    content: form(
      QuizzesPaths.of(quiz.id, "times"), fields, draft, scene, submit: words("quizzes.save"),
      cancel: (words("quizzes.cancel"), QuizzesPaths.of(quiz.id, "times"))))
}
