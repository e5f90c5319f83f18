import Base
import HTML
import Kit
import School

/// One track as lists show it.
struct TrackRow: Sendable {
  var track: Track
  /// What its class is called.
  var place: String?
  var texts: Int
  var isJoined = false
}

struct TracksPage: Sendable {
  var rows: [TrackRow] = []
  var topics: [String] = []
}

/// A text in the list of its track.
struct TrackTextRow: Sendable {
  var item: TrackItem
  /// Its place among the texts, from 1.
  var number: Int
  /// The next day that has it, today among them.
  var next: Day?
}

struct TrackPage: Sendable {
  /// Texts of one part of the list.
  static let size = 50

  var track: Track
  var access: TrackAccess
  var place: String?
  var texts: [TrackTextRow] = []
  /// Of all parts.
  var count: Int
  var after = 0
  /// Where the next part begins.
  var next: Int?
  var today: Day
  var hasToday = false
  var cycle: TrackCycle?
  var isJoined = false
  var topics: [String] = []
}

/// “The whole school”, or the name of the class.
func audienceWord(_ track: Track, _ place: String?, _ scene: Scene) -> HTML {
  switch track.audience {
  case .school: "\(scene.words("tracks.for.school"))"
  case .classroom: place.map { name($0) } ?? "\(scene.words("tracks.for.class"))"
  case .person: "\(scene.words("tracks.for.me"))"
  }
}

func tracksPage(_ data: TracksPage, _ scene: Scene) -> Page {
  let words = scene.words
  let new = linkButton(
    words("tracks.new"), to: TracksPaths.new, .primary, icon: icon("plus", scene),
    style: ButtonStyle(key: "n", classes: "desk-only"))
  let (mine, others) = (data.rows.filter { $0.isJoined }, data.rows.filter { !$0.isJoined })
  let body: HTML =
    data.rows.isEmpty
    ? emptyState(
      "lesson", words("tracks.none"), words("tracks.none-text"), scene,
      action: linkButton(words("tracks.new"), to: TracksPaths.new, .primary, icon: icon("plus", scene)))
    : stack([part("tracks.joined", mine, scene), part("tracks.others", others, scene)], isLoose: true)
  return Page(
    "tracks.list", title: words("tracks.title"), actions: new, topics: data.topics,
    body: "\(body)\(fab("plus", words("tracks.new"), to: TracksPaths.new, scene))")
}
// words: tracks.joined, tracks.others

private func part(_ key: String, _ rows: [TrackRow], _ scene: Scene) -> HTML {
  guard !rows.isEmpty else { return "" }
  let title = scene.words(key)
  return stack([sectionTitle(title), list(rows.map { trackRow($0, scene) }, label: title)])
}

private func trackRow(_ row: TrackRow, _ scene: Scene) -> HTML {
  let words = scene.words
  let mark: HTML =
    row.isJoined
    ? badge(words("tracks.is-joined"), .success, icon: icon("check", scene, size: .small))
    : postButton(
      words("tracks.join"), to: TracksPaths.membership(row.track.id), scene, style: ButtonStyle(isSmall: true))
  return cell(
    name(row.track.name),
    meta: dotted([audienceWord(row.track, row.place, scene), "\(words("tracks.texts-count", .count(row.texts)))"]),
    lead: icon("lesson", scene), trail: mark, to: TracksPaths.track(row.track.id), scene)
}

func trackPage(_ data: TrackPage, _ scene: Scene) -> Page {
  let words = scene.words
  var parts: [HTML] = []
  if data.track.deletedAt != nil {
    parts.append(
      banner(
        "\(words("tracks.deleted-banner"))", scene, .warning,
        action: postButton(words("tracks.restore"), to: TracksPaths.restoration(data.track.id), scene)))
  } else {
    parts.append(cluster(trackActs(data, scene)))
  }
  parts += [about(data, scene), texts(data, scene)]
  return Page(
    "tracks.track", title: data.track.name, actions: keeperMenu(data, scene), topics: data.topics,
    parent: (words("tracks.title"), TracksPaths.all), body: stack(parts, isLoose: true))
}

/// Studying it comes first, then joining or leaving.
private func trackActs(_ data: TrackPage, _ scene: Scene) -> [HTML] {
  let (words, id) = (scene.words, data.track.id)
  var acts: [HTML] = []
  if data.isJoined, data.hasToday {
    acts.append(linkButton(words("tracks.study-today"), to: StudyLogPaths.day(id, data.today), .primary))
  }
  if data.isJoined {
    acts.append(
      linkButton(words("tracks.my-days"), to: StudyLogPaths.month(id), icon: icon("calendar", scene)))
  }
  acts.append(
    data.isJoined
      ? postButton(words("tracks.leave"), to: TracksPaths.leaving(id), scene, .ghost)
      : postButton(words("tracks.join"), to: TracksPaths.membership(id), scene, .primary))
  return acts
}

private func keeperMenu(_ data: TrackPage, _ scene: Scene) -> HTML {
  guard data.access == .keeper, data.track.deletedAt == nil else { return "" }
  let (words, id) = (scene.words, data.track.id)
  let items = [
    menuLink(words("tracks.edit"), to: TracksPaths.edit(id), icon: icon("edit", scene)),
    menuLink(words("tracks.cycle"), to: TracksPaths.cycle(id), icon: icon("calendar", scene)),
    menuLink(words("tracks.import"), to: TracksPaths.importing(id), icon: icon("import", scene)),
    menuLine,
    menuAct(words("tracks.delete"), to: TracksPaths.deletion(id), scene, icon: icon("trash", scene), isDanger: true),
  ]
  return """
    \(linkButton(words("tracks.add-text"), to: TracksPaths.newText(id), icon: icon("plus", scene)))\
    \(iconButton("more", words("tracks.more"), scene, kind: .ghost, popover: "track-menu"))\
    \(menu("track-menu", words("tracks.more"), items))
    """
}

/// What it is, for whom, and how its texts fall on days.
private func about(_ data: TrackPage, _ scene: Scene) -> HTML {
  let words = scene.words
  var facts: [HTML] = [
    audienceWord(data.track, data.place, scene), "\(words("tracks.texts-count", .count(data.count)))",
  ]
  if let cycle = data.cycle { facts.append("\(words("tracks.a-day", .count(cycle.perDay)))") }
  if data.track.isPublic { facts.append("\(words("tracks.is-public"))") }
  let text: HTML =
    data.track.about.isEmpty
    ? "" : "<div class=\"prose\" dir=\"auto\">\(markdown(data.track.about, style: MarkdownStyle(heading: 3)))</div>"
  return card(content: "<p class=\"quiet\">\(dotted(facts))</p>\(text)")
}

private func texts(_ data: TrackPage, _ scene: Scene) -> HTML {
  let (words, id) = (scene.words, data.track.id)
  let isKeeper = data.access == .keeper && data.track.deletedAt == nil
  guard data.count > 0 else {
    let act: HTML =
      isKeeper
      ? linkButton(words("tracks.add-text"), to: TracksPaths.newText(id), .primary, icon: icon("plus", scene)) : ""
    return emptyState(
      "text", words("tracks.no-texts"), words(isKeeper ? "tracks.no-texts-keeper" : "tracks.no-texts-text"), scene,
      action: act)
  }
  var nudge: HTML = ""
  if isKeeper, data.cycle == nil {
    nudge = banner(
      "\(words("tracks.no-cycle"))", scene,
      action: linkButton(words("tracks.cycle"), to: TracksPaths.cycle(id), icon: icon("calendar", scene)))
  }
  let next = data.next.map { TracksPaths.track(id) + "?after=\($0)" }
  let previous =
    data.after == 0
    ? nil
    : data.after <= TrackPage.size
      ? TracksPaths.track(id) : TracksPaths.track(id) + "?after=\(data.after - TrackPage.size)"
  return stack([
    nudge, sectionTitle(words("tracks.texts")),
    list(data.texts.map { textRow($0, data, isKeeper, scene) }, id: "texts", label: words("tracks.texts")),
    pager("", previous: previous, next: next, scene),
  ])
}
// words: tracks.no-texts-keeper, tracks.no-texts-text

private func textRow(_ row: TrackTextRow, _ data: TrackPage, _ isKeeper: Bool, _ scene: Scene) -> HTML {
  let (words, track) = (scene.words, data.track)
  var meta: [HTML] = row.item.reference.isEmpty ? [] : [name(row.item.reference)]
  if let next = row.next {
    let link = StudyLogPaths.day(track.id, next)
    meta.append(
      next == data.today
        ? "<a href=\"\(url: link)\">\(words("tracks.today"))</a>"
        : "<a href=\"\(url: link)\">\(day(next, scene))</a>")
  }
  let language = row.item.language ?? track.language
  let label: HTML = "<span lang=\"\(language)\" dir=\"auto\">\(row.item.label)</span>"
  return cell(
    label, meta: dotted(meta), lead: "<span class=\"track-number\">\(words.number(row.number))</span>",
    trail: isKeeper ? textMoves(row, data, scene) : "",
    to: isKeeper ? TracksPaths.editText(track.id, row.item.id) : nil, scene, style: CellStyle(hasChevron: false))
}

/// One place up, one place down, and away; farther moves are in the form of the text.
private func textMoves(_ row: TrackTextRow, _ data: TrackPage, _ scene: Scene) -> HTML {
  let (words, item, id) = (scene.words, row.item, data.track.id)
  func move(_ symbol: String, _ key: String, to place: Int) -> HTML {
    guard (1...data.count).contains(place) else { return "" }
    return form(
      TracksPaths.place(id, item.id), scene, style: FormStyle(classes: ""),
      content: """
        \(hidden([Form.Field("place", String(place))]))\
        \(iconButton(symbol, words(key, .text(item.label)), scene, kind: .ghost, isSubmit: true))
        """)
  }
  return """
    \(move("chevron-up", "tracks.move-up", to: row.number - 1))\
    \(move("chevron-down", "tracks.move-down", to: row.number + 1))\
    \(form(
      TracksPaths.removal(id, item.id), scene, style: FormStyle(classes: ""),
      content: iconButton("trash", words("tracks.remove-text", .text(item.label)), scene, kind: .ghost, isSubmit: true)))
    """
}
// words: tracks.move-up, tracks.move-down
