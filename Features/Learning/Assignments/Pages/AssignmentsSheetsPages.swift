import Base
import HTML
import Kit
import School

/// A file that comes with the work, as pages show it.
struct SheetItem: Sendable {
  let file: WorkFileItem
  let isCopied: Bool
}

/// What the teacher gave with the work, for whoever does it.
func sheetsCard(_ data: WorkPage, _ scene: Scene) -> HTML {
  guard !data.sheets.isEmpty else { return "" }
  let words = scene.words
  let rows = data.sheets.map { sheet in
    fileRow(
      sheet.file.name, type: sheet.file.type, size: sheet.file.size, to: workFilePath(sheet.file.id), isKeepable: true,
      trail: sheet.isCopied ? badge(words("assignments.sheet-copied"), .info) : "", scene)
  }
  let take: HTML =
    data.isWriting && data.hasCopiesToTake
    ? postButton(
      words("assignments.take-copies"), to: AssignmentsPaths.copies(data.item.id), scene, .secondary,
      icon: icon("copy", scene)) : ""
  return card(
    words("assignments.sheets"), id: "sheets-" + data.whose, foot: take,
    content: list(rows, label: words("assignments.sheets")))
}

/// The same for the staff, with the way to add one and to take one away.
func sheetsEditor(_ data: AssignmentPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let (words, id) = (scene.words, data.item.id)
  let rows = data.sheets.map { sheet -> HTML in
    let out: HTML = """
      <button class="button button--ghost button--icon" form="sheet-removal" name="file" value="\(sheet.file.id.text)" \
      aria-label="\(words("assignments.detach", .text(sheet.file.name)))">\(icon("x", scene))</button>
      """
    return fileRow(
      sheet.file.name, type: sheet.file.type, size: sheet.file.size, to: workFilePath(sheet.file.id),
      trail: "\(sheet.isCopied ? badge(words("assignments.sheet-copied"), .info) : "")\(out)", scene)
  }
  let all: HTML = rows.isEmpty ? "" : list(rows, label: words("assignments.sheets"))
  let content: HTML = """
    \(errorSummary(draft, [Field.file("file", words("assignments.sheets"))], scene))\(sheetFields(data.assignment.takesFiles, draft, scene))\
    <div class="form__actions">\(submit(words("assignments.add-sheets"), .secondary))</div>
    """
  return """
    <details class="card more"\(flag: "open", !rows.isEmpty || !draft.problems.isEmpty)><summary>\(words("assignments.sheets"))</summary>\
    <div class="stack">\(all)\(form(AssignmentsPaths.sheets(id), scene, style: FormStyle(isMultipart: true), content: content))</div></details>\
    \(form(AssignmentsPaths.sheetRemoval(id), scene, style: FormStyle(id: "sheet-removal", classes: ""), content: ""))
    """
}

/// The files, and whether each student gets a copy: on the page of the work, and where it is made.
func sheetFields(_ takesFiles: Bool, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let copy = Field.check(
    "copy", words("assignments.copy-each"),
    hint: words(takesFiles ? "assignments.copy-each-hint" : "assignments.copy-needs-files"))
  return
    "\(fileField("file", words("assignments.sheets"), hint: words("assignments.sheets-hint"), draft, scene))\(field(copy, draft, scene))"
}
