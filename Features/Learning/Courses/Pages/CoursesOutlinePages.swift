import Base
import HTML
import Kit
import School

/// The modules with their items: what an answer to a move replaces.
///
/// The items of no module come first.
func courseOutline(_ data: CoursePage, _ scene: Scene) -> HTML {
  guard !data.modules.isEmpty || !data.items.isEmpty else {
    return "<div id=\"outline\">\(emptyOutline(data, scene))</div>"
  }
  let (loose, order) = (data.items.filter { $0.module == nil }, data.outlineList)
  let first: HTML = loose.isEmpty ? "" : outlineItems(loose, order, data, scene)
  let sections = data.modules.map { outlineModule($0, order, data, scene) }
  return """
    <div class="outline stack" id="outline"\(behaviour: .outline, data.isOpen)>\(first)\(each: sections, { $0 })</div>
    """
}

private func emptyOutline(_ data: CoursePage, _ scene: Scene) -> HTML {
  // words: courses.outline-empty* courses.outline-nothing*
  let key = data.isOpen ? "courses.outline-empty" : "courses.outline-nothing"
  return emptyState("lesson", scene.words(key), scene.words(key + "-text"), scene, isSlot: true)
}

private func outlineModule(_ module: CourseModule, _ order: Outline, _ data: CoursePage, _ scene: Scene) -> HTML {
  let items = data.items.filter { $0.module == module.id }
  // Whoever cannot fill an empty chapter need not see it.
  guard !items.isEmpty || data.access.isStaff else { return "" }
  let body: HTML =
    items.isEmpty
    ? "<p class=\"quiet outline__none\">\(scene.words("courses.module-empty"))</p>"
    : outlineItems(items, order, data, scene)
  guard data.isOpen else { return foldedModule(module, items, body, data, scene) }
  let title: HTML =
    "<h2 class=\"outline__title\" id=\"module-\(module.id.text)-title\">\(name(module.title))</h2>"
  let entry = OutlineEntry.module(module.id)
  return """
    <section class="outline__module" id="module-\(module.id.text)" aria-labelledby="module-\(module.id.text)-title"\
    \(moves(entry, order, data))><div class="outline__head">\(handle(entry, module.title, data, scene))\
    \(title)\(moduleMenu(module, order, data, scene))</div>\(body)</section>
    """
}

/// For who only reads: what one is through with is folded.
private func foldedModule(
  _ module: CourseModule, _ items: [CourseItem], _ body: HTML, _ data: CoursePage, _ scene: Scene
) -> HTML {
  let done = items.count { data.isDone($0) }
  let sum: HTML =
    data.access.isStaff
    ? "" : "<span class=\"outline__sum\">\(tally(done, of: items.count, scene))</span>"
  return """
    <details class="outline__module" id="module-\(module.id.text)"\(flag: "open", done < items.count || items.isEmpty)>\
    <summary class="outline__head"><h2 class="outline__title">\(name(module.title))\(sum)</h2></summary>\(body)</details>
    """
}

private func outlineItems(_ items: [CourseItem], _ order: Outline, _ data: CoursePage, _ scene: Scene) -> HTML {
  "<ul class=\"list\" role=\"list\">\(each: items, { outlineItem($0, order, data, scene) })</ul>"
}

private func outlineItem(_ item: CourseItem, _ order: Outline, _ data: CoursePage, _ scene: Scene) -> HTML {
  let (marks, entry) = (data.marks[item.id] ?? [], OutlineEntry.item(item.id))
  let kind = scene.words("courses.kind." + item.kind.rawValue)
  let lead: HTML = data.access.isStaff ? handle(entry, item.title, data, scene) : tick(data.isDone(item), scene)
  return """
    <li class="cell cell--link outline__row" id="item-\(item.id.text)"\(flag: "data-done", data.isDone(item))\
    \(moves(entry, order, data))>\
    <span class="cell__lead outline__lead">\(lead)\(icon(itemIcon(item.kind), scene, label: kind))</span>\
    <div class="cell__body"><span class="cell__title"><a href="\(url: path(of: item))">\(name(item.title))</a></span></div>\
    <div class="cell__trail">\(each: marks, { $0.draw(scene) })\(itemState(item, data, scene))\
    \(itemFacts(item, marks, data, scene))\(itemMenu(item, order, data, scene))</div></li>
    """
}

/// When it is due, and how many are through: beside each other, on a phone below each other.
private func itemFacts(_ item: CourseItem, _ marks: [CoursePiece], _ data: CoursePage, _ scene: Scene) -> HTML {
  let facts: HTML = "\(dueMark(item, scene))\(doneBar(marks, data, scene))"
  return facts.isEmpty ? "" : "<span class=\"outline__facts\">\(facts)</span>"
}

/// A round at the start of a row, ticked when one is through.
private func tick(_ isDone: Bool, _ scene: Scene) -> HTML {
  guard isDone else { return "<span class=\"tick\"></span>" }
  let mark = icon("check", scene, size: .small, label: scene.words("lessons.finished"))
  return "<span class=\"tick\" data-done>\(mark)</span>"
}

/// How many of those who are enrolled are through with it.
private func doneBar(_ marks: [CoursePiece], _ data: CoursePage, _ scene: Scene) -> HTML {
  let all = data.counts.enrolled
  guard data.access.isStaff, all > 0, let count = marks.compactMap({ $0.count }).first else { return "" }
  let (done, words) = (min(count, all), scene.words)
  let (here, of) = (words.number(done), words.number(all))
  return """
    <span class="outline__share"><progress value="\(done)" max="\(all)" aria-label="\(words("courses.done-of", .text(here), .text(of)))"></progress>\
    <span aria-hidden="true">\(tally(done, of: all, scene))</span></span>
    """
}

/// The day it is due for the eye, with the hour for the ear.
private func dueMark(_ item: CourseItem, _ scene: Scene) -> HTML {
  guard let due = item.dueAt else { return "" }
  let (words, day) = (scene.words, scene.ownZone.day(of: due))
  let whole = words("courses.due", .text(words.moment(due, in: scene.ownZone)))
  return """
    <span class="visually-hidden">\(whole)</span>\
    <time class="outline__due" datetime="\(due.text)" title="\(whole)" aria-hidden="true">\(dayName(day, scene))</time>
    """
}

/// The sign of a kind of item; a quiz has no tick, for that is what done looks like.
func itemIcon(_ kind: CourseItem.Kind) -> String {
  switch kind {
  case .lesson: "lesson"
  case .assignment: "note"
  case .quiz: "quiz"
  }
}

private func itemState(_ item: CourseItem, _ data: CoursePage, _ scene: Scene) -> HTML {
  guard data.access.isStaff, item.publishedAt == nil else { return "" }
  return badge(scene.words("courses.state.draft"), .warning, icon: icon("edit", scene))
}

// MARK: moving

/// What a step up and a step down are, for the keys and the pointer; nothing where nothing may be moved.
private func moves(_ entry: OutlineEntry, _ order: Outline, _ data: CoursePage) -> HTML {
  guard data.isOpen else { return "" }
  return """
     data-entry="\(entry.text)"\(attribute: "data-up", up(entry, order))\(attribute: "data-down", down(entry, order))
    """
}

private func up(_ entry: OutlineEntry, _ order: Outline) -> String? {
  order.above(entry).map { entry.text + " " + $0.text }
}

private func down(_ entry: OutlineEntry, _ order: Outline) -> String? {
  order.below(entry).map { below in entry.text + (below.map { " " + $0.text } ?? "") }
}

/// What one drags by; with the arrow keys it moves one step.
private func handle(_ entry: OutlineEntry, _ title: String, _ data: CoursePage, _ scene: Scene) -> HTML {
  guard data.isOpen else { return "" }
  let label = scene.words("courses.drag", .text(title))
  return """
    <button type="button" class="outline__handle js-only" id="handle-\(entry.text)" data-handle aria-label="\(label)" \
    title="\(scene.words("courses.drag-hint"))">\(icon("grip", scene))</button>
    """
}

private func moveItems(_ entry: OutlineEntry, _ order: Outline, _ scene: Scene) -> [HTML] {
  var items: [HTML] = []
  if let up = up(entry, order) { items.append(moveItem("courses.move-up", "chevron-up", up, scene)) }
  if let down = down(entry, order) { items.append(moveItem("courses.move-down", "chevron-down", down, scene)) }
  return items
}

private func moveItem(_ key: String, _ symbol: String, _ move: String, _ scene: Scene) -> HTML {
  """
  <button class="menu__item" form="outline-form" name="move" value="\(move)">\(icon(symbol, scene))\(scene.words(key))</button>
  """
}

private func itemMenu(_ item: CourseItem, _ order: Outline, _ data: CoursePage, _ scene: Scene) -> HTML {
  guard data.isOpen else { return "" }
  let (words, isShown) = (scene.words, item.publishedAt != nil)
  let publication: HTML = """
    <button class="menu__item" form="outline-form" formaction="\(url: CoursesPaths.publication(item))" name="published" \
    value="\(isShown ? "0" : "1")">\(icon(isShown ? "eye-off" : "eye", scene))\
    \(words(isShown ? "courses.unpublish" : "courses.publish"))</button>
    """
  let label = words("courses.more", .text(item.title))
  let id = "menu-item-" + item.id.text
  return iconButton("more", label, scene, kind: .ghost, popover: id)
    + menu(id, label, [publication] + moveItems(.item(item.id), order, scene))
}

private func moduleMenu(_ module: CourseModule, _ order: Outline, _ data: CoursePage, _ scene: Scene) -> HTML {
  guard data.isOpen else { return "" }
  let (words, id) = (scene.words, "menu-module-" + module.id.text)
  let label = words("courses.more", .text(module.title))
  let adding = data.making.map { addLink($0, data.course.id, module.id, scene) }
  let edit = menuLink(words("courses.edit-module"), to: CoursesPaths.module(module), icon: icon("edit", scene))
  let moving = moveItems(.module(module.id), order, scene)
  return iconButton("more", label, scene, kind: .ghost, popover: id)
    + menu(id, label, adding + (adding.isEmpty ? [] : [menuLine]) + [edit] + moving)
}

/// The form that every button of the outline belongs to: it alone holds the reader's proof, and it is new in each
/// answer, because each move is a sending of its own.
func outlineForm(_ course: ID<Course>, _ scene: Scene) -> HTML {
  form(
    CoursesPaths.outline(course), scene, style: FormStyle(id: "outline-form", isLive: true, classes: ""), content: "")
}

/// What an answer to a move or a publication changes in the page that is open.
func outlineAnswer(_ data: CoursePage, _ toast: Toast?, _ scene: Scene) -> HTML {
  let said: HTML = toast.map { fragment(.append, "toasts", Kit.toast($0, scene)) } ?? ""
  return fragment(.replace, "outline", courseOutline(data, scene))
    + fragment(.replace, "outline-form", outlineForm(data.course.id, scene)) + said
}

/// A chapter more, at the end.
func newModule(_ data: CoursePage, _ scene: Scene) -> HTML {
  guard data.isOpen else { return "" }
  let words = scene.words
  let title = Field.text("title", words("courses.module-title"), hint: words("courses.module-hint"))
  return """
    <div id="new-module">\(form(
      CoursesPaths.modules(data.course.id), [title], Draft(), scene, submit: words("courses.add-module"),
      scope: "module"))</div>\(outlineForm(data.course.id, scene))
    """
}

extension Behaviour {
  /// An outline that is put in order by hand.
  static let outline = Behaviour("outline", on: "data-outline")
}
