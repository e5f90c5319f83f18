import Base
public import HTML
public import Kit
import School

/// One announcement as lists show it.
struct AnnouncementRow: Sendable {
  var one: Announcement
  var author: String
  /// What the class or course is called.
  var place: String?
  /// Said to the reader, by somebody else, and not read.
  var isUnread = false
}

/// The list of announcements, to whom it is shown.
struct AnnouncementsPage: Sendable {
  enum Show: String, CaseIterable, Sendable { case all, unread, planned, retracted }
  var show = Show.all
  /// Only those of one class or course, with its name.
  var audience: (audience: AnnouncementAudience, name: String)?
  var search = ""
  var pinned: [AnnouncementRow] = []
  var rows: [AnnouncementRow] = []
  var unread = 0
  /// The cursor of the next part.
  var next: String?
  var isLater = false
  /// Whether the reader may announce something.
  var mayWrite = false
  var topics: [String] = []

  var isEmpty: Bool { pinned.isEmpty && rows.isEmpty }
}

/// “All teachers”, or the name of the class.
func audienceWord(_ audience: AnnouncementAudience, _ place: String?, _ scene: Scene) -> String {
  switch audience {
  case .school: scene.words("announcements.to.school")
  case .role(let role): scene.words("announcements.to." + role.rawValue)  // words: announcements.to.*
  case .classroom, .course: place ?? ""
  }
}

func announcementsPage(_ data: AnnouncementsPage, _ scene: Scene) -> Page {
  let words = scene.words
  let new = data.audience.map { AnnouncementsPaths.new(for: $0.audience) } ?? AnnouncementsPaths.new
  let act: HTML =
    !data.mayWrite
    ? ""
    : linkButton(
      words("announcements.new"), to: new, .primary, icon: icon("plus", scene),
      style: ButtonStyle(key: "n", classes: "desk-only"))
  let thumb: HTML = data.mayWrite ? fab("plus", words("announcements.new"), to: new, scene) : ""
  let title = data.audience.map { words("announcements.of", .text($0.name)) } ?? words("announcements.title")
  return Page(
    "announcements.list", title: title, actions: act, topics: data.topics,
    parent: data.audience == nil ? nil : (words("announcements.title"), AnnouncementsPaths.all),
    body: """
      <div class="stack">\(announcementTabs(data, scene))\(announcementSearch(data, scene))\
      \(announcementsList(data, scene))</div>\(thumb)
      """)
}

private func path(_ show: AnnouncementsPage.Show, _ data: AnnouncementsPage) -> String {
  var parts: [String] = []
  if let audience = data.audience { parts.append("audience=" + audience.audience.text) }
  if show != .all { parts.append("show=" + show.rawValue) }
  var out = AnnouncementsPaths.all
  for (place, part) in parts.enumerated() { out += (place == 0 ? "?" : "&") + part }
  return out
}

private func announcementTabs(_ data: AnnouncementsPage, _ scene: Scene) -> HTML {
  let shown = AnnouncementsPage.Show.allCases.filter { data.mayWrite || $0 == .all || $0 == .unread }
  return tabs(
    scene.words("announcements.title"),
    shown.map { show in
      Tab(
        scene.words("announcements.show." + show.rawValue), path: path(show, data), isCurrent: show == data.show,
        count: show == .unread && data.unread > 0 ? data.unread : nil)
    }, scene)
}
// words: announcements.show.*

private func announcementSearch(_ data: AnnouncementsPage, _ scene: Scene) -> HTML {
  var kept: [Form.Field] = []
  if let audience = data.audience { kept.append(Form.Field("audience", audience.audience.text)) }
  if data.show != .all { kept.append(Form.Field("show", data.show.rawValue)) }
  return searchField(
    scene.words("announcements.search"), value: data.search, results: "found", scene, action: AnnouncementsPaths.all,
    kept: kept)
}

private func announcementsList(_ data: AnnouncementsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let make: (AnnouncementRow) -> HTML = { announcementRow($0, scene) }
  let query = data.search.isEmpty ? "" : "q=" + inQuery(data.search) + "&"
  let base = path(data.show, data)
  let next = data.next.map { base + (base.contains("?") ? "&" : "?") + query + "after=" + $0 }
  let (top, rest) = (words("announcements.pinned"), words("announcements.title"))
  let pinned = list(data.pinned.map(make), label: top)
  let others = list(data.rows.map(make), id: "announcements", label: rest)
  return """
    <div class="stack announcements" id="found">\(data.isEmpty ? none(data, scene) : "")\
    \(pinned)\(others)\(pager("", previous: data.isLater ? base : nil, next: next, scene))</div>
    """
}

private func none(_ data: AnnouncementsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  if !data.search.isEmpty {
    return emptyState("search", words("announcements.not-found"), words("announcements.not-found-text"), scene)
  }
  switch data.show {
  case .unread:
    return nothingLeft(words("announcements.none-unread"), words("announcements.none-unread-text"), scene)
  case .planned:
    return emptyState("megaphone", words("announcements.none-planned"), words("announcements.none-planned-text"), scene)
  case .retracted:
    return emptyState("undo", words("announcements.none-retracted"), words("announcements.none-retracted-text"), scene)
  case .all:
    let act: HTML =
      data.mayWrite
      ? linkButton(words("announcements.new"), to: AnnouncementsPaths.new, .primary, icon: icon("plus", scene)) : ""
    let text = data.mayWrite ? words("announcements.none-text") : words("announcements.none-reader-text")
    return emptyState("megaphone", words("announcements.none"), text, scene, action: act)
  }
}

/// One row.
///
/// - Parameter id: what its element is called; the cards of other pages have names of their own.
func announcementRow(_ row: AnnouncementRow, id: String = "announcement-", _ scene: Scene) -> HTML {
  let (one, words) = (row.one, scene.words)
  let said = one.said(in: words.language)
  let heard: HTML =
    row.isUnread ? "<span class=\"visually-hidden\">\(words("announcements.unread")): </span>" : ""
  var facts: [HTML] = [
    name(row.author), HTML(text: audienceWord(one.audience, row.place, scene)),
  ]
  switch one.state {
  case .draft: facts.append(HTML(text: words("announcements.draft")))
  case .scheduled:
    if let moment = one.publishAt { facts.append("\(words("announcements.comes-out")) \(time(moment, scene))") }
  case .published:
    if let moment = one.publishedAt { facts.append(time(moment, scene, isRelative: true)) }
  }
  if one.editedAt != nil { facts.append(HTML(text: words("announcements.edited"))) }
  let meta: HTML = "\(each: facts.indices, { $0 == 0 ? facts[$0] : " · \(facts[$0])" })"
  return cell(
    "\(heard)<span lang=\"\(said.language.rawValue)\" dir=\"auto\">\(said.title)</span>",
    meta: meta, lead: icon(one.isPinned ? "pin" : "megaphone", scene), to: AnnouncementsPaths.announcement(one.id),
    scene, style: CellStyle(id: id + one.id.text, isUnread: row.isUnread))
}

// MARK: cards on other pages

/// The latest on the first page, on a class's and on a course's.
public struct AnnouncementsCard: Sendable {
  var rows: [AnnouncementRow]
  /// Where all of them are.
  var path: String
  /// What a page that shows the card watches.
  public var topics: [String]
  /// Where the reader may write one for this place.
  var new: String?
}

/// Hidden while there is nothing in it.
public func announcementsCard(_ data: AnnouncementsCard, _ scene: Scene) -> HTML {
  let words = scene.words
  let new: HTML =
    data.new.map { iconLink("plus", words("announcements.new"), to: $0, scene) } ?? ""
  let all: HTML = "<a href=\"\(url: data.path)\">\(words("announcements.all"))</a>"
  return """
    <div class="announced\(data.new == nil ? "" : " announced--open")">\(card(
      words("announcements.title"), id: "announced-card", head: cluster([all, new]),
      content: list(data.rows.map { announcementRow($0, id: "announced-", scene) }, isPlain: true)))</div>
    """
}

/// On a course's page one line: the latest, the way to all, and to a new one for whoever may write it.
public func announcementsLine(_ data: AnnouncementsCard, _ scene: Scene) -> HTML {
  let words = scene.words
  guard !data.rows.isEmpty || data.new != nil else { return "" }
  let latest: HTML =
    data.rows.first.map { row in
      let said = row.one.said(in: words.language)
      let heard: HTML =
        row.isUnread ? "<span class=\"visually-hidden\">\(words("announcements.unread")): </span>" : ""
      return """
        <a class="announced-line__latest" href="\(url: AnnouncementsPaths.announcement(row.one.id))"\(flag: "data-unread", row.isUnread)>\
        \(icon(row.one.isPinned ? "pin" : "megaphone", scene))\(heard)<span lang="\(said.language.rawValue)" dir="auto">\(said.title)</span></a>
        """
    }
    ?? "<span class=\"announced-line__latest quiet\">\(icon("megaphone", scene))<span>\(words("announcements.title"))</span></span>"
  let all: HTML =
    data.rows.isEmpty
    ? "" : "<a class=\"announced-line__all\" href=\"\(url: data.path)\">\(words("announcements.all"))</a>"
  let new: HTML =
    data.new.map { iconLink("plus", words("announcements.new"), to: $0, scene, kind: .ghost) } ?? ""
  return "<div class=\"announced-line\">\(latest)\(all)\(new)</div>"
}
