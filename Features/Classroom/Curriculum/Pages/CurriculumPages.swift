import Base
import HTML
import Kit
import School

/// The whole curriculum, or what of it was searched for.
struct CurriculumPage: Sendable {
  /// Found places that are listed; the rest wants a longer word.
  static let mostFound = 100
  var tree: CurriculumTree
  var text = ""
  var showsArchived = false
  var topics: [String] = []

  /// In the order in which it is read: what is offered, and where it was asked for what was archived or merged.
  var shown: [CurriculumNode] {
    let all = tree.outline.filter { showsArchived || tree.stands($0.id) }
    let wanted = Student.fold(text)
    guard !wanted.isEmpty else { return all }
    return all.filter { Student.fold($0.name).includes(wanted) || $0.key.includes(wanted) }
  }
}

func curriculumPage(_ data: CurriculumPage, _ scene: Scene) -> Page {
  let words = scene.words
  guard !data.tree.nodes.isEmpty else {
    return Page(
      "curriculum.tree", title: words("curriculum.title"), topics: data.topics,
      body: emptyState(
        "lesson", words("curriculum.none"), words("curriculum.none-text"), scene,
        action: cluster([
          linkButton(words("curriculum.shipped"), to: CurriculumPaths.shipped, .primary, icon: icon("sparkle", scene)),
          linkButton(words("curriculum.import"), to: CurriculumPaths.importing, icon: icon("import", scene)),
          linkButton(words("curriculum.add.area"), to: CurriculumPaths.new, .ghost, icon: icon("plus", scene)),
        ])))
  }
  let path = CurriculumPaths.all
  let archived = chips([
    chip(words("curriculum.offered"), to: path, isCurrent: !data.showsArchived),
    chip(words("curriculum.with-archived"), to: path + "?archived=on", isCurrent: data.showsArchived),
  ])
  let search = searchField(
    words("curriculum.search"), value: data.text, results: "found", scene, action: path,
    kept: data.showsArchived ? [Form.Field("archived", "on")] : [])
  let found: HTML = "<div id=\"found\">\(data.text.isEmpty ? outline(data, scene) : results(data, scene))</div>"
  return Page(
    "curriculum.tree", title: words("curriculum.title"), actions: treeMenu(scene), topics: data.topics,
    body: stack([search, archived, found]))
}

private func treeMenu(_ scene: Scene) -> HTML {
  let words = scene.words
  let items = [
    menuLink(words("curriculum.shipped"), to: CurriculumPaths.shipped, icon: icon("sparkle", scene)),
    menuLink(words("curriculum.import"), to: CurriculumPaths.importing, icon: icon("import", scene)),
    menuLink(words("curriculum.export"), to: CurriculumPaths.file, icon: icon("download", scene)),
  ]
  return """
    \(linkButton(words("curriculum.add.area"), to: CurriculumPaths.new, icon: icon("plus", scene)))\
    \(iconButton("more", words("curriculum.more"), scene, kind: .ghost, popover: "curriculum-menu"))\
    \(menu("curriculum-menu", words("curriculum.more"), items))
    """
}

private func results(_ data: CurriculumPage, _ scene: Scene) -> HTML {
  let (words, found) = (scene.words, data.shown)
  guard !found.isEmpty else {
    return emptyState(
      "search", words("curriculum.not-found"), words("curriculum.not-found-text", .text(data.text)), scene)
  }
  let rows = found.prefix(CurriculumPage.mostFound).map { node -> HTML in
    let above = data.tree.path(of: node.id).dropLast().map { $0.name }.joined(separator: " › ")
    return curriculumRow(node, data.tree, above: above.isEmpty ? "" : name(above), scene)
  }
  let rest = found.count - rows.count
  let more: HTML = rest > 0 ? "<p class=\"quiet\">\(words("curriculum.more-found", .count(rest)))</p>" : ""
  return "\(list(rows, label: words("curriculum.title")))\(more)"
}

private func outline(_ data: CurriculumPage, _ scene: Scene) -> HTML {
  let areas = data.tree.areas.filter { data.showsArchived || data.tree.stands($0.id) }
  return "<div class=\"curriculum\">\(each: areas, { part($0, data, depth: 0, scene) })</div>"
}

/// A place that holds others, folded; materials of a group that is open are open, too.
private func part(_ node: CurriculumNode, _ data: CurriculumPage, depth: Int, _ scene: Scene) -> HTML {
  let (words, tree) = (scene.words, data.tree)
  let children = tree.children(of: node.id).filter { data.showsArchived || tree.stands($0.id) }
  let leaves = children.filter { $0.kind == .presentation }
  let parts = children.filter { $0.kind != .presentation }
  let count = tree.outline(of: node.id).count {
    $0.kind == .presentation && (data.showsArchived || tree.stands($0.id))
  }
  let rows = leaves.map { curriculumRow($0, tree, scene) }
  let below: HTML = rows.isEmpty ? "" : list(rows, label: node.name)
  let nothing: HTML = children.isEmpty ? "<p class=\"quiet\">\(words("curriculum.empty"))</p>" : ""
  return """
    <details class="curriculum__part" id="n-\(node.id.text)"\(flag: "open", depth > 1)>\
    <summary><bdi class="curriculum__name">\(node.name)</bdi> \(state(node, scene))\
    <span class="quiet">\(words("curriculum.presentations", .count(count)))</span></summary>\
    <div class="curriculum__below"><p><a class="curriculum__open" href="\(url: CurriculumPaths.node(node.id))">\
    \(words("curriculum.open", .text(node.name)))</a></p>\(nothing)\(below)\
    \(each: parts, { part($0, data, depth: depth + 1, scene) })</div></details>
    """
}

/// A place as a row: its ages, and what it comes after.
func curriculumRow(
  _ node: CurriculumNode, _ tree: CurriculumTree, above: HTML = "", trail: HTML = "", _ scene: Scene
) -> HTML {
  let words = scene.words
  var meta: [HTML] = above.isEmpty ? [] : [above]
  if let ages = curriculumAges(node, words) { meta.append("\(ages)") }
  if node.kind != .presentation {
    meta.append("\(words("curriculum.presentations", .count(tree.presentations(of: node.id).count)))")
  }
  let after = tree.prerequisites(of: node.id).compactMap { tree[$0]?.name }
  if !after.isEmpty { meta.append("\(words("curriculum.after", .text(after.joined(separator: ", "))))") }
  return cell(
    "\(name(node.name)) \(state(node, scene))", meta: dotted(meta), trail: trail, to: CurriculumPaths.node(node.id),
    scene, style: CellStyle(hasChevron: trail.isEmpty))
}

private func state(_ node: CurriculumNode, _ scene: Scene) -> HTML {
  if node.mergedInto != nil { return badge(scene.words("curriculum.is-merged-badge")) }
  return node.archivedAt == nil ? "" : badge(scene.words("curriculum.is-archived"), .warning)
}

/// “2½–4 years”; `nil` when it is for any age.
func curriculumAges(_ node: CurriculumNode, _ words: Words) -> String? {
  switch (node.fromMonths, node.untilMonths) {
  case (let from?, let until?):
    words("curriculum.ages", .text(years(from, words)), .text(years(until, words)))
  case (let from?, nil): words("curriculum.ages-from", .text(years(from, words)))
  case (nil, let until?): words("curriculum.ages-until", .text(years(until, words)))
  case (nil, nil): nil
  }
}

/// Months as years, with a quarter's sign where there is one.
private func years(_ months: Int, _ words: Words) -> String {
  let whole = words.number(months / 12)
  switch months % 12 {
  case 0: return whole
  case 3: return whole + "¼"
  case 6: return whole + "½"
  case 9: return whole + "¾"
  default: return whole + ";" + words.number(months % 12)
  }
}
