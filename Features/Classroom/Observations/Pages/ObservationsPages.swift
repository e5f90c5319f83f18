package import Base
import HTML
import Kit
import People
package import School

/// An observation with what its card says.
package struct ObservationCard: Sendable {
  package let one: Observation
  package let author: String
  /// A child whom the reader does not see has no name here.
  package let children: [(id: ID<Student>, student: Student?)]
  package let tags: [RecordTag]
  let files: [ObservationFile]
}

/// A list: of all the caller's children, of a class, or of one child.
struct ObservationsPage: Sendable {
  var query: ObservationsQuery
  var tags: [RecordTag]
  var me = ID<Account>.none
  var student: Student?
  var classroom: Classroom?
  var cards: [ObservationCard] = []
  var next: String?
  /// The children that the filter offers.
  var choices: [Student] = []
  var topics: [String] = []

  init(query: ObservationsQuery, tags: [RecordTag]) { (self.query, self.tags) = (query, tags) }
  var path: String { student.map { ObservationsPaths.of($0.id) } ?? ObservationsPaths.all }
  var capture: String {
    student.map { CapturePaths.of($0.id) } ?? classroom.map { CapturePaths.of($0.id) } ?? CapturePaths.capture
  }
  var new: String { student.map { ObservationsPaths.new(about: $0.id) } ?? ObservationsPaths.new }
  /// Whether anything is left out; the child whose list it is leaves nothing out.
  var isNarrow: Bool {
    var asked = query
    if student != nil { asked.children = [] }
    return asked.isNarrow
  }
}

func observationsPage(_ data: ObservationsPage, _ scene: Scene) -> Page {
  let words = scene.words
  let parent: (String, String)? =
    data.student.map { ($0.name, StudentsPaths.student($0.id)) }
    ?? data.classroom.map { ($0.name, ClassroomsPaths.classroom($0.id)) }
  let add = linkButton(
    words("observations.new"), to: data.new, .primary, icon: icon("plus", scene), style: ButtonStyle(key: "n"))
  let capture =
    scene.words.variant == SchoolKind.montessori.rawValue ? captureWays(data.capture, scene) : nil
  let before = data.query.after == nil ? nil : data.query.path(data.path)
  let next = data.next.map { data.query.path(data.path, after: $0) }
  let cards: HTML = "<div class=\"observations\">\(each: data.cards, { observationCard($0, scene) })</div>"
  return Page(
    data.student == nil ? "observations.all" : "observations.child", title: words("observations.title"),
    actions: "\(add)\(capture?.act)", topics: data.topics, parent: parent,
    body: """
      <div class="stack">\(finding(data, scene))<div id="found" class="stack">\
      \(data.cards.isEmpty ? nothing(data, scene) : cards)\
      \(pager("", previous: before, next: next, scene))</div>\(ends(data, scene))</div>\(capture?.float)
      """)
}

private func nothing(_ data: ObservationsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  if data.isNarrow || data.query.after != nil {
    return emptyState(
      "search", words("observations.none-found"), words("observations.none-found-text"), scene,
      action: linkButton(words("observations.show-all"), to: data.path))
  }
  return emptyState(
    "eye", words("observations.none"), words("observations.none-text"), scene,
    action: linkButton(words("observations.new"), to: data.new, .primary, icon: icon("plus", scene)))
}

/// What leads on from the list.
private func ends(_ data: ObservationsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  var query = data.query
  if let student = data.student { query.children = [student.id] }
  query.after = nil
  var links = [
    linkButton(
      words("observations.tags"), to: ObservationsPaths.tags, .ghost, icon: icon("filter", scene))
  ]
  if !data.cards.isEmpty {
    links.append(
      linkButton(
        words("observations.export"), to: query.path(ObservationsPaths.export), .ghost, icon: icon("download", scene)))
  }
  return cluster(links)
}

// MARK: filters

private func finding(_ data: ObservationsPage, _ scene: Scene) -> HTML {
  let (words, query) = (scene.words, data.query)
  let room = query.classroom.map { [Form.Field("classroom", $0.text)] } ?? []
  let order = cluster([
    chip(words("observations.newest"), to: query.path(data.path, sort: false), isCurrent: !query.isOldestFirst),
    chip(words("observations.oldest"), to: query.path(data.path, sort: true), isCurrent: query.isOldestFirst),
  ])
  let fields: HTML = """
    \(field(.text("q", words("observations.search"), value: query.search, isRequired: false, max: 100), Draft(), scene))\
    \(ranges(query, scene))\(data.student == nil ? children(data, scene) : "")\(tagBoxes(data.tags, Set(query.tags), isFiltering: true, scene))\
    \(authors(data, scene))
    """
  let sort = query.isOldestFirst ? [Form.Field("sort", "oldest")] : []
  return """
    <details class="observation-filters"\(flag: "open", data.isNarrow)><summary class="button button--ghost">\
    \(icon("filter", scene))\(words("observations.filters"))</summary>\
    <form class="form" method="get" action="\(url: data.path)">\(hidden(room + sort))\(fields)<div class="form__actions">\
    \(submit(words("observations.filter")))\(linkButton(words("observations.show-all"), to: data.path, .ghost))</div></form>\
    </details>\(order)
    """
}

private func ranges(_ query: ObservationsQuery, _ scene: Scene) -> HTML {
  let words = scene.words
  let choices = ObservationsQuery.Range.allCases.map {
    Field.Choice($0.rawValue, words("observations.range", .count($0.days)))
  }
  return fieldRow([
    field(
      .select(
        "range", words("observations.when"), choices, value: query.range?.rawValue ?? "", isRequired: false,
        empty: words("observations.ever")), Draft(), scene),
    field(.date("from", words("observations.from"), value: query.from, isRequired: false), Draft(), scene),
    field(.date("until", words("observations.until"), value: query.until, isRequired: false), Draft(), scene),
  ])
}

private func children(_ data: ObservationsPage, _ scene: Scene) -> HTML {
  guard !data.choices.isEmpty else { return "" }
  let boxes = data.choices.map {
    box("child", $0.id.text, name($0.name), isOn: data.query.children.contains($0.id))
  }
  return """
    <fieldset class="choices"><legend>\(scene.words("observations.children"))</legend>\(each: boxes, { $0 })</fieldset>
    """
}

/// Oneself, and those who wrote what is in the list.
private func authors(_ data: ObservationsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  var choices = [Field.Choice(data.me.text, words("observations.by-me"))]
  for card in data.cards where !choices.contains(where: { $0.value == card.one.author.text }) {
    choices.append(Field.Choice(card.one.author.text, card.author))
  }
  return field(
    .select(
      "author", words("observations.author"), choices, value: data.query.author?.text ?? "", isRequired: false,
      empty: words("observations.anybody")), Draft(), scene)
}

/// One thing to tick.
func box(_ field: String, _ value: String, _ label: HTML, isOn: Bool, hint: String = "") -> HTML {
  let below: HTML = hint.isEmpty ? "" : "<span class=\"check__hint\">\(hint)</span>"
  return """
    <label class="check"><input type="checkbox" name="\(field)" value="\(value)"\(flag: "checked", isOn)>\
    <span class="check__text">\(label)\(below)</span></label>
    """
}

/// The tags of the three kinds to tick: those that are offered, and those that are ticked though they are not any more.
func tagBoxes(_ tags: [RecordTag], _ chosen: Set<ID<RecordTag>>, isFiltering: Bool, _ scene: Scene) -> HTML {
  let parts = RecordTag.Taxonomy.allCases.map { taxonomy -> HTML in
    let some = tags.filter {
      $0.taxonomy == taxonomy && (chosen.contains($0.id) || (isFiltering ? $0.mergedInto == nil : $0.isOffered))
    }
    guard !some.isEmpty else { return "" }
    let gone = scene.words("observations.not-offered")
    let boxes = some.map {
      box("tag", $0.id.text, name($0.name), isOn: chosen.contains($0.id), hint: $0.isOffered ? "" : gone)
    }
    return """
      <fieldset class="choices"><legend>\(scene.words("observations.taxonomy." + taxonomy.rawValue))</legend>\
      \(each: boxes, { $0 })</fieldset>
      """
  }
  // words: observations.taxonomy.*
  return "\(each: parts, { $0 })"
}

// MARK: cards

func observationCard(_ card: ObservationCard, _ scene: Scene) -> HTML {
  let (one, words) = (card.one, scene.words)
  let text = String(one.text.prefix(600)) + (one.text.count > 600 ? "…" : "")
  let body: HTML =
    one.text.isEmpty ? "" : "<p class=\"observation__text\" dir=\"auto\">\(text)</p>"
  let files: HTML =
    card.files.isEmpty
    ? "" : "<div class=\"observation__files\">\(each: card.files.prefix(4).map { thumb($0, scene) }, { $0 })</div>"
  return """
    <article class="card observation">\(observationHead(card, scene, to: ObservationsPaths.observation(one.id)))\(body)\(files)\
    \(tagList(card.tags))<p class="quiet observation__facts">\(dotted([name(card.author), time(one.happenedAt, scene)]))\
    \(card.files.isEmpty ? "" : HTML(text: " · " + words("observations.files-count", .count(card.files.count))))</p></article>
    """
}

/// The children, and how far it has come; on its own page each child leads to what else was seen of it.
func observationHead(_ card: ObservationCard, _ scene: Scene, to path: String? = nil) -> HTML {
  let title: HTML =
    path.map { "<a href=\"\(url: $0)\">\(childNames(card, scene))</a>" } ?? childNames(card, isLinked: true, scene)
  return "<div class=\"card__head\"><h2 class=\"card__title\">\(title)</h2>\(stateBadge(card.one, scene))</div>"
}

func childNames(_ card: ObservationCard, isLinked: Bool = false, _ scene: Scene) -> HTML {
  let first = card.children.filter { $0.id == card.one.primary } + card.children.filter { $0.id != card.one.primary }
  var parts = first.compactMap { $0.student }.map { child -> HTML in
    isLinked ? "<a href=\"\(url: ObservationsPaths.of(child.id))\">\(name(child.name))</a>" : name(child.name)
  }
  let unseen = card.children.count - parts.count
  if unseen > 0 { parts.append(HTML(text: scene.words("observations.others", .count(unseen)))) }
  return dotted(parts)
}

func stateBadge(_ one: Observation, _ scene: Scene) -> HTML {
  switch one.state {
  case .draft: badge(scene.words("observations.state.draft"), .warning, icon: icon("edit", scene, size: .small))
  case .home: badge(scene.words("observations.state.home"), .info, icon: icon("home", scene, size: .small))
  case .complete:
    one.acceptedBy == nil
      ? "" : badge(scene.words("observations.from-parent"), .info, icon: icon("home", scene, size: .small))
  }
}

func tagList(_ tags: [RecordTag]) -> HTML {
  guard !tags.isEmpty else { return "" }
  return "<p class=\"cluster\">\(each: tags, { badge($0.name) })</p>"
}

/// A small picture that leads to itself, or the sign of what it is.
private func thumb(_ file: ObservationFile, _ scene: Scene) -> HTML {
  if file.isHidden { return hiddenFile(scene) }
  guard file.kind == .picture else {
    return "<span class=\"observation__sign\">\(icon(fileIcon(file.type, name: file.name), scene))</span>"
  }
  let alt = scene.words("observations.picture")
  return
    "<img class=\"observation__thumb\" src=\"\(url: ObservationsPaths.file(file))\" alt=\"\(alt)\" loading=\"lazy\">"
}

/// What stands where a file is not shown any more.
func hiddenFile(_ scene: Scene) -> HTML {
  "<p class=\"observation__hidden quiet\">\(icon("eye-off", scene))\(scene.words("observations.hidden"))</p>"
}

// MARK: the child's page

/// The ways from a child's page.
struct ObservationsWay: Sendable {
  let student: ID<Student>
  let isStaff: Bool
  let isOffered: Bool
  /// What its family was shown last.
  let latest: ObservationShare?
}

func observationsParts(_ way: ObservationsWay, _ scene: Scene) -> PortraitParts {
  let words = scene.words
  guard way.isOffered else { return PortraitParts() }
  guard way.isStaff else {
    let text: HTML =
      way.latest.map { "<p class=\"observation__text\" dir=\"auto\">\(String($0.text.prefix(240)))</p>" }
      ?? "<p class=\"quiet\">\(words("observations.nothing-shared"))</p>"
    let link = linkButton(
      words("observations.shared"), to: ObservationsPaths.shared(way.student), icon: icon("eye", scene))
    return PortraitParts(parts: [card(words("observations.title"), id: "observations", content: "\(text)\(link)")])
  }
  let links = cluster([
    linkButton(words("observations.title"), to: ObservationsPaths.of(way.student), icon: icon("eye", scene)),
    linkButton(
      words("observations.new"), to: ObservationsPaths.new(about: way.student), .secondary, icon: icon("plus", scene)),
    linkButton(words("observations.shared-view"), to: ObservationsPaths.shared(way.student), .ghost),
  ])
  return PortraitParts(parts: [card(words("observations.title"), id: "observations", content: links)])
}
