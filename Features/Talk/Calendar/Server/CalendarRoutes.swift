import Base
import Database
import HTML
import ICalendar
import Kit
import Ledger
public import Router
import School
import Web

// The paths are `CalendarPaths`, beside the model, because pages of other features lead here.

public func calendarRoutes(_ service: CalendarService) -> [Route] {
  pageRoutes(service) + formRoutes(service) + stateRoutes(service) + occurrenceRoutes(service) + feedRoutes(service)
    + importRoutes(service)
}

private func pageRoutes(_ service: CalendarService) -> [Route] {
  let choice: PageHandler = { request, tx throws(Refusal) in
    let (data, draft, isOffice) = (try service.page(request, tx), request.draft, try request.caller().role.isOffice)
    return .page(json: { data.choice.json }) { choicePage(data.choice, isOffice: isOffice, draft, $0) }
  }
  return [
    .get(
      CalendarPaths.calendar, .members, "The calendar: lessons, what is due, events, holidays and exams.",
      query: [
        .optional("view", "month, week, day or agenda."), .optional("on", "A day of the time shown, as 2026-03-11."),
      ]
    ) { request, tx throws(Refusal) in
      let data = try service.page(request, tx)
      return .page(json: { data.json }) { calendarPage(data, $0) }
    },
    .get(CalendarPaths.choice, .members, "Which other dates stand beside the day.", choice),
    .post(
      CalendarPaths.choice, .members, "Choose the dates beside the day.", form: choice, ChooseDates.self,
      service.handle
    ) { _ in .done(CalendarPaths.calendar, toast: Toast(Phrase("calendar.toast.dates"))) },
  ]
}

/// What `EventWords` reads, for the route that does not know its command beforehand.
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
  fileprivate static func said(_ request: Request, of allowed: Set<EventScope> = [.following, .all]) throws(Refusal)
    -> EventScope?
  {
    guard let text = request.form["scope"] ?? request.query["scope"], !text.isEmpty else { return nil }
    guard let scope = EventScope(rawValue: text), allowed.contains(scope) else {
      throw .invalid("scope", Phrase("form.choice"))
    }
    return scope
  }
}

/// What follows, or what is left, and the way back.
private func parted<C: Command>(  // words: calendar.toast.*
  _ handled: Handled<C>, of event: ID<Event>, _ key: String, to path: String? = nil
) throws(Refusal) -> Response {
  guard let parted = Parted(handled.outcome.text, of: event) else { throw .notFound }
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

private func showEvent(_ service: CalendarService) -> PageHandler {
  return { request, tx throws(Refusal) in
    let (found, draft) = (try service.eventPage(request, tx), request.draft)
    return .page(version: found.event.version, json: { found.json }) { eventPage(found, draft, $0) }
  }
}

private func formRoutes(_ service: CalendarService) -> [Route] {
  let blank: PageHandler = { request, tx throws(Refusal) in
    let day = (request.form["from"] ?? request.query["day"]).flatMap { Day($0) } ?? request.scene.today
    let data = EventForm(
      day: day, audiences: try service.audiences(for: request, tx), zone: try service.home(request, tx))
    let draft = request.draft
    return .page { newEventPage(data, draft, $0) }
  }
  let editing: PageHandler = { request, tx throws(Refusal) in
    let (found, draft) = (try service.eventPage(request, tx), request.draft)
    guard found.plans else { throw .notFound }
    let data = try EventForm(found, EventScope.said(request, of: Set(EventScope.allCases)))
    return .page(version: found.event.version, json: { found.event.json }) {
      editEventPage(data, found.event, draft, $0)
    }
  }
  return [
    .get(CalendarPaths.new, .members, "The form of a new event.", inAPI: false, blank),
    .post(
      CalendarPaths.events, .members, "Put something on the calendar.", form: blank, AddEvent.self, service.handle
    ) { handled in
      let id: ID<Event> = handled.id()
      return .done(
        CalendarPaths.event(id, handled.command.words.times.from), toast: Toast(Phrase("calendar.toast.added")),
        created: true, json: { .object([("id", .id(id))]) })
    },
    .get("/schedule/events/:event", .members, "One time of an event.", showEvent(service)),
    .get("/schedule/events/:event/edit", .members, "The form of an event.", inAPI: false, editing),
    .post(
      "/schedule/events/:event", .members, "Say all of an event anew.", inputs: fields + scope, form: editing
    ) { request in
      if try EventScope.said(request) == .following {
        let command = try EditFollowing(request.form.without("scope"), path: request.names)
        let handled = try await service.ledger.handle(command, request, service.handle)
        return try parted(handled, of: command.event, "calendar.toast.changed")
      }
      let command = try EditEvent(request.form.without("scope", "day"), path: request.names)
      try await service.ledger.handle(command, request, service.handle)
      return .done(CalendarPaths.event(command.event), toast: Toast(Phrase("calendar.toast.changed")))
    },
  ]
}

private func stateRoutes(_ service: CalendarService) -> [Route] {
  [
    .post("/schedule/events/:event/deletion", .members, "Take an event off the calendar.", inputs: scope) { request in
      if try EventScope.said(request) == .following {
        let command = try CancelFollowing(request.form.without("scope"), path: request.names)
        let handled = try await service.ledger.handle(command, request, service.handle)
        return try parted(
          handled, of: command.event, "calendar.toast.deleted", to: CalendarPaths.view(.week, on: command.day))
      }
      let command = try CancelEvent(request.form.without("scope", "day"), path: request.names)
      try await service.ledger.handle(command, request, service.handle)
      return .done(
        CalendarPaths.calendar,
        toast: Toast(
          Phrase("calendar.toast.deleted"), undo: (path: CalendarPaths.restoral(command.event), fields: [])))
    },
    .post("/schedule/events/:event/restoral", .members, "Put it back.", RestoreEvent.self, service.handle) {
      handled in
      .done(CalendarPaths.event(handled.command.event), toast: Toast(Phrase("calendar.toast.restored")))
    },
    .post(
      "/schedule/events/:event/rejoining", .members, "Put together what was cut in two, when nobody changed it since.",
      RejoinEvent.self, service.handle
    ) { handled in
      .done(CalendarPaths.event(handled.command.event), toast: Toast(Phrase("calendar.toast.restored")))
    },
    .post(
      "/schedule/events/:event/move", .members, "Move an event to another day: one time, this and following, or all.",
      inputs: [
        Input("scope", "one, following or all.", required: false),
        Input("day", "The day it was planned for."), Input("to", "The day it comes on."),
        Input("start", "When it begins then.", required: false),
        Input("seen", "The day on which it was seen by another clock than its own.", required: false), anyway,
      ], form: showEvent(service)
    ) { request in
      let command = try MoveEvent(request.form.without("scope"), path: request.names)
      if let scope = try EventScope.said(request, of: Set(EventScope.allCases)), scope != .one {
        let whole = MoveFollowing(command, isAll: scope == .all)
        let handled = try await service.ledger.handle(whole, request, service.handle)
        return try parted(
          handled, of: command.event, "calendar.toast.moved", to: CalendarPaths.view(.week, on: command.to))
      }
      let moved = try await service.ledger.handle(command, request, service.handle)
      // Sent twice, it is what the first sending found.
      let before = MovedFrom(moved.outcome.text) ?? MovedFrom(from: command.day, start: nil, day: command.day)
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
  let one: PageHandler = { request, tx throws(Refusal) in
    let (found, draft) = (try service.eventPage(request, tx), request.draft)
    guard found.plans, found.event.rule != nil else { throw .notFound }
    return .page(json: { found.json }) { occurrencePage(found, draft, $0) }
  }
  return [
    .get("/schedule/events/:event/occurrence", .members, "The form of one time.", inAPI: false, one),
    .post(
      "/schedule/events/:event/occurrence", .members, "Change one time of what comes again.", form: one,
      ChangeOccurrence.self, service.handle
    ) { handled in
      .done(
        CalendarPaths.event(handled.command.event, handled.command.day),
        toast: Toast(Phrase("calendar.toast.changed")))
    },
    .post(
      "/schedule/events/:event/skip", .members, "Leave one time out.", SkipOccurrence.self, service.handle
    ) { handled in
      let command = handled.command
      return .done(
        CalendarPaths.view(.week, on: command.day),
        toast: Toast(
          Phrase("calendar.toast.skipped"),
          undo: (path: CalendarPaths.unskip(command.event), fields: [Form.Field("day", command.day.text)])))
    },
    .post(
      "/schedule/events/:event/unskip", .members, "That time is again as the rule says.", RestoreOccurrence.self,
      service.handle
    ) { handled in
      .done(
        CalendarPaths.event(handled.command.event, handled.command.day),
        toast: Toast(Phrase("calendar.toast.restored")))
    },
  ]
}

private func feedRoutes(_ service: CalendarService) -> [Route] {
  let list: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.feeds(request, tx), request.draft)
    return .page(json: { data.json }) { feedsPage(data, draft, $0) }
  }
  let told: @Sendable ((id: ID<Feed>, secret: String)) -> Response = { made in
    let address = FeedAddress(origin: service.origin, secret: made.secret)
    var answer = Response.page(
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
    ) { request in
      told(try await service.run(MakeFeed(request.form), request))
    },
    .get("/schedule/feeds/:feed/rotation", .members, "Ask before an address changes.", inAPI: false) {
      request, tx throws(Refusal) in
      let id = try service.ownFeed(request, tx)
      return .page { feedRotationPage(id, $0) }
    },
    .get("/schedule/feeds/:feed/revocation", .members, "Ask before a feed ends.", inAPI: false) {
      request, tx throws(Refusal) in
      let id = try service.ownFeed(request, tx)
      return .page { feedRevocationPage(id, $0) }
    },
    .post("/schedule/feeds/:feed/rotation", .members, "Give a feed a new address; the old one ends.", form: list) {
      request in told(try await service.run(RotateFeed(request.form, path: request.names), request))
    },
    .post("/schedule/feeds/:feed/revocation", .members, "End a feed.", RevokeFeed.self, service.handle) { _ in
      .done(CalendarPaths.feeds, toast: Toast(Phrase("calendar.toast.revoked")))
    },
    .get("/feeds/:secret", .anyone, "A calendar for programs, by its secret.", inAPI: false) { request in
      try await service.feedAnswer(request)
    },
  ]
}

private func importRoutes(_ service: CalendarService) -> [Route] {
  let blank: PageHandler = { request, _ throws(Refusal) in
    let draft = request.draft
    return .page { importFormPage(draft, $0) }
  }
  return [
    .get(CalendarPaths.importing, .office, "The form for a calendar file.", inAPI: false, blank),
    .post(
      CalendarPaths.importing, .office, "Look at what a calendar file would do.",
      inputs: [
        Input("file", "The text of an iCalendar file."), Input("kind", "holiday, event or exam.", required: false),
      ], bodyLimit: Limits.importBody.most, form: blank
    ) { request in
      let data = try await service.preview(request)
      return .page(status: data.problems.isEmpty ? 200 : 422, json: { data.json }) { importPreviewPage(data, $0) }
    }.taking(FilesTaken(most: Limits.calendarFile.most, count: 1)),
    .post(
      CalendarPaths.applying, .office, "Put a calendar file in.", bodyLimit: Limits.importBody.most, form: blank,
      ImportEvents.self, prepare: { try await service.read($0, $1) }, service.handle
    ) { handled in
      let counts = handled.outcome.text.split(separator: " ").map { Int($0) ?? 0 } + [0, 0, 0]
      let (new, changed, same) = (counts[0], counts[1], counts[2])
      return .done(
        CalendarPaths.view(.agenda, on: nil),
        toast: Toast(Phrase("calendar.toast.imported", .count(new + changed))),
        json: { .object([("new", .integer(new)), ("changed", .integer(changed)), ("same", .integer(same))]) })
    },
  ]
}

extension Form {
  fileprivate func without(_ names: String...) -> Form {
    var copy = self
    copy.fields.removeAll { names.contains($0.name) }
    return copy
  }
}
