import Base
import HTML
import Kit
import People
import School

/// What is planned for the children of a class in one week, and for some day.
struct PlanWeekPage: Sendable {
  var classroom: Classroom
  var students: [Student]
  var start: Day
  var today: Day
  var plans: [PresentationPlan]
  var tree: CurriculumTree
  var topics: [String] = []

  var days: [Day] { (0..<7).map { start.plus(days: $0) } }
  /// What was planned for days that are over is not lost: it stands with today.
  func plans(on day: Day) -> [PresentationPlan] {
    plans.filter { plan in
      guard let planned = plan.day else { return false }
      return planned == day || day == today && planned < today && planned < start
    }
  }
  func name(_ student: ID<Student>) -> String { students.first { $0.id == student }?.name ?? "" }
}

func planWeekPage(_ data: PlanWeekPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, id) = (scene.words, data.classroom.id)
  let path = { (day: Day) in PresentationsPaths.week(id) + "?week=" + day.text }
  let turning = pager(
    words("presentations.week-of", .text(words.date(data.start, .medium))), previous: path(data.start.plus(days: -7)),
    next: path(data.start.plus(days: 7)), scene)
  let columns = data.days.map { day -> HTML in
    planColumn(words.date(day, .weekday), day, data.plans(on: day), data, scene)
  }
  let some = data.plans.filter { $0.day == nil }
  // Empty it is still where something can be put.
  let rest: HTML =
    data.plans.isEmpty ? "" : planColumn(words("presentations.some-day"), nil, some, data, scene)
  let empty: HTML =
    data.plans.isEmpty ? "<p class=\"quiet\">\(words("presentations.week-empty"))</p>" : ""
  return Page(
    "presentations.week", title: words("presentations.week"), topics: data.topics,
    parent: (words("presentations.grid"), PresentationsPaths.grid(id)), isWide: true,
    body: stack(
      [
        cluster([linkButton(words("presentations.grid"), to: PresentationsPaths.grid(id))]), turning, empty,
        "<div class=\"plan-week\"\(behaviour: .planning)>\(each: columns, { $0 })\(rest)</div>",
        planForm(data, draft, scene),
      ],
      isLoose: true))
}

extension Behaviour {
  /// What is planned is dragged to another day.
  static let planning = Behaviour("planning", on: "data-planning")
}

/// - Parameter day: `nil` is some day.
private func planColumn(
  _ title: String, _ day: Day?, _ plans: [PresentationPlan], _ data: PlanWeekPage, _ scene: Scene
) -> HTML {
  let isToday = day == data.today
  let rows = plans.map { planCard($0, data, scene) }
  return """
    <section class="plan-day" data-plan-day="\(day?.text ?? "")"\(attribute: "aria-current", isToday ? "date" : nil)><h2>\(title)</h2>\
    <ul class="plan-day__plans" role="list">\(each: rows, { $0 })</ul></section>
    """
}

/// What, for whom, and the ways on: done today, to another day, dropped.
private func planCard(_ plan: PresentationPlan, _ data: PlanWeekPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let path = { (act: String) in PresentationsPaths.plan(plan.id, of: plan.student, act) }
  let days = data.days.map { day in Field.Choice(day.text, words.date(day, .weekday)) }
  let isHere = plan.day.map { data.days.contains($0) } ?? false
  let scope = "plan-" + plan.id.text
  let move = form(
    path("day"), scene, style: FormStyle(classes: "plan-card__move"),
    content: """
      \(field(.select("day", words("presentations.move-to"), days, value: isHere ? plan.day?.text ?? "" : "", isRequired: false, empty: words("presentations.some-day")), Draft(), scene, scope: scope))\
      \(hidden([Form.Field("classroom", data.classroom.id.text), Form.Field("week", data.start.text)]))\
      \(submit(words("presentations.move"), style: ButtonStyle(isSmall: true)))
      """)
  // By the keyboard the form does it, which stands below.
  let grip: HTML = """
    <span class="plan-card__grip js-only" data-plan-grip aria-hidden="true" title="\(words("presentations.drag"))">\
    \(icon("grip", scene))</span>
    """
  return """
    <li class="plan-card" data-plan="\(plan.id.text)"><div class="plan-card__head"><p class="plan-card__title">\(name(plan.shown(in: data.tree)))</p>\(grip)</div><p class="quiet">\(name(data.name(plan.student)))</p>\
    \(cluster([
      postButton(words("presentations.presented-today"), to: path("completion"), scene, style: ButtonStyle(isSmall: true)),
      postButton(words("presentations.drop"), to: path("deletion"), scene, .ghost, style: ButtonStyle(isSmall: true)),
    ]))<details class="more"><summary>\(words("presentations.move"))</summary>\(move)</details></li>
    """
}

private func planForm(_ data: PlanWeekPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  guard !data.students.isEmpty else { return "" }
  let children = data.students.map { Field.Choice($0.id.text, $0.name) }
  let choices = data.tree.presentations().map {
    Field.Choice($0.id.text, areaName($0, data.tree) + " › " + $0.name)
  }
  var fields = [Field.select("students", words("presentations.child"), children, value: "")]
  if !choices.isEmpty {
    fields.append(
      .select(
        "presentation", words("presentations.presentation"), choices, isRequired: false,
        empty: words("presentations.something-else")))
  }
  fields += [
    .text("title", words("presentations.title"), hint: words("presentations.title-hint"), isRequired: false, max: 200),
    .date("day", words("presentations.day"), hint: words("presentations.day-hint"), isRequired: false),
  ]
  return stack([
    sectionTitle(words("presentations.plan-new")),
    form(
      PresentationsPaths.week(data.classroom.id), fields, draft, scene, submit: words("presentations.plan"),
      style: FormStyle(id: "plan")),
  ])
}
