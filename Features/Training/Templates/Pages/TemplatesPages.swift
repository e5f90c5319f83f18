import Base
import HTML
import Kit
import School

/// One template in the library.
struct TemplateRow: Sendable {
  var known: KnownTemplate

  var id: ID<ChecklistTemplate> { known.template.id }
  /// Its draft; nothing when that is damaged.
  var content: ChecklistContent? { known.draft }
}

struct TemplatesPage: Sendable {
  var search = ""
  var category: String?
  var phase: String?
  var rows: [TemplateRow] = []
  var topics: [String] = []

  /// What the search, the category and the phase leave.
  var found: [TemplateRow] {
    let wanted = Student.fold(search)
    return rows.filter { row in
      guard let content = row.content else { return wanted.isEmpty && category == nil && phase == nil }
      if let category, content.category != category { return false }
      if let phase, content.phase != phase { return false }
      if wanted.isEmpty { return true }
      let words = [content.name, content.category, content.phase] + content.items.map { $0.title }
      return words.contains { Student.fold($0).includes(wanted) }
    }
  }
}

func templatesPage(_ data: TemplatesPage, _ scene: Scene) -> Page {
  let words = scene.words
  let new = linkButton(
    words("training.templates.new"), to: TemplatesPaths.new, .primary, icon: icon("plus", scene),
    style: ButtonStyle(key: "n", classes: "desk-only"))
  let importing = linkButton(
    words("training.templates.import"), to: TemplatesPaths.importing, icon: icon("import", scene))
  let body =
    data.rows.isEmpty
    ? stack(
      [
        emptyState(
          "check", words("training.templates.none"), words("training.templates.none-text"), scene,
          action: linkButton(words("training.templates.new"), to: TemplatesPaths.new, .primary)), shipped(scene),
      ], isLoose: true) : library(data, scene)
  return Page(
    "templates.list", title: words("training.templates.title"), actions: importing + new, topics: data.topics,
    parent: (words("training.title"), TrainingPaths.all),
    body: "\(body)\(fab("plus", words("training.templates.new"), to: TemplatesPaths.new, scene))")
}

private func library(_ data: TemplatesPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let found = data.found
  let (open, retired) = (
    found.filter { $0.known.template.retiredAt == nil }, found.filter { $0.known.template.retiredAt != nil }
  )
  let none: HTML =
    found.isEmpty
    ? emptyState("search", words("training.templates.not-found"), words("training.templates.not-found-text"), scene)
    : ""
  let old: HTML =
    retired.isEmpty
    ? ""
    : """
    <details class="drop"\(flag: "open", open.isEmpty)><summary class="button button--ghost">\
    \(words("training.templates.retired-count", .count(retired.count)))</summary>\(rows(retired, scene))</details>
    """
  let kept =
    (data.category.map { [Form.Field("category", $0)] } ?? [])
    + (data.phase.map { [Form.Field("phase", $0)] } ?? [])
  let add: HTML = """
    <details class="drop"><summary class="button button--ghost">\(words("training.templates.shipped"))</summary>\
    \(shippedList(scene))</details>
    """
  return stack(
    [
      damage(data, scene),
      searchField(
        words("training.templates.search"), value: data.search, results: "templates", scene,
        action: TemplatesPaths.all, kept: kept), sieves(data, scene),
      "<div id=\"templates\" class=\"stack\">\(none)\(rows(open, scene))\(old)</div>", add,
    ], isLoose: true)
}

/// What everybody who keeps the library, and the office with them, must know.
private func damage(_ data: TemplatesPage, _ scene: Scene) -> HTML {
  let count = data.rows.count { !$0.known.isSound }
  guard count > 0 else { return "" }
  return banner(
    "\(scene.words("training.templates.damaged-count", .count(count)))", scene, .danger,
    title: scene.words("training.templates.damaged-title"))
}

/// Categories and phases that there are, each a link that leaves its own.
private func sieves(_ data: TemplatesPage, _ scene: Scene) -> HTML {
  func values(_ of: (ChecklistContent) -> String) -> [String] {
    Set(data.rows.compactMap { $0.content.map(of) }).filter { !$0.isEmpty }.sorted {
      Student.fold($0) < Student.fold($1)
    }
  }
  let (categories, phases) = (values { $0.category }, values { $0.phase })
  guard categories.count > 1 || phases.count > 1 else { return "" }
  func path(_ category: String?, _ phase: String?) -> String {
    var parts: [String] = []
    if !data.search.isEmpty { parts.append("q=" + inQuery(data.search)) }
    if let category { parts.append("category=" + inQuery(category)) }
    if let phase { parts.append("phase=" + inQuery(phase)) }
    return TemplatesPaths.all + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
  }
  var all = [
    chip(
      scene.words("training.templates.all"), to: path(nil, nil),
      isCurrent: data.category == nil && data.phase == nil)
  ]
  if categories.count > 1 {
    all += categories.prefix(20).map {
      chip($0, to: path($0 == data.category ? nil : $0, data.phase), isCurrent: $0 == data.category)
    }
  }
  if phases.count > 1 {
    all += phases.prefix(20).map {
      chip($0, to: path(data.category, $0 == data.phase ? nil : $0), isCurrent: $0 == data.phase)
    }
  }
  return chips(all)
}

private func rows(_ rows: [TemplateRow], _ scene: Scene) -> HTML {
  guard !rows.isEmpty else { return "" }
  return list(rows.map { row($0, scene) }, label: scene.words("training.templates.title"))
}

private func row(_ row: TemplateRow, _ scene: Scene) -> HTML {
  let words = scene.words
  var meta: [HTML] = []
  if let content = row.content {
    meta += [content.category, content.phase].filter { !$0.isEmpty }.map { name($0) }
    meta.append("\(words("training.templates.items-count", .count(content.items.count)))")
  }
  return cell(
    row.content.map { name($0.name) } ?? "\(words("training.templates.damaged-name"))", meta: dotted(meta),
    lead: icon("check", scene), trail: templateMark(row.known, scene),
    to: TemplatesPaths.template(row.id), scene)
}

/// Whether it is damaged, a draft, published as which version, or retired.
func templateMark(_ known: KnownTemplate, _ scene: Scene) -> HTML {
  let words = scene.words
  if !known.isSound {
    return badge(words("training.templates.is-damaged"), .danger, icon: icon("warning", scene, size: .small))
  }
  if known.template.retiredAt != nil { return badge(words("training.templates.is-retired-mark")) }
  if known.template.version == 0 { return badge(words("training.templates.draft"), .warning) }
  let version = badge(words("training.templates.version", .count(known.template.version)), .success)
  return known.hasChanges ? "\(version) \(badge(words("training.templates.changed"), .accent))" : version
}

/// The five that come along, where there is nothing yet.
private func shipped(_ scene: Scene) -> HTML {
  stack([
    sectionTitle(scene.words("training.templates.shipped")),
    "<p class=\"quiet\">\(scene.words("training.templates.shipped-text"))</p>", shippedList(scene),
  ])
}

private func shippedList(_ scene: Scene) -> HTML {
  let language = scene.words.language
  let rows = ShippedTemplate.allCases.map { one -> HTML in
    let content = one.content(in: language)
    return cell(
      name(content.name),
      meta: dotted([
        name(content.category), "\(scene.words("training.templates.items-count", .count(content.items.count)))",
      ]), lead: icon("check", scene),
      trail: postButton(
        scene.words("training.templates.add"), to: TemplatesPaths.shipped, scene,
        fields: [Form.Field("shipped", one.rawValue), Form.Field("language", language.rawValue)],
        style: ButtonStyle(isSmall: true)), scene)
  }
  return list(rows, label: scene.words("training.templates.shipped"))
}
