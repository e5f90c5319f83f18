import Base
import HTML
import Kit
import School

/// A new key for one question: what it changes, and what earlier ones did.
struct QuizRegradePage: Sendable {
  struct Past: Sendable {
    let regrade: Regrade
    let by: String
    let line: String
    let count: Int
  }
  let head: QuizHead
  let lines: [QuizLine]
  let chosen: ID<Question>?
  let option: RegradeOption
  let includesManual: Bool
  let preview: [(name: String, line: RegradeLine, grade: GradeChange?)]
  let past: [Past]
}

func quizRegradePage(_ data: QuizRegradePage, _ draft: Draft, _ scene: Scene) -> Page {
  let (head, words) = (data.head, scene.words)
  let choose: [Field] = [
    .select(
      "question", words("quizzes.question"),
      data.lines.enumerated().map {
        .init($0.element.question.id.text, words.number($0.offset + 1) + ". " + $0.element.face.line)
      },
      value: data.chosen?.text ?? ""),
    .cards(
      "option", words("quizzes.regrade-how"),
      RegradeOption.allCases.filter { $0 != .none }.map {
        .init(
          $0.rawValue, words("quizzes.regrade." + $0.rawValue), text: words("quizzes.regrade." + $0.rawValue + ".text"))
      }, value: data.option.rawValue),
    .check("includesManual", words("quizzes.includes-manual"), isOn: data.includesManual),
  ]
  let asking: HTML = """
    <form class="form" method="get" action="\(url: QuizzesPaths.of(head.quiz.id, "regrade"))">\(each: choose, { field($0, draft, scene) })\
    <div class="form__actions">\(submit(words("quizzes.regrade-preview"), .secondary))</div></form>
    """
  return Page(
    "quizzes.regrade", title: words("quizzes.regrade"), parent: head.own,
    body: """
      <div class="stack"><p class="measure">\(words("quizzes.regrade.text"))</p>\(card(content: asking))\
      \(regradePreview(data, scene))\(pastRegrades(data, scene))</div>
      """)
}
// words: quizzes.regrade.*

private func regradePreview(_ data: QuizRegradePage, _ scene: Scene) -> HTML {
  let words = scene.words
  guard let question = data.chosen else { return "" }
  guard !data.preview.isEmpty else { return banner(HTML(text: words("quizzes.regrade-nothing")), scene) }
  let up = data.preview.filter { $0.line.goesUp }.count
  let down = data.preview.filter { $0.line.goesDown }.count
  let table = DataTable(
    words("quizzes.regrade-changes"),
    [
      .init(words("quizzes.student")), .init(words("quizzes.attempt"), isNumber: true),
      .init(words("quizzes.old"), isNumber: true), .init(words("quizzes.new-points"), isNumber: true),
      .init(words("quizzes.course-grade")), .init(""),
    ])
  let rows = data.preview.map { one in
    DataTable.Row([
      name(one.name), HTML(text: words.number(one.line.number)),
      HTML(text: quizPointsOf(one.line.old.points, one.line.old.possible, scene)),
      HTML(text: quizPointsOf(one.line.new.points, one.line.new.possible, scene)), gradeChange(one.grade, scene),
      gradeMarks(one.grade, scene),
    ])
  }
  let posted = Set(data.preview.filter { $0.grade?.changesPosted == true }.map { $0.line.student }).count
  let fields = [
    Form.Field("question", question.text), Form.Field("option", data.option.rawValue),
    Form.Field("includesManual", data.includesManual ? "on" : ""),
  ]
  return """
    \(sectionTitle(words("quizzes.regrade-changes")))\
    <p>\(words("quizzes.regrade-up", .count(up))) · \(words("quizzes.regrade-down", .count(down))) · \(words("quizzes.regrade-posted", .count(posted)))</p>\(table.html(rows))\
    \(form(QuizzesPaths.of(data.head.quiz.id, "regrade"), scene, style: FormStyle(classes: ""), content: "\(hidden(fields))<div class=\"form__actions\">\(submit(words("quizzes.regrade-apply")))</div>"))
    """
}

/// What the student has in the course, now and then.
private func gradeChange(_ grade: GradeChange?, _ scene: Scene) -> HTML {
  guard let grade else { return "–" }
  let (old, new) = (
    totalText(grade.before, places: grade.places, scene), totalText(grade.after, places: grade.places, scene)
  )
  return old == new ? HTML(text: old) : HTML(text: scene.words("quizzes.grade-change", .text(old), .text(new)))
}

/// Whether the letter is another, and whether the family will see any of it.
private func gradeMarks(_ grade: GradeChange?, _ scene: Scene) -> HTML {
  guard let grade else { return "" }
  let letter: HTML = grade.changesLetter ? badge(scene.words("quizzes.letter-changes"), .warning) : ""
  return grade.isPosted ? letter : "\(letter) \(badge(scene.words("quizzes.not-posted")))"
}

extension GradeChange {
  /// Whether a family sees another grade afterwards.
  fileprivate var changesPosted: Bool { isPosted && before.percent != after.percent }
}

private func pastRegrades(_ data: QuizRegradePage, _ scene: Scene) -> HTML {
  let words = scene.words
  guard !data.past.isEmpty else { return "" }
  let rows = data.past.map { past -> HTML in
    let undo: HTML =
      past.regrade.undoneAt == nil
      ? postButton(
        words("quizzes.undo"),
        to: QuizzesPaths.of(data.head.quiz.id, "regrades") + "/" + past.regrade.id.text + "/undo", scene,
        icon: icon("undo", scene), style: ButtonStyle(isSmall: true))
      : badge(words("quizzes.undone"))
    return cell(
      name(past.line),
      meta:
        "\(words("quizzes.regrade." + past.regrade.option.rawValue)) · \(words("quizzes.changed-count", .count(past.count))) · <bdi>\(past.by)</bdi> · \(time(past.regrade.at, scene))",
      trail: undo, scene)
  }
  return "\(sectionTitle(words("quizzes.past-regrades")))\(list(rows))"
}
