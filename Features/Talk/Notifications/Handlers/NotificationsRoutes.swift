package import Base
import Database
import Kit
public import Router
import School

/// The doors of the feature; its paths are `NotificationsPaths`.
public func notificationRoutes(_ service: NotificationsService) -> [Route] {
  [
    .get("/notifications", .members, "Your notifications, newest first.", query: [.after], offline: .everybody) {
      request, tx throws(Refusal) in
      let data = try service.inbox(request.caller(), after: request.query["after"], tx)
      let scene = request.scene
      return .page(next: data.next, json: { data.json(scene) }) { inboxPage(data, $0) }
    },
    .post(
      "/notifications/read", .members, "Everything in your inbox is read.", MarkAllRead.self, service.handle
    ) { _ in
      .done(NotificationsPaths.inbox, toast: Toast(Phrase("notifications.toast.all-read")))
    },
    .post(
      "/notifications/read-one", .members, "One notification is read.", MarkRead.self, service.handle
    ) { _ in
      .done(NotificationsPaths.inbox, toast: Toast(Phrase("notifications.toast.read")))
    },
  ] + openRoutes(service)
}

/// On to what a notification is about; opening one reads it, which a form does and no address.
private func openRoutes(_ service: NotificationsService) -> [Route] {
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

extension InboxPage {
  /// Each as its parts and as the sentence the reader would see: programs need not know how it is put together.
  func json(_ scene: Scene) -> JSON {
    .object([
      ("unread", .integer(unread)),
      (
        "notifications",
        .list(
          items.map {
            .object([
              ("id", .id($0.id)), ("kind", .text($0.kind)),
              ("text", .text(withoutIsolates($0.said(scene.words, in: scene.ownZone)))), ("phrase", $0.phrase.json),
              ("path", .text($0.path)),
              ("createdAt", .text($0.createdAt.text)), ("readAt", .optional($0.readAt?.text)),
              ("moment", .optional($0.facts.moment?.text)),
            ])
          })
      ),
    ])
  }
}

extension NoticeSettingsPage {
  /// All that can be chosen, under the names by which it is chosen.
  package var json: JSON {
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
      ("muted", .list(subjects.filter { $0.isMuted }.map { .id($0.id) })), ("pushKey", .text(pushKey)),
      ("devices", .integer(devices.count)),
    ])
  }
}

private func clock(_ minute: Int) -> String { pad(minute / 60) + ":" + pad(minute % 60) }
