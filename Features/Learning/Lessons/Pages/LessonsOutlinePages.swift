import Base
import HTML
import Kit
import School

/// The course's outline beside the lesson; on a phone the same opens as a sheet from the bottom.
func lessonOutline(_ data: LessonPage, _ scene: Scene) -> HTML {
  let loose = data.items.filter { $0.module == nil }
  let first: HTML = loose.isEmpty ? "" : outlineLinks(loose, data, scene)
  return """
    <nav class="lesson__outline" id="outline" popover aria-label="\(scene.words("lessons.outline"))">\
    <h2 class="lesson__course"><a href="\(url: CoursesPaths.course(data.course.id))"><bdi>\(data.course.name)</bdi></a></h2>\
    \(outlineBar(data, scene))\(first)\(each: data.modules, { outlineChapter($0, data, scene) })</nav>
    """
}

/// How far the student is through the lessons.
func outlineBar(_ data: LessonPage, _ scene: Scene) -> HTML {
  guard data.isStudent, !data.lessons.isEmpty else { return "<div id=\"outline-bar\"></div>" }
  let done = data.lessons.filter { data.done.contains($0.id) }.count
  let label = scene.words("lessons.progress", .count(done), .count(data.lessons.count))
  return """
    <div id="outline-bar"><p class="quiet">\(label)</p>\(progress(label, done, of: data.lessons.count, scene))</div>
    """
}

private func outlineChapter(_ module: CourseModule, _ data: LessonPage, _ scene: Scene) -> HTML {
  let items = data.items.filter { $0.module == module.id }
  guard !items.isEmpty else { return "" }
  return "<h3 class=\"lesson__chapter\"><bdi>\(module.title)</bdi></h3>\(outlineLinks(items, data, scene))"
}

private func outlineLinks(_ items: [CourseItem], _ data: LessonPage, _ scene: Scene) -> HTML {
  "<ul role=\"list\">\(each: items, { outlineLink($0, data, scene) })</ul>"
}

/// A line of the outline; a tick says the student is through with it, in words for the ear.
func outlineLink(_ item: CourseItem, _ data: LessonPage, _ scene: Scene) -> HTML {
  let isDone = data.done.contains(item.id)
  let symbol: HTML =
    isDone
    ? icon("check", scene, size: .small, label: scene.words("lessons.finished"))
    : icon(itemIcon(item.kind), scene, size: .small)
  let draft: HTML =
    item.publishedAt == nil ? " \(badge(scene.words("courses.state.draft"), .warning))" : ""
  return """
    <li id="outline-\(item.id.text)"\(flag: "data-done", isDone)><a href="\(url: path(of: item))"\
    \(attribute: "aria-current", item.id == data.item.id ? "page" : nil)>\(symbol)<span><bdi>\(item.title)</bdi>\(draft)</span></a></li>
    """
}
