import Base
import HTML
import ICalendar
import Kit
import School

/// A month as a grid of weeks, with what fits into a day.
func monthGrid(_ data: CalendarPage, _ scene: Scene) -> HTML {
  """
  <ol class="cal-month cal-wide" role="list">\(each: data.days.prefix(7), { weekdayHead($0, scene) })\
  \(each: data.days, { monthCell($0, data, scene) })</ol>
  """
}

/// For the eye: each day says its own for the ear.
private func weekdayHead(_ day: Day, _ scene: Scene) -> HTML {
  "<li class=\"cal-weekday\" aria-hidden=\"true\">\(scene.words("date.wd." + String(day.weekday)))</li>"
}

private func monthCell(_ day: Day, _ data: CalendarPage, _ scene: Scene) -> HTML {
  let all = data.entries(on: day)
  let (shown, left) = fitting(all, 3)
  let chips: HTML =
    shown.isEmpty ? "" : "<ul class=\"cal-list\" role=\"list\">\(each: shown, { entryChip($0, on: day, scene) })</ul>"
  return """
    <li class="cal-day" id="day-\(day.text)" data-day="\(day.text)"\(flag: "data-today", day == data.today)\
    \(flag: "data-out", data.isOut(day))\(flag: "data-empty", all.isEmpty)><div class="cal-day__top">\
    <h2 class="cal-day__head"><a href="\(url: CalendarPaths.view(.day, on: day))"\
    \(attribute: "aria-current", day == data.today ? "date" : nil)>\
    <span class="cal-day__number" aria-hidden="true">\(String(day.parts.day))</span>\
    <span class="visually-hidden">\(scene.words.date(day, .weekday))</span></a></h2>\
    \(moreLink(left, on: day, "+" + scene.words.number(left.count), scene))</div>\
    \(otherDates(day, data.choice, scene))\(chips)</li>
    """
}

/// On a phone: the days of the month or the week, each with dots for what stands on it, and a way to choose it.
func dayChoice(_ data: CalendarPage, _ scene: Scene) -> HTML {
  """
  <nav class="cal-dots cal-narrow" aria-label="\(scene.words("calendar.days"))">\
  \(each: data.days.prefix(7), { "<span class=\"cal-weekday\" aria-hidden=\"true\">\(scene.words("date.wd." + String($0.weekday)))</span>" })\
  \(each: data.days, { dayDot($0, data, scene) })</nav>
  """
}

private func dayDot(_ day: Day, _ data: CalendarPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let all = data.entries(on: day)
  let count = all.isEmpty ? "" : words.comma + words("calendar.entries", .count(all.count))
  let today = day == data.today ? words.comma + words("calendar.today") : ""
  return """
    <a class="cal-dots__day" href="\(url: CalendarPaths.view(data.view, on: day))"\
    \(attribute: "aria-current", day == data.day ? "date" : nil)\(flag: "data-today", day == data.today)\
    \(flag: "data-out", data.isOut(day)) aria-label="\(words.date(day, .weekday) + today + count)">\
    <span class="cal-dots__number">\(String(day.parts.day))</span><span class="cal-dots__marks">\
    \(each: fitting(all, 3).shown, { "<i\(entryMarks($0, on: day, isMovable: false))></i>" })</span></a>
    """
}

/// Below the dots: the day that was chosen.
func chosenDay(_ data: CalendarPage, _ scene: Scene) -> HTML {
  guard !data.entries.isEmpty else { return "" }
  let words = scene.words
  let (shown, left) = fitting(data.entries(on: data.day), 12)
  let rows: HTML =
    shown.isEmpty
    ? "<p class=\"quiet\">\(words("calendar.day-empty"))</p>"
    : """
    <ul class="cal-list" role="list">\(each: shown, { entryRow($0, on: data.day, scene, isMovable: false) })</ul>
    """
  return """
    <section class="cal-chosen cal-narrow"><h2 class="cal-day__head">\(words.date(data.day, .today))</h2>\
    \(otherDates(data.day, data.choice, scene))\(rows)\
    \(moreLink(left, on: data.day, words("calendar.others", .count(left.count)), scene))</section>
    """
}

extension CalendarPage {
  /// A day of the month before or after, which fills up a week.
  func isOut(_ day: Day) -> Bool { view == .month && day.parts.month != self.day.parts.month }
}
