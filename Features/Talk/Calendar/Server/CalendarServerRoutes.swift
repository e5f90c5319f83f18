import Base
import ICalendar
import Kit
import Ledger
public import Router
import School
import Talk
import Web

/// What is sent as one of several commands, feeds with their secrets, and files.
public func calendarServerRoutes(_ server: CalendarServer) -> [Route] {
  eventRoutes(server, server.service) + feedRoutes(server, server.service) + importRoutes(server, server.service)
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

private func eventRoutes(_ server: CalendarServer, _ service: CalendarService) -> [Route] {
  [
    .post(
      "/schedule/events/:event", .members, "Say all of an event anew.", inputs: fields + scope, form: service.editAnswer
    ) { request in
      if try EventScope.said(request) == .following {
        let command = try EditFollowing(request.form.without("scope"), path: request.names)
        let handled = try await server.ledger.handle(command, request, service.handle)
        return try parted(handled, of: command.event, "calendar.toast.changed")
      }
      let command = try EditEvent(request.form.without("scope", "day"), path: request.names)
      try await server.ledger.handle(command, request, service.handle)
      return .done(CalendarPaths.event(command.event), toast: Toast(Phrase("calendar.toast.changed")))
    },
    .post("/schedule/events/:event/deletion", .members, "Take an event off the calendar.", inputs: scope) { request in
      if try EventScope.said(request) == .following {
        let command = try CancelFollowing(request.form.without("scope"), path: request.names)
        let handled = try await server.ledger.handle(command, request, service.handle)
        return try parted(
          handled, of: command.event, "calendar.toast.deleted", to: CalendarPaths.view(.week, on: command.day))
      }
      let command = try CancelEvent(request.form.without("scope", "day"), path: request.names)
      try await server.ledger.handle(command, request, service.handle)
      return .done(
        CalendarPaths.calendar,
        toast: Toast(
          Phrase("calendar.toast.deleted"), undo: (path: CalendarPaths.restoral(command.event), fields: [])))
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
        let handled = try await server.ledger.handle(whole, request, service.handle)
        return try parted(
          handled, of: command.event, "calendar.toast.moved", to: CalendarPaths.view(.week, on: command.to))
      }
      let moved = try await server.ledger.handle(command, request, service.handle)
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

private func feedRoutes(_ server: CalendarServer, _ service: CalendarService) -> [Route] {
  let told: @Sendable ((id: ID<Feed>, secret: String)) -> Response = { made in
    let address = FeedAddress(origin: server.origin, secret: made.secret)
    var answer = Response.page(
      status: 201, json: { .object([("id", .id(made.id)), ("address", .text(address.text))]) }
    ) { feedMadePage(address, $0) }
    answer.headers.append(("Referrer-Policy", "no-referrer"))
    return answer
  }
  return [
    .post(
      CalendarPaths.feeds, .members, "Make a feed; its address is told once.",
      inputs: [Input("scope", "person, child.ID, class.ID or course.ID.")], form: service.feedsAnswer
    ) { request in
      told(try await server.run(MakeFeed(request.form), request))
    },
    .post(
      "/schedule/feeds/:feed/rotation", .members, "Give a feed a new address; the old one ends.",
      form: service.feedsAnswer
    ) { request in
      told(try await server.run(RotateFeed(request.form, path: request.names), request))
    },
    .get("/feeds/:secret", .anyone, "A calendar for programs, by its secret.", inAPI: false) { request in
      try await server.feedAnswer(request)
    },
  ]
}

private func importRoutes(_ server: CalendarServer, _ service: CalendarService) -> [Route] {
  [
    .post(
      CalendarPaths.importing, .office, "Look at what a calendar file would do.",
      inputs: [
        Input("file", "The text of an iCalendar file."), Input("kind", "holiday, event or exam.", required: false),
      ], bodyLimit: Limits.importBody.most, form: service.importAnswer
    ) { request in
      let data = try await server.preview(request)
      return .page(status: data.problems.isEmpty ? 200 : 422, json: { data.json }) { importPreviewPage(data, $0) }
    }.taking(FilesTaken(most: Limits.calendarFile.most, count: 1)),
    .post(
      CalendarPaths.applying, .office, "Put a calendar file in.", bodyLimit: Limits.importBody.most,
      form: service.importAnswer, ImportEvents.self, prepare: { try await server.read($0, $1) }, server.handle
    ) { handled in
      let counts = handled.outcome.text.split(separator: " ").map { Int($0) ?? 0 } + [0, 0, 0]
      let (new, changed, same) = (counts[0], counts[1], counts[2])
      return .done(
        CalendarPaths.view(.list, on: nil),
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
