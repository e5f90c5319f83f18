import Base
import Database
import Router
import School

/// Reads inboxes and marks what was read.
public struct NotificationsService: Sendable {
  public init() {}

  static let pageSize = 50

  /// Answers where it leads.
  func handle(_ command: MarkRead, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), NotificationsStore(tx: tx))
    let known = try store.notification(command.notification, in: caller.school)
    try store.save(command.permit(for: caller, owner: known?.owner, now: tx.now))
    return Outcome(known?.item.path ?? "")
  }

  func handle(_ command: MarkAllRead, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    try NotificationsStore(tx: tx).save(command.permit(for: request.caller(), now: tx.now))
    return .done
  }

  /// - Parameter after: `milliseconds.id` of the last one shown.
  func inbox(_ caller: Caller, after: String?, _ tx: Transaction) throws(Refusal) -> InboxPage {
    let cursor = after.flatMap { text -> (at: Instant, id: ID<Notification>)? in
      let parts = text.split(separator: ".")
      guard parts.count == 2, let at = Int64(parts[0]), let id = ID<Notification>(parts[1]) else { return nil }
      return (Instant(milliseconds: at), id)
    }
    let store = NotificationsStore(tx: tx)
    let found = try store.inbox(caller.account, in: caller.school, after: cursor, limit: Self.pageSize + 1)
    let items = Array(found.prefix(Self.pageSize))
    let next = found.count > items.count ? items.last.map { String($0.createdAt.milliseconds) + "." + $0.id.text } : nil
    return InboxPage(
      items: items, unread: try store.unread(caller.account, in: caller.school), next: next,
      topics: .watching([.person(caller.account)], [NotificationsTables.notification.number]))
  }
}
