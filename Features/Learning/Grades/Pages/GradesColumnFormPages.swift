import Base
import HTML
import Kit
import School

/// A new column, or how one counts.
struct GradeColumnForm: Sendable {
  let course: Course
  let item: GradeItem?
  let categories: [GradeCategory]
  let postsItself: Bool
  let due: Day?
  /// The one that the gradebook was sifted by, or that the last column of one's own went into.
  var category: ID<GradeCategory>?
}

func gradeColumnFormPage(_ data: GradeColumnForm, _ draft: Draft, _ scene: Scene) -> Page {
  let title = scene.words(data.item == nil ? "grades.add-column" : "grades.edit-column")
  let course = data.course.id
  let path = data.item.map { GradesPaths.column(course, $0.id) + "/edit" } ?? GradesPaths.newColumn(course)
  let back = data.item.map { GradesPaths.column(course, $0.id) } ?? GradesPaths.gradebook(course)
  let remove: HTML =
    data.item?.source == .manual
    ? postButton(
      scene.words("grades.remove-column"), to: data.item.map { GradesPaths.column(course, $0.id) + "/remove" } ?? back,
      scene, .destructive, icon: icon("trash", scene)) : ""
  return Page(
    "grades.column-form", title: title, space: courseSpace(data.course, .teacher, current: .grades, scene),
    body: """
      <div class="stack measure">\(card(content: form(
        path, columnFields(data, scene), draft, scene, submit: scene.words("grades.save"),
        cancel: (scene.words("kit.cancel"), back))))\(remove)</div>
      """)
}

private func columnFields(_ data: GradeColumnForm, _ scene: Scene) -> [Field] {
  let item = data.item
  let isOwn = item == nil || item?.source == .manual
  let words = scene.words
  let heads: [Field] =
    isOwn
    ? [
      .text("title", words("grades.column-title"), value: item?.title ?? "", max: 80),
      .points(
        "possible", words("grades.possible"), value: item?.possible ?? Amount(units: 100 * Amount.scale),
        hint: words("grades.possible-hint")),
      .date("due", words("grades.due"), value: data.due, hint: words("grades.due-hint"), isRequired: false),
    ]
    : [.hidden("title", item?.title ?? ""), .hidden("possible", item?.possible.text ?? "0")]
  return heads + [
    .select(
      "category", words("grades.category"),
      data.categories.map { Field.Choice($0.id.text, categoryName($0, scene)) },
      value: (item?.category ?? data.category ?? data.categories.first?.id)?.text ?? ""),
    .check("ignored", words("grades.ignored"), isOn: item?.counts == false, hint: words("grades.ignored-hint")),
    .check("never-drop", words("grades.never-drop"), isOn: item?.neverDrop ?? false),
    .check(
      "posts-itself", words("grades.posts-itself"), isOn: item?.postsItself ?? data.postsItself,
      hint: words("grades.posts-itself-hint")),
  ]
}

extension Field {
  /// A number with parts, typed as one likes.
  static func points(_ name: String, _ label: String, value: Amount?, hint: String? = nil, isRequired: Bool = true)
    -> Field
  {
    var field = Field(
      name, label, .line(type: "text"), value: value?.text ?? "", hint: hint, isRequired: isRequired,
      autocomplete: "off",
      direction: "ltr", max: 20)
    field.inputmode = "decimal"
    return field
  }
}
