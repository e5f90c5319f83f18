import Base
import HTML
import Kit
import School

/// A template with what was published of it.
struct TemplatePage: Sendable {
  struct Version: Sendable {
    let version: ChecklistVersion
    let isSound: Bool
    let by: String?
  }
  var known: KnownTemplate
  var versions: [Version] = []
  var topics: [String] = []
}

/// What would be published.
struct TemplatePublication: Sendable {
  var known: KnownTemplate
  var draft: ChecklistContent
}

struct TemplateVersionPage: Sendable {
  var template: ChecklistTemplate
  var version: ChecklistVersion
  /// Nothing when it is not what was published.
  var content: ChecklistContent?
  /// The one before.
  var before: ChecklistContent?
  var by: String?
}

/// What a checklist says: what one has at hand, and the items.
func templateContent(_ content: ChecklistContent, _ scene: Scene) -> HTML {
  let words = scene.words
  let head = [content.category, content.phase].filter { !$0.isEmpty }.map { name($0) }
  let facts = head + ["\(words("training.templates.items-count", .count(content.items.count)))"]
  let data: HTML =
    content.relevantData.isEmpty
    ? ""
    : "<h3>\(words("training.templates.data"))</h3><p class=\"written\">\(name(content.relevantData))</p>"
  let items = content.items.map { item -> HTML in
    // Text of another direction stands where the page's own begins, under its title.
    let notes: HTML = item.notes.isEmpty ? "" : "<p class=\"quiet written\">\(name(item.notes))</p>"
    return "<li>\(name(item.title))\(notes)</li>"
  }
  let list: HTML =
    items.isEmpty
    ? "<p class=\"quiet\">\(words("training.templates.no-items"))</p>"
    : "<ol class=\"stack stack--tight\">\(each: items, { $0 })</ol>"
  return "<p class=\"quiet\">\(dotted(facts))</p>\(data)\(list)"
}

func templatePage(_ data: TemplatePage, _ scene: Scene) -> Page {
  let (words, template) = (scene.words, data.known.template)
  var parts: [HTML] = []
  if !data.known.isSound {
    parts.append(
      banner(
        "\(words("training.templates.damaged-text"))", scene, .danger,
        title: words("training.templates.is-damaged")))
  }
  if template.retiredAt != nil {
    parts.append(
      banner(
        "\(words("training.templates.retired-text"))", scene,
        action: postButton(
          words("training.templates.unretire"), to: TemplatesPaths.retirement(template.id), scene)))
  }
  let draft: HTML =
    data.known.draft.map {
      card(
        words(data.known.hasChanges ? "training.templates.draft" : "training.templates.content"),
        head: templateMark(data.known, scene),
        content: templateContent($0, scene))
    } ?? ""
  parts += [cluster(acts(data, scene)), draft, versions(data, scene)]
  return Page(
    "templates.template", title: data.known.draft?.name ?? words("training.templates.damaged-name"),
    actions: templateMenu(data, scene), topics: data.topics,
    parent: (words("training.templates.title"), TemplatesPaths.all), body: stack(parts, isLoose: true))
}
// words: training.templates.draft training.templates.content

private func acts(_ data: TemplatePage, _ scene: Scene) -> [HTML] {
  let (words, template) = (scene.words, data.known.template)
  guard data.known.isSound else { return [] }
  let mayPublish = template.retiredAt == nil && data.known.hasChanges && data.known.draft?.items.isEmpty == false
  var acts: [HTML] = []
  if mayPublish {
    acts.append(
      linkButton(words("training.templates.publish"), to: TemplatesPaths.publication(template.id), .primary))
  }
  acts.append(
    linkButton(
      words("training.templates.edit"), to: TemplatesPaths.edit(template.id), mayPublish ? .plain : .primary,
      icon: icon("edit", scene)))
  return acts
}

private func templateMenu(_ data: TemplatePage, _ scene: Scene) -> HTML {
  let (words, template) = (scene.words, data.known.template)
  var items: [HTML] = []
  if data.known.isSound, let draft = data.known.draft {
    let copy = copyName(draft.name, words)
    items += [
      menuAct(
        words("training.templates.duplicate"), to: TemplatesPaths.copies(template.id), scene,
        fields: [Form.Field("name", copy)], icon: icon("copy", scene)),
      menuLink(words("training.templates.json"), to: TemplatesPaths.json(template.id), icon: icon("download", scene)),
      menuLink(words("training.templates.csv"), to: TemplatesPaths.table(template.id), icon: icon("download", scene)),
    ]
  }
  if template.retiredAt == nil {
    if !items.isEmpty { items.append(menuLine) }
    items.append(
      menuAct(
        words("training.templates.retire"), to: TemplatesPaths.retirement(template.id), scene,
        fields: [Form.Field("retired", "on")], icon: icon("archive", scene)))
  }
  guard !items.isEmpty else { return "" }
  return """
    \(iconButton("more", words("training.templates.more"), scene, kind: .ghost, popover: "template-menu"))\
    \(menu("template-menu", words("training.templates.more"), items))
    """
}

/// What a copy is called: in a form go no marks of direction, and no more than a name may have.
private func copyName(_ name: String, _ words: Words) -> String {
  let scalars = words("training.templates.copy-of", .text(name)).unicodeScalars.filter {
    !(0x2066...0x2069).contains($0.value)
  }
  return String(String.UnicodeScalarView(scalars.prefix(ChecklistContent.longestName)))
}

private func versions(_ data: TemplatePage, _ scene: Scene) -> HTML {
  let (words, id) = (scene.words, data.known.template.id)
  let title = words("training.templates.versions")
  guard !data.versions.isEmpty else {
    return card(title, content: "<p class=\"quiet\">\(words("training.templates.no-versions"))</p>")
  }
  let rows = data.versions.map { one -> HTML in
    let by: [HTML] = one.by.map { [name($0)] } ?? []
    let mark: HTML =
      one.isSound
      ? "" : badge(words("training.templates.is-damaged"), .danger, icon: icon("warning", scene, size: .small))
    return cell(
      "\(words("training.templates.version", .count(one.version.number)))",
      meta: dotted([time(one.version.publishedAt, scene)] + by + [hash(one.version)]), trail: mark,
      to: TemplatesPaths.version(one.version.number, of: id), scene)
  }
  return stack([sectionTitle(title), list(rows, label: title)])
}

private func hash(_ version: ChecklistVersion) -> HTML {
  "<code dir=\"ltr\">\(String(version.hashText.prefix(12)))</code>"
}

/// The question before a version is published: what changes for those who are given it.
func templatePublicationPage(_ data: TemplatePublication, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, template) = (scene.words, data.known.template)
  let next = template.version + 1
  let before = data.known.published
  let changes: HTML =
    before.map { templateChanges(TemplateChanges(from: $0, to: data.draft), scene) }
    ?? "<p>\(words("training.templates.publish-first"))</p>"
  return Page(
    "templates.publish", title: words("training.templates.publish-title", .count(next)),
    parent: (data.draft.name, TemplatesPaths.template(template.id)),
    body: stack([
      card(
        words("training.templates.changes"),
        content: """
          \(changes)<p class="quiet">\(words("training.templates.publish-text"))</p>\
          \(form(TemplatesPaths.publication(template.id), scene, content: """
            \(errorSummary(draft, [], scene))\(hidden([Form.Field("version", template.versionTag)]))\
            <div class="form__actions">\(submit(words("training.templates.publish")))\
            \(linkButton(words("kit.cancel"), to: TemplatesPaths.template(template.id), .ghost))</div>
            """))
          """), card(data.draft.name, content: templateContent(data.draft, scene)),
    ]))
}

/// New, reworded, retired, in another order: each with its words.
func templateChanges(_ changes: TemplateChanges, _ scene: Scene) -> HTML {
  let words = scene.words
  guard !changes.isEmpty else { return "<p>\(words("training.templates.change.none"))</p>" }
  func part(_ title: String, _ items: [HTML]) -> HTML {
    items.isEmpty ? "" : "<h3>\(title)</h3><ul>\(each: items, { "<li>\($0)</li>" })</ul>"
  }
  let reworded = changes.reworded.map { one -> HTML in
    one.old.title == one.new.title
      ? "<span dir=\"auto\">\(one.new.title)</span> <span class=\"quiet\">\(words("training.templates.change.notes"))</span>"
      : "<del dir=\"auto\">\(one.old.title)</del> <ins dir=\"auto\">\(one.new.title)</ins>"
  }
  var rest = changes.head.map { "\(words("training.templates.change." + $0.rawValue))" as HTML }
  if changes.isReordered { rest.append("\(words("training.templates.change.order"))") }
  return """
    \(part(words("training.templates.change.new", .count(changes.new.count)), changes.new.map { name($0.title) }))\
    \(part(words("training.templates.change.reworded", .count(changes.reworded.count)), reworded))\
    \(part(words("training.templates.change.retired", .count(changes.retired.count)), changes.retired.map { name($0.title) }))\
    \(rest.isEmpty ? "" : "<ul>\(each: rest, { "<li>\($0)</li>" })</ul>" as HTML)
    """
}
// words: training.templates.change.name training.templates.change.category training.templates.change.phase
// words: training.templates.change.relevantData

/// One version as it was published, to read and to print.
func templateVersionPage(_ data: TemplateVersionPage, _ scene: Scene) -> Page {
  let (words, version) = (scene.words, data.version)
  let title = words("training.templates.version", .count(version.number))
  let parent = data.template.draft?.name ?? words("training.templates.damaged-name")
  let by: [HTML] = data.by.map { [name($0)] } ?? []
  let facts: HTML = """
    <p class="quiet">\(dotted([time(version.publishedAt, scene)] + by))</p>\
    <p class="quiet">\(words("training.templates.hash")) <code class="written" dir="ltr">\(version.hashText)</code></p>
    """
  guard let content = data.content else {
    return Page(
      "templates.version", title: title, parent: (parent, TemplatesPaths.template(data.template.id)),
      body: stack([
        banner(
          "\(words("training.templates.damaged-text"))", scene, .danger,
          title: words("training.templates.is-damaged")), card(content: facts),
      ]))
  }
  let changes: HTML =
    data.before.map {
      card(
        words("training.templates.changes"), content: templateChanges(TemplateChanges(from: $0, to: content), scene))
    } ?? ""
  let files = cluster([
    linkButton(
      words("training.templates.json"), to: TemplatesPaths.json(data.template.id, version: version.number),
      icon: icon("download", scene)),
    linkButton(
      words("training.templates.csv"), to: TemplatesPaths.table(data.template.id, version: version.number),
      icon: icon("download", scene)),
  ])
  return Page(
    "templates.version", title: title, parent: (parent, TemplatesPaths.template(data.template.id)),
    body: stack(
      [card(content.name, content: "\(facts)\(templateContent(content, scene))"), changes, files], isLoose: true))
}
