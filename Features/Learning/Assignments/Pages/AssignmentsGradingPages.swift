import Base
import HTML
import Kit
import School

/// One student's work on the grading desk, with the way to the others.
struct GradingPage: Sendable {
  var list: AssignmentPage
  var row: WorkRow
  var attempts: [HandedIn]
  /// Which attempt lies on the desk.
  var shown: Int
  var feedback: Feedback?
  var score: Score?
  var markedFiles: [WorkFileItem]
  var phrases: [CommentPhrase]

  var item: CourseItem { list.item }
  var student: Student { row.student }

  /// The version of score and words together.
  var version: String { (score?.version ?? "0") + "-" + (feedback?.version ?? "0") }
  var isGraded: Bool { list.column != nil }
  /// Words to the student: with the score where there is one to go with.
  var comment: String { isGraded ? score?.comment ?? "" : feedback?.comment ?? "" }

  /// Everybody in the course, by name.
  var turns: GradingTurns {
    GradingTurns(
      places: list.rows.map {
        GradingTurns.Place(
          student: $0.student.id, name: $0.student.name,
          path: AssignmentsPaths.grading(item.id, $0.student.id), waits: $0.waits)
      }, current: student.id)
  }
}

func gradingPage(_ data: GradingPage, _ draft: Draft, _ scene: Scene) -> Page {
  Page(
    "assignments.grading", title: scene.words("assignments.grading-of", .text(data.item.title)),
    topics: data.list.topics, parent: (data.item.title, AssignmentsPaths.assignment(data.item.id)),
    body: "\(gradingView(data, draft, scene))\(phraseDialog(data, scene))")
}

/// Everything about one student: replaced whole when the next one comes.
func gradingView(_ data: GradingPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let path = AssignmentsPaths.grading(data.item.id, data.student.id)
  let list = data.list
  return gradingShell(
    GradingShell(
      path: path, turns: data.turns, name: data.student.name,
      badges: list.rows.map { workBadge($0, list.column, scene) },
      post: list.closed == nil ? postScoresButton(list.column, waiting: list.unposted, back: path, scene) : "",
      work: gradingWork(data, scene),
      marks: "\(list.closed?.banner("grades.closed-no-grading", scene) ?? "")\(gradeForm(data, draft, scene))"), scene)
}

private func gradingWork(_ data: GradingPage, _ scene: Scene) -> HTML {
  let words = scene.words
  guard data.attempts.indices.contains(data.shown) else {
    let text = words(data.list.assignment.isOnPaper ? "assignments.on-paper-text" : "assignments.nothing-yet-text")
    return emptyState("note", words("assignments.nothing-yet"), text, scene, isSlot: true)
  }
  let work = data.attempts[data.shown]
  let files = work.files.map { preview($0, scene) }
  return """
    \(attemptTabs(data, scene))\(receiptLine(work, scene))\(textAndLink(work, scene))\(each: files, { $0 })
    """
}

private func attemptTabs(_ data: GradingPage, _ scene: Scene) -> HTML {
  guard data.attempts.count > 1 else { return "" }
  let path = AssignmentsPaths.grading(data.item.id, data.student.id)
  let links = data.attempts.indices.map { place -> HTML in
    let address = [path, String(place + 1)].joined(separator: "?attempt=")
    return """
      <a class="chip"\(behaviour: .turn) href="\(url: address)"\
      \(attribute: "aria-current", place == data.shown ? "true" : nil)>\(scene.words("assignments.attempt", .count(place + 1)))</a>
      """
  }
  return chips(links)
}

private func receiptLine(_ work: HandedIn, _ scene: Scene) -> HTML {
  let sent = work.submission
  return """
    <p class="cluster">\(time(sent.submittedAt, scene))\(timingBadge(work, scene))</p>\(deviceTime(sent, scene))
    """
}

/// A time that only the device tells is the teacher's to judge, with one tap.
private func deviceTime(_ sent: Submission, _ scene: Scene) -> HTML {
  guard sent.pressedAt != nil else { return "" }
  let choices: [Submission.Claim] =
    switch sent.claim {
    case nil: []
    case .open: [.inTime, .late]
    case .inTime: [.late]
    case .late: [.inTime]
    }
  // words: assignments.count-from.*
  let buttons = choices.map { claim in
    postButton(
      scene.words("assignments.count-from." + claim.rawValue),
      to: AssignmentsPaths.time(sent.assignment, sent.student), scene,
      fields: [Form.Field("attempt", String(sent.attempt)), Form.Field("claim", claim.rawValue)],
      style: ButtonStyle(isSmall: true))
  }
  return banner(
    HTML(text: deviceTimeText(sent, scene)), scene, sent.claim == .open ? .warning : .info,
    action: buttons.isEmpty ? "" : "<div class=\"cluster\">\(each: buttons, { $0 })</div>")
}

private func textAndLink(_ work: HandedIn, _ scene: Scene) -> HTML {
  let sent = work.submission
  let text: HTML =
    sent.text.isEmpty ? "" : card(content: "<div class=\"prose\" dir=\"auto\">\(plainText(sent.text))</div>")
  return "\(text)\(sent.link.isEmpty ? "" : workLink(sent.link, scene))"
}

/// A file where one can look at it: pictures, PDF and plain text; all others are one row.
///
/// What is shown comes from an answer that may run nothing.
private func preview(_ file: WorkFileItem, _ scene: Scene) -> HTML {
  let path = workFilePath(file.id)
  let row = list([fileRow(file.name, type: file.type, size: file.size, to: path + "?save=1", scene)])
  switch file.type {
  case "image/png", "image/jpeg", "image/gif", "image/webp":
    let look = scene.words("assignments.look-at", .text(file.name))
    return """
      \(row)<a class="preview__whole" href="\(url: path)" aria-label="\(look)"><img class="preview" src="\(url: path)?small=1" \
      alt="\(file.name)" loading="lazy"></a>
      """
  case "application/pdf", "text/plain":
    return
      "\(row)<iframe class=\"preview preview--page\" src=\"\(url: path)\" title=\"\(file.name)\" loading=\"lazy\"></iframe>"
  default: return row
  }
}

// MARK: the marks

private func gradeForm(_ data: GradingPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let path = AssignmentsPaths.grading(data.item.id, data.student.id)
  let comment = Field.area(
    "comment", words("assignments.comment"), value: data.comment, rows: 5, max: 10_000)
  let excuse = Field.check(
    "excused", words("assignments.excused"), isOn: data.score?.excused ?? false, hint: words("assignments.excused-hint")
  )
  let fields: HTML = """
    \(errorSummary(draft, [pointsField(data, scene), comment], scene))\
    <input type="hidden" name="version" value="\(data.version)">\
    \(rubricFields(data, draft, scene))\(data.isGraded ? field(pointsField(data, scene), draft, scene) : "")\
    \(field(comment, draft, scene))\(phraseButtons(data, scene))\(data.isGraded ? field(excuse, draft, scene) : "")\
    \(postingHint(data.list.column, scene))
    """
  return """
    \(overBanner(data, path, scene))\
    \(gradingForm(path, draft: data.item.id.text + "-" + data.student.id.text, fields: fields, scene))\
    \(markedList(data, scene))
    """
}

/// More points than there are to get are taken, and one tap makes them what was probably meant.
private func overBanner(_ data: GradingPage, _ path: String, _ scene: Scene) -> HTML {
  guard data.score?.excused != true, let meant = data.list.column?.meant(data.score?.raw) else { return "" }
  let levels = data.list.assignment.rubric.criteria.flatMap { criterion in
    criterion.levels.filter { data.feedback?.levels.contains($0.id) == true }
      .map { Form.Field("level." + criterion.id.text, $0.id.text) }
  }
  let fields = [
    Form.Field("points", meant.text), Form.Field("comment", data.comment), Form.Field("version", data.version),
    Form.Field("then", "stay"),
  ]
  return banner(
    HTML(text: scene.words("grades.over")), scene, .warning,
    action: postButton(
      scene.words("grades.mend", .text(scene.words.number(meant))), to: path, scene, fields: fields + levels))
}

private func pointsField(_ data: GradingPage, _ scene: Scene) -> Field {
  let words = scene.words
  let possible = data.list.column.map { $0.possible } ?? .zero
  let hasRubric = !data.list.assignment.rubric.isEmpty
  let chosen = data.feedback?.levels ?? []
  // Points that the rubric gives stand in its place; a typed number wins over it.
  let own = hasRubric && data.score?.raw == data.list.assignment.rubric.points(chosen) ? nil : data.score?.raw
  var points = Field(
    "points", words("assignments.points-of", .text(scene.words.number(possible))), .line(type: "text"),
    value: own?.text ?? "", hint: hasRubric ? words("assignments.points-instead") : nil, isRequired: false,
    autocomplete: "off", direction: "ltr", max: 12)
  points.inputmode = "decimal"
  return points
}

private func rubricFields(_ data: GradingPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let rubric = data.list.assignment.rubric
  let chosen = data.feedback?.levels ?? []
  return "\(each: rubric.criteria, { criterionChoices($0, chosen, draft, scene) })"
}

private func criterionChoices(
  _ criterion: RubricCriterion, _ chosen: [ID<RubricLevel>], _ draft: Draft, _ scene: Scene
) -> HTML {
  let name = "level." + criterion.id.text
  let picked = draft[name].flatMap { ID<RubricLevel>($0) }
  let choices = criterion.levels.map { level -> HTML in
    let isOn = picked.map { $0 == level.id } ?? chosen.contains(level.id)
    return """
      <label class="choice"><input type="radio" name="\(name)" value="\(level.id.text)"\(flag: "checked", isOn)>\
      <span class="choice__body"><span class="choice__title">\(scene.words.number(level.points))</span>\
      <span class="choice__text" dir="auto">\(level.title)</span></span></label>
      """
  }
  return """
    <fieldset class="choices choices--tight"><legend dir="auto">\(criterion.title)</legend>\(each: choices, { $0 })</fieldset>
    """
}

/// Saved sentences: a tap puts one at the end of the comment.
private func phraseButtons(_ data: GradingPage, _ scene: Scene) -> HTML {
  let buttons = data.phrases.map { phrase -> HTML in
    "<button type=\"button\" class=\"chip js-only\"\(behaviour: .phrase, "comment") dir=\"auto\">\(phrase.text)</button>"
  }
  let edit = linkButton(
    scene.words("assignments.phrases"), to: AssignmentsPaths.phrases, .ghost, dialog: "phrases",
    style: ButtonStyle(isSmall: true))
  return "<div class=\"chips\">\(each: buttons, { $0 })\(edit)</div>"
}

private func markedList(_ data: GradingPage, _ scene: Scene) -> HTML {
  guard !data.markedFiles.isEmpty else { return "" }
  return "<h3>\(scene.words("assignments.marked-files"))</h3>\(workFiles(data.markedFiles, scene))"
}

// MARK: phrases

struct PhrasesPage: Sendable { var phrases: [CommentPhrase] }

func phrasesPage(_ data: PhrasesPage, _ draft: Draft, _ scene: Scene) -> Page {
  Page(
    "assignments.phrases", title: scene.words("assignments.phrases"),
    body: card(content: phraseList(data.phrases, back: nil, draft, scene)))
}

private func phraseDialog(_ data: GradingPage, _ scene: Scene) -> HTML {
  let back = AssignmentsPaths.grading(data.item.id, data.student.id)
  return dialog(
    "phrases", scene.words("assignments.phrases"), scene,
    content: dialogBody(phraseList(data.phrases, back: back, Draft(), scene)))
}

private func phraseList(_ phrases: [CommentPhrase], back: String?, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let kept: [Form.Field] = back.map { [Form.Field("back", $0)] } ?? []
  let rows = phrases.map { phrase -> HTML in
    let out = postButton(
      words("assignments.drop-phrase"), to: AssignmentsPaths.phraseRemoval, scene,
      fields: [Form.Field("phrase", phrase.id.text)] + kept, .ghost, style: ButtonStyle(isSmall: true))
    return cell("<span dir=\"auto\">\(phrase.text)</span>", trail: out, scene)
  }
  let all: HTML =
    rows.isEmpty
    ? "<p class=\"quiet\">\(words("assignments.no-phrases"))</p>"
    : list(rows, label: words("assignments.phrases"))
  let new = Field.text("text", words("assignments.new-phrase"), max: 500)
  return """
    \(all)\(form(AssignmentsPaths.phrases, scene, content: "\(hidden(kept))\(errorSummary(draft, [new], scene))\(field(new, draft, scene, scope: "phrase"))<div class=\"form__actions\">\(submit(words("assignments.keep-phrase")))</div>"))
    """
}
