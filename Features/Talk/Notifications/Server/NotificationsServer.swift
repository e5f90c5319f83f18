import Base
import Database
import HTML
import Kit
public import Ledger
import People
import School
public import Web

/// What reaches people by themselves: open inboxes, reminders, and the ways out of the house.
public struct NotificationsServer: Sendable {
  public let service: NotificationsService
  let ledger: Ledger
  /// What goes out of the house; `nil` where nothing does.
  public var post: DeliveryService?
  public init(ledger: Ledger) { (service, self.ledger) = (NotificationsService(), ledger) }
}

/// The inbox and the bell, kept true while any page that listens to `inbox/ACCOUNT` is open.
public func notificationViews(_ server: NotificationsServer) -> [LiveView] {
  [
    LiveView("inbox") { id, caller in
      id == caller.account.text
    } touched: { change in
      let ours = change.entries.filter { $0.table == NotificationsTables.notification.number }
      return Set(ours.filter { $0.bucket.kind == Bucket.person(.none).kind }.map { $0.bucket.id.text })
    } render: { id, change, scene in
      guard let account = ID<Account>(id) else { return nil }
      return try await server.fragments(change, account, scene)
    }
  ]
}

extension NotificationsServer {
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
