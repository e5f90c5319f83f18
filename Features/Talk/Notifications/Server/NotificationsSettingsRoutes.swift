import Base
import Database
import Kit
import Router
import School
import Web

/// What somebody hears of, how and when.
func noticeSettingsRoutes(_ service: NotificationsService) -> [Route] {
  let page: @Sendable (Request) async throws -> Response = { request in
    let (data, draft) = (try await service.settings(request.caller()), request.draft)
    return .page(json: { data.json }) { noticeSettingsPage(data, draft, $0) }
  }
  return [
    .get(NotificationsPaths.settings, .members, "What you hear of, how and when.", page),
    .post(
      NotificationsPaths.settings, .members, "Chooses what you hear of, how and when.",
      inputs: [
        Input("push.KIND", "`on` to ring devices", required: false),
        Input("mail.KIND", "`off`, `once` or `digest`", required: false),
        Input("digest", "When the day's letter comes, 17:00"),
        Input("quiet", "`on` for quiet hours", required: false), Input("quietFrom", "20:00"),
        Input("quietUntil", "07:00"),
        Input("weekends", "`on` for quiet weekends", required: false),
        Input("lead", "Hours before something is due; several times", required: false),
        Input("mute", "The id of a course or class; several times", required: false),
      ], form: page
    ) { request in
      try await service.ledger.handle(ChooseNotices(request.form), request, service.handle)
      return .done(NotificationsPaths.settings, toast: Toast(Phrase("notifications.saved")))
    },
  ]
}

/// The browsers and telephones that ring.
func deviceRoutes(_ service: NotificationsService) -> [Route] {
  [
    .post(
      NotificationsPaths.devices, .members, "Rings this device from now on.",
      inputs: [
        Input("endpoint", "The address the browser gave", required: false),
        Input("p256dh", "Its key, in base 64", required: false),
        Input("auth", "Its secret, in base 64", required: false),
        Input("device", "Instead of the three: an Apple device's token", required: false),
      ]
    ) { request in
      try await service.run(AddDevice(request.form), request)
      return .done(NotificationsPaths.settings, toast: Toast(Phrase("notifications.device-added")), created: true)
    },
    .post(
      NotificationsPaths.deviceRemoval, .members, "Rings that device no more.",
      inputs: [Input("endpoint", "The address the browser gave, or the token")]
    ) { request in
      try await service.run(RemoveDevice(request.form), request)
      return .done(NotificationsPaths.settings, toast: Toast(Phrase("notifications.device-removed")))
    },
  ]
}

/// Out of letters, by the letter alone (RFC 8058): a POST without a session, and a page with one button before it.
func unsubscribeRoutes(_ service: NotificationsService) -> [Route] {
  [
    .get(NotificationsPaths.unsubscribe, .anyone, "The way out of letters.", inAPI: false) { request in
      let token = request.query["t"] ?? ""
      let school = try await service.schoolName(ofToken: token)
      return .page { unsubscribePage(school, token: token, isDone: false, $0) }
    },
    .post(NotificationsPaths.unsubscribe, .anyone, "No letters any more.", inAPI: false) { request in
      let school = try await service.run(StopMail(), token: request.query["t"] ?? "", request)
      return .page { unsubscribePage(school, token: "", isDone: true, $0) }
    },
  ]
}

/// On to what a notification is about; opening one reads it, which a form does and no address.
func openRoutes(_ service: NotificationsService) -> [Route] {
  [
    .get("/notifications/:notification", .signedIn, "Leads on to what a notification is about.", inAPI: false) {
      request, tx throws(Refusal) in
      let id = try request.id("notification", Notification.self)
      switch try service.lead(id, request, tx) {
      case .here(let item):
        return item.readAt == nil ? .page { arrivalPage(item, $0) } : .done(item.path)
      case .elsewhere(let school, let name):
        return .page { otherSchoolPage(school, name, next: NotificationsPaths.open(id), $0) }
      }
    },
    .post(
      "/notifications/:notification", .members, "Reads a notification and leads on to what it is about.", inAPI: false,
      MarkRead.self, service.handle
    ) { handled in
      .done(handled.outcome.text)
    },
  ]
}

extension NoticeSettingsPage {
  /// All that can be chosen, under the names by which it is chosen.
  var json: JSON {
    // Without quiet hours the form offers those that everybody begins with.
    let usual = NoticePreferences.standard(for: role).quiet ?? (from: 0, until: 0)
    let quiet = preferences.quiet ?? usual
    return .object([
      (
        "kinds",
        .object(
          NoticeKind.kinds(of: role).map { kind in
            let ways = preferences.ways(kind, for: role)
            return (kind.rawValue, .object([("push", .flag(ways.push)), ("mail", .text(ways.mail.rawValue))]))
          })
      ),
      ("digest", .text(clock(preferences.digestAt))), ("quiet", .flag(preferences.quiet != nil)),
      ("quietFrom", .text(clock(quiet.from))), ("quietUntil", .text(clock(quiet.until))),
      ("weekends", .flag(preferences.restsOnWeekends)), ("zone", .text(zone)),
      ("leads", .list(preferences.leads.sorted().map { .integer($0) })),
      (
        "subjects",
        .list(
          subjects.map { .object([("id", .id($0.id)), ("name", .text($0.name)), ("muted", .flag($0.isMuted))]) })
      ),
      ("muted", .list(subjects.filter(\.isMuted).map { .id($0.id) })), ("pushKey", .text(pushKey)),
      ("devices", .integer(devices.count)),
    ])
  }
}

private func clock(_ minute: Int) -> String { pad(minute / 60) + ":" + pad(minute % 60) }
