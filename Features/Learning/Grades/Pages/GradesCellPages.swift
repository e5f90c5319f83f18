import Base
import Exact
import HTML
import Kit
import School

/// One student's score for one item, with everything that was ever said in it.
struct GradeCellPage: Sendable {
  struct Line: Sendable {
    let score: Score
    let by: String
  }
  let course: Course
  let item: GradeItem
  let student: ID<Student>
  let name: String
  let grade: EntryGrade?
  let score: Score?
  /// Newest first; the first is what stands there.
  let history: [Line]
  let isPosted: Bool
  var version: String { score?.version ?? "0" }
}

func gradeCellPage(_ data: GradeCellPage, _ draft: Draft, _ scene: Scene) -> Page {
  let path = GradesPaths.cell(data.course.id, data.item.id, data.student)
  let column = GradesPaths.column(data.course.id, data.item.id)
  let fields: [Field] = [
    .hidden("was", data.score?.cellText ?? ""),
    Field(
      "score", scene.words("grades.score-out-of", .text(scene.words.number(data.item.possible))), .line(type: "text"),
      value: data.score?.cellText ?? "", hint: scene.words("grades.score-hint"), isRequired: false, autocomplete: "off",
      direction: "ltr", max: 40),
    .area(
      "comment", scene.words("grades.comment"), value: data.score?.comment ?? "",
      hint: scene.words("grades.comment-hint"),
      rows: 3, max: Score.longestComment),
  ]
  let excuse: HTML =
    data.score?.excused == true
    ? ""
    : postButton(
      scene.words("grades.excuse"), to: path, scene,
      fields: [Form.Field("score", "EX"), Form.Field("comment", data.score?.comment ?? "")])
  return Page(
    "grades.cell", title: scene.words("grades.cell-title", .text(data.name), .text(data.item.title)),
    topics: ["gradebook/" + data.course.id.text], parent: (data.item.title, column),
    space: courseSpace(data.course, .teacher, current: .grades, scene),
    body: """
      <div class="stack stack--loose measure">\(cellFacts(data, scene))\(cellMend(data, path, scene))\
      \(card(content: form(path, fields, draft, scene, submit: scene.words("grades.save"), cancel: (scene.words("kit.cancel"), column))))\
      \(excuse)\(cellHistory(data, scene))</div>
      """)
}

/// More than there is to get is taken, and one tap makes it what was probably meant.
private func cellMend(_ data: GradeCellPage, _ path: String, _ scene: Scene) -> HTML {
  guard data.score?.excused != true, let meant = data.item.meant(data.score?.raw) else { return "" }
  let fields = [
    Form.Field("score", meant.text), Form.Field("was", data.score?.cellText ?? ""),
    Form.Field("comment", data.score?.comment ?? ""),
  ]
  return banner(
    HTML(text: scene.words("grades.over")), scene, .warning,
    action: postButton(scene.words("grades.mend", .text(scene.words.number(meant))), to: path, scene, fields: fields))
}

private func cellFacts(_ data: GradeCellPage, _ scene: Scene) -> HTML {
  var parts = [
    badge(scene.words(data.isPosted ? "grades.posted" : "grades.not-posted"), data.isPosted ? .success : .neutral)
  ]
  if let grade = data.grade {
    if grade.outcome != .counted { parts.append(badge(scene.words("grades.outcome." + grade.outcome.name), .info)) }
    if grade.deduction > .zero, let raw = data.score?.raw, let taken = grade.deduction.amount(),
      let left = grade.points?.amount()
    {
      parts.append(
        HTML(
          text: scene.words(
            "grades.late-sum", .text(scene.words.number(raw)), .text(scene.words.number(taken)),
            .text(scene.words.number(left)))))
    }
  }
  return cluster(parts)
}

/// Who gave what, when.
private func cellHistory(_ data: GradeCellPage, _ scene: Scene) -> HTML {
  guard !data.history.isEmpty else { return "" }
  let rows = data.history.map { line -> HTML in
    let text = line.score.cellText.isEmpty ? scene.words("grades.cleared") : line.score.cellText
    let by = scene.words(
      "grades.given-by", .text(scene.words.moment(line.score.at, in: scene.ownZone)), .text(line.by))
    let comment: HTML = line.score.comment.map { "<p dir=\"auto\">\($0)</p>" } ?? ""
    return cell("<bdi>\(text)</bdi>", meta: "\(by)\(comment)", scene)
  }
  return "\(sectionTitle(scene.words("grades.history")))\(list(rows, label: scene.words("grades.history")))"
}

// words: grades.outcome.*
extension GradeOutcome {
  var name: String {
    switch self {
    case .counted: "counted"
    case .droppedLowest: "dropped-lowest"
    case .droppedHighest: "dropped-highest"
    case .excused: "excused"
    case .notCounted: "not-counted"
    case .ungraded: "ungraded"
    case .pending: "pending"
    case .missing: "missing"
    }
  }
}
