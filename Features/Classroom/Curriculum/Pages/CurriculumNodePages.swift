import Base
import HTML
import Kit
import School

/// A place with what lies in it, what it comes after, and what comes after it.
struct CurriculumNodePage: Sendable {
  var node: CurriculumNode
  var tree: CurriculumTree
  var topics: [String] = []
}

/// What the form of a new place stands on.
struct CurriculumForm: Sendable {
  var parent: CurriculumNode?
  var tree: CurriculumTree
}

func curriculumNodePage(_ data: CurriculumNodePage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, node, tree) = (scene.words, data.node, data.tree)
  let parent = node.parent.flatMap { tree[$0] }
  var parts = [notice(data, scene), about(data, scene)]
  if node.kind != .presentation {
    parts.append(inside(data, scene))
  } else {
    parts.append(ties(data, draft, scene))
  }
  if node.mergedInto == nil { parts += [editCard(data, draft, scene), moveCard(data, draft, scene)] }
  return Page(
    "curriculum.node", title: node.name, actions: nodeMenu(data, scene), topics: data.topics,
    parent: parent.map { ($0.name, CurriculumPaths.node($0.id)) } ?? (words("curriculum.title"), CurriculumPaths.all),
    body: stack(parts, isLoose: true))
}

private func notice(_ data: CurriculumNodePage, _ scene: Scene) -> HTML {
  let (words, node) = (scene.words, data.node)
  let restore = postButton(
    words("curriculum.restore"), to: CurriculumPaths.archive(node.id), scene, fields: [Form.Field("restore", "on")],
    icon: icon("undo", scene))
  if node.mergedInto != nil, let into = data.tree[data.tree.resolved(node.id)] {
    let link: HTML = "<a href=\"\(url: CurriculumPaths.node(into.id))\">\(name(data.tree.pathName(of: into.id)))</a>"
    return banner("\(words("curriculum.merged-into")) \(link)", scene, action: restore)
  }
  if node.archivedAt != nil { return banner("\(words("curriculum.archived-text"))", scene, .warning, action: restore) }
  return data.tree.stands(node.id) ? "" : banner("\(words("curriculum.above-archived"))", scene, .warning)
}

private func nodeMenu(_ data: CurriculumNodePage, _ scene: Scene) -> HTML {
  let (words, node) = (scene.words, data.node)
  guard node.mergedInto == nil, node.archivedAt == nil else { return "" }
  var items: [HTML] = []
  if node.kind == .presentation {
    items.append(menuLink(words("curriculum.merge"), to: CurriculumPaths.merge(node.id), icon: icon("copy", scene)))
  }
  items.append(
    menuAct(words("curriculum.archive"), to: CurriculumPaths.archive(node.id), scene, icon: icon("archive", scene)))
  let add =
    node.kind == .presentation
    ? ""
    : linkButton(
      words("curriculum.add"), to: CurriculumPaths.new + "?parent=" + node.id.text, .primary, icon: icon("plus", scene))
  return """
    \(add)\(iconButton("more", words("curriculum.more"), scene, kind: .ghost, popover: "node-menu"))\
    \(menu("node-menu", words("curriculum.more"), items))
    """
}

private func about(_ data: CurriculumNodePage, _ scene: Scene) -> HTML {
  let (words, node) = (scene.words, data.node)
  var facts: [HTML] = ["\(words("curriculum.kind." + node.kind.rawValue))"]
  let above = data.tree.path(of: node.id).dropLast().map { $0.name }
  if !above.isEmpty { facts.append(name(above.joined(separator: " › "))) }
  if let ages = curriculumAges(node, words) { facts.append("\(ages)") }
  let aims: HTML =
    node.aims.isEmpty ? "" : "<p class=\"curriculum__aims\" dir=\"auto\">\(node.aims)</p>"
  return card(content: "<p class=\"quiet\">\(dotted(facts))</p>\(aims)")
}
// words: curriculum.kind.*

/// What lies in it, each with the way up and down.
private func inside(_ data: CurriculumNodePage, _ scene: Scene) -> HTML {
  let (words, tree) = (scene.words, data.tree)
  let all = tree.children(of: data.node.id)
  let shown = all.filter { $0.archivedAt == nil && $0.mergedInto == nil }
  guard !shown.isEmpty else {
    return emptyState("lesson", words("curriculum.empty"), words("curriculum.empty-text"), scene)
  }
  let places = all.enumerated().map { ($1.id, $0 + 1) }
  /// The place, from 1 and among all, of what stands before or after one that is shown.
  func place(_ at: Int) -> Int? {
    guard shown.indices.contains(at) else { return nil }
    return places.first { $0.0 == shown[at].id }?.1
  }
  let rows = shown.enumerated().map { at, node -> HTML in
    let moves: HTML = """
      \(moveButton("chevron-up", "curriculum.move-up", node, to: place(at - 1), scene))\
      \(moveButton("chevron-down", "curriculum.move-down", node, to: place(at + 1), scene))
      """
    return curriculumRow(node, tree, trail: moves, scene)
  }
  return stack([sectionTitle(words("curriculum.inside")), list(rows, id: "inside", label: words("curriculum.inside"))])
}

private func moveButton(
  _ symbol: String, _ key: String, _ node: CurriculumNode, to place: Int?, _ scene: Scene
) -> HTML {
  guard let place else { return "" }
  return form(
    CurriculumPaths.place(node.id), scene, style: FormStyle(classes: ""),
    content: """
      \(hidden([Form.Field("place", String(place))]))\
      \(iconButton(symbol, scene.words(key, .text(node.name)), scene, kind: .ghost, isSubmit: true))
      """)
}
// words: curriculum.move-up, curriculum.move-down

// MARK: what comes before and after

private func ties(_ data: CurriculumNodePage, _ draft: Draft, _ scene: Scene) -> HTML {
  let (words, node, tree) = (scene.words, data.node, data.tree)
  let before = tree.prerequisites(of: node.id).compactMap { tree[$0] }
  let after = tree.followers(of: node.id).compactMap { tree[$0] }
  let rows = before.map { one -> HTML in
    let remove = form(
      CurriculumPaths.prerequisites(node.id), scene, style: FormStyle(classes: ""),
      content: """
        \(hidden([Form.Field("needs", one.id.text), Form.Field("remove", "on")]))\
        \(iconButton("x", words("curriculum.untie", .text(one.name)), scene, kind: .ghost, isSubmit: true))
        """)
    return tieRow(one, tree, trail: node.mergedInto == nil ? remove : "", scene)
  }
  let none: HTML = before.isEmpty ? "<p class=\"quiet\">\(words("curriculum.no-before"))</p>" : ""
  var parts: [HTML] = [
    sectionTitle(words("curriculum.before")), none,
    rows.isEmpty ? "" : list(rows, id: "before", label: words("curriculum.before")),
  ]
  if node.mergedInto == nil { parts.append(tieForm(data, draft, scene)) }
  if !after.isEmpty {
    parts += [
      sectionTitle(words("curriculum.leads")),
      list(after.map { tieRow($0, tree, scene) }, id: "leads", label: words("curriculum.leads")),
    ]
  }
  return stack(parts)
}

private func tieRow(_ node: CurriculumNode, _ tree: CurriculumTree, trail: HTML = "", _ scene: Scene) -> HTML {
  cell(
    name(node.name), meta: name(tree.path(of: node.id).dropLast().map { $0.name }.joined(separator: " › ")),
    trail: trail, to: CurriculumPaths.node(node.id), scene, style: CellStyle(hasChevron: trail.isEmpty))
}

private func tieForm(_ data: CurriculumNodePage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let used = Set(data.tree.prerequisites(of: data.node.id) + [data.node.id])
  let choices = presentationChoices(data.tree, but: used)
  guard !choices.isEmpty else { return "" }
  let isHere = draft.problem("needs") != nil
  return form(
    CurriculumPaths.prerequisites(data.node.id),
    [.select("needs", words("curriculum.add-before"), choices, empty: words("curriculum.choose"))],
    isHere ? draft : Draft(), scene, submit: words("curriculum.tie"), scope: "tie")
}

/// All presentations that are offered, by their way from the area.
func presentationChoices(_ tree: CurriculumTree, but used: Set<ID<CurriculumNode>>) -> [Field.Choice] {
  tree.presentations().filter { !used.contains($0.id) }.map { Field.Choice($0.id.text, tree.pathName(of: $0.id)) }
}

// MARK: forms

private func fields(_ known: CurriculumNode?, _ scene: Scene) -> [Field] {
  let words = scene.words
  var aims = Field.area(
    "aims", words("curriculum.aims"), value: known?.aims ?? "", hint: words("curriculum.aims-hint"), rows: 3,
    max: CurriculumNode.maxAims)
  aims.direction = "auto"
  return [
    .text("name", words("curriculum.name"), value: known?.name ?? "", max: CurriculumNode.maxName),
    .number(
      "from", words("curriculum.from"), value: known?.fromMonths, in: CurriculumNode.months,
      hint: words("curriculum.months-hint"), isRequired: false),
    .number(
      "until", words("curriculum.until"), value: known?.untilMonths, in: CurriculumNode.months, isRequired: false),
    aims,
  ]
}

private func editCard(_ data: CurriculumNodePage, _ draft: Draft, _ scene: Scene) -> HTML {
  let (words, node) = (scene.words, data.node)
  let isHere = draft.form["name"] != nil
  let mine = isHere ? draft : Draft()
  let all = fields(node, scene)
  return card(
    words("curriculum.edit"), id: "edit",
    content: form(
      CurriculumPaths.node(node.id), scene, style: FormStyle(draft: "curriculum-" + node.id.text),
      content: """
        \(hidden([Form.Field("version", mine["version"] ?? node.version)]))\(errorSummary(mine, all, scene))\
        \(each: all, { field($0, mine, scene) })\
        <p class="quiet">\(words("curriculum.key-is")) <code dir="ltr">\(node.key)</code></p>\
        <div class="form__actions">\(submit(words("curriculum.save")))</div>
        """))
}

/// Where else it may lie.
private func moveCard(_ data: CurriculumNodePage, _ draft: Draft, _ scene: Scene) -> HTML {
  let (words, node, tree) = (scene.words, data.node, data.tree)
  guard node.kind != .area else {
    let all = tree.areas
    guard all.count > 1, let at = all.firstIndex(where: { $0.id == node.id }) else { return "" }
    let buttons = [
      moveButton("chevron-up", "curriculum.move-up", node, to: at > 0 ? at : nil, scene),
      moveButton("chevron-down", "curriculum.move-down", node, to: at + 1 < all.count ? at + 2 : nil, scene),
    ]
    return card(words("curriculum.move"), content: cluster(buttons))
  }
  let choices = tree.outline.filter { $0.kind.below.contains(node.kind) && tree.stands($0.id) }.map {
    Field.Choice($0.id.text, tree.pathName(of: $0.id))
  }
  guard choices.count > 1 else { return "" }
  return card(
    words("curriculum.move"),
    content: form(
      CurriculumPaths.place(node.id),
      [.select("parent", words("curriculum.move-into"), choices, value: node.parent?.text ?? "")],
      draft.problem("parent") == nil ? Draft() : draft, scene,
      submit: words("curriculum.move"), scope: "move"))
}

func curriculumFormPage(_ data: CurriculumForm, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, parent) = (scene.words, data.parent)
  let kinds = parent.map { $0.kind.below } ?? [.area]
  var all: [Field] = []
  if kinds.count > 1 {
    let usual: CurriculumNode.Kind = parent?.kind == .material || parent?.kind == .group ? .presentation : .material
    all.append(
      .select(
        "kind", words("curriculum.kind"),
        kinds.map { Field.Choice($0.rawValue, words("curriculum.kind." + $0.rawValue)) }, value: usual.rawValue))
  }
  let title = words("curriculum.add." + (kinds.count == 1 ? kinds[0].rawValue : "place"))
  all += fields(nil, scene)
  var kept = kinds.count == 1 ? [Form.Field("kind", kinds.first?.rawValue ?? "")] : []
  if let parent { kept.append(Form.Field("parent", parent.id.text)) }
  let back = parent.map { CurriculumPaths.node($0.id) } ?? CurriculumPaths.all
  return Page(
    "curriculum.new", title: title,
    parent: (parent.map { data.tree.pathName(of: $0.id) } ?? words("curriculum.title"), back),
    body: card(
      content: form(
        CurriculumPaths.all, scene, style: FormStyle(draft: "curriculum-new-" + (parent?.id.text ?? "area")),
        content: """
          \(hidden(kept))\(errorSummary(draft, all, scene))\(each: all, { field($0, draft, scene) })\
          <div class="form__actions">\(submit(words("curriculum.save")))\
          \(linkButton(words("kit.cancel"), to: back, .ghost))</div>
          """)))
}
// words: curriculum.add.*
