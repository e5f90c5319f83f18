import Base
import HTML
import Kit
import School

/// The week of one classroom.
struct TimetablePage: Sendable {
  let classroom: Classroom
  /// Those that still take place, in the order of the week.
  let slots: [Slot]
  let today: Day
}

func timetablePage(_ data: TimetablePage, _ draft: Draft, _ scene: Scene) -> Page {
  let add = card(
    scene.words("attendance.add-slot"), id: "add-slot",
    content: form(
      AttendancePaths.timetable(data.classroom.id), slotFields(data, scene), draft, scene,
      submit: scene.words("attendance.add"),
      style: FormStyle(draft: "slot-" + data.classroom.id.text)))
  return Page(
    "attendance.timetable", title: scene.words("attendance.timetable-of", .text(data.classroom.name)),
    topics: ["timetable/" + data.classroom.id.text], parent: (scene.words("attendance.title"), AttendancePaths.today),
    body: stack([timetableWeek(data, scene), add]))
}

/// The days of the week with their lessons: what a live line replaces.
func timetableWeek(_ data: TimetablePage, _ scene: Scene) -> HTML {
  let days = weekdays(scene).map { weekday in (weekday, data.slots.filter { $0.weekday == weekday }) }
  let week: HTML =
    data.slots.isEmpty
    ? emptyState(
      "calendar", scene.words("attendance.no-slots"), scene.words("attendance.no-slots-text"), scene, isSlot: true)
    : stack(days.filter { !$0.1.isEmpty }.map { weekdayList($0.0, $0.1, data, scene) })
  return "<div id=\"timetable-\(data.classroom.id.text)\">\(week)</div>"
}

/// 1…7 in the order in which the reader's week begins.
private func weekdays(_ scene: Scene) -> [Int] { (0..<7).map { (scene.zone.firstWeekday - 1 + $0) % 7 + 1 } }

private func weekdayList(_ weekday: Int, _ slots: [Slot], _ data: TimetablePage, _ scene: Scene) -> HTML {
  let rows = slots.map { slot in
    cell(
      name(slot.title), meta: slotMeta(slot, data, scene), to: AttendancePaths.slot(slot), scene,
      style: CellStyle(id: "slot-" + slot.id.text))
  }
  return sectionTitle(scene.words("date.weekday." + String(weekday))) + list(rows)
}

private func slotMeta(_ slot: Slot, _ data: TimetablePage, _ scene: Scene) -> HTML {
  let hours = hours(slot.sitting(on: data.today), scene)
  if let until = slot.until {
    return "\(hours) · \(scene.words("attendance.until-day", .text(scene.words.date(until))))"
  }
  guard slot.from > data.today else { return HTML(text: hours) }
  return "\(hours) · \(scene.words("attendance.from-day", .text(scene.words.date(slot.from))))"
}

func slotFields(_ data: TimetablePage, _ scene: Scene) -> [Field] {
  let choices = weekdays(scene).map { Field.Choice(String($0), scene.words("date.weekday." + String($0))) }
  return [
    .text("title", scene.words("attendance.slot-title"), hint: scene.words("attendance.slot-title-hint"), max: 60),
    .select(
      "weekday", scene.words("attendance.weekday"), choices, value: String(data.today.weekday),
      empty: scene.words("attendance.weekday")),
    .time("start", scene.words("attendance.starts")), .time("end", scene.words("attendance.ends")),
    .date("from", scene.words("attendance.first-day"), value: data.today),
    .date(
      "until", scene.words("attendance.last-day"), hint: scene.words("attendance.open-end-hint"), isRequired: false),
  ]
}

/// One slot: its name and times, and its end.
struct SlotPage: Sendable {
  let slot: Slot
  let classroom: String
  let today: Day
}

func slotPage(_ data: SlotPage, _ draft: Draft, _ scene: Scene) -> Page {
  let slot = data.slot
  let change: [Field] = [
    .text("title", scene.words("attendance.slot-title"), value: slot.title, max: 60),
    .time("start", scene.words("attendance.starts"), minute: slot.start),
    .time("end", scene.words("attendance.ends"), minute: slot.end),
  ]
  let end: [Field] = [.date("until", scene.words("attendance.last-day"), value: slot.until ?? data.today)]
  let isEnding = draft["until"] != nil
  let title = scene.words(
    "attendance.slot-named", .text(scene.words("date.weekday." + String(slot.weekday))), .text(slot.title))
  return Page(
    "attendance.slot", title: title,
    parent: (scene.words("attendance.timetable-of", .text(data.classroom)), AttendancePaths.timetable(slot.classroom)),
    body: stack([
      card(
        scene.words("attendance.change-slot"), id: "change",
        content: form(
          AttendancePaths.slot(slot), change, isEnding ? Draft() : draft, scene, submit: scene.words("attendance.save"),
          scope: "change")),
      card(
        scene.words("attendance.end-slot"), id: "end",
        content: "<p class=\"quiet\">\(scene.words("attendance.end-slot-text"))</p>"
          + form(
            AttendancePaths.end(slot), end, isEnding ? draft : Draft(), scene,
            submit: scene.words("attendance.end-slot"), scope: "end")),
    ]))
}

// MARK: holidays

struct HolidaysPage: Sendable {
  let school: ID<Tenant>
  let holidays: [Holiday]
  let today: Day
}

func holidaysPage(_ data: HolidaysPage, _ draft: Draft, _ scene: Scene) -> Page {
  let fields: [Field] = [
    .text("name", scene.words("attendance.holiday-name"), max: 60), .date("from", scene.words("attendance.first-day")),
    .date(
      "until", scene.words("attendance.last-day"), hint: scene.words("attendance.last-day-hint"), isRequired: false),
  ]
  let rows = data.holidays.map { holiday in
    let drop =
      holiday.event.map {
        linkButton(
          scene.words("attendance.holiday-event"), to: CalendarPaths.event($0), style: ButtonStyle(isSmall: true))
      }
      ?? postButton(
        scene.words("attendance.drop-holiday"), to: AttendancePaths.drop(holiday.day), scene,
        style: ButtonStyle(isSmall: true))
    return cell(name(holiday.name), meta: day(holiday.day, scene, .long), trail: drop, scene)
  }
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
