import Base
import HTML
import Kit
import School

/// What the typed week would change; nothing before it was sent, and nothing while something in it is wrong.
func weekPreview(_ data: WeekPage, _ draft: Draft, _ scene: Scene) -> HTML {
  guard let plan = data.plan, !draft.problems.contains(where: { !$0.field.isEmpty }) else { return "" }
  let words = scene.words
  guard !plan.steps.isEmpty else {
    return banner(HTML(text: words("attendance.week-same")), scene, .info)
  }
  return card(
    words("attendance.week-changes"), .tinted, id: "preview",
    content: stepList(plan, scene) + "<p class=\"quiet\">\(words("attendance.week-past-stays"))</p>")
}

/// The steps of one class, each with what it was.
func stepList(_ plan: WeekPlan, _ scene: Scene) -> HTML { list(plan.steps.map { stepRow($0, scene) }) }

private func stepRow(_ step: WeekStep, _ scene: Scene) -> HTML {
  let words = scene.words
  switch step {
  case .add(let period):
    return cell(
      name(period.title), meta: HTML(text: placeText(period, scene)),
      trail: badge(words("attendance.step-new"), .success), scene)
  case .change(let old, let period):
    let was = words("attendance.step-was", .text(old.title), .text(words.hours(old.start, old.end)))
    return cell(
      name(period.title), meta: HTML(text: placeText(period, scene) + " · " + was),
      trail: badge(words("attendance.step-changed"), .warning), scene)
  case .end(let period, let until):
    let last = words("attendance.step-last", .text(words.date(until)))
    return cell(
      name(period.title), meta: HTML(text: placeText(period, scene) + " · " + last),
      trail: badge(words("attendance.step-ended"), .danger), scene)
  }
}

/// “Monday 8:15–9:00, from 9 March 2026”.
private func placeText(_ period: TimetablePeriod, _ scene: Scene) -> String {
  let words = scene.words
  let hours = words("date.weekday." + String(period.weekday)) + " " + words.hours(period.start, period.end)
  return hours + " · " + words("attendance.from-day", .text(words.date(period.from)))
}

// MARK: copies

/// The week of a class on its way to other classes.
struct WeekCopyPage: Sendable {
  let classroom: Classroom
  let others: [Classroom]
  let first: Day
  let today: Day
  let isEmpty: Bool
  /// What each of the chosen classes would get.
  let plans: [(Classroom, WeekPlan)]
}

func copyWeekPage(_ data: WeekCopyPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let empty = data.isEmpty ? "attendance.copy-empty" : data.others.isEmpty ? "attendance.copy-alone" : nil
  return Page(
    "attendance.copies", title: words("attendance.copy-of", .text(data.classroom.name)),
    parent: (
      words("attendance.timetable-of", .text(data.classroom.name)), AttendancePaths.timetable(data.classroom.id)
    ),
    body: empty.map { banner(HTML(text: words($0)), scene) }  // words: attendance.copy-empty attendance.copy-alone
      ?? form(
        AttendancePaths.copies(data.classroom.id), scene, content: copyFields(data, draft, scene)))
}

private func copyFields(_ data: WeekCopyPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let from: Field = .date(
    "from", words("attendance.week-from"), value: data.first, hint: words("attendance.week-from-hint"), from: data.today
  )
  let chosen = draft.form.all("to")
  let boxes = data.others.enumerated().map { at, room -> HTML in
    """
    <label class="check"><input type="checkbox" name="to" id="f-to\(at == 0 ? "" : "-" + String(at))" \
    value="\(room.id.text)"\(flag: "checked", chosen.contains(room.id.text))>\
    <span class="check__text">\(name(room.name))</span></label>
    """
  }
  let problem: HTML =
    draft.problem("to").map {
      "<p class=\"field__error\">\(icon("warning", scene))\(words($0))</p>"
    } ?? ""
  let summary = errorSummary(draft, [from, Field("to", words("attendance.copy-to"), .check)], scene)
  return """
    \(summary)\(copyPreview(data, draft, scene))\(field(from, draft, scene))\
    <fieldset class="choices"><legend>\(words("attendance.copy-to"))</legend>\(each: boxes, { $0 })\(problem)</fieldset>\
    \(copyActions(data, draft, scene))
    """
}

private func copyPreview(_ data: WeekCopyPage, _ draft: Draft, _ scene: Scene) -> HTML {
  guard !draft.problems.contains(where: { !$0.field.isEmpty }) else { return "" }
  return stack(data.plans.map { planCard($0.0, $0.1, scene) })
}

/// What one class would get, in figures; the lessons are below them, open where something goes.
func planCard(_ room: Classroom, _ plan: WeekPlan, _ scene: Scene) -> HTML {
  let words = scene.words
  guard !plan.steps.isEmpty else {
    return card(room.name, content: "<p class=\"quiet\">\(words("attendance.week-same"))</p>")
  }
  let counts = [
    plan.added > 0 ? badge(words("attendance.steps-new", .count(plan.added)), .success) : "",
    plan.changed > 0 ? badge(words("attendance.steps-changed", .count(plan.changed)), .warning) : "",
    plan.ended > 0 ? badge(words("attendance.steps-ended", .count(plan.ended)), .danger) : "",
  ]
  return card(
    room.name,
    content: """
      \(cluster(counts))<details class="drop"\(flag: "open", plan.changed + plan.ended > 0)>\
      <summary class="button button--ghost">\(words("attendance.week-changes"))</summary>\(stepList(plan, scene))</details>
      """)
}

private func copyActions(_ data: WeekCopyPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let steps = data.plans.reduce(0) { $0 + $1.1.steps.count }
  let isReady = steps > 0 && !draft.problems.contains { !$0.field.isEmpty }
  let apply: HTML =
    isReady
    ? submit(
      words("attendance.week-save", .count(steps)), .primary, name: "agreed",
      value: WeekPlan.digest(data.plans.map { $0.1 })) : ""
  return """
    <div class="form__actions">\
    \(submit(words("attendance.week-look"), isReady ? .plain : .primary, name: "look", value: "1"))\(apply)\
    \(linkButton(words("kit.cancel"), to: AttendancePaths.timetable(data.classroom.id), .ghost))</div>
    """
}
