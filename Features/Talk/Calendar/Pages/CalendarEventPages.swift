import Base
import HTML
import ICalendar
import Kit
import School

/// One time of an event.
struct EventPage: Sendable {
  let occurrence: Occurrence
  let plans: Bool
  var changes: [EventChange] = []
  var isSkipped = false
  var by: String?
  var group: String?
  var zone = Zone.utc
  var choice = CalendarChoice()
  var audiences: [AudienceChoice] = []
  var topics: [String] = []
  init(occurrence: Occurrence, plans: Bool) { (self.occurrence, self.plans) = (occurrence, plans) }
  var event: Event { occurrence.event }
}

/// For whom somebody may plan.
struct AudienceChoice: Sendable {
  let audience: Event.Audience
  let name: String?
}

func eventPage(_ data: EventPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, event, one) = (scene.words, data.event, data.occurrence)
  let edit: HTML =
    data.plans && event.cancelledAt == nil && event.rule == nil
    ? linkButton(
      words("calendar.edit"), to: CalendarPaths.edit(event.id),
      icon: icon("edit", scene), style: ButtonStyle(key: "e")) : ""
  var parts = [stateBanner(data, scene), card(content: eventFacts(data, scene))]
  if data.plans, event.cancelledAt == nil {
    parts.append(errorSummary(draft, [], scene))
    if !data.isSkipped { parts.append(moveCard(data, draft, scene)) }
    parts.append(eventActs(data, scene))
  }
  return Page(
    "calendar.event", title: one.title, actions: edit, topics: data.topics,
    parent: (title: words("calendar.title"), path: CalendarPaths.view(.week, on: one.times.from)),
    body: stack(parts.filter { !$0.isEmpty }))
}

private func stateBanner(_ data: EventPage, _ scene: Scene) -> HTML {
  let (words, event) = (scene.words, data.event)
  if event.cancelledAt != nil {
    let act: HTML =
      data.plans
      ? postButton(words("calendar.restore"), to: CalendarPaths.restoral(event.id), scene, style: .init(isSmall: true))
      : ""
    return banner(HTML(text: words("calendar.is-cancelled")), scene, .warning, action: act)
  }
  guard data.isSkipped else { return "" }
  let act: HTML =
    data.plans
    ? postButton(
      words("calendar.unskip"), to: CalendarPaths.unskip(event.id), scene,
      fields: [Form.Field("day", data.occurrence.day.text)], style: .init(isSmall: true)) : ""
  return banner(HTML(text: words("calendar.is-skipped")), scene, .warning, action: act)
}

private func eventFacts(_ data: EventPage, _ scene: Scene) -> HTML {
  let (words, event, one) = (scene.words, data.event, data.occurrence)
  var rows: [(label: String, text: HTML)] = [(words("calendar.when"), HTML(text: whenText(one, data.zone, scene)))]
  let dates = otherDates(one.times.from, data.choice, scene)
  if !dates.isEmpty { rows[0].text += dates }
  if let rule = event.rule {
    rows.append((words("calendar.repeats"), HTML(text: ruleText(rule, from: event.times, scene))))
  }
  if let place = one.place { rows.append((words("calendar.place"), name(place))) }
  rows.append((words("calendar.for"), HTML(text: audienceText(event.audience, data.group, scene))))
  rows.append((words("calendar.kind"), HTML(text: words("calendar.kind." + event.kind.rawValue))))
  if let by = data.by { rows.append((words("calendar.by"), name(by))) }
  if let note = event.note {
    rows.append((words("calendar.note"), "<span class=\"cal-note\" dir=\"auto\">\(note)</span>"))
  }
  return "<dl class=\"cal-facts\">\(each: rows, { "<div><dt>\($0.label)</dt><dd>\($0.text)</dd></div>" })</dl>"
}

func audienceText(_ audience: Event.Audience, _ group: String?, _ scene: Scene) -> String {
  group ?? scene.words("calendar.audience." + audience.kind)  // words: calendar.audience.*
}

/// “Wednesday, March 11, 2026, 10:00–11:00”, in the reader's zone.
func whenText(_ one: Occurrence, _ own: Zone, _ scene: Scene) -> String {
  let words = scene.words
  if one.times.isAllDay {
    let first = words.date(one.times.from, .long)
    return one.times.span == 0
      ? first : words.range(first, words.date(one.times.until, .long))
  }
  let (begins, ends) = (one.start(in: own), one.end(in: own))
  let (first, last) = (scene.ownZone.day(of: begins), scene.ownZone.day(of: ends))
  let day = words.date(first, .long) + words.comma
  let start = words.time(begins, in: scene.ownZone)
  if ends == begins { return day + start }
  return first == last
    ? day + words.hours(scene.ownZone.minute(of: begins), scene.ownZone.minute(of: ends))
    : words.range(day + start, words.moment(ends, in: scene.ownZone))
}

/// “Every 2 weeks: Tue, Thu, until Jun 30, 2026”.
func ruleText(_ rule: Recurrence, from times: EventTimes, _ scene: Scene) -> String {
  let words = scene.words
  let kind =
    switch rule.frequency {
    case .daily: "daily"
    case .weekly: "weekly"
    case .monthly: "monthly"
    case .yearly: "yearly"
    }
  var text = words("calendar.every." + kind, .count(rule.interval))  // words: calendar.every.*
  let first = scene.zone.firstWeekday
  let days = rule.weekdays.sorted { ($0.weekday - first + 7) % 7 < ($1.weekday - first + 7) % 7 }.map { nth in
    let day = words("date.weekday." + String(nth.weekday))
    guard nth.place != 0 else { return day }
    guard nth.place >= -2, nth.place <= 5 else { return String(nth.place) + " " + day }
    return words("calendar.nth." + String(nth.place), .text(day))  // words: calendar.nth.*
  }
  if !days.isEmpty { text = words("calendar.on", .text(text), .text(words.list(days))) }
  let numbers = rule.monthDays.map { words.number($0) }
  if !numbers.isEmpty, rule.frequency == .monthly {
    text = words("calendar.on", .text(text), .text(words("calendar.month-days", .text(words.list(numbers)))))
  }
  if let count = rule.count { text = words("calendar.on", .text(text), .text(words("calendar.times", .count(count)))) }
  switch rule.until {
  case .day(let day): text = words("calendar.ends", .text(text), .text(words.date(day)))
  case .moment(let moment): text = words("calendar.ends", .text(text), .text(words.date(scene.ownZone.day(of: moment))))
  case nil: break
  }
  return text
}

/// What dragging does, as a form: a day, and a time where there is one.
private func moveCard(_ data: EventPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let (words, one) = (scene.words, data.occurrence)
  var fields = [
    field(.date("to", words("calendar.to-day"), value: one.times.from), draft, scene, scope: "move")
  ]
  if let start = one.times.start {
    fields.append(field(.time("start", words("calendar.begins"), minute: start), draft, scene, scope: "move"))
  }
  if data.event.rule != nil { fields.append(field(scopeField(scene), draft, scene, scope: "move")) }
  let anyway: HTML =
    draft.problem("anyway") == nil && draft["anyway"] == nil
    ? "" : field(.check("anyway", words("calendar.anyway")), draft, scene, scope: "move")
  return card(
    words("calendar.move"), id: "move",
    content: form(
      CalendarPaths.move(data.event.id), scene,
      content: """
        \(hidden([Form.Field("day", one.day.text)]))\(zoneNote(data.zone, one.times, scene))\
        \(fieldRow(fields))\(anyway)<div class="form__actions">\(submit(words("calendar.move-submit"), .secondary))</div>
        """))
}

private func scopeField(_ scene: Scene) -> Field {
  .select(
    "scope", scene.words("calendar.scope"),
    // words: calendar.scope.*
    EventScope.allCases.map { Field.Choice($0.rawValue, scene.words("calendar.scope." + $0.rawValue)) },
    value: EventScope.one.rawValue)
}

/// Whose clock a form speaks of, when it is not the reader's.
func zoneNote(_ zone: Zone, _ times: EventTimes?, _ scene: Scene) -> HTML {
  guard zone.name != scene.ownZone.name, times?.isAllDay != true else { return "" }
  return "<p class=\"quiet\">\(scene.words("calendar.in-zone", .text(zone.name)))</p>"
}

private func eventActs(_ data: EventPage, _ scene: Scene) -> HTML {
  guard data.event.rule != nil else {
    return cluster([
      postButton(
        scene.words("calendar.delete"), to: CalendarPaths.deletion(data.event.id), scene, .destructive,
        icon: icon("trash", scene))
    ])
  }
  return cluster(changeActs(data, scene)) + cluster(removeActs(data, scene))
}

/// Of what comes again: this time, this and what follows, or all.
private func changeActs(_ data: EventPage, _ scene: Scene) -> [HTML] {
  let (words, id, day) = (scene.words, data.event.id, data.occurrence.day)
  let all = linkButton(
    words("calendar.edit-all"), to: CalendarPaths.edit(id), icon: icon("edit", scene), style: ButtonStyle(key: "e"))
  guard !data.isSkipped else { return [all] }
  let one = linkButton(
    words("calendar.change-one"), to: CalendarPaths.occurrence(id) + "?day=" + day.text, icon: icon("edit", scene))
  let following = linkButton(
    words("calendar.edit-following"), to: CalendarPaths.edit(id, following: day), icon: icon("edit", scene))
  guard data.occurrence.isChanged else { return [one, following, all] }
  let back = postButton(
    words("calendar.unchange"), to: CalendarPaths.unskip(id), scene, fields: [Form.Field("day", day.text)],
    icon: icon("undo", scene))
  return [one, following, all, back]
}

private func removeActs(_ data: EventPage, _ scene: Scene) -> [HTML] {
  let (words, id, day) = (scene.words, data.event.id, Form.Field("day", data.occurrence.day.text))
  let all = postButton(
    words("calendar.delete-all"), to: CalendarPaths.deletion(id), scene, .destructive, icon: icon("trash", scene))
  guard !data.isSkipped else { return [all] }
  return [
    postButton(
      words("calendar.skip"), to: CalendarPaths.skip(id), scene, fields: [day], icon: icon("x", scene)),
    postButton(
      words("calendar.delete-following"), to: CalendarPaths.deletion(id), scene,
      fields: [day, Form.Field("scope", EventScope.following.rawValue)], icon: icon("x", scene)), all,
  ]
}
