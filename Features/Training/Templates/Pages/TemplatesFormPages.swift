import Base
import HTML
package import Kit
package import School

/// What the editor shows: the draft.
struct TemplateEditor: Sendable {
  var template: ChecklistTemplate
  var content: ChecklistContent
}

private func headFields(_ known: ChecklistContent?, _ scene: Scene) -> [Field] {
  let words = scene.words
  var data = Field.area(
    "relevantData", words("training.templates.data"), value: known?.relevantData ?? "",
    hint: words("training.templates.data-hint"), rows: 4, max: ChecklistContent.longestRelevantData)
  data.direction = "auto"
  return [
    .text("name", words("training.templates.name"), value: known?.name ?? "", max: ChecklistContent.longestName),
    .text(
      "category", words("training.templates.category"), value: known?.category ?? "",
      hint: words("training.templates.category-hint"), isRequired: false, max: 80),
    .text(
      "phase", words("training.templates.phase"), value: known?.phase ?? "",
      hint: words("training.templates.phase-hint"), isRequired: false, max: 80), data,
  ]
}

func newTemplatePage(_ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  return Page(
    "templates.new", title: words("training.templates.new"),
    parent: (words("training.templates.title"), TemplatesPaths.all),
    body: card(
      content: form(
        TemplatesPaths.all, headFields(nil, scene), draft, scene, submit: words("training.templates.begin"),
        cancel: (words("kit.cancel"), TemplatesPaths.all), style: FormStyle(draft: "template-new"))))
}

/// One item as the form has it: as it is kept, or as it was typed.
private struct ItemRow {
  let key: String
  let title: String, notes: String
}

/// The whole template in one form.
///
/// Every button saves what was typed, so nothing is lost by moving or removing an item, and all of it works without a script.
func templateEditorPage(_ data: TemplateEditor, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, id) = (scene.words, data.template.id)
  let rows = itemRows(data, draft)
  let head = headFields(data.content, scene)
  let all =
    head
    + rows.flatMap { row in
      [
        titleField(row, words("training.templates.item-title"), scene),
        notesField(row, words("training.templates.item-notes"), scene),
      ]
    }
  let drawn = rows.enumerated().map { itemRow($0.element, $0.offset, rows.count - 1, draft, scene) }
  let content: HTML = """
    \(hidden([Form.Field("version", draft["version"] ?? data.template.versionTag)]))\(errorSummary(draft, all, scene))\
    <button class="visually-hidden" tabindex="-1" name="act" value="save">\(words("training.templates.save"))</button>\
    \(each: head, { field($0, draft, scene) })\(sectionTitle(words("training.templates.items")))\
    <ol class="list sortable" id="items" role="list" data-sortable aria-label="\(words("training.templates.items"))">\
    \(each: drawn.dropLast(), { $0 })</ol><ul class="list" role="list">\(drawn.last ?? "")</ul>\
    <div class="form__actions">\(submit(words("training.templates.save"), name: "act", value: "save"))\
    \(submit(words("training.templates.add-item"), .secondary, icon: icon("plus", scene), name: "act", value: "add"))\
    \(linkButton(words("kit.cancel"), to: TemplatesPaths.template(id), .ghost))</div>
    """
  return Page(
    "templates.edit", title: words("training.templates.edit"),
    parent: (data.content.name, TemplatesPaths.template(id)),
    body: card(
      content: form(
        TemplatesPaths.template(id), scene, style: FormStyle(draft: "template-" + id.text), content: content)))
}

/// What was typed comes back in the order in which it stood, and a row for one more item at the end.
private func itemRows(_ data: TemplateEditor, _ draft: Draft) -> [ItemRow] {
  let typed = draft.form.fields.filter { $0.name.hasPrefix("title.") }.map { String($0.name.dropFirst(6)) }
  let keys = typed.isEmpty ? data.content.items.map { String($0.key) } + ["new"] : typed
  var rows = keys.map { key -> ItemRow in
    let known = wholeNumber(key.utf8).flatMap { data.content.item($0) }
    return ItemRow(key: key, title: known?.title ?? "", notes: known?.notes ?? "")
  }
  // What is new stands last, wherever it was sent.
  rows.removeAll { $0.key == "new" }
  return rows + [ItemRow(key: "new", title: "", notes: "")]
}

private func titleField(_ row: ItemRow, _ label: String, _ scene: Scene) -> Field {
  .text(
    "title." + row.key, label, value: row.title, isRequired: row.key != "new", max: ChecklistItem.longestTitle)
}

private func notesField(_ row: ItemRow, _ label: String, _ scene: Scene) -> Field {
  var notes = Field.area("notes." + row.key, label, value: row.notes, rows: 2, max: ChecklistItem.longestNotes)
  (notes.direction, notes.isRequired) = ("auto", false)
  return notes
}

private func itemRow(_ row: ItemRow, _ place: Int, _ last: Int, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let isNew = row.key == "new"
  let number = words("training.templates.item-number", .count(place + 1))
  let grip: HTML =
    isNew
    ? icon("plus", scene)
    : """
    <button type="button" class="sortable__grip js-only" data-sort-grip \
    aria-label="\(words("training.templates.move", .text(number)))" title="\(words("training.templates.move-how"))">\
    \(icon("grip", scene))</button>
    """
  let acts: HTML =
    isNew
    ? ""
    : """
    <div class="cell__trail">\(moveButton("up", row.key, place == 0, number, scene))\
    \(moveButton("down", row.key, place == last - 1, number, scene))\
    <button class="button button--icon button--ghost" name="act" value="remove.\(row.key)" \
    aria-label="\(words("training.templates.remove", .text(number)))" \
    title="\(words("training.templates.remove", .text(number)))">\(icon("trash", scene))</button></div>
    """
  let title = titleField(
    row, isNew ? words("training.templates.new-item") : words("training.templates.item-title"), scene)
  return """
    <li class="\(isNew ? "cell" : "cell sortable__row")" id="item-\(row.key)"\(behaviour: .sortItems, isNew ? nil : row.key)>\
    <span class="cell__lead">\(grip)<span class="sortable__number" aria-hidden="true">\(words.number(place + 1))</span></span>\
    <div class="cell__body">\(field(title, draft, scene))\
    \(field(notesField(row, words("training.templates.item-notes"), scene), draft, scene))</div>\(acts)</li>
    """
}

private func moveButton(_ act: String, _ key: String, _ isOff: Bool, _ name: String, _ scene: Scene) -> HTML {
  let label = scene.words("training.templates.move-" + act, .text(name))
  return """
    <button class="button button--icon button--ghost sortable__\(act)" name="act" value="\(act).\(key)" \
    data-mark="\(act)" aria-label="\(label)" title="\(label)"\(flag: "disabled", isOff)>\(icon("chevron-down", scene))</button>
    """
}
// words: training.templates.move-up training.templates.move-down

extension Behaviour {
  /// An item that is dragged to its place; what it becomes is saved with the form.
  static let sortItems = Behaviour("builder", on: "data-sort")
}

// MARK: import

/// What a file would become.
package struct TemplateImportPage: Sendable {
  package var found: TemplateImport?
  /// What is made when it is taken; nothing when nothing can be.
  package var content: ChecklistContent?

  package init(found: TemplateImport? = nil, content: ChecklistContent? = nil) {
    (self.found, self.content) = (found, content)
  }
}

package func templateImportPage(_ data: TemplateImportPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let file = Field.file(
    "file", words("training.templates.import.file"), accept: ".json,.csv,.tsv,.txt,application/json,text/csv,text/plain"
  )
  var text = Field.area(
    "text", words("training.templates.import.text"), hint: words("training.templates.import.text-hint"), rows: 8,
    max: TemplateImport.maxBytes)
  (text.direction, text.isRequired) = ("auto", false)
  let title = Field.text(
    "name", words("training.templates.name"), value: data.found?.found.name ?? "",
    hint: words("training.templates.import.name-hint"), isRequired: false, max: ChecklistContent.longestName)
  let take: HTML =
    data.content == nil ? "" : submit(words("training.templates.import.take"), name: "act", value: "take")
  let content: HTML = """
    \(errorSummary(draft, [file, text, title], scene))\(field(file, Draft(), scene))\(field(text, draft, scene))\
    \(field(title, draft, scene))<div class="form__actions">\(take)\
    \(submit(words("training.templates.import.check"), data.content == nil ? .primary : .secondary, name: "act", value: "check"))\
    \(linkButton(words("kit.cancel"), to: TemplatesPaths.all, .ghost))</div>
    """
  let shown: HTML = data.content.map { card($0.name, id: "found", content: templateContent($0, scene)) } ?? ""
  return Page(
    "templates.import", title: words("training.templates.import"),
    parent: (words("training.templates.title"), TemplatesPaths.all),
    body: stack([
      importProblems(data, scene),
      card(
        content: form(
          TemplatesPaths.importing, scene, style: FormStyle(id: "import", isMultipart: true), content: content)),
      shown,
    ]))
}

private func importProblems(_ data: TemplateImportPage, _ scene: Scene) -> HTML {
  let words = scene.words
  guard let found = data.found, !found.problems.isEmpty || !found.extras.isEmpty else { return "" }
  let key = found.isJSON ? "training.templates.import.entry" : "training.templates.import.line"
  let extras = found.extras.map { "<li>\(words("training.templates.import.extra", .text($0)))</li>" as HTML }
  let lines = found.problems.map { problem -> HTML in
    let at: HTML = problem.line > 0 ? "\(words(key, .count(problem.line))) " : ""
    return "<li>\(at)\(words(problem.phrase))</li>"
  }
  let rest = found.problemCount - found.problems.count
  let more: HTML = rest > 0 ? "<p>\(words("training.templates.import.more", .count(rest)))</p>" : ""
  return card(
    words("training.templates.import.problems"), id: "left",
    content: "<ul>\(each: extras + lines, { $0 })</ul>\(more)")
}
// words: training.templates.import.entry training.templates.import.line
