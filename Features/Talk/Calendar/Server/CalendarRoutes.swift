import Base
import HTML
import Kit
import Ledger
import School
public import Web

// The paths are `CalendarPaths`, beside the model, because pages of other features lead here.

public func calendarRoutes(_ service: CalendarService) -> [Route] {
  pageRoutes(service) + formRoutes(service) + stateRoutes(service) + occurrenceRoutes(service) + feedRoutes(service)
    + importRoutes(service)
}

private func pageRoutes(_ service: CalendarService) -> [Route] {
  let choice: @Sendable (Ask) async throws -> Answer = { ask in
    let (data, draft, isOffice) = (try await service.page(ask), ask.draft, try ask.caller().role.isOffice)
    return .page(json: { data.choice.json }) { choicePage(data.choice, isOffice: isOffice, draft, $0) }
  }
  return [
    .get(
      CalendarPaths.calendar, .members, "The calendar: lessons, what is due, events, holidays and exams.",
      query: [
        .optional("view", "month, week, day or agenda."), .optional("on", "A day of the time shown, as 2026-03-11."),
      ]
    ) { ask in
      let data = try await service.page(ask)
      return .page(json: { data.json }) { calendarPage(data, $0) }
    },
    .get(CalendarPaths.choice, .members, "Which other dates stand beside the day.", choice),
    .post(
      CalendarPaths.choice, .members, "Choose the dates beside the day.",
      inputs: [
        Input("hebrew", "The Hebrew date.", required: false), Input("hijri", "The Hijri date.", required: false),
        Input("shift", "The school's correction of the Hijri date: -1, 0 or 1.", required: false),
      ], form: choice
    ) { ask in
      try await service.run(ChooseDates(ask.form), ask)
      return .done(CalendarPaths.calendar, toast: Toast(Phrase("calendar.toast.dates")))
    },
  ]
}

private let fields = [
  Input("title", "What it is."), Input("kind", "event, holiday or exam.", required: false),
  Input("audience", "person, school, class.ID or course.ID.", required: false),
  Input("from", "The first day."), Input("until", "The last day, itself included.", required: false),
  Input("start", "When it begins, 10:00; without it, it is the whole day.", required: false),
  Input("end", "When it ends.", required: false), Input("allDay", "The whole day.", required: false),
  Input("place", "The room.", required: false), Input("note", "More about it.", required: false),
  Input("repeat", "none, daily, weekly, monthly, monthly-weekday, yearly or rule.", required: false),
  Input("rule", "A rule as in RFC 5545, when repeat is rule.", required: false),
  Input("interval", "Every so many.", required: false), Input("count", "How many times.", required: false),
  Input("last", "The last day it may come.", required: false),
  Input("on.1", "Mondays, with weekly; on.7 is Sundays.", required: false),
  Input("weekStart", "The day a week begins with, 1 Monday.", required: false),
  anyway,
]
private let anyway = Input("anyway", "Although something stands in the way.", required: false)
private let scope = [
  Input("scope", "all, or following: from one day on.", required: false),
  Input("day", "That day, as its rule names it.", required: false),
]

extension EventScope {
  /// As a form or an address says it; `nil` when it says nothing.
  ///
  /// - Parameter allowed: what can be meant here. Anything else is refused: a word that is not understood must not be
  ///   taken for the whole of what comes again.
  fileprivate static func said(_ ask: Ask, of allowed: Set<EventScope> = [.following, .all]) throws(Refusal)
    -> EventScope?
  {
    guard let text = ask.form["scope"] ?? ask.query["scope"], !text.isEmpty else { return nil }
    guard let scope = EventScope(rawValue: text), allowed.contains(scope) else {
      throw .invalid("scope", Phrase("form.choice"))
    }
    return scope
  }
}

/// What follows, or what is left, and the way back.
private func parted(_ parted: Parted, _ key: String, to path: String? = nil) -> Answer {  // words: calendar.toast.*
  let back =
    [Form.Field("rule", parted.rule.text()), Form.Field("sequence", String(parted.sequence))]
    + (parted.following.map { [Form.Field("following", $0.text)] } ?? [])
  return .done(
    path ?? parted.following.map { CalendarPaths.event($0) } ?? CalendarPaths.calendar,
    toast: Toast(Phrase(key), undo: (path: CalendarPaths.rejoining(parted.event), fields: back)),
    json: {
      .object([
        ("following", .optional(parted.following?.text)), ("rule", .text(parted.rule.text())),
        ("sequence", .integer(parted.sequence)),
      ])
    })
}

private func showEvent(_ service: CalendarService, _ ask: Ask) async throws -> Answer {
  let (found, draft) = (try await service.eventPage(ask), ask.draft)
  return .page(version: found.event.version, json: { found.json }) { eventPage(found, draft, $0) }
}

private func formRoutes(_ service: CalendarService) -> [Route] {
  let blank: @Sendable (Ask) async throws -> Answer = { ask in
    let audiences = try await service.audiences(for: ask)
    let day = (ask.form["from"] ?? ask.query["day"]).flatMap { Day($0) } ?? ask.scene.today
    let (data, draft) = (EventForm(day: day, audiences: audiences, zone: try await service.home(ask)), ask.draft)
    return .page { newEventPage(data, draft, $0) }
  }
  let editing: @Sendable (Ask) async throws -> Answer = { ask in
    let (found, draft) = (try await service.eventPage(ask), ask.draft)
    guard found.plans else { throw Refusal.notFound }
    let data = try EventForm(found, EventScope.said(ask, of: Set(EventScope.allCases)))
    return .page(version: found.event.version, json: { found.event.json }) {
      editEventPage(data, found.event, draft, $0)
    }
  }
  let showing: @Sendable (Ask) async throws -> Answer = { try await showEvent(service, $0) }
  return [
    .get(CalendarPaths.new, .members, "The form of a new event.", inAPI: false, blank),
    .post(
      CalendarPaths.events, .members, "Put something on the calendar.",
      inputs: fields + [Input("id", "The event's id, when the sender chooses it.", required: false)], form: blank
    ) { ask in
      let command = try AddEvent(ask.form)
      let id = try await service.run(command, ask)
      return .done(
        CalendarPaths.event(id, command.words.times.from), toast: Toast(Phrase("calendar.toast.added")), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .get("/schedule/events/:event", .members, "One time of an event.", showing),
    .get("/schedule/events/:event/edit", .members, "The form of an event.", inAPI: false, editing),
    .post(
      "/schedule/events/:event", .members, "Say all of an event anew.", inputs: fields + scope, form: editing
    ) { ask in
      let form = try ask.form.of("event", ask)
      if try EventScope.said(ask) == .following {
        return parted(try await service.run(EditFollowing(form.without("scope")), ask), "calendar.toast.changed")
      }
      let command = try EditEvent(form.without("scope", "day"))
      try await service.run(command, ask)
      return .done(CalendarPaths.event(command.event), toast: Toast(Phrase("calendar.toast.changed")))
    },
  ]
}

private func stateRoutes(_ service: CalendarService) -> [Route] {
  let showing: @Sendable (Ask) async throws -> Answer = { try await showEvent(service, $0) }
  return [
    .post("/schedule/events/:event/deletion", .members, "Take an event off the calendar.", inputs: scope) { ask in
      let form = try ask.form.of("event", ask)
      if try EventScope.said(ask) == .following {
        let command = try CancelFollowing(form.without("scope"))
        return parted(
          try await service.run(command, ask), "calendar.toast.deleted", to: CalendarPaths.view(.week, on: command.day))
      }
      let command = try CancelEvent(form.without("scope", "day"))
      try await service.run(command, ask)
      return .done(
        CalendarPaths.calendar,
        toast: Toast(
          Phrase("calendar.toast.deleted"), undo: (path: CalendarPaths.restoral(command.event), fields: [])))
    },
    .post("/schedule/events/:event/restoral", .members, "Put it back.") { ask in
      let command = try RestoreEvent(ask.form.of("event", ask))
      try await service.run(command, ask)
      return .done(CalendarPaths.event(command.event), toast: Toast(Phrase("calendar.toast.restored")))
    },
    .post(
      "/schedule/events/:event/rejoining", .members, "Put together what was cut in two, when nobody changed it since.",
      inputs: [
        Input("rule", "The rule it had."), Input("sequence", "Its number after the cut."),
        Input("following", "What follows since.", required: false),
      ]
    ) { ask in
      let command = try RejoinEvent(ask.form.of("event", ask))
      try await service.run(command, ask)
      return .done(CalendarPaths.event(command.event), toast: Toast(Phrase("calendar.toast.restored")))
    },
    .post(
      "/schedule/events/:event/move", .members, "Move an event to another day: one time, this and following, or all.",
      inputs: [
        Input("scope", "one, following or all.", required: false),
        Input("day", "The day it was planned for."), Input("to", "The day it comes on."),
        Input("start", "When it begins then.", required: false),
        Input("seen", "The day on which it was seen by another clock than its own.", required: false), anyway,
      ], form: showing
    ) { ask in
      let command = try MoveEvent(ask.form.of("event", ask).without("scope"))
      if let scope = try EventScope.said(ask, of: Set(EventScope.allCases)), scope != .one {
        let whole = MoveFollowing(command, isAll: scope == .all)
        return parted(
          try await service.run(whole, ask), "calendar.toast.moved", to: CalendarPaths.view(.week, on: command.to))
      }
      let before = try await service.run(command, ask)
      let start = before.start.map { Form.Field("start", pad($0 / 60) + ":" + pad($0 % 60)) }
      let back =
        [Form.Field("day", before.day.text), Form.Field("to", before.from.text)] + (start.map { [$0] } ?? [])
        + [Form.Field("anyway", "on")]
      return .done(
        CalendarPaths.view(.week, on: command.to),
        toast: Toast(Phrase("calendar.toast.moved"), undo: (path: CalendarPaths.move(command.event), fields: back)))
    },
  ]
}

private func occurrenceRoutes(_ service: CalendarService) -> [Route] {
  let one: @Sendable (Ask) async throws -> Answer = { ask in
    let (found, draft) = (try await service.eventPage(ask), ask.draft)
    guard found.plans, found.event.rule != nil else { throw Refusal.notFound }
    return .page(json: { found.json }) { occurrencePage(found, draft, $0) }
  }
  let day = Input("day", "The day its rule names.")
  return [
    .get("/schedule/events/:event/occurrence", .members, "The form of one time.", inAPI: false, one),
    .post(
      "/schedule/events/:event/occurrence", .members, "Change one time of what comes again.",
      inputs: [
        day, Input("title", "What it is."), Input("from", "The first day."),
        Input("until", "The last day.", required: false),
        Input("start", "When it begins.", required: false), Input("end", "When it ends.", required: false),
        Input("allDay", "The whole day.", required: false), Input("place", "The room.", required: false), anyway,
      ], form: one
    ) { ask in
      let command = try ChangeOccurrence(ask.form.of("event", ask))
      try await service.run(command, ask)
      return .done(
        CalendarPaths.event(command.event, command.day), toast: Toast(Phrase("calendar.toast.changed")))
    },
    .post("/schedule/events/:event/skip", .members, "Leave one time out.", inputs: [day]) { ask in
      let command = try SkipOccurrence(ask.form.of("event", ask))
      try await service.run(command, ask)
      return .done(
        CalendarPaths.view(.week, on: command.day),
        toast: Toast(
          Phrase("calendar.toast.skipped"),
          undo: (path: CalendarPaths.unskip(command.event), fields: [Form.Field("day", command.day.text)])))
    },
    .post("/schedule/events/:event/unskip", .members, "That time is again as the rule says.", inputs: [day]) { ask in
      let command = try RestoreOccurrence(ask.form.of("event", ask))
      try await service.run(command, ask)
      return .done(
        CalendarPaths.event(command.event, command.day), toast: Toast(Phrase("calendar.toast.restored")))
    },
  ]
}

private func feedRoutes(_ service: CalendarService) -> [Route] {
  let list: @Sendable (Ask) async throws -> Answer = { ask in
    let (data, draft) = (try await service.feeds(ask), ask.draft)
    return .page(json: { data.json }) { feedsPage(data, draft, $0) }
  }
  let told: @Sendable ((id: ID<Feed>, secret: String)) -> Answer = { made in
    let address = FeedAddress(origin: service.origin, secret: made.secret)
    var answer = Answer.page(
      status: 201, json: { .object([("id", .id(made.id)), ("address", .text(address.text))]) }
    ) { feedMadePage(address, $0) }
    answer.headers.append(("Referrer-Policy", "no-referrer"))
    return answer
  }
  return [
    .get(CalendarPaths.feeds, .members, "The caller's feeds, without their secrets.", list),
    .post(
      CalendarPaths.feeds, .members, "Make a feed; its address is told once.",
      inputs: [Input("scope", "person, child.ID, class.ID or course.ID.")], form: list
    ) { ask in
      told(try await service.run(MakeFeed(ask.form), ask))
    },
    .get("/schedule/feeds/:feed/rotation", .members, "Ask before an address changes.", inAPI: false) { ask in
      let id = try await service.ownFeed(ask)
      return .page { feedRotationPage(id, $0) }
    },
    .get("/schedule/feeds/:feed/revocation", .members, "Ask before a feed ends.", inAPI: false) { ask in
      let id = try await service.ownFeed(ask)
      return .page { feedRevocationPage(id, $0) }
    },
    .post("/schedule/feeds/:feed/rotation", .members, "Give a feed a new address; the old one ends.", form: list) {
      ask in told(try await service.run(RotateFeed(ask.form.of("feed", ask)), ask))
    },
    .post("/schedule/feeds/:feed/revocation", .members, "End a feed.") { ask in
      try await service.run(RevokeFeed(ask.form.of("feed", ask)), ask)
      return .done(CalendarPaths.feeds, toast: Toast(Phrase("calendar.toast.revoked")))
    },
    .get("/feeds/:secret", .anyone, "A calendar for programs, by its secret.", inAPI: false) { ask in
      try await service.feedAnswer(ask)
    },
  ]
}

private func importRoutes(_ service: CalendarService) -> [Route] {
  let blank: @Sendable (Ask) async throws -> Answer = { ask in
    let draft = ask.draft
    return .page { importFormPage(draft, $0) }
  }
  let inputs = [
    Input("file", "The text of an iCalendar file."), Input("kind", "holiday, event or exam.", required: false),
  ]
  return [
    .get(CalendarPaths.importing, .office, "The form for a calendar file.", inAPI: false, blank),
    .post(
      CalendarPaths.importing, .office, "Look at what a calendar file would do.", inputs: inputs,
      bodyLimit: Limits.importBody.most,
      form: blank
    ) { ask in
      let data = try await service.preview(ask)
      return .page(status: data.problems.isEmpty ? 200 : 422, json: { data.json }) { importPreviewPage(data, $0) }
    }.taking(FilesTaken(most: Limits.calendarFile.most, count: 1)),
    .post(
      CalendarPaths.applying, .office, "Put a calendar file in.", inputs: inputs, bodyLimit: Limits.importBody.most,
      form: blank
    ) { ask in
      let done = try await service.run(ImportEvents(ask.form), ask)
      return .done(
        CalendarPaths.view(.agenda, on: nil),
        toast: Toast(Phrase("calendar.toast.imported", .count(done.new + done.changed))),
        json: {
          .object([("new", .integer(done.new)), ("changed", .integer(done.changed)), ("same", .integer(done.same))])
        })
    },
  ]
}

extension Form {
  fileprivate func without(_ names: String...) -> Form {
    var copy = self
    copy.fields.removeAll { names.contains($0.name) }
    return copy
  }

  /// With the id that the path names.
  fileprivate func of(_ name: String, _ ask: Ask) throws(Refusal) -> Form {
    guard let id = ask.names[name] else { throw .notFound }
    var copy = self
    copy.fields.removeAll { $0.name == name }
    copy.fields.append(Field(name, id))
    return copy
  }
}
