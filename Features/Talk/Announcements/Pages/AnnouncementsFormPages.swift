import Base
import HTML
import Kit
import School

/// What the form of an announcement stands on; a new one has none yet.
struct AnnouncementForm: Sendable {
  var known: Announcement?
  var files: [AnnouncementFile] = []
  var reach: AnnouncementReach
  /// What the class or course of a published one is called.
  var place: String?
  /// The audience the reader came from.
  var audience: AnnouncementAudience?
  /// A preview that was asked for without scripts.
  var preview: String?

  var isOut: Bool { known?.state == .published }
}

func announcementFormPage(_ data: AnnouncementForm, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let parent =
    data.known.map { ($0.said(in: words.language).title, AnnouncementsPaths.announcement($0.id)) }
    ?? (words("announcements.title"), AnnouncementsPaths.all)
  return Page(
    data.known == nil ? "announcements.new" : "announcements.edit",
    title: data.known == nil ? words("announcements.new") : words("announcements.edit"), parent: parent,
    body: """
      <div class="stack stack--loose">\(card(content: writingForm(data, draft, scene)))\(keptFiles(data, scene))</div>
      """)
}

private func writingForm(_ data: AnnouncementForm, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let fields = AnnouncementFormFields(data, scene)
  let action = data.known.map { AnnouncementsPaths.announcement($0.id) } ?? AnnouncementsPaths.all
  let version = data.known.map { [Form.Field("version", draft["version"] ?? $0.version)] } ?? []
  let text = data.preview ?? draft["text"] ?? data.known?.original.text ?? ""
  return form(
    action, scene,
    style: FormStyle(
      id: "announcing", draft: "announcement-" + (data.known?.id.text ?? "new"), isMultipart: true),
    content: """
      \(hidden(version))\(errorSummary(draft, fields.all, scene))\(audienceChoice(data, fields, draft, scene))\
      \(fieldRow([field(fields.title, draft, scene), field(fields.language, draft, scene)]))\
      <div class="writing"><div class="writing__text">\(field(fields.text, draft, scene))</div>\
      <section class="writing__preview" aria-label="\(words("announcements.preview"))">\
      <p class="section-title"><span>\(words("announcements.preview"))</span></p>\
      <div id="preview" dir="auto"\(behaviour: .preview, AnnouncementsPaths.preview)>\(previewText(text, scene))</div></section></div>\
      \(versions(fields, draft, scene))\
      \(fileField("file", words("announcements.files"), hint: words("announcements.files-hint"), draft, scene))\
      \(field(fields.pinned, draft, scene))\(data.isOut ? "" : field(fields.publishAt, draft, scene))\
      \(formFoot(data, scene))
      """)
}

private func formFoot(_ data: AnnouncementForm, _ scene: Scene) -> HTML {
  let words = scene.words
  let back = data.known.map { AnnouncementsPaths.announcement($0.id) } ?? AnnouncementsPaths.all
  let acts: HTML =
    data.isOut
    ? submit(words("announcements.save"))
    : """
    \(submit(words("announcements.publish"), name: "act", value: "publish"))\
    \(submit(words("announcements.save-draft"), .secondary, name: "act", value: "draft"))
    """
  return """
    <div class="form__actions">\(acts)<button class="button button--ghost no-js" \
    formaction="\(url: AnnouncementsPaths.preview)">\(words("announcements.preview"))</button>\
    \(linkButton(words("kit.cancel"), to: back, .ghost))</div>
    """
}

/// What is out stays with those it was said to.
private func audienceChoice(
  _ data: AnnouncementForm, _ fields: AnnouncementFormFields, _ draft: Draft, _ scene: Scene
) -> HTML {
  guard let known = data.known, data.isOut else { return field(fields.audience, draft, scene) }
  return """
    \(hidden([Form.Field("audience", known.audience.text)]))<p class="quiet">\(icon("people", scene)) \
    \(scene.words("announcements.audience")): \(name(audienceWord(known.audience, data.place, scene)))</p>
    """
}

/// The other languages, each folded away until it is wanted; that of the text itself is not offered (`announce.css`).
private func versions(_ fields: AnnouncementFormFields, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let parts = fields.versions.map { version -> HTML in
    let names = [version.title.name, version.text.name]
    let isWrong = draft.problems.contains { names.contains($0.field) }
    let isFilled = !version.title.value.isEmpty || names.contains { !(draft[$0] ?? "").isEmpty }
    return """
      <details class="version version--\(version.language.rawValue)"\(flag: "data-wrong", isWrong)\
      \(flag: "open", isWrong || isFilled)><summary><span lang="\(version.language.rawValue)">\
      \(version.language.ownName)</span></summary><div class="stack">\(field(version.title, draft, scene))\
      \(field(version.text, draft, scene))</div></details>
      """
  }
  return """
    <fieldset class="field"><legend class="field__label">\(words("announcements.versions")) \
    <span class="field__optional">\(words("kit.optional"))</span></legend>\
    <span class="field__hint">\(words("announcements.versions-hint"))</span>\(each: parts, { $0 })</fieldset>
    """
}

/// The text as readers will see it.
func previewText(_ text: String, _ scene: Scene) -> HTML {
  text.isEmpty
    ? "<p class=\"quiet\">\(scene.words("announcements.preview-empty"))</p>"
    : markdown(text, style: MarkdownStyle(heading: 3))
}

/// The files it has already, each of which can be taken away.
private func keptFiles(_ data: AnnouncementForm, _ scene: Scene) -> HTML {
  guard !data.files.isEmpty else { return "" }
  let words = scene.words
  let rows = data.files.map { file in
    fileRow(
      file.name, type: file.type, size: Int(clamping: file.size), to: AnnouncementsPaths.file(file),
      trail: form(
        AnnouncementsPaths.removal(file), scene, style: FormStyle(classes: ""),
        content: iconButton(
          "trash", words("announcements.remove-file", .text(file.name)), scene, kind: .ghost, isSubmit: true)), scene)
  }
  return card(words("announcements.files"), id: "files", content: list(rows, isPlain: true))
}

/// The fields of the form, with what stands in them.
struct AnnouncementFormFields: Sendable {
  struct Version: Sendable {
    let language: Language, title: Field, text: Field
  }
  var audience: Field
  var title: Field
  var language: Field
  var text: Field
  var versions: [Version]
  var pinned: Field
  var publishAt: Field

  var all: [Field] {
    var all = [audience, title, language, text, pinned, publishAt]
    for version in versions { all += [version.title, version.text] }
    return all
  }

  init(_ data: AnnouncementForm, _ scene: Scene) {
    let (words, known) = (scene.words, data.known)
    let now = known?.original.language ?? words.language
    audience = .select(
      "audience", words("announcements.audience"), Self.choices(data.reach, scene),
      value: (known?.audience ?? data.audience)?.text ?? "", empty: words("announcements.audience-choose"))
    title = .text("title", words("announcements.title-label"), value: known?.original.title ?? "", max: 160)
    // Where it is said to whom, words are all that is missing.
    if known == nil, data.audience != nil { title = title.focused() }
    language = .select(
      "language", words("announcements.language"), Language.allCases.map { Field.Choice($0.rawValue, $0.ownName) },
      value: now.rawValue)
    text = .area(
      "text", words("announcements.text"), value: known?.original.text ?? "", hint: words("announcements.text-hint"),
      rows: 10, max: AnnouncementFields.longest)
    versions = Language.allCases.map { language in
      let version = known?.versions.first { $0.language == language }
      return Self.version(language, version, scene)
    }
    pinned = .check(
      "pinned", words("announcements.pin"), isOn: known?.isPinned ?? false, hint: words("announcements.pin-hint"))
    let moment = known?.publishAt.flatMap { $0 > scene.now ? WallTime($0, in: scene.zone).text : nil } ?? ""
    publishAt = Field(
      "publishAt", words("announcements.publish-at"), .line(type: "datetime-local"), value: moment,
      hint: scene.schoolClock(words("announcements.publish-at-hint")), isRequired: false, autocomplete: "off")
  }

  private static func version(_ language: Language, _ version: AnnouncementText?, _ scene: Scene) -> Version {
    let words = scene.words
    var title = Field.text(
      "title." + language.rawValue, words("announcements.title-in", .text(language.ownName)),
      value: version?.title ?? "", isRequired: false, max: 160)
    var text = Field.area(
      "text." + language.rawValue, words("announcements.text-in", .text(language.ownName)),
      value: version?.text ?? "", rows: 6, max: AnnouncementFields.longest)
    (title.direction, text.direction) = (language.direction, language.direction)
    return Version(language: language, title: title, text: text)
  }

  /// The school first, then the roles, the classes and the courses.
  private static func choices(_ reach: AnnouncementReach, _ scene: Scene) -> [Field.Choice] {
    var out: [Field.Choice] = []
    if reach.isOffice {
      out.append(Field.Choice(AnnouncementAudience.school.text, scene.words("announcements.to.school")))
      for role in AnnouncementAudience.roles {
        out.append(
          Field.Choice(
            AnnouncementAudience.role(role).text, scene.words("announcements.to." + role.rawValue)))
      }
    }
    for room in reach.classrooms {
      out.append(
        Field.Choice(
          AnnouncementAudience.classroom(room.id).text, scene.words("announcements.to-class", .text(room.name))))
    }
    for course in reach.courses {
      out.append(
        Field.Choice(
          AnnouncementAudience.course(course.id).text, scene.words("announcements.to-course", .text(course.name))))
    }
    return out
  }
}
