import Base
import HTML
import Kit
import School

/// One column by itself: how everybody writes who has no script, and where it is posted.
struct GradeColumnPage: Sendable {
  struct Row: Sendable {
    let student: ID<Student>
    let name: String
    let cell: GradebookPage.Cell
    var verdict: CellVerdict?
    var typed: String?
  }
  let course: Course
  let item: GradeItem
  let category: GradeCategory?
  var rows: [Row]
  let given: Int
  let posted: Int
  let result: ClassResult
  /// The columns beside it, for whoever goes through them one by one.
  var before: GradeItem?
  var after: GradeItem?
  /// What became of the cells just sent: kept, and turned away.
  var outcome: (kept: Int, refused: Int)?
}

func gradeColumnPage(_ data: GradeColumnPage, _ scene: Scene) -> Page {
  let (course, item) = (data.course.id, data.item)
  let edit = linkButton(
    scene.words("grades.edit-column"), to: GradesPaths.column(course, item.id) + "/edit", icon: icon("edit", scene))
  return Page(
    "grades.column", title: item.title, actions: "\(neighbours(data, scene))\(edit)",
    topics: ["gradebook/" + course.text], space: courseSpace(data.course, .teacher, current: .grades, scene),
    body: """
      \(columns([columnOutcome(data, scene), columnForm(data, scene)], side: [columnResult(data, scene), columnFacts(data, scene)]))\
      <div id="gradebook-feed" hidden></div>
      """)
}

/// From column to column, as one grades them: the one before and the one after.
private func neighbours(_ data: GradeColumnPage, _ scene: Scene) -> HTML {
  func link(_ item: GradeItem?, _ sign: String, _ word: String) -> HTML {
    guard let item else { return "" }
    return iconLink(
      sign, scene.words(word, .text(item.title)), to: GradesPaths.column(data.course.id, item.id), scene, kind: .ghost)
  }
  return "\(link(data.before, "back", "grades.column-before"))\(link(data.after, "forward", "grades.column-after"))"
}

/// How the class did: everybody's score on a line, and the numbers one asks for.
private func columnResult(_ data: GradeColumnPage, _ scene: Scene) -> HTML {
  let (words, result) = (scene.words, data.result)
  guard let median = result.median, let low = result.points.first, let high = result.points.last else { return "" }
  let ticks = result.points.compactMap { $0.thousandths(of: data.item.possible) }
  let numbers = [
    (words("grades.median"), words.number(median)), (words("grades.mean"), result.mean.map { words.number($0) } ?? "—"),
    (words("grades.lowest"), words.number(low)), (words("grades.highest"), words.number(high)),
  ]
  let line: HTML =
    data.item.possible > .zero
    ? distribution(
      ticks, median: median.thousandths(of: data.item.possible),
      words("grades.median-is", .text(words.number(median))), scene) : ""
  let facts = numbers.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" as HTML }
  return card(
    words("grades.how-class-did"), id: "class-result",
    content: "<div class=\"column-result\">\(line)<dl class=\"column-numbers\">\(each: facts, { $0 })</dl></div>")
}

private func columnFacts(_ data: GradeColumnPage, _ scene: Scene) -> HTML {
  let path = GradesPaths.column(data.course.id, data.item.id) + "/post"
  let isShown = data.given > 0 && data.posted >= data.given
  let facts = [
    badge(scene.words("grades.out-of", .text(scene.words.number(data.item.possible)))),
    badge(categoryName(data.category, scene), .accent),
    badge(
      scene.words("grades.posted-count", .text(scene.words.number(data.posted)), .text(scene.words.number(data.given)))),
  ]
  let post: HTML =
    data.given > data.posted
    ? postButton(
      scene.words("grades.post", .count(data.given - data.posted)), to: path, scene, .primary, icon: icon("eye", scene))
    : ""
  let hide: HTML =
    data.posted > 0
    ? postButton(
      scene.words("grades.hide"), to: path, scene, fields: [Form.Field("hide", "on")], icon: icon("eye-off", scene))
    : ""
  let source: HTML =
    data.item.source == .manual
    ? ""
    : linkButton(
      scene.words("grades.open-item"),
      to: workPath(data.item), .ghost, icon: icon("forward", scene))
  let word = scene.words(isShown ? "grades.families-see" : "grades.families-see-not")
  return card(content: "<div class=\"stack\">\(cluster(facts))<p>\(word)</p>\(cluster([post, hide, source]))</div>")
}

/// The button that lets families see the scores of some work that they do not see yet, on a page of the work itself.
///
/// - Parameter back: that page.
func postScoresButton(_ item: GradeItem?, waiting: Int, back: String, _ scene: Scene) -> HTML {
  guard let item, waiting > 0 else { return "" }
  return postButton(
    scene.words("grades.post", .count(waiting)), to: GradesPaths.column(item.course, item.id) + "/post", scene,
    fields: [Form.Field("back", back)], icon: icon("eye", scene))
}

/// Where the work itself is.
func workPath(_ item: GradeItem) -> String {
  path(of: item.id.cast(), item.source == .quiz ? .quiz : .assignment)
}

private func columnOutcome(_ data: GradeColumnPage, _ scene: Scene) -> HTML {
  guard let outcome = data.outcome else { return "" }
  let text = scene.words(
    "grades.batch", .text(scene.words.number(outcome.kept)), .text(scene.words.number(outcome.refused)))
  return "<div role=\"alert\">\(banner(HTML(text: text), scene, outcome.refused > 0 ? .warning : .success))</div>"
}

/// The class as a list with one field each; where scripts run a score is saved as one leaves its field (`column.js`).
private func columnForm(_ data: GradeColumnPage, _ scene: Scene) -> HTML {
  guard !data.rows.isEmpty else {
    return emptyState("people", scene.words("grades.no-students"), scene.words("grades.no-students-text"), scene)
  }
  let rows = data.rows.map { columnRow($0, data, scene) }
  let fill = field(
    .text("fill", scene.words("grades.fill"), hint: scene.words("grades.fill-hint"), isRequired: false, max: 20),
    Draft(),
    scene)
  return form(
    GradesPaths.column(data.course.id, data.item.id), scene, style: FormStyle(id: "column-form"),
    content: """
      <div\(behaviour: .column) data-path="\(GradesPaths.gradebook(data.course.id))" data-item="\(data.item.id.text)" \
      data-unsaved="\(scene.words("grades.unsaved"))" data-saving="\(scene.words("grades.saving"))">\
      \(list(rows, label: data.item.title))</div>\
      \(fill)<div class="form__actions">\(submit(scene.words("grades.save")))</div>
      """)
}

private func columnRow(_ row: GradeColumnPage.Row, _ data: GradeColumnPage, _ scene: Scene) -> HTML {
  let (course, item) = (data.course.id, data.item.id)
  let key = item.text + "." + row.student.text
  let id = "c-" + row.student.text
  let (problem, isWrong) = verdictText(row.verdict, scene)
  let input: HTML = """
    <input class="input gradebook__input" id="\(id)" name="cell.\(key)" value="\(row.typed ?? row.cell.text)" maxlength="20" \
    data-s="\(row.student.text)" autocomplete="off" inputmode="decimal" enterkeyhint="next" dir="ltr" \
    aria-label="\(scene.words("grades.score-of", .text(row.name)))"\
    \(attribute: "aria-invalid", isWrong ? "true" : nil)\(attribute: "aria-describedby", isWrong ? id + "-error" : nil)>\
    <input type="hidden" name="was.\(key)" value="\(row.cell.text)">
    """
  let more = iconLink(
    "more", scene.words("grades.open-cell", .text(row.name)), to: GradesPaths.cell(course, item, row.student), scene,
    kind: .ghost)
  let error: HTML =
    isWrong ? "<span class=\"field__error\" id=\"\(id)-error\">\(icon("warning", scene))\(problem)</span>" : ""
  let note = cellNote(row.cell, scene)
  return cell(
    "<label for=\"\(id)\"><bdi>\(row.name)</bdi></label>",
    meta:
      "<span class=\"column-note\" data-note=\"\(cellClass(row.cell))\">\(note)</span>\(columnMarks(row, data, scene))\(error)",
    trail: "\(input)\(more)", scene)
}

/// What is so besides the note that stands in the cell of the gradebook, too.
private func columnMarks(_ row: GradeColumnPage.Row, _ data: GradeColumnPage, _ scene: Scene) -> HTML {
  var marks: [HTML] = []
  if let meant = row.cell.meant { marks.append(mendLink(meant, data, row.student, scene)) }
  if row.cell.hasComment { marks.append(badge(scene.words("grades.has-comment"), .info)) }
  return marks.isEmpty ? "" : cluster(marks)
}

extension Behaviour {
  static let column = Behaviour("column", on: "data-column")
}

/// The button stands on the cell's own page: a form may not stand in another.
private func mendLink(_ meant: Amount, _ data: GradeColumnPage, _ student: ID<Student>, _ scene: Scene) -> HTML {
  linkButton(
    scene.words("grades.mend", .text(scene.words.number(meant))),
    to: GradesPaths.cell(data.course.id, data.item.id, student), style: ButtonStyle(isSmall: true))
}

/// Why a cell was turned away, in words.
func verdictText(_ verdict: CellVerdict?, _ scene: Scene) -> (text: String, isWrong: Bool) {
  switch verdict {
  case .refused(let reason): return (scene.words(reason), true)
  case .conflict(let now): return (scene.words("grades.conflict-now", .text(now.isEmpty ? "—" : now)), true)
  case .saved, .same, nil: return ("", false)
  }
}
