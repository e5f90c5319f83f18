import Base
import HTML
import Kit
import School

/// The modules with their items: what a live line replaces. The items of no module come first.
func courseOutline(_ data: CoursePage, _ scene: Scene) -> HTML {
  let id = "course-" + data.course.id.text + "-outline"
  guard !data.modules.isEmpty || !data.items.isEmpty else {
    return "<div id=\"\(id)\">\(emptyOutline(data, scene))</div>"
  }
  let loose = data.items.filter { $0.module == nil }
  let first: HTML = loose.isEmpty ? "" : outlineItems(loose, data, scene)
  return """
    <div class="outline stack" id="\(id)">\(first)\(each: data.modules, { outlineModule($0, data, scene) })</div>
    """
}

private func emptyOutline(_ data: CoursePage, _ scene: Scene) -> HTML {
  let key = data.isOpen ? "courses.outline-empty" : "courses.outline-nothing"  // words: courses.outline-empty* courses.outline-nothing*
  return emptyState("note", scene.words(key), scene.words(key + "-text"), scene, isSlot: true)
}

private func outlineModule(_ module: CourseModule, _ data: CoursePage, _ scene: Scene) -> HTML {
  let items = data.items.filter { $0.module == module.id }
  // Whoever cannot fill an empty chapter need not see it.
  guard !items.isEmpty || data.sight.isStaff else { return "" }
  let body: HTML =
    items.isEmpty
    ? "<p class=\"quiet\">\(scene.words("courses.module-empty"))</p>" : outlineItems(items, data, scene)
  return """
    <section class="outline__module" id="module-\(module.id.text)" aria-labelledby="module-\(module.id.text)-title">\
    <div class="outline__head"><h2 class="section-title" id="module-\(module.id.text)-title">\(name(module.title))</h2></div>\
    \(body)</section>
    """
}

private func outlineItems(_ items: [CourseItem], _ data: CoursePage, _ scene: Scene) -> HTML {
  list(items.map { outlineItem($0, data, scene) })
}

private func outlineItem(_ item: CourseItem, _ data: CoursePage, _ scene: Scene) -> HTML {
  let marks = data.marks[item.id] ?? []
  return cell(
    name(item.title), meta: itemMeta(item, scene), lead: icon(itemIcon(item.kind), scene),
    trail: "\(each: marks, { $0.draw(scene) })\(itemState(item, data, scene))", to: path(of: item), scene,
    style: CellStyle(id: "item-" + item.id.text))
}

/// The symbol of a kind of item.
func itemIcon(_ kind: CourseItem.Kind) -> String {
  switch kind {
  case .lesson: "class"
  case .assignment: "note"
  case .quiz: "check"
  }
}

private func itemMeta(_ item: CourseItem, _ scene: Scene) -> HTML {
  let kind = scene.words("courses.kind." + item.kind.rawValue)
  guard let due = item.dueAt else { return HTML(text: kind) }
  return "\(kind) · \(scene.words("courses.due", .text(scene.words.moment(due, in: scene.zone))))"
}

private func itemState(_ item: CourseItem, _ data: CoursePage, _ scene: Scene) -> HTML {
  guard data.sight.isStaff, item.publishedAt == nil else { return "" }
  return badge(scene.words("courses.state.draft"), .warning, icon: icon("edit", scene))
}

func newModule(_ data: CoursePage, _ scene: Scene) -> HTML { "" }
func outlineForms(_ data: CoursePage, _ scene: Scene) -> HTML { "" }
func courseActs(_ data: CoursePage, _ scene: Scene) -> HTML { "" }
func courseMenu(_ data: CoursePage, _ scene: Scene) -> HTML { "" }
