package import Base
import HTML
package import Kit
package import School

/// The student's own files, by course and assignment (G01–G04).
struct OwnFilesPage: Sendable {
  struct Entry: Sendable {
    let file: WorkFileItem
    let addedAt: Instant
    /// The attempt it was handed in with; drafts have none.
    let attempt: Int?
  }
  struct Group: Sendable {
    let course: String
    let title: String
    let path: String
    var entries: [Entry]
  }
  var groups: [Group]
  var size: Int64
  var most: Int64
}

func ownFilesPage(_ data: OwnFilesPage, _ scene: Scene) -> Page {
  let words = scene.words
  guard !data.groups.isEmpty else {
    return Page(
      "assignments.files", title: words("assignments.my-files"),
      body: emptyState("upload", words("assignments.no-files"), words("assignments.no-files-text"), scene))
  }
  let used = words(
    "assignments.space-used", .text(words.bytes(Int(data.size))), .text(words.bytes(Int(data.most))))
  let dooms = form(AssignmentsPaths.files, scene, style: FormStyle(id: "file-deeds", classes: ""), content: "")
  return Page(
    "assignments.files", title: words("assignments.my-files"),
    body:
      "<div class=\"stack\"><p class=\"quiet\">\(used)</p>\(each: data.groups, { fileGroup($0, scene) })</div>\(dooms)")
}

private func fileGroup(_ group: OwnFilesPage.Group, _ scene: Scene) -> HTML {
  let rows = group.entries.map { fileEntry($0, scene) }
  return """
    <section class="stack stack--tight">\(sectionTitle(group.title, link: (group.course, group.path)))\
    \(list(rows, label: group.title))\(each: group.entries, { fileMenu($0, scene) })</section>
    """
}

private func fileEntry(_ entry: OwnFilesPage.Entry, _ scene: Scene) -> HTML {
  let (words, file) = (scene.words, entry.file)
  let state: HTML =
    entry.attempt == nil
    ? badge(words("assignments.state.draft"), .info) : badge(words("assignments.state.handed-in"), .success)
  let more = iconButton(
    "more", words("assignments.more-of", .text(file.name)), scene, kind: .ghost, popover: "menu-" + file.id.text)
  return cell(
    "<bdi>\(file.name)</bdi>", meta: "\(words.bytes(file.size)) · \(time(entry.addedAt, scene))",
    lead: icon(fileIcon(file.type, name: file.name), scene), trail: "\(state)\(more)", to: workFilePath(file.id), scene)
}

/// What can be done with a file, below the list, where a menu may stand.
private func fileMenu(_ entry: OwnFilesPage.Entry, _ scene: Scene) -> HTML {
  let (words, file) = (scene.words, entry.file)
  let path = workFilePath(file.id)
  let delete: HTML =
    entry.attempt == nil
    ? """
    <button class="menu__item menu__item--danger" form="file-deeds" formaction="\(url: path)/deletion">\
    \(icon("trash", scene))\(words("assignments.delete-file"))</button>
    """
    : "<p class=\"menu__note quiet\">\(icon("lock", scene))\(words("assignments.file-locked-note"))</p>"
  let items: [HTML] = [
    menuLink(words("assignments.look"), to: path, icon: icon("eye", scene)),
    menuLink(words("assignments.save-file"), to: path + "?save=1", icon: icon("download", scene)),
    """
    <button type="button" class="menu__item js-only"\(behaviour: .share, path) data-share-title="\(file.name)" \
    data-word-copied="\(words("kit.copied"))">\(icon("link", scene))\(words("assignments.share"))</button>
    """, delete,
  ]
  return menu("menu-" + file.id.text, file.name, items)
}

// MARK: the marked archive

/// What would become of a marked archive.
package struct MarkedPage: Sendable {
  package struct Line: Sendable {
    package let path: String
    /// Whose it is; `nil` when that is not clear.
    package let student: String?
    /// Why it goes nowhere; `nil` when it goes.
    package let reason: Phrase?

    package init(path: String, student: String?, reason: Phrase?) {
      (self.path, self.student, self.reason) = (path, student, reason)
    }
  }
  var item: CourseItem
  /// What was uploaded; `nil` before.
  package var archive: ID<WorkFile>?
  package var lines: [Line] = []

  package init(item: CourseItem, archive: ID<WorkFile>? = nil, lines: [Line] = []) {
    (self.item, self.archive, self.lines) = (item, archive, lines)
  }
  var returning: Int { lines.count { $0.reason == nil } }
}

package func markedPage(_ data: MarkedPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let upload = form(
    AssignmentsPaths.marked(data.item.id), scene, style: FormStyle(isMultipart: true),
    content: """
      \(errorSummary(draft, [Field.file("archive", words("assignments.archive"))], scene))\
      \(fileField("archive", words("assignments.archive"), hint: words("assignments.archive-hint"), isMultiple: false, accept: ".zip,application/zip", isRequired: true, draft, scene))\
      <div class="form__actions">\(submit(words("assignments.look-into")))</div>
      """)
  return Page(
    "assignments.marked", title: words("assignments.upload-marked"),
    parent: (data.item.title, AssignmentsPaths.assignment(data.item.id)),
    body: "<div class=\"stack\">\(markedPlan(data, scene))\(card(content: upload))</div>")
}

private func markedPlan(_ data: MarkedPage, _ scene: Scene) -> HTML {
  guard let archive = data.archive else { return "<p class=\"quiet\">\(scene.words("assignments.marked-hint"))</p>" }
  let words = scene.words
  let table = DataTable(
    words("assignments.marked-plan"),
    [.init(words("assignments.file")), .init(words("assignments.student")), .init(words("assignments.verdict"))])
  let rows = data.lines.map { line -> DataTable.Row in
    let verdict: HTML =
      line.reason.map { badge(words($0), .warning) } ?? badge(words("assignments.goes-back"), .success)
    return DataTable.Row(["<bdi dir=\"ltr\">\(line.path)</bdi>", line.student.map { name($0) } ?? "—", verdict])
  }
  let go: HTML =
    data.returning == 0
    ? banner(HTML(text: words("assignments.nothing-goes-back")), scene, .warning)
    : postButton(
      words("assignments.return-count", .count(data.returning)), to: AssignmentsPaths.marked(data.item.id) + "/return",
      scene,
      fields: [Form.Field("archive", archive.text)], .primary)
  return "\(table.html(rows))\(go)"
}

extension Behaviour {
  /// A button that shares an address in the device's own way.
  static let share = Behaviour("share", on: "data-share")
}
