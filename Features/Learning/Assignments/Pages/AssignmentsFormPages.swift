import Base
import HTML
import Kit
import School

/// What the form of an assignment shows.
struct AssignmentFormPage: Sendable {
  var course: Course
  var item: CourseItem?
  var assignment: Assignment?
  var column: GradeItem?
  var modules: [CourseModule] = []
  /// The module the form was opened in.
  var module: ID<CourseModule>?
  var categories: [GradeCategory] = []
  /// The closed part of the year in which its day lies.
  var closed: ClosedPeriod?
  /// When the course meets, for the day that new work is due on unless its teacher says another.
  var meetings: [CourseMeeting] = []
  /// The days without school among the next.
  var holidays: Set<Day> = []
}

func assignmentFormPage(_ data: AssignmentFormPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let back = data.item.map { AssignmentsPaths.assignment($0.id) } ?? CoursesPaths.course(data.course.id)
  let action = data.item.map { AssignmentsPaths.assignment($0.id) } ?? AssignmentsPaths.all(data.course.id)
  let title = data.item.map { words("assignments.edit-named", .text($0.title)) } ?? words("assignments.new")
  let groups = AssignmentFields.groups(data, scene)
  let fields = groups.flatMap { $0 }
  let content: HTML = """
    \(errorSummary(draft, fields, scene))\(each: groups[0], { field($0, draft, scene) })\
    \(worksChoice(data, draft, scene))\(data.closed?.dayBanner(scene) ?? "")\(fieldRow(groups[1].map { field($0, draft, scene) }))\
    <details class="more"\(flag: "open", isSpecial(data, draft))><summary>\(words("assignments.more-settings"))</summary>\
    <div class="stack">\(each: groups[2], { field($0, draft, scene) })</div></details>\
    \(data.item == nil ? sheetFields(true, draft, scene) : "")\
    \(formFoot(data, back, scene))
    """
  return Page(
    data.item == nil ? "assignments.new" : "assignments.edit", title: title,
    parent: (data.item?.title ?? data.course.name, back),
    body: card(
      content: form(
        action, scene,
        style: FormStyle(draft: data.item == nil ? "assignment-new" : nil, isMultipart: data.item == nil),
        content: content)))
}

/// A new assignment is handed out or kept as a draft; an old one is saved.
private func formFoot(_ data: AssignmentFormPage, _ back: String, _ scene: Scene) -> HTML {
  let words = scene.words
  let cancel = linkButton(words("kit.cancel"), to: back, .ghost)
  guard data.item == nil else {
    return "<div class=\"form__actions\">\(submit(words("assignments.save")))\(cancel)</div>"
  }
  return """
    <div class="form__actions">\(submit(words("assignments.publish"), name: "publish", value: "1"))\
    \(submit(words("assignments.save-draft-item"), .secondary, name: "publish", value: "0"))\(cancel)</div>
    """
}

/// Whether something below the fold was set, or is wrong.
private func isSpecial(_ data: AssignmentFormPage, _ draft: Draft) -> Bool {
  let hidden = ["opens", "closes", "attempts", "late", "module", "category"]
  if draft.problems.contains(where: { hidden.contains($0.field) }) { return true }
  guard let old = data.assignment else { return false }
  return old.opensAt != nil || old.closesAt != nil || old.attempts != nil || !old.lateAllowed
}

/// How work comes in: ticks, and none of them is work on paper.
private func worksChoice(_ data: AssignmentFormPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let kept = data.assignment?.accepts ?? [.text, .files]
  let ticked: (Assignment.Work) -> Bool = { work in
    draft.form.fields.isEmpty ? kept.contains(work) : draft.form.all("accepts").contains(work.rawValue)
  }
  let problem = draft.problem("accepts").map { words($0) }
  let error: HTML = problem.map { "<p class=\"field__error\" id=\"f-accepts-error\">\($0)</p>" } ?? ""
  let boxes = Assignment.Work.allCases.enumerated().map { place, work -> HTML in
    """
    <label class="check"><input type="checkbox" name="accepts" value="\(work.rawValue)"\
    \(attribute: "id", place == 0 ? "f-accepts" : nil)\(flag: "checked", ticked(work))\
    \(attribute: "aria-describedby", problem == nil ? nil : "f-accepts-error")>\
    <span class="check__text">\(words("assignments.work." + work.rawValue))</span></label>
    """
  }
  return """
    <fieldset class="field"><legend class="field__label">\(words("assignments.accepts"))</legend>\
    <span class="field__hint">\(words("assignments.accepts-hint"))</span>\
    <div class="checks">\(each: boxes, { $0 })</div>\(error)</fieldset>
    """
}

extension AssignmentFields {
  /// The fields in three groups: what it is, what and when, and what few need.
  static func groups(_ data: AssignmentFormPage, _ scene: Scene) -> [[Field]] {
    let (words, old) = (scene.words, data.assignment)
    let wall: (Instant?) -> String = { $0.map { WallTime($0, in: scene.zone).text } ?? "" }
    var head = [
      Field.text("title", words("assignments.title-label"), value: data.item?.title ?? "", max: 160).focused(),
      Field.area(
        "about", words("assignments.about"), value: old?.about ?? "", hint: words("assignments.about-hint"), rows: 6,
        max: 20_000),
    ]
    if let old { head.append(Field.hidden("version", old.version)) }
    let hasRubric = old.map { !$0.rubric.isEmpty } ?? false
    var points = Field(
      "points", words("assignments.points"), .line(type: "text"),
      value: data.column.map { $0.possible.text } ?? (data.item == nil ? "10" : ""),
      hint: words(hasRubric ? "assignments.points-from-rubric" : "assignments.points-hint"), isRequired: false,
      autocomplete: "off", direction: "ltr", max: 12)
    points.inputmode = "decimal"
    let today = scene.zone.day(of: scene.now)
    let usual =
      data.item == nil ? data.course.nextLesson(data.meetings, after: today, holidays: data.holidays) : nil
    let due = moment(
      "due", words("assignments.due"), usual?.text ?? wall(data.item?.dueAt),
      hint: scene.schoolClock(usual == nil ? nil : words("assignments.due-next-meeting")))
    return [head, [hasRubric ? points.locked() : points, due], rare(data, wall, scene)]
  }

  private static func moment(_ name: String, _ label: String, _ value: String, hint: String? = nil) -> Field {
    Field(name, label, .line(type: "datetime-local"), value: value, hint: hint, isRequired: false, autocomplete: "off")
  }

  private static func rare(_ data: AssignmentFormPage, _ wall: (Instant?) -> String, _ scene: Scene) -> [Field] {
    let (words, old) = (scene.words, data.assignment)
    var fields = [
      moment(
        "opens", words("assignments.opens"), wall(old?.opensAt),
        hint: scene.schoolClock(words("assignments.opens-hint"))),
      Field.check(
        "late", words("assignments.late-allowed"), isOn: old?.lateAllowed ?? true,
        hint: words("assignments.late-allowed-hint")),
      moment(
        "closes", words("assignments.closes"), wall(old?.closesAt),
        hint: scene.schoolClock(words("assignments.closes-hint"))),
      Field.number(
        "attempts", words("assignments.attempts"), value: old?.attempts, in: 1...100,
        hint: words("assignments.attempts-hint"), isRequired: false),
    ]
    if !data.modules.isEmpty {
      fields.append(
        Field.select(
          "module", words("assignments.module"), data.modules.map { Field.Choice($0.id.text, $0.title) },
          value: (data.item?.module ?? data.module)?.text ?? "", isRequired: false,
          empty: words("assignments.no-module")))
    }
    if !data.categories.isEmpty {
      fields.append(
        Field.select(
          "category", words("assignments.category"),
          data.categories.map { Field.Choice($0.id.text, categoryName($0, scene)) },
          value: data.column?.category?.text ?? "", isRequired: false, empty: words("assignments.usual-category")))
    }
    return fields
  }
}

private func categoryName(_ category: GradeCategory, _ scene: Scene) -> String {
  // words: assignments.category.*
  category.name ?? scene.words("assignments.category." + category.kind.rawValue)
}

func deleteAssignmentPage(_ item: CourseItem, _ scene: Scene) -> Page {
  let words = scene.words
  return Confirmation(
    words("assignments.delete-named", .text(item.title)), words("assignments.delete-text"),
    label: words("assignments.delete"), action: AssignmentsPaths.deletion(item.id), back: path(of: item)
  ).page("assignments.deletion", scene)
}
