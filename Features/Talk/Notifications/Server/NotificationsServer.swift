import Base
import Database
import HTML
import Kit
public import Ledger
import People
import School
public import Talk
public import Web

/// What reaches people by themselves: open inboxes, reminders, and the ways out of the house.
public struct NotificationsServer: Sendable {
  public let service: NotificationsService
  let ledger: Ledger
  /// What goes out of the house; `nil` where nothing does.
  public var post: DeliveryService?
  public init(ledger: Ledger) { (service, self.ledger) = (NotificationsService(), ledger) }

  /// The schools in which there may be something to say; one that was deleted says nothing to anybody.
  func openSchools() async throws -> [School] {
    try await ledger.read { try SchoolsStore(tx: $0).all().filter { $0.lockedAt == nil } }
  }
}

/// A word to one person that belongs to no kind of its own, as a clock finds it.
struct OtherNotice: Sendable {
  let account: ID<Account>
  let id: ID<Notification>
  let phrase: Phrase
  let path: String
  var facts = NoticeFacts()
}

extension NotificationsStore where DB == WriteTransaction {
  func tell(_ one: OtherNotice) throws(Refusal) {
    try tell(one.account, one.id, kind: NoticeKind.other.rawValue, one.phrase, path: one.path, facts: one.facts)
  }
}

/// The bell, which stands outside of what a page fetches again, kept true while any page is open: all listen to `inbox/ACCOUNT`.
public func notificationViews(_ server: NotificationsServer) -> [LiveView] {
  [
    LiveView("inbox") { id, caller in
      id == caller.account.text
    } touched: { change in
      let ours = change.entries.filter { $0.table == NotificationsTables.notification.number }
      return Set(ours.filter { $0.bucket.kind == Bucket.person(.none).kind }.map { $0.bucket.id.text })
    } render: { id, change, scene in
      guard let account = ID<Account>(id) else { return nil }
      let unread = try await server.ledger.read { try NotificationsStore(tx: $0).unread(account, in: change.school) }
      return fragment(.replace, "bell", bell(unread: unread, scene))
    }
  ]
}
