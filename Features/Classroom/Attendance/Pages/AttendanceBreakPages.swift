import Base
import HTML
import Kit
import School

/// The days the school is closed.
struct HolidaysPage: Sendable {
  let school: ID<Tenant>
  let breaks: [SchoolBreak]
  let today: Day
}

func holidaysPage(_ data: HolidaysPage, _ draft: Draft, _ scene: Scene) -> Page {
  let fields: [Field] = [
    .text("name", scene.words("attendance.holiday-name"), max: 60), .date("from", scene.words("attendance.first-day")),
    .date(
      "until", scene.words("attendance.last-day"), hint: scene.words("attendance.last-day-hint"), isRequired: false),
  ]
  let rows = data.breaks.map { breakRow($0, data.today, scene) }
  let named: HTML =
    rows.isEmpty
    ? emptyState(
      "sun", scene.words("attendance.no-holidays"), scene.words("attendance.no-holidays-text"), scene, isSlot: true)
    : list(rows)
  return Page(
    "attendance.holidays", title: scene.words("attendance.holidays"), topics: ["holidays/" + data.school.text],
    parent: (scene.words("attendance.title"), AttendancePaths.today),
    body: stack([
      named,
      card(
        scene.words("attendance.add-holiday"), id: "add-holiday",
        content: form(AttendancePaths.holidays, fields, draft, scene, submit: scene.words("attendance.add"))),
    ]))
}

private func breakRow(_ closed: SchoolBreak, _ today: Day, _ scene: Scene) -> HTML {
  let drop =
    closed.event.map {
      linkButton(
        scene.words("attendance.holiday-event"), to: CalendarPaths.event($0), style: ButtonStyle(isSmall: true))
    }
    ?? postButton(
      scene.words("attendance.drop-holiday"), to: AttendancePaths.drop(closed.first), scene,
      fields: [Form.Field("until", closed.last.text)], style: ButtonStyle(isSmall: true))
  return cell(
    name(closed.name), meta: HTML(text: breakDays(closed, scene)), trail: drop, scene,
    style: CellStyle(id: "break-" + closed.first.text))
}

/// “21 December – 4 January”, or the one day.
private func breakDays(_ closed: SchoolBreak, _ scene: Scene) -> String {
  let first = scene.words.date(closed.first, .long)
  return closed.first == closed.last ? first : scene.words.range(first, scene.words.date(closed.last, .long))
}
