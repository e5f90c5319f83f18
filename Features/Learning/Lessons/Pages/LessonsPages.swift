import Base
import HTML
import Kit
import School

/// What the page of a lesson shows, to whom it shows it.
struct LessonPage: Sendable {
  var course: Course
  var lesson: Lesson
  var item: CourseItem
  var access: CourseAccess
  var modules: [CourseModule]
  /// Everything in the course that the reader may see, in its order.
  var items: [CourseItem]
  var files: [LessonFile]
  /// What the student is through with.
  var done: Set<ID<CourseItem>> = []
  var place: VideoPlace?
  var note: LessonNote?
  /// Minutes that are left in the course; `nil` when nobody guessed, or for who does not learn here.
  var minutesLeft: Int?
  /// For the staff: how many are through, of how many.
  var finished: (count: Int, of: Int)?
  /// The hour at which the school's days of study begin; for the clock of the device.
  var dayStart = 0
  /// The reader asked for a film from elsewhere.
  var plays = false

  var isStudent: Bool { if case .student = access { true } else { false } }
  var isDone: Bool { done.contains(item.id) }
  /// Whether the reader may change the lesson.
  var isOpen: Bool { access.isStaff && !course.isArchived }

  /// The items as the outline shows them: those without a module first, then module by module.
  var order: [CourseItem] {
    var sorted = items.filter { $0.module == nil }
    for module in modules { sorted += items.filter { $0.module == module.id } }
    return sorted
  }
  var before: CourseItem? {
    let all = order
    guard let place = all.firstIndex(where: { $0.id == item.id }), place > 0 else { return nil }
    return all[place - 1]
  }
  var after: CourseItem? {
    let all = order
    guard let place = all.firstIndex(where: { $0.id == item.id }), place + 1 < all.count else { return nil }
    return all[place + 1]
  }
  var lessons: [CourseItem] { items.filter { $0.kind == .lesson } }

  /// How the text finds the lesson's files.
  var style: MarkdownStyle { MarkdownStyle(files: files.markdown) }
  var topics: [String] = []
}

extension [LessonFile] {
  var markdown: [MarkdownFile] {
    map {
      MarkdownFile(name: $0.name, path: LessonsPaths.file($0), isPicture: $0.use == .picture, description: $0.about)
    }
  }
}

func lessonPage(_ data: LessonPage, _ scene: Scene) -> Page {
  Page(
    "lessons.lesson", title: data.item.title, actions: lessonActs(data, scene), topics: data.topics,
    parent: (data.course.name, CoursesPaths.course(data.course.id)),
    body: """
      <div class="lesson">\(lessonOutline(data, scene))<div class="lesson__main stack">\
      \(draftNote(data, scene))\(lessonVideo(data, scene))\(lessonText(data, scene))\
      \(cardsLink(data, scene))<div id="lesson-done">\(completion(data, scene))</div>\(lessonPager(data, scene))</div>\
      <aside class="lesson__notes" aria-label="\(scene.words("lessons.notes"))">\(lessonNotes(data, scene))</aside></div>\
      \(completionForm(data, scene))\(lessonMenu(data, scene))
      """)
}

/// On a phone the outline is a sheet; its button stands beside the title, where a thumb finds it.
private func lessonActs(_ data: LessonPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let outline = button(
    words("lessons.outline"), icon: icon("menu", scene), popover: "outline", style: ButtonStyle(classes: "lesson__open")
  )
  guard data.isOpen else { return outline }
  let edit = linkButton(
    words("lessons.edit"), to: LessonsPaths.edit(data.item.id), icon: icon("edit", scene), style: ButtonStyle(key: "e"))
  return outline + edit + iconButton("more", words("lessons.more"), scene, popover: "lesson-menu")
}

/// Where there are terms to learn by heart.
private func cardsLink(_ data: LessonPage, _ scene: Scene) -> HTML {
  guard !FlashcardsFromText(data.lesson.text).notes.isEmpty else { return "" }
  let path = FlashcardsPaths.making(from: data.item.id)
  return cluster([linkButton(scene.words("flashcards.make.title"), to: path, .ghost, icon: icon("copy", scene))])
}

private func lessonMenu(_ data: LessonPage, _ scene: Scene) -> HTML {
  guard data.isOpen else { return "" }
  let (words, id) = (scene.words, data.item.id)
  let isOut = data.item.publishedAt != nil
  return menu(
    "lesson-menu", words("lessons.more"),
    [
      menuAct(
        words(isOut ? "lessons.unpublish" : "lessons.publish"), to: LessonsPaths.publication(id), scene,
        fields: [Form.Field("published", isOut ? "0" : "1")], icon: icon(isOut ? "lock" : "eye", scene)),
      menuLine,
      menuAct(
        words("lessons.delete"), to: LessonsPaths.deletion(id), scene, icon: icon("trash", scene), isDanger: true),
    ])
}

private func draftNote(_ data: LessonPage, _ scene: Scene) -> HTML {
  guard data.access.isStaff, data.item.publishedAt == nil else { return "" }
  let act: HTML =
    !data.isOpen
    ? ""
    : postButton(
      scene.words("lessons.publish"), to: LessonsPaths.publication(data.item.id), scene,
      fields: [Form.Field("published", "1")], .secondary, style: ButtonStyle(isSmall: true))
  return banner(HTML(text: scene.words("lessons.is-draft")), scene, .warning, action: act)
}

/// The text and what can be taken along.
func lessonText(_ data: LessonPage, _ scene: Scene) -> HTML {
  let attachments = data.files.filter { $0.use == .attachment }
  let below: HTML = attachments.isEmpty ? "" : lessonAttachments(attachments, scene)
  let isBare = data.lesson.text.isEmpty && attachments.isEmpty && lessonFilm(data) == nil
  let text: HTML =
    isBare
    ? emptyState("lesson", scene.words("lessons.empty"), scene.words("lessons.empty-text"), scene)
    : data.lesson.text.isEmpty ? "" : markdown(data.lesson.text, style: data.style)
  return "<div class=\"stack\" id=\"lesson-text\">\(lessonMeta(data, scene))\(text)\(below)</div>"
}

/// “About 15 minutes · Fractions · 2 h 10 min left in the course”.
private func lessonMeta(_ data: LessonPage, _ scene: Scene) -> HTML {
  let words = scene.words
  var parts: [HTML] = []
  if let minutes = data.lesson.minutes {
    parts.append("\(icon("clock", scene))\(words("lessons.about-minutes", .count(minutes)))")
  }
  if let module = data.modules.first(where: { $0.id == data.item.module }) { parts.append(name(module.title)) }
  if let left = data.minutesLeft, left > 0 {
    parts.append(HTML(text: words("lessons.left", .text(duration(left, scene)))))
  }
  if let finished = data.finished {
    parts.append(
      "\(icon("check", scene))\(words("lessons.finished-by", .count(finished.count), .count(finished.of)))")
  }
  guard !parts.isEmpty else { return "" }
  return "<ul class=\"lesson__facts\" role=\"list\">\(each: parts, { "<li>\($0)</li>" })</ul>"
}

/// “45 min” or “2 h 10 min”.
func duration(_ minutes: Int, _ scene: Scene) -> String {
  guard minutes >= 60 else { return scene.words("lessons.minutes", .count(minutes)) }
  let (hours, rest) = (minutes / 60, minutes % 60)
  if rest == 0 { return scene.words("lessons.hours", .count(hours)) }
  return scene.words("lessons.hours-minutes", .text(scene.words.number(hours)), .text(scene.words.number(rest)))
}

func lessonAttachments(_ files: [LessonFile], _ scene: Scene) -> HTML {
  let rows = files.map {
    fileRow($0.name, type: $0.type, size: Int(clamping: $0.size), to: LessonsPaths.file($0), isKeepable: true, scene)
  }
  return "<section>\(sectionTitle(scene.words("lessons.files")))\(list(rows))</section>"
}

private func lessonPager(_ data: LessonPage, _ scene: Scene) -> HTML {
  let (before, after) = (data.before, data.after)
  guard before != nil || after != nil else { return "" }
  let words = scene.words
  let back: HTML =
    before.map {
      """
      <a class="lesson__turn" rel="prev" href="\(url: path(of: $0))" data-key="p">\(icon("back", scene))\
      <span><small>\(words("lessons.previous"))</small><bdi>\($0.title)</bdi></span></a>
      """
    } ?? ""
  let on: HTML =
    after.map {
      """
      <a class="lesson__turn lesson__turn--next" rel="next" href="\(url: path(of: $0))" data-key="n">\
      <span><small>\(words("lessons.next"))</small><bdi>\($0.title)</bdi></span>\(icon("forward", scene))</a>
      """
    } ?? ""
  return "<nav class=\"lesson__pager\" aria-label=\"\(words("lessons.neighbours"))\">\(back)\(on)</nav>"
}

// MARK: completion

/// The form stands apart, because what it answers replaces the button that sends it.
func completionForm(_ data: LessonPage, _ scene: Scene) -> HTML {
  guard data.isStudent else { return "" }
  return form(
    LessonsPaths.completion(data.item.id), scene, style: FormStyle(id: "completion", isLive: true, classes: ""),
    content: "<input type=\"hidden\" name=\"day\" value=\"\"\(behaviour: .today, String(data.dayStart))>")
}

func completion(_ data: LessonPage, _ scene: Scene) -> HTML {
  guard data.isStudent else { return "" }
  let words = scene.words
  guard data.isDone else {
    return """
      <button class="button button--primary lesson__finish" form="completion" data-key="d" data-feedback="success">\
      \(icon("check", scene))\(words("lessons.finish"))<kbd aria-hidden="true">d</kbd></button>
      """
  }
  let on: HTML =
    data.after.map { linkButton(words("lessons.go-on"), to: path(of: $0), .primary, icon: icon("forward", scene)) }
    ?? ""
  return """
    <div class="cluster lesson__finished"><span class="badge badge--success check-pop">\(icon("check", scene))\
    \(words("lessons.finished"))</span><button class="button button--ghost button--small" form="completion" name="open" \
    value="1">\(words("lessons.reopen"))</button>\(on)</div>
    """
}

/// What pressing the button changes on the page: itself, the tick in the outline, the bar, and the form for next time.
func completionFragments(_ data: LessonPage, _ said: Toast, _ scene: Scene) -> HTML {
  """
  \(fragment(.update, "lesson-done", completion(data, scene)))\
  \(fragment(.replace, "outline-" + data.item.id.text, outlineLink(data.item, data, scene)))\
  \(fragment(.replace, "outline-bar", outlineBar(data, scene)))\
  \(fragment(.replace, "completion", completionForm(data, scene)))\
  \(fragment(.update, "toasts", toast(said, scene)))
  """
}

// MARK: notes

/// The reader's own notes; they save themselves where scripts run.
func lessonNotes(_ data: LessonPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let version = data.note?.version ?? "0"
  return card(
    words("lessons.notes"), id: "notes",
    content: form(
      LessonsPaths.notes(data.item.id), scene,
      style: FormStyle(id: "notes-form", draft: "notes-" + data.item.id.text, classes: "stack stack--tight"),
      content: """
        <input type="hidden" name="version" value="\(version)">\
        <label class="visually-hidden" for="note">\(words("lessons.notes"))</label>\
        <textarea class="lesson__note" id="note" name="text" dir="auto" rows="8" maxlength="20000" \
        placeholder="\(words("lessons.notes-placeholder"))"\(behaviour: .autosave)>
        \(data.note?.text ?? "")</textarea>\
        <div class="cluster cluster--between"><span class="quiet" role="status" data-autosave-state \
        data-word-saving="\(words("lessons.notes-saving"))" data-word-saved="\(words("lessons.notes-saved"))" \
        data-word-failed="\(words("lessons.notes-failed"))" data-word-stale="\(words("lessons.notes-stale"))">\
        \(words("lessons.notes-private"))</span>\
        \(submit(words("lessons.notes-save"), .plain, style: ButtonStyle(isSmall: true)))</div>
        """))
}

extension Behaviour {
  /// Words that save themselves as they are typed.
  static let autosave = Behaviour("autosave", on: "data-autosave")
  /// A field that knows the day on the device's clock, where days begin at that hour.
  static let today = Behaviour("today", on: "data-own-today")
}
