import Base
package import HTML
package import Kit
import School

/// The page of one announcement, to whom it is shown.
struct AnnouncementPage: Sendable {
  var one: Announcement
  var access: AnnouncementAccess
  var author: String
  var place: String?
  var files: [AnnouncementFile] = []
  /// The language the reader chose here; `nil` is their own.
  var language: Language?
  /// Whether the reader has still to say that it was read.
  var isUnread = false
  /// How many of how many have read it, for those who keep it.
  var readers: (count: Int, of: Int)?

  var isKeeper: Bool { access == .keeper }
  var topics: [String] = []
}

func announcementPage(_ data: AnnouncementPage, _ scene: Scene) -> Page {
  let said = data.one.said(in: data.language ?? scene.words.language)
  return Page(
    "announcements.announcement", title: said.title, actions: announcementActs(data, scene), topics: data.topics,
    parent: (scene.words("announcements.title"), AnnouncementsPaths.all),
    body: """
      <div class="stack stack--loose">\(announcementNote(data, scene))\(announcementBody(data, scene))\
      \(reading(data, scene))\(readersCard(data, scene))</div>\(announcementMenu(data, scene))
      """)
}

private func announcementActs(_ data: AnnouncementPage, _ scene: Scene) -> HTML {
  guard data.isKeeper, data.one.retractedAt == nil else { return "" }
  let words = scene.words
  let edit = linkButton(
    words("announcements.edit"), to: AnnouncementsPaths.edit(data.one.id), icon: icon("edit", scene),
    style: ButtonStyle(key: "e"))
  return edit + iconButton("more", words("announcements.more"), scene, popover: "announcement-menu")
}

private func announcementMenu(_ data: AnnouncementPage, _ scene: Scene) -> HTML {
  guard data.isKeeper, data.one.retractedAt == nil else { return "" }
  let (words, one) = (scene.words, data.one)
  var items = [
    menuAct(
      words(one.isPinned ? "announcements.unpin" : "announcements.pin"), to: AnnouncementsPaths.pin(one.id), scene,
      fields: [Form.Field("pinned", one.isPinned ? "0" : "1")], icon: icon("pin", scene))
  ]
  if one.state == .published {
    items.append(
      menuLink(
        words("announcements.readers"), to: AnnouncementsPaths.readers(one.id), icon: icon("eye", scene)))
  }
  let away = one.state == .published ? words("announcements.retract") : words("announcements.discard")
  items += [
    menuLine,
    menuAct(
      away, to: AnnouncementsPaths.retraction(one.id), scene, icon: icon("undo", scene), isDanger: true),
  ]
  return menu("announcement-menu", words("announcements.more"), items)
}

/// What stays true about it: it is a draft, waits for its time, or was taken back.
private func announcementNote(_ data: AnnouncementPage, _ scene: Scene) -> HTML {
  let (words, one) = (scene.words, data.one)
  guard data.isKeeper else { return "" }
  if one.retractedAt != nil {
    let back = postButton(
      words("announcements.restore"), to: AnnouncementsPaths.restoration(one.id), scene, .secondary,
      style: ButtonStyle(isSmall: true))
    return banner(HTML(text: words("announcements.is-retracted")), scene, .warning, action: back)
  }
  guard one.state != .published else { return "" }
  let now = postButton(
    words("announcements.publish-now"), to: AnnouncementsPaths.publication(one.id), scene, .secondary,
    style: ButtonStyle(isSmall: true))
  let text: HTML =
    one.state == .scheduled
    ? "\(words("announcements.is-scheduled")) \(one.publishAt.map { time($0, scene) } ?? "")"
    : HTML(text: words("announcements.is-draft"))
  return banner(text, scene, .warning, action: now)
}

/// The words themselves.
func announcementBody(_ data: AnnouncementPage, _ scene: Scene) -> HTML {
  let one = data.one
  let said = one.said(in: data.language ?? scene.words.language)
  let files = data.files.map {
    MarkdownFile(name: $0.name, path: AnnouncementsPaths.file($0), isPicture: $0.type.hasPrefix("image/"))
  }
  let text: HTML = said.text.isEmpty ? "" : markdown(said.text, style: MarkdownStyle(files: files))
  return """
    <article class="card announcement stack" id="announcement">\(announcementFacts(data, scene))\
    \(languages(data, said.language, scene))<div class="announcement__text" lang="\(said.language.rawValue)" \
    dir="\(said.language.direction)">\(text)</div>\
    \(attachments(data, scene))</article>
    """
}

private func announcementFacts(_ data: AnnouncementPage, _ scene: Scene) -> HTML {
  let (one, words) = (data.one, scene.words)
  var facts: [HTML] = [
    "\(icon("person", scene))\(name(data.author))",
    "\(icon("people", scene))\(audienceWord(one.audience, data.place, scene))",
  ]
  if let moment = one.publishedAt { facts.append("\(icon("clock", scene))\(time(moment, scene))") }
  if let edited = one.editedAt {
    facts.append("\(icon("edit", scene))\(words("announcements.edited")) \(time(edited, scene))")
  }
  if one.isPinned { facts.append("\(icon("pin", scene))\(words("announcements.pinned"))") }
  return "<ul class=\"announcement__facts\" role=\"list\">\(each: facts, { "<li>\($0)</li>" })</ul>"
}

/// The languages there are, for who would rather read another.
private func languages(_ data: AnnouncementPage, _ now: Language, _ scene: Scene) -> HTML {
  guard !data.one.versions.isEmpty else { return "" }
  let path = AnnouncementsPaths.announcement(data.one.id) + "?language="
  let links = data.one.texts.map { text -> HTML in
    """
    <a class="chip" lang="\(text.language.rawValue)" href="\(url: path + text.language.rawValue)"\
    \(attribute: "aria-current", text.language == now ? "true" : nil)>\(text.language.ownName)</a>
    """
  }
  return "<nav aria-label=\"\(scene.words("announcements.languages"))\">\(chips(links))</nav>"
}

private func attachments(_ data: AnnouncementPage, _ scene: Scene) -> HTML {
  guard !data.files.isEmpty else { return "" }
  let rows = data.files.map {
    fileRow(
      $0.name, type: $0.type, size: Int(clamping: $0.size), to: AnnouncementsPaths.file($0), isKeepable: true, scene)
  }
  return "<section>\(sectionTitle(scene.words("announcements.files")))\(list(rows))</section>"
}

// MARK: reading

/// “Mark as read”: scripts press it when the page is looked at.
func reading(_ data: AnnouncementPage, _ scene: Scene) -> HTML {
  guard data.isUnread else { return "<div id=\"reading\"></div>" }
  let button = submit(scene.words("announcements.mark-read"), .secondary, icon: icon("check", scene))
  return """
    <div id="reading"><form method="post" action="\(url: AnnouncementsPaths.reading(data.one.id))" data-live\(behaviour: .reading)>\
    \(proof(scene))\(button)</form></div>
    """
}

func wasRead(_ scene: Scene) -> HTML { fragment(.update, "reading") }

/// How many have read it: a number that moves while one looks.
private func readersCard(_ data: AnnouncementPage, _ scene: Scene) -> HTML {
  guard let readers = data.readers else { return "" }
  let who: HTML =
    "<a href=\"\(url: AnnouncementsPaths.readers(data.one.id))\">\(scene.words("announcements.readers"))</a>"
  return card(
    scene.words("announcements.read-title"), id: "readers", head: who,
    content: readersCount(readers, scene))
}

package func readersCount(_ readers: (count: Int, of: Int), _ scene: Scene) -> HTML {
  let said = scene.words(
    "announcements.read-by", .text(scene.words.number(readers.count)), .text(scene.words.number(readers.of)))
  return """
    <div class="stack stack--tight" id="readers-count"><p>\(said)</p>\
    \(progress(scene.words("announcements.read-title"), readers.count, of: readers.of, scene))</div>
    """
}

/// Who has read it and who has not, by name.
struct AnnouncementReadersPage: Sendable {
  struct Person: Sendable {
    let account: ID<Account>, name: String, at: Instant?
  }
  var one: Announcement
  var isRead = true
  var people: [Person] = []
  var counts: (read: Int, unread: Int) = (0, 0)
  var next: ID<Account>?
  var isLater = false
}

func announcementReadersPage(_ data: AnnouncementReadersPage, _ scene: Scene) -> Page {
  let words = scene.words
  let path = AnnouncementsPaths.readers(data.one.id)
  let said = data.one.said(in: words.language)
  let base = data.isRead ? path : path + "?unread=1"
  let next = data.next.map { base + (data.isRead ? "?" : "&") + "after=" + $0.text }
  let rows = data.people.map { person in
    cell(
      name(person.name), meta: person.at.map { time($0, scene) } ?? "", lead: avatar(person.name, person.account),
      scene)
  }
  let empty: HTML =
    !data.people.isEmpty
    ? ""
    : data.isRead
      ? emptyState("eye", words("announcements.nobody-read"), words("announcements.nobody-read-text"), scene)
      : nothingLeft(words("announcements.everybody-read"), words("announcements.everybody-read-text"), scene)
  return Page(
    "announcements.readers", title: words("announcements.readers"),
    parent: (said.title, AnnouncementsPaths.announcement(data.one.id)),
    body: """
      <div class="stack">\(tabs(words("announcements.readers"), [
        Tab(words("announcements.have-read"), path: path, isCurrent: data.isRead, count: data.counts.read),
        Tab(
          words("announcements.have-not-read"), path: path + "?unread=1", isCurrent: !data.isRead,
          count: data.counts.unread),
      ], scene))\(empty)\(rows.isEmpty ? "" : list(rows, label: words("announcements.readers")))\
      \(pager("", previous: data.isLater ? base : nil, next: next, scene))</div>
      """)
}
