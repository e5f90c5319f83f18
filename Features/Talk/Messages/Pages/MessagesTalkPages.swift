package import Base
package import HTML
package import Kit
package import School

/// One message with its sender's name in the school's records, their role there, and its files.
package struct Bubble: Sendable {
  package let message: Message
  let name: String
  /// Nothing for somebody who has left the school.
  let role: Role?
  let files: [MessageFile]
}

/// One conversation, from some message on.
package struct ConversationPage: Sendable {
  package struct Person: Sendable {
    let account: ID<Account>
    let name: String
    let role: Role?
    let read: Int
    let isGuest: Bool

    package init(account: ID<Account>, name: String, role: Role?, read: Int, isGuest: Bool) {
      (self.account, self.name, self.role, self.read, self.isGuest) = (account, name, role, read, isGuest)
    }
  }
  let me: ID<Account>
  let conversation: Conversation
  let participation: Participation
  var title = ""
  /// What the other one of two is in the school.
  var role: Role?
  var other = ID<Account>.none
  var bubbles: [Bubble]
  var people: [Person] = []
  /// Those who went out of it; for who may bring them back.
  var left: [Person] = []
  /// Whether something was said before what is shown.
  var hasEarlier: Bool
  /// Whether the last message is among those that are shown.
  let isEnd: Bool
  var firstUnread: Int?
  /// Whether the page was opened at it.
  var hasJumped = false
  /// The message that is the first unread, by its id: its page may be opened when all has been read.
  var firstUnreadID: ID<Message>?
  let search: String
  var found: [Bubble] = []
  /// More was found before the message of this number.
  var older: Int?
  /// Whether what was found last is on the page before.
  var isOlderPart = false
  /// The largest file the school takes from the one who looks.
  var maxMegabytes: Int?
  /// The first part of one's conversations, for where there is room for it beside this one.
  var beside: ConversationsPage?

  /// The last of one's own messages that everybody else has seen; guests do not count.
  var seen: Int {
    let others = people.filter { $0.account != me && !$0.isGuest }
    return others.map { $0.read }.min() ?? 0
  }
}

func conversationPage(_ data: ConversationPage, _ draft: Draft, _ scene: Scene) -> Page {
  let id = data.conversation.id
  return Page(
    "messages.conversation", title: titled(data.title, scene), actions: talkMenuButton(data, scene),
    topics: ["talk/" + id.text] + (data.beside?.topics ?? []).filter { $0 != "talk/" + id.text },
    parent: (scene.words("messages.title"), MessagesPaths.all),
    body: """
      <div class="talk" id="talk"\(behaviour: .talk, id.text) data-me="\(data.me.text)" data-path="\(url: MessagesPaths.conversation(id))"\
      \(flag: "data-end", data.isEnd)>\(talkBar(data, scene))\(foundList(data, scene))\
      <div class="talk__scroll" id="talk-scroll" tabindex="0" role="log" aria-label="\(scene.words("messages.log"))">\
      <ol class="talk__list" id="\(data.isEnd ? "messages-" : "earlier-")\(id.text)" role="list">\(bubbles(data, scene))</ol>\(nothingYet(data, scene))</div>\
      \(newBelow(scene))\(readsMark(data.people, id))\(talkFoot(data, draft, scene))</div>\(talkMenu(data, scene))\
      \(data.beside.map { listBeside($0, scene) } ?? "")
      """)
}

/// Something was said while one reads further up; the script shows it then.
private func newBelow(_ scene: Scene) -> HTML {
  """
  <button type="button" class="chip talk__below" data-below hidden>\(icon("chevron-down", scene, size: .small))\
  \(scene.words("messages.new-below"))</button>
  """
}

/// The first message takes its place, without asking.
private func nothingYet(_ data: ConversationPage, _ scene: Scene) -> HTML {
  guard data.bubbles.isEmpty, data.isEnd else { return "" }
  return "<p class=\"talk__nothing quiet\">\(scene.words("messages.nothing-yet"))</p>"
}

/// Who is in it, and finding in it.
private func talkBar(_ data: ConversationPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let others = data.people.filter { $0.account != data.me }
  let line: HTML =
    data.conversation.kind == .direct && others.count < 2
    ? roleLine(data.role, scene)
    : """
    <a class="talk__who" href="\(url: MessagesPaths.people(data.conversation.id))">\(icon("people", scene, size: .small))\
    \(words("messages.people", .count(data.people.count)))</a>
    """
  let jump: HTML = data.hasJumped ? "" : data.firstUnread.map { jumpLink($0, data, scene) } ?? ""
  return """
    <div class="talk__bar">\(line)\(jump)\
    <form class="talk__find search" role="search" method="get" action="\(url: MessagesPaths.conversation(data.conversation.id))">\
    \(icon("search", scene))<input class="search__input" type="search" name="q" value="\(data.search)" \
    placeholder="\(words("messages.find"))" aria-label="\(words("messages.find"))" autocomplete="off" enterkeyhint="search" dir="auto"></form></div>
    """
}

/// Leads to the first message that was not seen yet, in whatever part of the conversation it is.
///
/// By then all is read that stood on the page: so the address says itself which message it was.
private func jumpLink(_ number: Int, _ data: ConversationPage, _ scene: Scene) -> HTML {
  let isHere = data.bubbles.contains { $0.message.number == number }
  let mark = data.firstUnreadID.map { "#message-" + $0.text } ?? "#unread"
  let path =
    isHere
    ? "#unread"
    : MessagesPaths.conversation(data.conversation.id) + "?around=" + String(number) + "&unread=" + String(number)
      + mark
  return """
    <a class="chip" data-jump href="\(url: path)">\(icon("chevron-up", scene, size: .small))\
    \(scene.words("messages.jump", .count(data.conversation.last - number + 1)))</a>
    """
}

private func foundList(_ data: ConversationPage, _ scene: Scene) -> HTML {
  guard !data.search.isEmpty else { return "" }
  let words = scene.words
  let path = MessagesPaths.conversation(data.conversation.id)
  if data.found.isEmpty {
    return "<p class=\"talk__found quiet\" role=\"status\">\(words("messages.nothing-found"))</p>"
  }
  let rows = data.found.map { hit in
    cell(
      "<bdi>\(shortened(hit.message.text))</bdi>", meta: "<bdi>\(hit.name)</bdi> · \(time(hit.message.at, scene))",
      to: path + "?around=" + String(hit.message.number) + "#message-" + hit.message.id.text, scene)
  }
  let here = path + "?q=" + inQuery(data.search)
  let isAll = data.older == nil && !data.isOlderPart
  let label = isAll ? words("messages.found", .count(data.found.count)) : words("messages.find")
  let more = pager(
    "", previous: data.isOlderPart ? here : nil, next: data.older.map { here + "&older=" + String($0) }, scene)
  return "<div class=\"talk__found\">\(list(rows, label: label))\(more)</div>"
}

private func shortened(_ text: String) -> String {
  text.unicodeScalars.count <= 160 ? text : String(text.prefix(160)) + "…"
}

/// How far everybody has read; the browser works out what that says about the reader's own messages.
func readsMark(_ people: [ConversationPage.Person], _ id: ID<Conversation>) -> HTML {
  let reads = people.filter { !$0.isGuest }.map { $0.account.text + ":" + String($0.read) }
  return "<span hidden id=\"reads-\(id.text)\" data-reads=\"\(reads.joined(separator: " "))\"></span>"
}

private func bubbles(_ data: ConversationPage, _ scene: Scene) -> HTML {
  var (out, before) = (earlierLink(data, scene), Message?.none)
  let lastMine = data.bubbles.last { $0.message.sender == data.me }?.message.number
  for bubble in data.bubbles {
    if bubble.message.number == data.firstUnread {
      out += "<li class=\"talk__unread\" id=\"unread\"><span>\(scene.words("messages.new-here"))</span></li>"
    }
    var look = BubbleLook(after: before, bubble.message, scene)
    look.isMine = bubble.message.sender == data.me
    look.isSeen = bubble.message.number <= data.seen
    look.isTail = bubble.message.number == lastMine
    out += bubbleRow(bubble, scene, look)
    before = bubble.message
  }
  guard data.isEnd else { return out + laterLink(data, scene) }
  return out
}

private func earlierLink(_ data: ConversationPage, _ scene: Scene) -> HTML {
  guard data.hasEarlier, let first = data.bubbles.first?.message.number else { return "" }
  let path = MessagesPaths.conversation(data.conversation.id) + "?before=" + String(first)
  return """
    <li class="talk__more" id="talk-earlier"><a class="button button--small" rel="prev" href="\(url: path)" data-earlier>\
    \(icon("chevron-up", scene))\(scene.words("messages.earlier"))</a></li>
    """
}

private func laterLink(_ data: ConversationPage, _ scene: Scene) -> HTML {
  let path = MessagesPaths.conversation(data.conversation.id)
  let next: HTML =
    data.bubbles.last.map {
      """
      <a class="button button--small" rel="next" href="\(url: path + "?after=" + String($0.message.number))" data-later>\
      \(icon("chevron-down", scene))\(scene.words("messages.later"))</a>
      """
    } ?? ""
  return """
    <li class="talk__more" id="talk-later">\(next)\(linkButton(scene.words("messages.latest"), to: path, .ghost, style: ButtonStyle(isSmall: true)))</li>
    """
}

/// What a bubble is to its reader and after the one before it; live news has none of it, and the browser works it out.
package struct BubbleLook: Sendable {
  var isMine = false, isSeen = false, isTail = false
  /// Begins a day; begins what one person says in one go.
  var opensDay = false, opensRun = false

  package init() {}
  init(after before: Message?, _ message: Message, _ scene: Scene) {
    opensDay = before.map { scene.ownZone.day(of: $0.at) != scene.ownZone.day(of: message.at) } ?? true
    opensRun = opensDay || before?.sender != message.sender || before.map { message.at.since($0.at) > 300_000 } ?? true
  }
}

/// One message.
///
/// Without a look it is fit for everybody's screen.
package func bubbleRow(_ bubble: Bubble, _ scene: Scene, _ look: BubbleLook = BubbleLook()) -> HTML {
  let (message, words) = (bubble.message, scene.words)
  let day = scene.ownZone.day(of: message.at)
  let path = MessagesPaths.message(message.conversation, message.id)
  let edited: HTML =
    message.editedAt != nil && message.deletedAt == nil
    ? "<span class=\"bubble__edited\">\(words("messages.edited"))</span>" : ""
  let more: HTML =
    message.deletedAt == nil
    ? """
    <a class="bubble__more" href="\(url: path)" aria-label="\(words("messages.more-of", .text(bubble.name)))">\(icon("more", scene, size: .small))</a>
    """ : ""
  return """
    <li class="bubble" id="message-\(message.id.text)" data-number="\(message.number)" data-by="\(message.sender.text)" \
    data-day="\(day.text)" data-at="\(String(message.at.milliseconds))" data-state="\(look.isSeen ? "read" : "sent")"\
    \(flag: "data-mine", look.isMine)\(flag: "data-opens-day", look.opensDay)\(flag: "data-opens-run", look.opensRun)\
    \(flag: "data-tail", look.isTail)\(flag: "data-deleted", message.deletedAt != nil)>\
    <p class="bubble__day"><time datetime="\(day.text)">\(words.date(day, .long))</time></p>\
    <p class="bubble__who">\(avatar(bubble.name, message.sender, size: .small))<bdi>\(bubble.name)</bdi>\(roleLine(bubble.role, scene))</p>\
    <div class="bubble__body">\(bubbleBody(bubble, scene))</div>\
    <p class="bubble__meta"><time datetime="\(message.at.text)">\(words.time(message.at, in: scene.ownZone))</time>\(edited)\
    \(stateWords(["sent", "read"], scene))\(more)</p></li>
    """
}

/// The words for where a message is; the style shows the one that holds.
private func stateWords(_ states: [String], _ scene: Scene) -> HTML {
  // words: messages.state.*
  "\(each: states, { "<span class=\"bubble__state\" data-when=\"\($0)\">\(scene.words("messages.state." + $0))</span>" })"
}

private func bubbleBody(_ bubble: Bubble, _ scene: Scene) -> HTML {
  guard bubble.message.deletedAt == nil else {
    return "<p class=\"bubble__text bubble__text--gone\">\(scene.words("messages.deleted"))</p>"
  }
  let text: HTML =
    bubble.message.text.isEmpty
    ? "" : "<p class=\"bubble__text\" dir=\"auto\">\(withLinks(bubble.message.text))</p>"
  return "\(text)\(each: bubble.files, { bubbleFile($0, of: bubble.message, scene) })"
}

/// A picture is shown, anything else named.
private func bubbleFile(_ file: MessageFile, of message: Message, _ scene: Scene) -> HTML {
  let path = MessagesPaths.file(message.conversation, file.id)
  if file.isPicture {
    return """
      <a class="bubble__picture" href="\(url: path)"><img src="\(url: path)" alt="\(scene.words("messages.picture", .text(file.name)))" loading="lazy"></a>
      """
  }
  return """
    <a class="bubble__file" href="\(url: path)">\(icon(fileIcon(file.type, name: file.name), scene))<span><bdi>\(file.name)</bdi>\
    <small>\(scene.words.bytes(file.size))</small></span></a>
    """
}

/// The place where one writes, or why one cannot.
private func talkFoot(_ data: ConversationPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let (words, id) = (scene.words, data.conversation.id)
  let see: HTML =
    data.firstUnread == nil
    ? ""
    : "<div class=\"no-js\">\(postButton(words("messages.mark-read"), to: MessagesPaths.read(id), scene, style: ButtonStyle(isSmall: true)))</div>"
  guard data.participation.canReach else {
    return "<div class=\"talk__foot\">\(see)\(banner("\(words("messages.cannot-reach"))", scene, .neutral))</div>"
  }
  return """
    <div class="talk__foot" id="talk-foot">\(see)<ul class="talk__typing" id="typing-\(id.text)" role="list" aria-live="polite"></ul>\
    \(composer(data, draft, scene))</div>\(pendingTemplate(data, scene))
    """
}

private func composer(_ data: ConversationPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let (words, id) = (scene.words, data.conversation.id)
  let wrong = draft.problem("text").map { words($0) }
  let fields = [Field.area("text", words("messages.write")), Field.file("file", words("messages.attach"))]
  let error: HTML =
    wrong.map { "<p class=\"field__error\" id=\"f-text-error\">\(icon("warning", scene))\($0)</p>" } ?? ""
  return form(
    MessagesPaths.conversation(id), scene,
    style: FormStyle(id: "composer", draft: "talk-" + id.text, isMultipart: true, classes: "composer"),
    content: """
      \(errorSummary(draft, fields, scene))<details class="composer__attach"><summary class="button button--icon" \
      aria-label="\(words("messages.attach"))" title="\(words("messages.attach"))">\(icon("clip", scene))</summary>\
      \(fileField("file", words("messages.attach"), most: data.maxMegabytes, draft, scene))</details>\
      <label class="visually-hidden" for="f-text">\(words("messages.write"))</label>\
      <textarea class="composer__text" id="f-text" name="text" rows="1" dir="auto" placeholder="\(words("messages.write"))" \
      enterkeyhint="enter" data-most="\(Message.longest)" data-word-long="\(words("form.too-long", .count(Message.longest)))"\
      \(attribute: "aria-invalid", wrong == nil ? nil : "true")\(attribute: "aria-describedby", wrong == nil ? nil : "f-text-error")>
      \(draft["text"] ?? "")</textarea>\
      <button class="button button--primary button--icon composer__send" aria-label="\(words("messages.send"))" \
      title="\(words("messages.send-keys"))">\(icon("send", scene))</button>\(error)
      """)
}

/// What a message looks like from the tap until the server has it.
private func pendingTemplate(_ data: ConversationPage, _ scene: Scene) -> HTML {
  let words = scene.words
  return """
    <template id="bubble-pending"><li class="bubble" data-by="\(data.me.text)" data-mine data-state="sending">\
    <p class="bubble__day"></p><p class="bubble__who"></p>\
    <div class="bubble__body"><p class="bubble__text" dir="auto"></p></div>\
    <p class="bubble__meta">\(stateWords(["sending", "failed"], scene))\
    <span class="bubble__why" role="alert"></span>\
    <button type="button" class="button button--small" data-retry>\(words("messages.retry"))</button>\
    <button type="button" class="button button--small button--ghost" data-drop>\(words("messages.drop"))</button></p></li></template>
    """
}

/// Somebody is typing; the browser takes it away after a few seconds.
package func typingFragment(_ account: ID<Account>, _ name: String, _ id: ID<Conversation>, _ scene: Scene) -> HTML {
  fragment(
    .append, "typing-" + id.text,
    "<li id=\"typist-\(account.text)\" data-typist=\"\(account.text)\">\(scene.words("messages.typing", .text(name)))</li>"
  )
}

/// What is different on the screens that show a conversation or the list of them.
///
/// - Parameter hidden: what not all of the listeners may see.
/// - Parameter card: `nil` when nothing was said that all of them may see.
package func talkFragments(
  _ fresh: [Bubble], old: [Bubble], hidden: [ID<Message>], people: [ConversationPage.Person]?,
  card: ConversationCard?, of id: ID<Conversation>, _ scene: Scene
) -> HTML {
  """
  \(each: fresh, { fragment(.append, "messages-" + id.text, bubbleRow($0, scene)) })\
  \(each: old, { fragment(.replace, "message-" + $0.message.id.text, bubbleRow($0, scene)) })\
  \(each: hidden, { fragment(.refresh, "message-" + $0.text) })\
  \(people.map { fragment(.replace, "reads-" + id.text, readsMark($0, id)) } ?? "")\
  \(card.map { fragment(.replace, "at-" + id.text, lastTime($0, scene)) } ?? "")\
  \(card.map { fragment(.replace, "last-" + id.text, lastLine($0, scene)) } ?? (hidden.isEmpty ? "" : fragment(.refresh, "last-" + id.text)))
  """
}

extension Behaviour {
  /// One conversation.
  static let talk = Behaviour("messages", on: "data-talk")
  /// The list of conversations.
  static let talks = Behaviour("messages", on: "data-talks")
}
