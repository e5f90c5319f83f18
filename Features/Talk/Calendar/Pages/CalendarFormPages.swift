import Base
import HTML
import ICalendar
import Kit
import School

/// What a form of an event begins with.
struct EventForm: Sendable {
  var event: Event?
  var day: Day
  var audiences: [AudienceChoice]
  /// Whose clock it is.
  var zone: Zone
  /// The day from which on it is about, when it is not about all.
  var following: Day?
  init(event: Event? = nil, day: Day, audiences: [AudienceChoice], zone: Zone) {
    (self.event, self.day, self.audiences, self.zone) = (event, day, audiences, zone)
  }
}

func newEventPage(_ data: EventForm, _ draft: Draft, _ scene: Scene) -> Page {
  Page(
    "calendar.new", title: scene.words("calendar.add"),
    parent: (title: scene.words("calendar.title"), path: CalendarPaths.view(.week, on: data.day)),
    body: card(content: eventForm(CalendarPaths.events, data, draft, scene, submit: scene.words("calendar.save"))))
}

extension EventForm {
  /// All of an event, or what follows from the day of the page on.
  init(_ page: EventPage, _ scope: EventScope?) throws(Refusal) {
    var event = page.event
    let day = page.occurrence.day
    if scope == .following {
      guard let rest = event.following(day, as: event.id, zone: page.zone, now: event.updatedAt) else {
        throw .notFound
      }
      event = rest
    }
    self.init(event: event, day: event.times.from, audiences: page.audiences, zone: page.zone)
    following = scope == .following ? day : nil
  }

  fileprivate var hiddenFields: [Form.Field] {
    following.map { [Form.Field("scope", EventScope.following.rawValue), Form.Field("day", $0.text)] } ?? []
  }
}

func editEventPage(_ data: EventForm, _ event: Event, _ draft: Draft, _ scene: Scene) -> Page {
  let said = data.following.map { scene.words("calendar.following-note", .text(scene.words.date($0, .long))) }
  let note: HTML =
    event.rule == nil ? "" : banner(HTML(text: said ?? scene.words("calendar.edit-note")), scene)
  return Page(
    "calendar.edit", title: event.title, parent: (title: event.title, path: CalendarPaths.event(event.id)),
    body: stack([
      note,
      card(
        content: eventForm(CalendarPaths.event(event.id), data, draft, scene, submit: scene.words("calendar.save"))),
    ]))
}

private func eventForm(
  _ action: String, _ data: EventForm, _ draft: Draft, _ scene: Scene, submit label: String
) -> HTML {
  let words = scene.words
  let main = mainFields(data, scene)
  let (repeating, more) = (repeatField(data, scene), repeatFields(data, scene))
  let draw: (Field) -> HTML = { field($0, draft, scene) }
  let anyway: HTML =
    draft.problem("anyway") == nil && draft["anyway"] == nil
    ? "" : draw(.check("anyway", words("calendar.anyway")))
  // A week goes on beginning where it did, whoever changes the event.
  let weekStart = data.event?.rule?.weekStart ?? scene.zone.firstWeekday
  let isOpen = data.event?.rule != nil || (draft["repeat"] ?? "none") != "none"
  return form(
    action, scene,
    content: """
      \(errorSummary(draft, main + [repeating] + more + weekdayFields(data, scene), scene))\
      \(each: main.prefix(3), draw)\(zoneNote(data.zone, nil, scene))\(fieldRow(main[3..<5].map(draw)))\(draw(main[5]))\(fieldRow(main[6..<8].map(draw)))\
      \(each: main.dropFirst(8), draw)\(draw(repeating))\
      <details class="cal-details"\(flag: "open", isOpen)><summary>\(words("calendar.repeat-more"))</summary>\
      <div class="stack"><fieldset class="cal-weekdays"><legend>\(words("calendar.on-days"))</legend>\
      <div class="cluster">\(each: weekdayFields(data, scene), draw)</div></fieldset>\(each: more, draw)</div></details>\
      \(hidden([Form.Field("weekStart", String(weekStart))] + data.hiddenFields))\(anyway)\
      <div class="form__actions">\(Kit.submit(label))\
      \(linkButton(words("kit.cancel"), to: CalendarPaths.view(.week, on: data.day), .ghost))</div>
      """)
}

private func mainFields(_ data: EventForm, _ scene: Scene) -> [Field] {
  let (words, event) = (scene.words, data.event)
  let times = event?.times ?? EventTimes(from: data.day, start: 480, end: 540)
  let audiences = data.audiences.map {
    Field.Choice($0.audience.text, audienceText($0.audience, $0.name, scene))
  }
  let kinds = Event.Kind.allCases.map { Field.Choice($0.rawValue, words("calendar.kind." + $0.rawValue)) }
  return [
    .text("title", words("calendar.title-field"), value: event?.title ?? "", max: 200),
    .select("kind", words("calendar.kind"), kinds, value: event?.kind.rawValue ?? "event"),
    .select("audience", words("calendar.for"), audiences, value: event?.audience.text ?? audiences.first?.value ?? ""),
    .date("from", words("calendar.from"), value: times.from),
    .time("start", words("calendar.begins"), minute: times.start, isRequired: false),
    .check("allDay", words("calendar.all-day"), isOn: times.isAllDay),
    .date("until", words("calendar.until-day"), value: times.until, isRequired: false),
    .time("end", words("calendar.finishes"), minute: times.end, isRequired: false),
    .text("place", words("calendar.place"), value: event?.place ?? "", isRequired: false),
    .area("note", words("calendar.note"), value: event?.note ?? "", rows: 3, max: 4000),
  ]
}

private func repeatField(_ data: EventForm, _ scene: Scene) -> Field {
  let words = scene.words
  let now = data.event.flatMap { event in event.rule?.repeating(from: event.times.from) } ?? .none
  return .select(
    "repeat", words("calendar.repeats"),
    // words: calendar.repeat.*
    Repeating.allCases.map { Field.Choice($0.rawValue, words("calendar.repeat." + $0.rawValue)) },
    value: now.rawValue)
}

/// One box for each day, as the reader's week goes.
private func weekdayFields(_ data: EventForm, _ scene: Scene) -> [Field] {
  let first = scene.zone.firstWeekday
  let chosen = data.event?.rule?.weekdays.map { $0.weekday } ?? []
  return (0..<7).map { (first - 1 + $0) % 7 + 1 }.map { weekday in
    .check(
      "on." + String(weekday), scene.words("date.weekday." + String(weekday)), isOn: chosen.contains(weekday))
  }
}

private func repeatFields(_ data: EventForm, _ scene: Scene) -> [Field] {
  let (words, rule) = (scene.words, data.event?.rule)
  var last: Day?
  if case .day(let day) = rule?.until { last = day }
  var written = Field.text(
    "rule", words("calendar.rule-field"), value: rule?.text() ?? "", hint: words("calendar.rule-hint"),
    isRequired: false, max: 500)
  written.direction = "ltr"
  return [
    .number("interval", words("calendar.interval"), value: rule?.interval ?? 1, in: 1...99, isRequired: false),
    .date("last", words("calendar.last-day"), value: last, isRequired: false),
    .number("count", words("calendar.count"), value: rule?.count, in: 1...Recurrence.maxTimes, isRequired: false),
    written,
  ]
}

/// One time of something that comes again.
func occurrencePage(_ data: EventPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, one) = (scene.words, data.occurrence)
  var fields: [Field] = [
    .hidden("day", one.day.text),
    .text("title", words("calendar.title-field"), value: one.title, max: 200),
    .date("from", words("calendar.from"), value: one.times.from),
    .time("start", words("calendar.begins"), minute: one.times.start, isRequired: false),
    .date("until", words("calendar.until-day"), value: one.times.until, isRequired: false),
    .time("end", words("calendar.finishes"), minute: one.times.end, isRequired: false),
    .check("allDay", words("calendar.all-day"), isOn: one.times.isAllDay),
    .text("place", words("calendar.place"), value: one.place ?? "", isRequired: false),
  ]
  if draft.problem("anyway") != nil || draft["anyway"] != nil {
    fields.append(.check("anyway", words("calendar.anyway")))
  }
  let path = CalendarPaths.event(data.event.id, one.day)
  return Page(
    "calendar.occurrence", title: words("calendar.change-one"), parent: (title: one.title, path: path),
    body: stack(
      [
        zoneNote(data.zone, one.times, scene),
        card(
          content: form(
            CalendarPaths.occurrence(data.event.id), fields, draft, scene, submit: words("calendar.save"),
            cancel: (label: words("kit.cancel"), path: path))),
      ].filter { !$0.isEmpty }))
}

/// What stands beside the day.
func choicePage(_ choice: CalendarChoice, isOffice: Bool, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  var fields: [Field] = [
    .check("hebrew", words("calendar.show-hebrew"), isOn: choice.hebrew, hint: words("calendar.sunset")),
    .check("hijri", words("calendar.show-hijri"), isOn: choice.hijri),
  ]
  if isOffice {
    let shifts = ["-1", "0", "1"].map { Field.Choice($0, words("calendar.shift." + $0)) }  // words: calendar.shift.*
    fields.append(
      .select(
        "shift", words("calendar.shift"), shifts, value: String(choice.shift), hint: words("calendar.shift-hint")))
  }
  return Page(
    "calendar.choice", title: words("calendar.dates"),
    parent: (title: words("calendar.title"), path: CalendarPaths.calendar),
    body: card(
      content: form(CalendarPaths.choice, fields, draft, scene, submit: words("calendar.save"))))
}
