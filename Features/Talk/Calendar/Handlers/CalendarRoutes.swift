package import Base
package import Database
import Kit
public import Router
package import School

// The paths are `CalendarPaths`, beside the model, because pages of other features lead here.

public func calendarRoutes(_ service: CalendarService) -> [Route] {
  pageRoutes(service) + formRoutes(service) + stateRoutes(service) + occurrenceRoutes(service) + feedRoutes(service)
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
        .optional("view", "month, week, day or list."), .optional("on", "A day of the time shown, as 2026-03-11."),
      ], offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.page(request, tx)
      return .page(json: { data.json }) { calendarPage(data, $0) }
    },
    .get(CalendarPaths.choice, .members, "Which other dates stand beside the day.", offline: .everybody, choice),
    .post(
      CalendarPaths.choice, .members, "Choose the dates beside the day.", form: choice, ChooseDates.self,
      service.handle
    ) { _ in .done(CalendarPaths.calendar, toast: Toast(Phrase("calendar.toast.dates"))) },
  ]
}

private func formRoutes(_ service: CalendarService) -> [Route] {
  [
    .get(
      CalendarPaths.new, .members, "The form of a new event.", inAPI: false, offline: .everybody, service.blankAnswer),
    .post(
      CalendarPaths.events, .members, "Put something on the calendar.", form: service.blankAnswer, AddEvent.self,
      service.handle
    ) { handled in
      let id: ID<Event> = handled.id()
      return .done(
        CalendarPaths.event(id, handled.command.words.times.from), toast: Toast(Phrase("calendar.toast.added")),
        created: true, json: { .object([("id", .id(id))]) })
    },
    .get("/schedule/events/:event", .members, "One time of an event.", offline: .everybody, showEvent(service)),
    .get(
      "/schedule/events/:event/edit", .members, "The form of an event.", inAPI: false, offline: .everybody,
      service.editAnswer),
    .get(
      CalendarPaths.importing, .office, "The form for a calendar file.", inAPI: false, offline: .everybody,
      service.importAnswer),
  ]
}

private func stateRoutes(_ service: CalendarService) -> [Route] {
  [
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
  ]
}

private func occurrenceRoutes(_ service: CalendarService) -> [Route] {
  let one: PageHandler = { request, tx throws(Refusal) in
    let (found, draft) = (try service.eventPage(request, tx), request.draft)
    guard found.plans, found.event.rule != nil else { throw .notFound }
    return .page(json: { found.json }) { occurrencePage(found, draft, $0) }
  }
  return [
    .get(
      "/schedule/events/:event/occurrence", .members, "The form of one time.", inAPI: false, offline: .everybody, one),
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
  [
    .get(
      CalendarPaths.feeds, .members, "The caller's feeds, without their secrets.", offline: .everybody,
      service.feedsAnswer),
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
    .post("/schedule/feeds/:feed/revocation", .members, "End a feed.", RevokeFeed.self, service.handle) { _ in
      .done(CalendarPaths.feeds, toast: Toast(Phrase("calendar.toast.revoked")))
    },
  ]
}

package func showEvent(_ service: CalendarService) -> PageHandler {
  return { request, tx throws(Refusal) in
    let (found, draft) = (try service.eventPage(request, tx), request.draft)
    return .page(version: found.event.version, json: { found.json }) { eventPage(found, draft, $0) }
  }
}

extension CalendarService {
  func blankAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let day = (request.form["from"] ?? request.query["day"]).flatMap { Day($0) } ?? request.scene.today
    let data = EventForm(day: day, audiences: try audiences(for: request, tx), zone: try home(request, tx))
    let draft = request.draft
    return .page { newEventPage(data, draft, $0) }
  }

  package func editAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (found, draft) = (try eventPage(request, tx), request.draft)
    guard found.plans else { throw .notFound }
    let data = try EventForm(found, EventScope.said(request, of: Set(EventScope.allCases)))
    return .page(version: found.event.version, json: { found.event.json }) {
      editEventPage(data, found.event, draft, $0)
    }
  }

  package func feedsAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (data, draft) = (try feeds(request, tx), request.draft)
    return .page(json: { data.json }) { feedsPage(data, draft, $0) }
  }

  package func importAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let draft = request.draft
    return .page { importFormPage(draft, $0) }
  }
}

extension EventScope {
  /// As a form or an address says it; `nil` when it says nothing.
  ///
  /// - Parameter allowed: what can be meant here. Anything else is refused: a word that is not understood must not be
  ///   taken for the whole of what comes again.
  package static func said(_ request: Request, of allowed: Set<EventScope> = [.following, .all]) throws(Refusal)
    -> EventScope?
  {
    guard let text = request.form["scope"] ?? request.query["scope"], !text.isEmpty else { return nil }
    guard let scope = EventScope(rawValue: text), allowed.contains(scope) else {
      throw .invalid("scope", Phrase("form.choice"))
    }
    return scope
  }
}
