package import Base
import HTML
package import Kit
package import School

/// The letters of the school, as the office changes them.
package struct LettersPage: Sendable {
  /// A course that follows the school, and how many of its students would have another letter.
  package struct Change: Sendable {
    let course: Course
    let letters: Int
    let students: Int

    package init(course: Course, letters: Int, students: Int) {
      (self.course, self.letters, self.students) = (course, letters, students)
    }
  }
  package struct Preview: Sendable {
    let fields: [Form.Field]
    let scale: LetterScale
    let changes: [Change]
    /// How many courses follow the school.
    let courses: Int

    package init(fields: [Form.Field], scale: LetterScale, changes: [Change], courses: Int) {
      (self.fields, self.scale, self.changes, self.courses) = (fields, scale, changes, courses)
    }
  }
  package let letters: SchoolLetters
  package var preview: Preview?
}

// words: grades.scale.* grades.repeats.*
package func lettersPage(_ data: LettersPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  return Page(
    "grades.letters", title: words("grades.school-letters"), parent: (words("grades.school"), "/settings/school"),
    body: """
      <div class="stack measure"><p>\(words("grades.school-letters-text"))</p>\
      \(data.preview.map { lettersPreview($0, scene) } ?? lettersForm(data, draft, scene))</div>
      """)
}

private func lettersForm(_ data: LettersPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let known = Draft(
    Form(draft.form.fields.isEmpty ? data.letters.fields : draft.form.fields), problems: draft.problems)
  let fields: [Field] = [
    .select(
      "scale", words("grades.scale"),
      (LetterScale.Preset.allCases.filter { $0 != .passFail }.map { $0.rawValue } + ["own"]).map {
        .init($0, words("grades.scale." + $0))
      }),
    .area("scale-text", words("grades.scale-text"), hint: words("grades.scale-hint"), rows: 8),
    .select(
      "repeats", words("grades.repeats"),
      GradeAverage.Repeats.allCases.map { .init($0.rawValue, words("grades.repeats." + $0.rawValue)) },
      hint: words("grades.repeats-hint")),
    .points("honors", words("grades.bonus-honors"), value: nil, hint: words("grades.bonus-hint")),
    .points("advanced", words("grades.bonus-advanced"), value: nil),
    .check(
      "statistics", words("grades.allows-statistics"),
      hint: words("grades.statistics-hint", .count(GradeStatistics.least))),
  ]
  let shown = fields.map { field($0, known, scene) }
  let acts: HTML = """
    <div class="form__actions">\(submit(words("grades.preview"), name: "step", value: "preview"))\
    \(submit(words("grades.apply"), .plain, name: "step", value: "apply"))</div>
    """
  return card(
    content: form(
      GradesPaths.letters, scene,
      content: """
        \(errorSummary(known, fields, scene))\(hidden([Form.Field("version", data.letters.version)]))\
        \(each: shown, { $0 })\(acts)
        """))
}

/// In which courses letters would be others, before anything is saved.
private func lettersPreview(_ preview: LettersPage.Preview, _ scene: Scene) -> HTML {
  let words = scene.words
  let sum = preview.changes.reduce(0) { $0 + $1.letters }
  let table = DataTable(
    words("grades.preview-table"),
    [.init(words("grades.course")), .init(words("grades.letters-change"), isNumber: true)])
  let rows = preview.changes.map { change in
    DataTable.Row([
      "<a href=\"\(url: GradesPaths.gradebook(change.course.id))\">\(name(change.course.name))</a>",
      HTML(text: words("grades.of", .text(words.number(change.letters)), .text(words.number(change.students)))),
    ])
  }
  let acts: HTML = """
    <div class="form__actions">\(submit(words("grades.apply"), name: "step", value: "apply"))\
    \(submit(words("grades.change-again"), .plain, name: "step", value: "edit"))\
    \(linkButton(words("kit.cancel"), to: GradesPaths.letters, .ghost))</div>
    """
  let said = words("grades.letters-sum", .text(words.number(sum)), .text(words.number(preview.courses)))
  return """
    <p><bdi>\(lettersLine(preview.scale, scene))</bdi></p><div role="status">\(banner(HTML(text: said), scene))</div>\
    \(when: !preview.changes.isEmpty, table.html(rows))\
    \(form(GradesPaths.letters, scene, content: "\(hidden(preview.fields))\(acts)"))
    """
}
