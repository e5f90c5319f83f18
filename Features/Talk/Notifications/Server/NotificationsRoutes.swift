import Base
import Database
import HTML
import Kit
import Ledger
import People
public import Router
import School
public import Web

/// The doors of the feature; its paths are `NotificationsPaths`.
public func notificationRoutes(_ service: NotificationsService) -> [Route] {
  [
    .get("/notifications", .members, "Your notifications, newest first.", query: [.after]) {
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
  ] + openRoutes(service) + noticeSettingsRoutes(service) + deviceRoutes(service) + unsubscribeRoutes(service)
}

/// The inbox and the bell, kept true while any page that listens to `inbox/ACCOUNT` is open.
public func notificationViews(_ service: NotificationsService) -> [LiveView] {
  [
    LiveView("inbox") { id, caller in
      id == caller.account.text
    } touched: { change in
      let ours = change.entries.filter { $0.table == NotificationsTables.notification.number }
      return Set(ours.filter { $0.bucket.kind == Bucket.person(.none).kind }.map { $0.bucket.id.text })
    } render: { id, change, scene in
      guard let account = ID<Account>(id) else { return nil }
      return try await service.fragments(change, account, scene)
    }
  ]
}

extension NotificationsService {
  func fragments(_ change: Change, _ account: ID<Account>, _ scene: Scene) async throws -> HTML {
    let mine = change.entries.filter { $0.bucket == .person(account) }
    let ids = mine.compactMap { $0.id("id", of: NotificationsTables.notification, Notification.self) }
    let (items, unread) = try await ledger.read { tx in
      let store = NotificationsStore(tx: tx)
      let found = try ids.compactMap { try store.notification($0, in: change.school) }
      return (found.filter { $0.owner == account }.map(\.item), try store.unread(account, in: change.school))
    }
    let gone = ids.filter { id in !items.contains { $0.id == id } }
    return inboxFragments(items, removed: gone, unread: unread, scene)
  }
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
