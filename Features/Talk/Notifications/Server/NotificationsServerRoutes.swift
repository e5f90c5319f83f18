import Base
import Database
import Kit
public import Router
import School
import Talk
import Web

/// The doors of the feature that the server waits behind: for the keys of push and of letters.
public func notificationServerRoutes(_ server: NotificationsServer) -> [Route] {
  noticeSettingsRoutes(server) + deviceRoutes(server) + unsubscribeRoutes(server)
}

/// What somebody hears of, how and when.
private func noticeSettingsRoutes(_ server: NotificationsServer) -> [Route] {
  let page: @Sendable (Request) async throws -> Response = { request in
    let (data, draft) = (try await server.settings(request.caller()), request.draft)
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
      let before = try await server.settings(request.caller()).fields
      try await server.ledger.handle(ChooseNotices(request.form), request, server.service.handle)
      let said = Toast(Phrase("notifications.saved"), undo: before.map { (NotificationsPaths.settings, $0) })
      return .done(
        NotificationsPaths.settings, toast: said, fragments: { fragment(.update, "toasts", toast(said, $0)) })
    },
  ]
}

/// The browsers and telephones that ring.
private func deviceRoutes(_ server: NotificationsServer) -> [Route] {
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
      try await server.run(AddDevice(request.form), request)
      return .done(NotificationsPaths.settings, toast: Toast(Phrase("notifications.device-added")), created: true)
    },
    .post(
      NotificationsPaths.deviceRemoval, .members, "Rings that device no more.",
      inputs: [Input("endpoint", "The address the browser gave, or the token")]
    ) { request in
      try await server.run(RemoveDevice(request.form), request)
      return .done(NotificationsPaths.settings, toast: Toast(Phrase("notifications.device-removed")))
    },
  ]
}

/// Out of letters, by the letter alone (RFC 8058): a POST without a session, and a page with one button before it.
private func unsubscribeRoutes(_ server: NotificationsServer) -> [Route] {
  [
    .get(NotificationsPaths.unsubscribe, .anyone, "The way out of letters.", inAPI: false) { request in
      let token = request.query["t"] ?? ""
      let school = try await server.schoolName(ofToken: token)
      return .page { unsubscribePage(school, token: token, isDone: false, $0) }
    },
    .post(NotificationsPaths.unsubscribe, .anyone, "No letters any more.", inAPI: false) { request in
      let school = try await server.run(StopMail(), token: request.query["t"] ?? "", request)
      return .page { unsubscribePage(school, token: "", isDone: true, $0) }
    },
  ]
}
