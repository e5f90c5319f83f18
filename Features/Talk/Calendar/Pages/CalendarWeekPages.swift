import Base
import HTML
import Kit
import School

/// A week as a grid: days beside each other, hours as lines, and each thing as high as it is long.
///
/// Where it stands is said by attributes that the styles know: a page has no style of its own.
func weekGrid(_ data: CalendarPage, _ scene: Scene) -> HTML {
  let columns = data.columns(weekend: scene.zone.weekend)
  let hours = CalendarHours(columns)
  return """
    <ol class="cal-week cal-wide" role="list"><li class="cal-clock" aria-hidden="true"><span class="cal-clock__hours">\
    \(each: hours.all, { "<span>\(scene.words.time(minute: $0 * 60))</span>" })</span></li>\
    \(each: columns, { dayColumn($0, hours, data, scene) })</ol>
    """
}

private func dayColumn(
  _ column: CalendarColumn, _ hours: CalendarHours, _ data: CalendarPage, _ scene: Scene
) -> HTML {
  let (words, day) = (scene.words, column.day)
  let isToday = day == data.today
  let top: HTML =
    column.top.isEmpty
    ? "" : "<ul class=\"cal-list\" role=\"list\">\(each: column.top, { entryChip($0, on: day, scene) })</ul>"
  let slots: HTML =
    column.slots.isEmpty
    ? "" : "<ul class=\"cal-list\" role=\"list\">\(each: column.slots, { slotItem($0, on: day, hours, scene) })</ul>"
  return """
    <li class="cal-day" id="day-\(day.text)" data-day="\(day.text)"\(flag: "data-today", isToday)\
    \(flag: "data-empty", data.entries(on: day).isEmpty)><h2 class="cal-day__head">\
    <a href="\(url: CalendarPaths.view(.day, on: day))"\(attribute: "aria-current", isToday ? "date" : nil)>\
    <span aria-hidden="true">\(words("date.wd." + String(day.weekday)))</span> \
    <span class="cal-day__number" aria-hidden="true">\(String(day.parts.day))</span>\
    <span class="visually-hidden">\(words.date(day, .weekday))</span></a></h2>\
    <div class="cal-day__top">\(otherDates(day, data.choice, scene))\(top)\
    \(moreLink(column.left, on: day, words("calendar.others", .count(column.left.count)), scene))</div>\
    <div class="cal-hours">\(slots)\(nowLine(isToday, hours, scene))</div></li>
    """
}

private func slotItem(_ slot: CalendarSlot, on day: Day, _ hours: CalendarHours, _ scene: Scene) -> HTML {
  let entry = slot.entry
  let (time, meta) = (entry.hours(on: day, scene), dotted(entryMeta(entry, scene)))
  let sign: HTML = entry.kind == .lesson ? "" : icon(entry.icon, scene, size: .small)
  // The eye sees what is at the same time beside it.
  let clash: HTML = entry.clash(scene).map { " <span class=\"visually-hidden\">\($0)</span>" } ?? ""
  return """
    <li class="cal-entry cal-slot"\(entryMarks(entry, on: day))\(placed(slot.from, hours))\
     data-to-h="\(slot.to / 60 - hours.first)" data-to-m="\(slot.to % 60 / 5 * 5)" data-lane="\(slot.lane)" data-lanes="\(slot.lanes)"\
    \(attribute: "data-size", slot.size) title="\(entry.hint(on: day, scene))">\
    <span class="cal-entry__title">\(sign)\(entryTitle(entry, scene))\(clash)</span>\
    <span class="cal-slot__rest"><span class="cal-entry__time">\(time)</span>\
    \(when: !meta.isEmpty, "<span class=\"cal-entry__meta\">\(meta)</span>")</span></li>
    """
}

/// The hour of the grid and the minute, by fives.
private func placed(_ minute: Int, _ hours: CalendarHours) -> HTML {
  " data-h=\"\(minute / 60 - hours.first)\" data-m=\"\(minute % 60 / 5 * 5)\""
}

/// Where the day is now; the script moves it on.
private func nowLine(_ isToday: Bool, _ hours: CalendarHours, _ scene: Scene) -> HTML {
  let now = scene.ownZone.minute(of: scene.now)
  guard isToday, hours.contains(now) else { return "" }
  return "<span class=\"cal-now\" aria-hidden=\"true\"\(placed(now, hours))></span>"
}
