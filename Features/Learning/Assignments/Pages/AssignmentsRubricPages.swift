import Base
import HTML
import Kit
import School

struct RubricPage: Sendable {
  var item: CourseItem
  var assignment: Assignment
  /// Whose grades change with what was sent, by name.
  var steps: [(name: String, step: RubricStep)] = []
  /// How many of a long list are shown.
  static let shown = 100
}

/// The rubric as a form: one empty criterion more than there are, and one empty level more in each.
func rubricPage(_ data: RubricPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, path) = (scene.words, AssignmentsPaths.assignment(data.item.id))
  let content: HTML = """
    \(data.steps.isEmpty ? errorSummary(draft, [], scene) : rubricPreview(data, scene))<input type="hidden" name="version" value="\(data.assignment.version)">\
    \(each: 0..<criteriaCount(data.assignment.rubric, draft), { criterionFields($0, data.assignment.rubric, draft, scene) })\
    <div class="form__actions">\(submit(words("assignments.save-rubric")))\
    \(submit(words("assignments.save-and-add"), .secondary, name: "more", value: "1"))\
    \(linkButton(words("kit.cancel"), to: path, .ghost))</div>
    """
  return Page(
    "assignments.rubric", title: words("assignments.rubric-of", .text(data.item.title)),
    parent: (data.item.title, path),
    body: """
      <div class="stack"><p class="quiet">\(words("assignments.rubric-hint"))</p>\
      \(form(AssignmentsPaths.rubric(data.item.id), scene, style: FormStyle(classes: "stack"), content: content))</div>
      """)
}

/// Whose grade becomes what, before anything is written.
private func rubricPreview(_ data: RubricPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let posted = data.steps.count { $0.step.isPosted }
  let rows = data.steps.prefix(RubricPage.shown).map { one in
    DataTable.Row([
      name(one.name), HTML(text: outOf(one.step.before, one.step.possibleBefore, scene)),
      HTML(text: outOf(one.step.after, one.step.possibleAfter, scene)),
      one.step.isPosted ? badge(words("assignments.posted"), .warning, icon: icon("eye", scene)) : "",
    ])
  }
  let table = DataTable(
    words("assignments.rubric-changes"),
    [
      .init(words("assignments.student")), .init(words("grades.now"), isNumber: true),
      .init(words("grades.then"), isNumber: true), .init(""),
    ])
  let more: HTML =
    data.steps.count > RubricPage.shown
    ? "<p class=\"quiet\">\(words("assignments.and-more", .count(data.steps.count - RubricPage.shown)))</p>" : ""
  return """
    <section class="card stack" role="alert"><h2 class="card__title">\(words("assignments.rubric-changes-grades", .count(data.steps.count)))</h2>\
    <p>\(words("assignments.rubric-changes-text", .count(posted)))</p>\(table.html(Array(rows)))\(more)\
    <div class="form__actions">\(submit(words("assignments.rubric-sure"), name: "sure", value: "1"))</div></section>
    """
}

private func outOf(_ points: Amount, _ possible: Amount, _ scene: Scene) -> String {
  scene.words("assignments.score-of", .text(scene.words.number(points)), .text(scene.words.number(possible)))
}

private func criteriaCount(_ rubric: Rubric, _ draft: Draft) -> Int {
  var count = rubric.criteria.count + 1
  for place in 0..<WriteRubric.most where draft["criterion." + String(place)]?.isEmpty == false {
    count = max(count, place + 1)
  }
  return min(WriteRubric.most, count)
}

private func criterionFields(_ place: Int, _ rubric: Rubric, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let old = rubric.criteria.indices.contains(place) ? rubric.criteria[place] : nil
  let name = "criterion." + String(place)
  let label = words("assignments.criterion", .count(place + 1))
  let count = min(WriteRubric.most, max((old?.levels.count ?? 0) + 1, 4))
  let title = Field.text(name, label, value: old?.title ?? "", isRequired: false, max: 160)
  return """
    <fieldset class="card stack stack--tight"><legend class="visually-hidden">\(label)</legend>\
    \(field(title, draft, scene))\(idField(name, old?.id))\
    \(each: 0..<count, { levelFields(place, $0, old?.levels ?? [], draft, scene) })</fieldset>
    """
}

private func levelFields(_ place: Int, _ step: Int, _ levels: [RubricLevel], _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let old = levels.indices.contains(step) ? levels[step] : nil
  let name = "level." + String(place) + "." + String(step)
  var points = Field(
    name + ".points", words("assignments.level-points", .count(step + 1)), .line(type: "text"),
    value: old?.points.text ?? "", isRequired: false, autocomplete: "off", direction: "ltr", max: 12)
  points.inputmode = "decimal"
  let title = Field.text(
    name, words("assignments.level-title", .count(step + 1)), value: old?.title ?? "", isRequired: false, max: 300)
  return "\(idField(name, old?.id))\(fieldRow([field(points, draft, scene), field(title, draft, scene)]))"
}

private func idField<Thing>(_ name: String, _ id: ID<Thing>?) -> HTML {
  id.map { "<input type=\"hidden\" name=\"\(name).id\" value=\"\($0.text)\">" } ?? ""
}

/// The rubric to be read; `chosen` marks the levels that were given.
func rubricView(_ rubric: Rubric, _ chosen: [ID<RubricLevel>], _ scene: Scene) -> HTML {
  guard !rubric.isEmpty else { return "" }
  let words = scene.words
  let rows = rubric.criteria.map { criterion -> HTML in
    """
    <li class="rubric__row"><span class="rubric__title" dir="auto">\(criterion.title)</span>\
    <ul class="rubric__levels" role="list">\
    \(each: criterion.levels, { levelView($0, isChosen: chosen.contains($0.id), scene) })</ul></li>
    """
  }
  return """
    <details class="card rubric"\(flag: "open", !chosen.isEmpty)><summary>\(words("assignments.rubric"))</summary>\
    <ul class="rubric__rows" role="list">\(each: rows, { $0 })</ul></details>
    """
}

private func levelView(_ level: RubricLevel, isChosen: Bool, _ scene: Scene) -> HTML {
  let mark: HTML = isChosen ? icon("check", scene, label: scene.words("assignments.chosen")) : ""
  return """
    <li class="rubric__level"\(flag: "data-chosen", isChosen)>\(mark)<span class="rubric__points">\
    \(scene.words.number(level.points))</span><span dir="auto">\(level.title)</span></li>
    """
}

// MARK: other days

struct ExtensionsPage: Sendable {
  var item: CourseItem
  var students: [Student]
  var extensions: [DueExtension]
  /// The closed part of the year it lies in: nothing is given there any more.
  var closed: ClosedPeriod?
}

func extensionsPage(_ data: ExtensionsPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let back = path(of: data.item)
  let body: HTML =
    data.item.dueAt.map { "<p>\(words("assignments.everybodys-day")) \(time($0, scene))</p>" }
    ?? banner(HTML(text: words("assignments.no-day-to-extend")), scene, .warning)
  let isOpen = data.item.dueAt != nil && !data.students.isEmpty && data.closed == nil
  let giving = isOpen ? extensionForm(data, draft, scene) : ""
  let closed: HTML = data.closed.map { $0.banner("grades.closed-no-extension", scene) } ?? ""
  return Page(
    "assignments.extensions", title: words("assignments.extensions-of", .text(data.item.title)),
    parent: (data.item.title, back),
    body: "<div class=\"stack\">\(closed)\(body)\(extensionList(data, scene))\(giving)</div>")
}

private func extensionList(_ data: ExtensionsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let rows = data.students.compactMap { student -> HTML? in
    guard let other = data.extensions.first(where: { $0.student == student.id }) else { return nil }
    let end =
      data.closed == nil
      ? endExtension(AssignmentsPaths.extensionRemoval(data.item.id), student.id, scene) : ""
    return cell(
      name(student.name), meta: time(other.dueAt, scene), lead: avatar(student.name, student.id), trail: end, scene)
  }
  guard !rows.isEmpty else { return "<p class=\"quiet\">\(words("assignments.no-extensions"))</p>" }
  return list(rows, label: words("assignments.extensions"))
}

/// The button that makes everybody's day a student's again, of an assignment or a quiz.
func endExtension(_ path: String, _ student: ID<Student>, _ scene: Scene) -> HTML {
  postButton(
    scene.words("assignments.end-extension"), to: path, scene, fields: [Form.Field("student", student.text)], .ghost,
    style: ButtonStyle(isSmall: true))
}

private func extensionForm(_ data: ExtensionsPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let due = Field(
    "due", words("assignments.new-day"), .line(type: "datetime-local"),
    value: data.item.dueAt.map { WallTime($0.plus(days: 1), in: scene.zone).text } ?? "", hint: scene.schoolClock(),
    autocomplete: "off")
  let named = Field.text("student", words("assignments.students"))
  let boxes = data.students.enumerated().map { place, student -> HTML in
    """
    <label class="check"><input type="checkbox" name="student" value="\(student.id.text)"\
    \(attribute: "id", place == 0 ? "f-student" : nil)\(flag: "checked", draft.form.all("student").contains(student.id.text))>\
    <span class="check__text">\(name(student.name))</span></label>
    """
  }
  let content: HTML = """
    \(errorSummary(draft, [due, named], scene))\(field(due, draft, scene))\
    <fieldset class="field"><legend class="field__label">\(words("assignments.students"))</legend>\
    <div class="grid grid--small">\(each: boxes, { $0 })</div></fieldset>\
    <div class="form__actions">\(submit(words("assignments.extend")))</div>
    """
  return card(
    words("assignments.give-extension"), id: "give-extension",
    content: form(AssignmentsPaths.extensions(data.item.id), scene, content: content))
}
