package import Base
package import HTML
package import Kit
package import School

/// A conversation as its list shows it.
package struct ConversationCard: Sendable {
  let id: ID<Conversation>
  let kind: Conversation.Kind
  let title: String
  /// What the other one of two is in the school; nothing of a group, and of who has left it.
  let role: Role?
  let other: ID<Account>
  let people: [String]
  let last: Int
  let lastAt: Instant
  let lastBy: ID<Account>?
  let lastName: String
  let preview: String
  let isUnread: Bool, isMuted: Bool

  package init(
    id: ID<Conversation>, kind: Conversation.Kind, title: String, role: Role?, other: ID<Account>, people: [String],
    last: Int, lastAt: Instant, lastBy: ID<Account>?, lastName: String, preview: String, isUnread: Bool, isMuted: Bool
  ) {
    (
      self.id, self.kind, self.title, self.role, self.other, self.people, self.last, self.lastAt, self.lastBy,
      self.lastName, self.preview, self.isUnread, self.isMuted
    ) = (id, kind, title, role, other, people, last, lastAt, lastBy, lastName, preview, isUnread, isMuted)
  }

  /// The cursor that this card ends a part of the list with.
  var cursor: String { String(lastAt.milliseconds) + "." + id.text }

  /// Whether all the words stand in its title or its people's names.
  func matches(_ search: NameSearch) -> Bool { search.finds([title] + people) }
}

/// A part of somebody's conversations, the latest first.
struct ConversationsPage: Sendable {
  let me: ID<Account>
  let cards: [ConversationCard]
  let search: String
  let next: String?
  let isFirst: Bool
  let isOffice: Bool
  /// The one that is open beside the list.
  var current: ID<Conversation>?
}

func conversationsPage(_ data: ConversationsPage, _ scene: Scene) -> Page {
  let words = scene.words
  let isNew = data.cards.isEmpty && data.search.isEmpty
  let start = startButton(words(isNew ? "messages.start" : "messages.new"), scene)
  let find =
    isNew
    ? "" : searchField(words("messages.search"), value: data.search, results: "talks", scene, action: MessagesPaths.all)
  return Page(
    "messages.list", title: words("messages.title"), actions: oversightLink(data, scene) + (isNew ? "" : start),
    topics: data.topics,
    body: """
      \(find)<div id="talks"\(behaviour: .talks) data-me="\(data.me.text)" data-keeps-scroll>\(cards(data, start, scene))</div>\
      \(isNew ? "" : chooseOne(scene))
      """)
}

extension ConversationsPage {
  /// What changes a line of the list.
  var topics: [String] { cards.map { "talk/" + $0.id.text } }
}

/// Beside the list where there is room for a conversation and none is open.
private func chooseOne(_ scene: Scene) -> HTML {
  "<div class=\"talk-choose\">\(icon("chat", scene, size: .large))<p>\(scene.words("messages.choose"))</p></div>"
}

private func startButton(_ label: String, _ scene: Scene) -> HTML {
  linkButton(label, to: MessagesPaths.new, .primary, icon: icon("plus", scene), style: ButtonStyle(key: "n"))
}

private func oversightLink(_ data: ConversationsPage, _ scene: Scene) -> HTML {
  guard data.isOffice else { return "" }
  return linkButton(
    scene.words("messages.oversight"), to: MessagesPaths.oversight, icon: icon("eye", scene))
}

/// The first part of the list beside an open conversation, where there is room for both.
///
/// It comes after what is said, so that ears and keys meet the conversation first; the style puts it before.
func listBeside(_ data: ConversationsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let more: HTML =
    data.next == nil
    ? "" : "<p class=\"talks__more\">\(linkButton(words("messages.all"), to: MessagesPaths.all, .ghost))</p>"
  return """
    <nav class="talks" id="talks-beside"\(behaviour: .talks) data-me="\(data.me.text)" aria-label="\(words("messages.title"))">\
    <div class="talks__head"><h2>\(words("messages.title"))</h2>\
    <div class="page__actions">\(oversightLink(data, scene))\(startButton(words("messages.new"), scene))</div></div>\
    <form class="search" role="search" method="get" action="\(url: MessagesPaths.all)">\(icon("search", scene))\
    <input class="search__input" type="search" name="q" placeholder="\(words("messages.search"))" \
    aria-label="\(words("messages.search"))" autocomplete="off" enterkeyhint="search" dir="auto"></form>\
    <div class="talks__list" id="talks-list" data-keeps-scroll>\
    \(list(data.cards.map { conversationRow($0, isCurrent: $0.id == data.current, scene) }, id: "talk-list", label: words("messages.title")))\
    \(more)</div></nav>
    """
}

private func cards(_ data: ConversationsPage, _ start: HTML, _ scene: Scene) -> HTML {
  let words = scene.words
  if data.cards.isEmpty {
    return data.search.isEmpty
      ? emptyState("chat", words("messages.none"), words("messages.none-text"), scene, action: start)
      : nothingLeft(words("messages.not-found"), words("messages.not-found-text"), scene, symbol: "search")
  }
  let next = data.next.map { MessagesPaths.all + "?after=" + $0 }
  return """
    \(list(data.cards.map { conversationRow($0, scene) }, id: data.isFirst && data.search.isEmpty ? "talk-list" : nil, label: words("messages.title")))\
    \(pager("", previous: nil, next: next, scene))
    """
}

/// One conversation: whom with, what was said last, and whether it is new.
func conversationRow(_ card: ConversationCard, isCurrent: Bool = false, _ scene: Scene) -> HTML {
  let words = scene.words
  let picture: HTML =
    card.kind == .direct
    ? avatar(card.title, card.other)
    : "<span class=\"avatar\" data-hue=\"\(hue(of: card.id))\" aria-hidden=\"true\">\(icon(groupIcon(card.kind), scene))</span>"
  let muted: HTML = card.isMuted ? icon("bell-off", scene, size: .small, label: words("messages.is-muted")) : ""
  let title: HTML =
    "<span class=\"talk-row__unread\">\(words("messages.unread")): </span><bdi>\(titled(card.title, scene))</bdi>"
  return cell(
    title, meta: "\(roleLine(card.role, scene))\(lastLine(card, scene))", lead: picture,
    trail: "\(muted)\(lastTime(card, scene))", to: MessagesPaths.conversation(card.id), scene,
    style: CellStyle(
      id: "talk-" + card.id.text, isUnread: card.isUnread && !isCurrent, isCurrent: isCurrent, hasChevron: false))
}

/// When something was said last, at the end of the row; the same for every reader.
///
/// The clock of today, the day of this week and year, or the whole date: whatever is short and says enough.
func lastTime(_ card: ConversationCard, _ scene: Scene) -> HTML {
  let (words, zone) = (scene.words, scene.ownZone)
  let (day, today) = (zone.day(of: card.lastAt), zone.day(of: scene.now))
  let text =
    day == today
    ? words.time(card.lastAt, in: zone) : words.date(day, day.parts.year == today.parts.year ? .weekday : .medium)
  return """
    <time class="talk-row__at" id="at-\(card.id.text)" datetime="\(card.lastAt.text)" \
    title="\(words.moment(card.lastAt, in: zone))">\(text)</time>
    """
}

/// What somebody is here, beside their name: a name alone says nothing about who writes.
func roleLine(_ role: Role?, _ scene: Scene) -> HTML {
  guard let role else { return "" }
  return "<span class=\"talk-role\">\(scene.words("role." + role.rawValue))</span>"  // words: role.*
}

/// Somebody who has left the school and the server has no name any more.
func titled(_ title: String, _ scene: Scene) -> String { title.isEmpty ? scene.words("messages.somebody") : title }

private func groupIcon(_ kind: Conversation.Kind) -> String {
  switch kind {
  case .direct: "person"
  case .course: "school"
  case .classroom: "class"
  case .staff: "people"
  }
}

/// What was said last: the same for every reader, so that one piece of news serves them all.
func lastLine(_ card: ConversationCard, _ scene: Scene) -> HTML {
  let said: HTML =
    card.last == 0 ? "\(scene.words("messages.nothing-said"))" : "<bdi>\(quoted(card.preview, scene))</bdi>"
  let who: HTML =
    card.last > 0 && card.kind != .direct && !card.lastName.isEmpty ? "<bdi>\(card.lastName)</bdi>: " : ""
  return """
    <span class="talk-row__last" id="last-\(card.id.text)" data-at="\(String(card.lastAt.milliseconds))" \
    data-number="\(card.last)"\(attribute: "data-by", card.lastBy?.text)>\(who)\(said)</span>
    """
}

private func quoted(_ preview: String, _ scene: Scene) -> String {
  switch preview {
  case "\u{1}": scene.words("messages.preview.file")
  case "\u{2}": scene.words("messages.deleted")
  default: preview
  }
}

/// The dots beside “Messages” in the bars; every page has them.
package func mailFragments(hasUnread: Bool, _ scene: Scene) -> HTML {
  """
  \(each: ["side", "tab", "more", "rest"], { fragment(.replace, $0 + "-dot-messages", placeDot($0 + "-dot-messages", hasUnread, scene)) })\
  \(fragment(.refresh, "talks"))
  """
}
