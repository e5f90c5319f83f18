public import Base
public import Database
public import Kit
import Office
public import Router
import School
import Talk

/// What stands round every page of somebody's, on a server and on a device.
public enum Bars {
  /// Where they go from anywhere.
  @Sendable public static func places(_ identity: Identity) -> [Place] { homePlaces(identity) }

  /// What stays true on every page of theirs, as the bell.
  @Sendable public static func topics(_ identity: Identity) -> [String] {
    identity.school == nil ? [] : [inboxTopic(of: identity.account), mailTopic(of: identity.account)]
  }

  /// How much waits to be read, and the paths of the places where something is new.
  public static func news(
    of account: ID<Account>, in school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> (unread: Int, places: Set<String>) {
    let unread = try NotificationsStore(tx: tx).unread(account, in: school)
    let hasMail = try MessagesStore(tx: tx).hasUnread(account, in: school)
    return (unread, hasMail ? [MessagesPaths.all] : [])
  }
}
