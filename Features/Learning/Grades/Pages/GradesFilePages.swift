import Base
import HTML
package import Kit
import School

/// Scores from a spreadsheet: what it says, before anything is written.
package struct GradeImportPage: Sendable {
  struct Change: Sendable {
    let student: String, item: String, before: String, after: String
    let verdict: CellVerdict
  }
  let course: Course
  var reading: GradeFile.Reading?
  var changes: [Change] = []
  /// How many lines of a long list are shown.
  static let shown = 100
}

package func gradeImportPage(_ data: GradeImportPage, _ draft: Draft, _ scene: Scene) -> Page {
  let path = GradesPaths.importing(data.course.id)
  let fields: [Field] = [
    .area("text", scene.words("grades.import-text"), hint: scene.words("grades.import-hint"), rows: 8, max: 200_000),
    {
      var file = Field.file("file", scene.words("grades.import-file"), accept: ".csv,.txt,text/csv")
      file.isRequired = false
      return file
    }(),
  ]
  let form = card(
    content: Kit.form(
      path, fields, draft, scene, submit: scene.words("grades.preview"), style: FormStyle(isMultipart: true)))
  return Page(
    "grades.import", title: scene.words("courses.import-scores"),
    space: courseSpace(data.course, .teacher, current: .grades, scene),
    body: """
      <div class="stack stack--loose">\(data.reading.map { importPreview($0, data, scene) } ?? "")\(form)</div>
      """)
}

private func importPreview(_ reading: GradeFile.Reading, _ data: GradeImportPage, _ scene: Scene) -> HTML {
  let good = data.changes.filter { $0.verdict.isSaved }
  let word = scene.words(
    "grades.import-sum", .text(scene.words.number(reading.rows)), .text(scene.words.number(good.count)),
    .text(scene.words.number(reading.problems.count + data.changes.count - good.count)))
  let problems = reading.problems.prefix(GradeImportPage.shown).map { problem -> HTML in
    "<li>\(scene.words("grades.import-line", .text(scene.words.number(problem.line)), .text(scene.words(problem.reason))))</li>"
  }
  let unknown = reading.unknown.map { "<li>\(scene.words("grades.import-unknown", .text($0)))</li>" as HTML }
  let rows = data.changes.prefix(GradeImportPage.shown).map { change in
    DataTable.Row([
      name(change.student), name(change.item), HTML(text: change.before), HTML(text: change.after),
      HTML(text: verdictText(change.verdict, scene).text),
    ])
  }
  let columns = ["student", "column", "now", "then", "verdict"].map { DataTable.Column(scene.words("grades." + $0)) }
  // words: grades.column grades.verdict
  let table = DataTable(scene.words("grades.preview-table"), columns).html(rows)
  let apply = form(
    GradesPaths.gradebook(data.course.id), scene,
    content: """
      <textarea name="cells" hidden aria-label="\(scene.words("grades.preview-table"))">\n\(RecordScores.lines(reading.edits))</textarea>\
      <div class="form__actions">\(submit(scene.words("grades.import-apply", .count(good.count))))</div>
      """)
  return """
    <div role="status">\(banner(HTML(text: word), scene, good.count == data.changes.count && problems.isEmpty ? .success : .warning))</div>\
    \(when: !problems.isEmpty || !unknown.isEmpty, "<ul>\(each: problems, { $0 })\(each: unknown, { $0 })</ul>")\
    \(when: !rows.isEmpty, table)\(when: !good.isEmpty, apply)
    """
}
