import Base
import HTML
package import Kit
import School

/// How a course makes its grades, as its staff change it.
package struct GradeSettingsPage: Sendable {
  /// Whose grade would be another.
  struct Change: Sendable {
    let student: ID<Student>
    let name: String
    let before: GradeTotal
    let after: GradeTotal
    var changesLetter: Bool { before.letter?.letter != after.letter?.letter }
  }
  struct Preview: Sendable {
    let fields: [Form.Field]
    let changes: [Change]
    let students: Int
    let weights: Amount
    let places: Int
  }
  let course: Course
  let settings: GradeSettings
  let categories: [GradeCategory]
  var preview: Preview?
}

package func gradeSettingsPage(_ data: GradeSettingsPage, _ draft: Draft, _ scene: Scene) -> Page {
  Page(
    "grades.settings", title: scene.words("grades.settings"),
    space: courseSpace(data.course, .teacher, current: .grades, scene),
    body: """
      <div class="stack stack--loose">\(data.preview.map { preview($0, data, scene) } ?? settingsForm(data, draft, scene))</div>
      """)
}

private func settingsForm(_ data: GradeSettingsPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let fields = ChangeGradeSettings.fields(data.settings, data.categories)
  let known = Draft(Form(draft.form.fields.isEmpty ? fields : draft.form.fields), problems: draft.problems)
  let all = schemeFields(data, scene) + policyFields(scene) + scaleFields(data.settings.schoolLetters, scene)
  let first = schemeFields(data, scene).map { field($0, known, scene) }
  let second = policyFields(scene).map { field($0, known, scene) }
  let third = scaleFields(data.settings.schoolLetters, scene).map { field($0, known, scene) }
  let apply = submit(scene.words("grades.apply"), .plain, name: "step", value: "apply")
  return form(
    GradesPaths.settings(data.course.id), scene,
    content: """
      \(errorSummary(known, all, scene))\
      \(card(scene.words("grades.categories"), id: "categories", content: categoryRows(known, scene)))\
      \(card(scene.words("grades.how-counted"), id: "counted", content: stack(first)))\
      \(card(scene.words("grades.late-missing"), id: "late", content: stack(second)))\
      \(card(scene.words("grades.letters"), id: "letters", content: stack(third)))\
      <div class="form__actions">\(submit(scene.words("grades.preview"), name: "step", value: "preview"))\(apply)</div>
      """)
}

/// Every category there is, and two empty rows for more.
private func categoryRows(_ draft: Draft, _ scene: Scene) -> HTML {
  var numbers: [Int] = []
  for field in draft.form.fields where field.name.hasPrefix("category.") {
    let digits = field.name.dropFirst(9).prefix { $0 != "." }
    if let number = wholeNumber(digits.utf8), number < 400, !numbers.contains(number) { numbers.append(number) }
  }
  let last = (numbers.max() ?? -1) + 1
  let rows = (numbers + [last, last + 1]).map { categoryRow($0, draft, scene) }
  let sum = scene.words("grades.weights-hint")
  return "<p class=\"quiet\">\(sum)</p>\(dropWarning(draft, scene))<div class=\"stack\">\(each: rows, { $0 })</div>"
}

/// Where all points count together, dropping can turn a better score into a lower grade: said where it is set up.
private func dropWarning(_ draft: Draft, _ scene: Scene) -> HTML {
  guard draft["scheme"] == GradePolicy.Scheme.points.rawValue, let example = DropExample() else { return "" }
  let words = scene.words
  let numbers = [example.worse, example.before, example.better, example.after].enumerated().map { place, amount in
    Phrase.Argument.text(place % 2 == 0 ? scene.words.number(amount) : percentText(amount, places: 2, scene))
  }
  return banner(
    HTML(text: words(Phrase("grades.drop-example", all: numbers))), scene, title: words("grades.drop-caution"))
}

private func categoryRow(_ number: Int, _ draft: Draft, _ scene: Scene) -> HTML {
  let prefix = "category." + String(number) + "."
  let kind = GradeCategory.Kind(rawValue: draft[prefix + "kind"] ?? "") ?? .own
  let usual = kind == .own ? scene.words("grades.new-category") : scene.words("grades.category." + kind.rawValue)
  var title = Field.text(prefix + "name", scene.words("grades.category-name"), isRequired: false, max: 60)
  title.placeholder = usual
  let parts: [Field] = [
    title, .points(prefix + "weight", scene.words("grades.weight"), value: nil, isRequired: false),
    .number(prefix + "low", scene.words("grades.drop-low"), in: 0...20, isRequired: false),
    .number(prefix + "high", scene.words("grades.drop-high"), in: 0...20, isRequired: false),
  ]
  let ticks: [Field] =
    [.check(prefix + "capped", scene.words("grades.capped-at-full"))]
    + (draft[prefix + "id"] == nil ? [] : [.check(prefix + "remove", scene.words("grades.remove-category"))])
  let name = draft[prefix + "name"] ?? ""
  return """
    <fieldset class="grade-category"><legend>\(name.isEmpty ? usual : name)</legend>\
    \(hidden([Form.Field(prefix + "id", draft[prefix + "id"] ?? ""), Form.Field(prefix + "kind", kind.rawValue)]))\
    \(fieldRow(parts.map { field($0, draft, scene) }))\(fieldRow(ticks.map { field($0, draft, scene) }))</fieldset>
    """
}

// words: grades.scheme.* grades.within.* grades.rounding.* grades.scale.* grades.every.*
private func schemeFields(_ data: GradeSettingsPage, _ scene: Scene) -> [Field] {
  let words = scene.words
  return [
    .cards(
      "scheme", words("grades.scheme"),
      GradePolicy.Scheme.allCases.map {
        .init($0.rawValue, words("grades.scheme." + $0.rawValue), text: words("grades.scheme." + $0.rawValue + "-text"))
      }, value: data.settings.scheme.rawValue),
    .cards(
      "within", words("grades.within"),
      GradePolicy.Within.allCases.map {
        .init($0.rawValue, words("grades.within." + $0.rawValue), text: words("grades.within." + $0.rawValue + "-text"))
      }, value: data.settings.within.rawValue),
    .select(
      "rounding", words("grades.rounding"),
      GradePolicy.Rounding.allCases.map { .init($0.rawValue, words("grades.rounding." + $0.rawValue)) }),
    .check("capped", words("grades.capped-course")),
    .check("posts-itself", words("grades.posts-itself"), hint: words("grades.posts-itself-hint")),
    .check(
      "statistics", words("grades.statistics"),
      hint: data.settings.mayShowStatistics
        ? words("grades.statistics-hint", .count(8)) : words("grades.statistics-off")),
  ]
}

private func policyFields(_ scene: Scene) -> [Field] {
  let words = scene.words
  return [
    .points("late-percent", words("grades.late-percent"), value: nil, hint: words("grades.late-percent-hint")),
    .select(
      "late-every", words("grades.late-every"),
      LatePolicy.Interval.allCases.map { .init($0.rawValue, words("grades.every." + $0.rawValue)) }),
    .points("late-floor", words("grades.late-floor"), value: nil, hint: words("grades.late-floor-hint")),
    .number("late-grace", words("grades.late-grace"), in: 0...1440),
    .check("missing", words("grades.missing-policy"), hint: words("grades.missing-policy-hint")),
    .points("missing-percent", words("grades.missing-percent"), value: nil),
  ]
}

/// A scale in one line: `A 93 · B 83 · …`.
func lettersLine(_ scale: LetterScale, _ scene: Scene) -> String {
  scale.steps.map { "\u{2066}" + $0.letter + "\u{2069} " + scene.words.number($0.from) }.joined(separator: " · ")
}

private func scaleFields(_ letters: LetterScale, _ scene: Scene) -> [Field] {
  let words = scene.words
  return [
    .select(
      "scale", words("grades.scale"),
      ([GradeSettings.follows] + LetterScale.Preset.allCases.map { $0.rawValue } + ["own"]).map {
        .init($0, words("grades.scale." + $0))
      }, hint: words("grades.scale-school-hint", .text(lettersLine(letters, scene)))),
    .area("scale-text", words("grades.scale-text"), hint: words("grades.scale-hint"), rows: 8),
  ]
}

/// Whose grade changes, before anything is saved.
private func preview(_ preview: GradeSettingsPage.Preview, _ data: GradeSettingsPage, _ scene: Scene) -> HTML {
  let letters = preview.changes.filter { $0.changesLetter }
  let path = GradesPaths.settings(data.course.id)
  let sum =
    preview.weights == Amount(units: 100 * Amount.scale)
    ? "" as HTML
    : banner(HTML(text: scene.words("grades.weights-sum", .text(percentText(preview.weights, scene)))), scene, .warning)
  let word = scene.words(
    "grades.preview-sum", .text(scene.words.number(letters.count)), .text(scene.words.number(preview.changes.count)),
    .text(scene.words.number(preview.students)))
  let rows = preview.changes.sorted { $0.changesLetter && !$1.changesLetter }.map { change in
    DataTable.Row([
      name(change.name), HTML(text: totalText(change.before, places: preview.places, scene)),
      HTML(text: totalText(change.after, places: preview.places, scene)),
      change.changesLetter ? badge(scene.words("grades.letter-changes"), .warning) : "",
    ])
  }
  let table = DataTable(
    scene.words("grades.preview-table"),
    [
      .init(scene.words("grades.student")), .init(scene.words("grades.now"), isNumber: true),
      .init(scene.words("grades.then"), isNumber: true), .init(""),
    ])
  let acts: HTML = """
    <div class="form__actions">\(submit(scene.words("grades.apply"), name: "step", value: "apply"))\
    \(submit(scene.words("grades.change-again"), .plain, name: "step", value: "edit"))\
    \(linkButton(scene.words("kit.cancel"), to: path, .ghost))</div>
    """
  return """
    <div role="status">\(banner(HTML(text: word), scene))</div>\(sum)\
    \(when: !preview.changes.isEmpty, table.html(rows))\
    \(form(path, scene, content: "\(hidden(preview.fields))\(acts)"))
    """
}
