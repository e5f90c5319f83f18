public import Base
import HTML
import Kit
import School

/// The live topic of somebody's inbox, which the bell on every page listens to.
public func inboxTopic(of account: ID<Account>) -> String { "inbox/" + account.text }

/// A part of somebody's inbox, newest first.
struct InboxPage: Sendable {
  let items: [Notification]
  let unread: Int
  let next: String?
  var topics: [String] = []
}

func inboxPage(_ data: InboxPage, _ scene: Scene) -> Page {
  let all: HTML =
    data.unread > 0
    ? postButton(
      scene.words("notifications.read-all"), to: NotificationsPaths.readAll, scene, icon: icon("check", scene)) : ""
  let empty: HTML =
    data.items.isEmpty
    ? nothingLeft(scene.words("notifications.none"), scene.words("notifications.none-text"), scene, symbol: "bell") : ""
  let next = data.next.map { NotificationsPaths.inbox + "?after=" + $0 }
  let settings = iconLink("settings", scene.words("notifications.settings"), to: NotificationsPaths.settings, scene)
  return Page(
    "notifications.inbox", title: scene.words("notifications.title"), actions: "\(all)\(settings)",
    topics: data.topics,
    body: """
      \(empty)\(list(data.items.map { inboxRow($0, scene) }, label: scene.words("notifications.title"), isPlain: data.items.isEmpty))\
      \(form(NotificationsPaths.readOne, scene, style: FormStyle(id: "read-one", classes: ""), content: ""))\
      \(pager("", previous: nil, next: next, scene))
      """)
}

/// One notification; its button belongs to the page's form.
func inboxRow(_ item: Notification, _ scene: Scene) -> HTML {
  let isUnread = item.readAt == nil
  let heard: HTML = isUnread ? "<span class=\"visually-hidden\">\(scene.words("notifications.unread")): </span>" : ""
  let read: HTML =
    isUnread
    ? """
    <button class="button button--small" form="read-one" name="notification" value="\(item.id.text)">\
    \(scene.words("notifications.read"))</button>
    """ : ""
  return cell(
    "\(heard)\(item.said(scene.words, in: scene.ownZone))", meta: time(item.createdAt, scene, isRelative: true),
    lead: icon("bell", scene),
    trail: read, to: isUnread ? NotificationsPaths.open(item.id) : item.path, scene,
    style: CellStyle(id: "notification-" + item.id.text, isUnread: isUnread))
}

/// On the way to what an unread notification is about: its form reads it and leads on, by itself where there are scripts.
func arrivalPage(_ item: Notification, _ scene: Scene) -> Page {
  let open = submit(scene.words("notifications.open"), .primary)
  return Page(
    "notifications.arrival", title: scene.words("notifications.one"),
    parent: (scene.words("notifications.title"), NotificationsPaths.inbox),
    body: card(
      content: """
        <div class="stack"><p>\(item.said(scene.words, in: scene.ownZone))</p>\
        <form method="post" action="\(url: NotificationsPaths.open(item.id))"\(behaviour: .reading, "now")>\(proof(scene))\(open)</form></div>
        """))
}

extension Behaviour {
  /// A form that says that something was opened, sent on the way to it.
  static let reading = Behaviour("reading", on: "data-read")
}
