import Base
import HTML
import Kit
import School

/// A course before it is copied: when the copy begins, and where every date would go.
struct CopyPage: Sendable {
  struct Row: Sendable {
    /// Empty for dates of the course itself.
    let title: String
    let key: String
    let old: Day
    let new: Day
    /// It would have fallen on a day without school.
    let isSkipped: Bool
  }
  let course: Course
  /// The first day of the copy, once it was chosen.
  var from: Day?
  var daysOff: Set<Int>
  var rows: [Row] = []
}

func copyCoursePage(_ data: CopyPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, course) = (scene.words, data.course)
  return Page(
    "courses.copy", title: words("courses.copy-named", .text(course.name)),
    parent: (course.name, CoursesPaths.course(course.id)),
    body: stack([
      "<p class=\"measure\">\(words("courses.copy-text"))</p>", card(content: choosing(data, draft, scene)),
      data.from == nil ? "" : preview(data, draft, scene),
    ]))
}

/// Where the copy begins: asked by GET, so that looking changes nothing.
private func choosing(_ data: CopyPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let (words, course) = (scene.words, data.course)
  let fields = [
    Field.text("name", words("courses.name"), value: draft["name"] ?? course.name),
    Field.text("term", words("courses.term"), value: draft["term"] ?? "", isRequired: false, max: 60),
    Field.date("from", words("courses.copy-from"), value: data.from),
  ]
  let shown = Draft(Form(), problems: draft.problems)
  return """
    <form class="form" method="get" action="\(url: CoursesPaths.copy(course.id))">\(errorSummary(draft, fields, scene))\
    \(each: fields, { field($0, shown, scene) })\(daysOff(data, scene))\
    <div class="form__actions">\(submit(words("courses.copy-preview"), .secondary))</div></form>
    """
}

private func daysOff(_ data: CopyPage, _ scene: Scene) -> HTML {
  let (words, first) = (scene.words, scene.zone.firstWeekday)
  let days = (0..<7).map { (first - 1 + $0) % 7 + 1 }
  let boxes = days.map { weekday -> HTML in
    """
    <label class="check"><input type="checkbox" name="off.\(String(weekday))" value="on"\
    \(flag: "checked", data.daysOff.contains(weekday))><span class="check__text">\(words("date.weekday." + String(weekday)))\
    </span></label>
    """
  }
  return """
    <fieldset class="choices weekdays"><legend>\(words("courses.days-off"))</legend>\(each: boxes, { $0 })</fieldset>
    """
}

/// Every date, its old place and its new one; the button makes it so.
private func preview(_ data: CopyPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let table = DataTable(
    words("courses.copy-dates", .count(data.rows.count)),
    [
      DataTable.Column(words("courses.copy-what")), DataTable.Column(words("courses.copy-old")),
      DataTable.Column(words("courses.copy-new")),
    ])
  let rows = data.rows.map { row in
    DataTable.Row([what(row, scene), day(row.old, scene, .weekday), moved(row, scene)])
  }
  let shown: HTML =
    data.rows.isEmpty ? "<p class=\"quiet\">\(words("courses.copy-no-dates"))</p>" : table.html(rows, id: "dates")
  return "<section class=\"stack\" id=\"preview\">\(shown)\(applying(data, draft, scene))</section>"
}

private func what(_ row: CopyPage.Row, _ scene: Scene) -> HTML {
  row.title.isEmpty
    ? HTML(text: scene.words(row.key)) : "\(name(row.title)) <span class=\"quiet\">\(scene.words(row.key))</span>"
}

private func moved(_ row: CopyPage.Row, _ scene: Scene) -> HTML {
  let on = day(row.new, scene, .weekday)
  return row.isSkipped ? "\(on) \(badge(scene.words("courses.copy-skipped"), .info))" : on
}

private func applying(_ data: CopyPage, _ draft: Draft, _ scene: Scene) -> HTML {
  var fields = [
    Form.Field("name", draft["name"] ?? data.course.name), Form.Field("term", draft["term"] ?? ""),
    Form.Field("from", data.from?.text ?? ""),
  ]
  fields += data.daysOff.sorted().map { Form.Field("off." + String($0), "on") }
  return postButton(
    scene.words("courses.copy-apply"), to: CoursesPaths.copy(data.course.id), scene, fields: fields, .primary,
    icon: icon("copy", scene))
}
