import Base
import HTML
import ICalendar
import Kit
import School

/// Some days of somebody's calendar.
struct CalendarPage: Sendable {
  let view: CalendarView
  /// The day that was asked for.
  let day: Day
  let today: Day
  let window: ClosedRange<Day>
  var entries: [CalendarEntry] = []
  var choice = CalendarChoice()
  var topics: [String] = []
  var isOffice = false

  init(view: CalendarView, day: Day, today: Day, window: ClosedRange<Day>) {
    (self.view, self.day, self.today, self.window) = (view, day, today, window)
  }

  var days: [Day] { (window.lowerBound.number...window.upperBound.number).map { Day(number: $0) } }
  func entries(on day: Day) -> [CalendarEntry] { entries.filter { $0.day <= day && day <= $0.last } }

  /// The same view one step back or on.
  func step(_ sign: Int) -> Day {
    switch view {
    case .day: return day.plus(days: sign)
    case .week: return window.lowerBound.plus(days: 7 * sign)
    case .list: return day.plus(days: 30 * sign)
    case .month:
      let (year, month, _) = day.parts
      let whole = year * 12 + month - 1 + sign
      return Day(year: whole / 12, month: whole % 12 + 1, day: 1) ?? day
    }
  }
}

/// A month and a week are grids where there is room for one; on a phone each is a month or a week of dots, which choose the
/// day whose entries stand below.
func calendarPage(_ data: CalendarPage, _ scene: Scene) -> Page {
  let words = scene.words
  let nothing: HTML =
    data.entries.isEmpty
    ? emptyState("calendar", words("calendar.empty"), words("calendar.empty-text"), scene) : ""
  let shown: HTML =
    switch data.view {
    case .month: dayChoice(data, scene) + monthGrid(data, scene) + chosenDay(data, scene)
    case .week: dayChoice(data, scene) + weekGrid(data, scene) + chosenDay(data, scene)
    case .day: dayList(data.days, data, scene)
    case .list: dayList(data.days.filter { !data.entries(on: $0).isEmpty || $0 == data.today }, data, scene)
    }
  return Page(
    "calendar.\(data.view.rawValue)", title: words("calendar.title"), actions: calendarActs(data, scene),
    topics: data.topics, isWide: data.view == .month || data.view == .week,
    body: """
      <div class="stack cal"\(behaviour: .calendar) data-view="\(data.view.rawValue)"\
      \(flag: "data-empty", data.entries.isEmpty)>\(calendarBar(data, scene))\(zoneLine(scene))\
      \(when: data.view != .list || !data.entries.isEmpty, shown)\(nothing)</div>\
      \(moveForm(data, scene))\(fab("plus", words("calendar.add"), to: CalendarPaths.new + "?day=" + data.day.text, scene))
      """)
}

private func calendarActs(_ data: CalendarPage, _ scene: Scene) -> HTML {
  let words = scene.words
  var items = [
    menuLink(words("calendar.feeds"), to: CalendarPaths.feeds, icon: icon("link", scene)),
    menuLink(words("calendar.dates"), to: CalendarPaths.choice, icon: icon("settings", scene)),
  ]
  if data.isOffice {
    items.append(menuLink(words("calendar.import"), to: CalendarPaths.importing, icon: icon("import", scene)))
  }
  let add = linkButton(
    words("calendar.add"), to: CalendarPaths.new + "?day=" + data.day.text, .primary, icon: icon("plus", scene),
    style: ButtonStyle(key: "n", classes: "desk-only"))
  return """
    \(add)\(iconButton("more", words("calendar.more"), scene, popover: "menu-calendar"))\
    \(menu("menu-calendar", words("calendar.more"), items))
    """
}

/// Back, today, on, where one is; and the four views.
private func calendarBar(_ data: CalendarPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let views = CalendarView.allCases.map { view in
    Tab(
      words("calendar.view." + view.rawValue),  // words: calendar.view.*
      path: CalendarPaths.view(view, on: data.day == data.today ? nil : data.day), isCurrent: view == data.view)
  }
  let to: (Int) -> String = { CalendarPaths.view(data.view, on: data.step($0)) }
  let back: HTML =
    "<a class=\"button button--small button--icon\" rel=\"prev\" href=\"\(url: to(-1))\" aria-label=\"\(words("kit.previous"))\" data-key=\"p\">\(icon("back", scene))</a>"
  let on: HTML =
    "<a class=\"button button--small button--icon\" rel=\"next\" href=\"\(url: to(1))\" aria-label=\"\(words("kit.next"))\" data-key=\"o\">\(icon("forward", scene))</a>"
  let now = linkButton(
    words("calendar.today"), to: CalendarPaths.view(data.view, on: nil), style: ButtonStyle(isSmall: true, key: "t"))
  return """
    <div class="cal-head">\(tabs(words("calendar.views"), views, scene))<div class="cal-bar">\
    <p class="cal-bar__now">\(rangeText(data, scene))</p><div class="cluster">\(back)\(now)\(on)</div></div></div>
    """
}

/// Whose clock the hours are of, when it is not the school's.
private func zoneLine(_ scene: Scene) -> HTML {
  guard scene.ownZone.name != scene.zone.name else { return "" }
  let said = scene.words("calendar.own-clock", .text(scene.ownZone.name), .text(scene.zone.name))
  return "<p class=\"quiet\">\(said)</p>"
}

private func rangeText(_ data: CalendarPage, _ scene: Scene) -> String {
  let words = scene.words
  switch data.view {
  case .month: return words.date(data.day, .month)
  case .day: return words.date(data.day, .long)
  case .week, .list:
    return words.range(words.date(data.window.lowerBound), words.date(data.window.upperBound))
  }
}

extension CalendarView {
  /// There is room for so many on a day; the rest is a day's page away, which has them all.
  fileprivate var maxOnDay: Int? { self == .day ? nil : 12 }
}

/// What comes seldom has its place before the lessons of every week; the order stays.
func fitting(_ all: [CalendarEntry], _ most: Int?) -> (shown: [CalendarEntry], rest: [CalendarEntry]) {
  guard let most, all.count > most else { return (all, []) }
  let lessons = all.indices.filter { all[$0].kind == .lesson }
  let others = all.indices.filter { all[$0].kind != .lesson }
  let order = others + lessons
  return (order.prefix(most).sorted().map { all[$0] }, order.dropFirst(most).map { all[$0] })
}

/// To the day's page, which has what there is no room for.
func moreLink(_ left: [CalendarEntry], on day: Day, _ text: String, _ scene: Scene) -> HTML {
  guard !left.isEmpty else { return "" }
  let words = scene.words
  let clash: HTML =
    left.contains { !$0.sameTime.isEmpty }
    ? icon("warning", scene, size: .small, label: words("calendar.others-clash")) : ""
  let said = words("calendar.others", .count(left.count))
  let label = text == said ? nil : said + words.comma + words.date(day, .weekday)
  return """
    <a class="cal-more" href="\(url: CalendarPaths.view(.day, on: day))"\(attribute: "aria-label", label)>\(text)\(clash)</a>
    """
}

/// The days one below the other, each with what stands on it.
private func dayList(_ days: [Day], _ data: CalendarPage, _ scene: Scene) -> HTML {
  "<ol class=\"cal-days\" role=\"list\">\(each: days, { dayRow($0, data, scene) })</ol>"
}

private func dayRow(_ day: Day, _ data: CalendarPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let all = data.entries(on: day)
  let (shown, left) = fitting(all, data.view.maxOnDay)
  let mark: HTML = day == data.today ? " \(badge(words("calendar.today"), .accent))" : ""
  let rows: HTML =
    shown.isEmpty ? "" : "<ul class=\"cal-list\" role=\"list\">\(each: shown, { entryRow($0, on: day, scene) })</ul>"
  return """
    <li class="cal-day" id="day-\(day.text)" data-day="\(day.text)"\(flag: "data-today", day == data.today)\
    \(flag: "data-empty", all.isEmpty)><h2 class="cal-day__head">\
    <a href="\(url: CalendarPaths.view(.day, on: day))">\(words.date(day, .weekday))</a>\(mark)</h2>\
    \(otherDates(day, data.choice, scene))\(rows)\
    \(moreLink(left, on: day, words("calendar.others", .count(left.count)), scene))</li>
    """
}

/// The Hebrew and the Hijri date, small, for who asked for them.
func otherDates(_ day: Day, _ choice: CalendarChoice, _ scene: Scene) -> HTML {
  let words = scene.words
  var parts: [String] = []
  // words: calendar.hebrew.* calendar.hijri.*
  if choice.hebrew {
    let date = HebrewDate(day)
    let number = words.language == .he ? date.letters : String(date.day)
    parts.append(
      words("calendar.hebrew-date", .text(number), .key("calendar.hebrew." + date.monthKey)))
  }
  if choice.hijri {
    let date = HijriDate(day, shift: choice.shift)
    parts.append(
      words("calendar.hijri-date", .text(String(date.day)), .key("calendar.hijri." + String(date.month))))
  }
  return parts.isEmpty ? "" : "<p class=\"cal-other\">\(parts.joined(separator: " · "))</p>"
}

/// What a dragged event is moved by; its page has the same as a form.
///
/// Of what comes again it is asked how much is meant.
private func moveForm(_ data: CalendarPage, _ scene: Scene) -> HTML {
  let sent = form(
    CalendarPaths.events, scene, style: FormStyle(id: "calendar-move", classes: ""),
    content: "\(hidden([Form.Field("day", ""), Form.Field("to", ""), Form.Field("seen", "")]))")
  guard data.entries.contains(where: { $0.isMovable && $0.isRepeated }) else { return sent }
  let ways = EventScope.allCases.map { scope -> HTML in
    """
    <button class="button button--wide" form="calendar-move" name="scope" value="\(scope.rawValue)">\
    \(scene.words("calendar.scope." + scope.rawValue))</button>
    """
  }
  return sent
    + dialog(
      "calendar-scope", scene.words("calendar.scope"), scene,
      content: dialogBody("<p class=\"quiet\" data-scope-what></p>\(each: ways, { $0 })"))
}

extension Behaviour {
  static let calendar = Behaviour("calendar", on: "data-calendar")
}
