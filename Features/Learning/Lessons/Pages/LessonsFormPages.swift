import Base
import HTML
import Kit
import School

/// What the form of a lesson stands on; a new lesson has none yet.
struct LessonForm: Sendable {
  var course: Course
  var modules: [CourseModule]
  var lesson: Lesson?
  var item: CourseItem?
  var files: [LessonFile] = []
  /// The module the reader came from.
  var module: ID<CourseModule>?
  /// A preview that was asked for without scripts.
  var preview: String?

  var style: MarkdownStyle { MarkdownStyle(files: files.markdown) }
}

func lessonFormPage(_ data: LessonForm, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let title = data.item.map { $0.title } ?? words("lessons.new")
  let parent =
    data.item.map { ($0.title, LessonsPaths.lesson($0.id)) } ?? (data.course.name, CoursesPaths.course(data.course.id))
  return Page(
    data.item == nil ? "lessons.new" : "lessons.edit",
    title: data.item == nil ? title : words("lessons.edit-title", .text(title)), parent: parent,
    body: """
      <div class="stack stack--loose">\(card(content: writingForm(data, draft, scene)))\(lessonFiles(data, draft, scene))</div>
      """)
}

private func fields(_ data: LessonForm, _ scene: Scene) -> (head: [Field], text: Field, foot: [Field]) {
  let words = scene.words
  let module = Field.select(
    "module", words("lessons.module"), data.modules.map { Field.Choice($0.id.text, $0.title) },
    value: (data.item?.module ?? data.module)?.text ?? "", isRequired: false, empty: words("lessons.no-module"))
  let minutes = Field.number(
    "minutes", words("lessons.minutes-label"), value: data.lesson?.minutes, in: 1...600,
    hint: words("lessons.minutes-hint"), isRequired: false)
  var video = Field.text(
    "video", words("lessons.video"), value: data.lesson?.video ?? "", hint: words("lessons.video-hint"),
    isRequired: false, max: 500)
  (video.control, video.inputmode, video.direction) = (.line(type: "url"), "url", "ltr")
  video.placeholder = "https://"
  return (
    [.text("title", words("lessons.title"), value: data.item?.title ?? "", max: 160), module],
    .area(
      "text", words("lessons.text"), value: data.lesson?.text ?? "", hint: words("lessons.text-hint"), rows: 16,
      max: LessonFields.longest), [minutes, video]
  )
}

private func writingForm(_ data: LessonForm, _ draft: Draft, _ scene: Scene) -> HTML {
  let (words, fields) = (scene.words, fields(data, scene))
  let action = data.item.map { LessonsPaths.lesson($0.id) } ?? LessonsPaths.all(data.course.id)
  let known: [Form.Field] =
    data.lesson.flatMap { lesson in
      data.item.map { [Form.Field("version", draft["version"] ?? lesson.version(with: $0))] }
    } ?? []
  let all = fields.head + [fields.text] + fields.foot
  return form(
    action, scene,
    style: FormStyle(id: "writing", draft: "lesson-" + (data.item?.id.text ?? "new-" + data.course.id.text)),
    content: """
      \(hidden(known))\(errorSummary(draft, all, scene))\
      \(fieldRow(fields.head.map { field($0, draft, scene) }))\
      <div class="writing"><div class="writing__text">\(field(fields.text, draft, scene))</div>\
      <section class="writing__preview" aria-label="\(words("lessons.preview"))">\
      <p class="section-title"><span>\(words("lessons.preview"))</span></p>\
      <div id="preview"\(behaviour: .preview, LessonsPaths.preview(data.course.id)) data-lesson="\(data.item?.id.text ?? "")">\
      \(previewText(data.preview ?? draft["text"] ?? data.lesson?.text ?? "", data, scene))</div></section></div>\
      \(fieldRow(fields.foot.map { field($0, draft, scene) }))\
      <div class="form__actions">\(submit(words("lessons.save")))\(saveAndShow(data, scene))\
      <button class="button button--ghost no-js" formaction="\(url: LessonsPaths.preview(data.course.id))">\(words("lessons.preview"))</button>\
      \(linkButton(words("kit.cancel"), to: data.item.map { LessonsPaths.lesson($0.id) } ?? CoursesPaths.course(data.course.id), .ghost))\
      </div>
      """)
}

private func saveAndShow(_ data: LessonForm, _ scene: Scene) -> HTML {
  guard data.item == nil else { return "" }
  return submit(scene.words("lessons.save-publish"), .secondary, name: "published", value: "1")
}

/// The text as readers will see it.
func previewText(_ text: String, _ data: LessonForm, _ scene: Scene) -> HTML {
  text.isEmpty
    ? "<p class=\"quiet\">\(scene.words("lessons.preview-empty"))</p>"
    : markdown(text, style: MarkdownStyle(files: data.style.files))
}

// MARK: files

/// The lesson's files and the form for another; a lesson that is not there yet has none.
private func lessonFiles(_ data: LessonForm, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  guard let item = data.item else {
    return "<p class=\"quiet\">\(words("lessons.files-later"))</p>"
  }
  let rows = data.files.map { lessonFileRow($0, scene) }
  let found: HTML =
    rows.isEmpty
    ? "<p class=\"quiet\">\(words("lessons.files-none"))</p>" : list(rows, id: "files", label: words("lessons.files"))
  return card(
    words("lessons.files"), id: "lesson-files",
    content: "<div class=\"stack\">\(found)\(addFile(item, draft, scene))</div>")
}

private func lessonFileRow(_ file: LessonFile, _ scene: Scene) -> HTML {
  let words = scene.words
  let insert: HTML =
    file.use == .picture || file.use == .attachment
    ? """
    <button type="button" class="button button--small js-only"\(behaviour: .insert, markdownFor(file))>\(words("lessons.insert"))</button>
    """ : ""
  let remove = form(
    LessonsPaths.removal(file), scene, style: FormStyle(classes: ""),
    content: iconButton("trash", words("lessons.remove-file", .text(file.name)), scene, kind: .ghost, isSubmit: true))
  return cell(
    "<a href=\"\(url: LessonsPaths.file(file))\"><bdi>\(file.name)</bdi></a>", meta: fileMeta(file, scene),
    lead: icon(fileIcon(file.type, name: file.name), scene), trail: insert + remove, scene,
    style: CellStyle(id: "file-" + file.id.text))
}

/// What the file is for, how large it is, and how a picture is described, which can be changed on the spot.
private func fileMeta(_ file: LessonFile, _ scene: Scene) -> HTML {
  let words = scene.words
  var text = words("lessons.use." + file.use.rawValue) + " · " + words.bytes(Int(clamping: file.size))
  if let language = file.language { text += " · " + language.ownName }
  guard file.use == .picture else { return HTML(text: text) }
  let said: HTML =
    file.about.isEmpty ? "<em>\(words("lessons.decoration"))</em>" : "<span dir=\"auto\">\(file.about)</span>"
  return """
    \(text) · \(said)<details class="lesson__describe"><summary>\(words("lessons.describe"))</summary>\
    \(form(LessonsPaths.file(file), describing(file.about, scene), Draft(), scene, submit: words("lessons.save"), scope: file.id.text))\
    </details>
    """
}
// words: lessons.use.*

private func describing(_ about: String, _ scene: Scene) -> [Field] {
  [
    .text(
      "about", scene.words("lessons.about"), value: about, hint: scene.words("lessons.about-hint"), isRequired: false,
      max: 300),
    .check("decoration", scene.words("lessons.decoration-check")),
  ]
}

private func markdownFor(_ file: LessonFile) -> String {
  let name = file.name.contains(" ") || file.name.contains("(") ? "<" + file.name + ">" : file.name
  return file.use == .picture ? "![](" + name + ")" : "[" + file.name + "](" + name + ")"
}

private func addFile(_ item: CourseItem, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let about = describing("", scene)
  let language = Field.select(
    "language", words("lessons.captions-language"), Language.allCases.map { Field.Choice($0.rawValue, $0.ownName) },
    value: scene.words.language.rawValue, hint: words("lessons.captions-hint"))
  return form(
    LessonsPaths.files(item.id), scene, style: FormStyle(id: "add-file", isMultipart: true),
    content: """
      <h2 class="card__title">\(words("lessons.add-file"))</h2>\
      \(fileField("file", words("lessons.file"), hint: words("lessons.file-hint"), isMultiple: false, isRequired: true, draft, scene))\
      \(each: about, { field($0, draft, scene, scope: "file") })\
      <details class="lesson__describe"><summary>\(words("lessons.captions"))</summary>\(field(language, draft, scene, scope: "file"))</details>\
      <div class="form__actions">\(submit(words("lessons.add-file"), .secondary))</div>
      """)
}

extension Behaviour {
  /// A button that puts a file into the text.
  static let insert = Behaviour("writing", on: "data-insert")
}
