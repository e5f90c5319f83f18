import Base
import HTML
package import Kit
package import School

/// What somebody may have a feed of.
package struct FeedChoice: Sendable {
  package let scope: Feed.Scope
  let name: String?
  var text: String {
    switch scope {
    case .person: scope.kind
    case .child(let id): scope.kind + "." + id.text
    case .classroom(let id): scope.kind + "." + id.text
    case .course(let id): scope.kind + "." + id.text
    }
  }
}

struct FeedsPage: Sendable {
  /// With what each is of; no name when that is gone.
  let feeds: [(feed: Feed, name: String?)]
  let choices: [FeedChoice]
}

func feedsPage(_ data: FeedsPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let rows = data.feeds.map { feedRow($0.feed, $0.name, scene) }
  let own: HTML =
    rows.isEmpty
    ? emptyState("link", words("calendar.feeds-none"), words("calendar.feeds-none-text"), scene)
    : list(rows, label: words("calendar.feeds"))
  let scopes = data.choices.map { Field.Choice($0.text, feedName($0.scope, $0.name, scene)) }
  let add = card(
    words("calendar.feed-new"), id: "feed-new",
    content: form(
      CalendarPaths.feeds,
      [.select("scope", words("calendar.feed-scope"), scopes, value: "person", hint: words("calendar.feed-hint"))],
      draft,
      scene, submit: words("calendar.feed-make")))
  return Page(
    "calendar.feeds", title: words("calendar.feeds"),
    parent: (title: words("calendar.title"), path: CalendarPaths.calendar), body: stack([own, add]))
}

private func feedName(_ scope: Feed.Scope, _ name: String?, _ scene: Scene) -> String {
  name ?? scene.words("calendar.feed." + scope.kind)  // words: calendar.feed.*
}

private func feedRow(_ feed: Feed, _ name: String?, _ scene: Scene) -> HTML {
  let words = scene.words
  let acts = cluster([
    linkButton(
      words("calendar.feed-rotate"), to: CalendarPaths.rotation(feed.id), icon: icon("refresh", scene),
      style: ButtonStyle(isSmall: true)),
    linkButton(
      words("calendar.feed-revoke"), to: CalendarPaths.revocation(feed.id), .destructive,
      icon: icon("trash", scene), style: ButtonStyle(isSmall: true)),
  ])
  return cell(
    Kit.name(feedName(feed.scope, name, scene)),
    meta: HTML(text: words("calendar.feed-since", .text(words.moment(feed.rotatedAt, in: scene.ownZone)))),
    lead: icon("link", scene), trail: acts, scene, style: CellStyle(id: "feed-" + feed.id.text))
}

/// Asked before an address ends, which nothing brings back.
func feedRotationPage(_ feed: ID<Feed>, _ scene: Scene) -> Page {
  let words = scene.words
  return Confirmation(
    words("calendar.feed-rotate-ask"), words("calendar.feed-rotate-text"), label: words("calendar.feed-rotate"),
    action: CalendarPaths.rotation(feed), back: CalendarPaths.feeds, kind: .primary
  ).page("calendar.rotation", scene)
}

func feedRevocationPage(_ feed: ID<Feed>, _ scene: Scene) -> Page {
  let words = scene.words
  return Confirmation(
    words("calendar.feed-revoke-ask"), words("calendar.feed-revoke-text"), label: words("calendar.feed-revoke"),
    action: CalendarPaths.revocation(feed), back: CalendarPaths.feeds
  ).page("calendar.revocation", scene)
}

/// Where a program reads a feed: made of the server's own origin and of a secret, and of nothing that a person wrote.
package struct FeedAddress: Sendable {
  package let text: String
  /// What follows the scheme; `nil` where our origin is no address of the web.
  private let place: String?

  package init(origin: String, secret: String) {
    let whole = origin + CalendarPaths.feed(secret)
    let scheme = ["https://", "http://"].first { whole.hasPrefix($0) }
    (text, place) = (whole, scheme.map { String(whole.dropFirst($0.count)) })
  }

  /// A link that opens the calendar of the device with it.
  ///
  /// Its scheme is none of those that pages link to, and so it is written out here, and nowhere else.
  func link(_ label: String, _ scene: Scene) -> HTML {
    guard let place else { return "" }
    return "<a class=\"button button--secondary\" href=\"webcal://\(place)\">\(icon("calendar", scene))\(label)</a>"
  }
}

/// The address, the only time it is told.
package func feedMadePage(_ address: FeedAddress, _ scene: Scene) -> Page {
  let words = scene.words
  return Page(
    "calendar.feed", title: words("calendar.feed-made"),
    parent: (title: words("calendar.feeds"), path: CalendarPaths.feeds),
    body: card(
      content: """
        <div class="stack"><p>\(words("calendar.feed-once"))</p>\(copyText(address.text, id: "feed", scene))\
        <p>\(words("calendar.feed-how"))</p>\
        <p class="cluster">\(address.link(words("calendar.feed-open"), scene))\(linkButton(words("calendar.feed-done"), to: CalendarPaths.feeds, .primary))</p></div>
        """))
}

/// What a file would do.
package struct CalendarImportPage: Sendable {
  let file: String
  let kind: Event.Kind
  let rows: [(ImportPlan.Row, ImportPlan.State)]
  package let problems: [ImportProblem]
  /// What does not come in with the rest, the first of it.
  let leftOut: [ImportProblem]
  let leftOutCount: Int

  package init(
    file: String, kind: Event.Kind, rows: [(ImportPlan.Row, ImportPlan.State)], problems: [ImportProblem],
    leftOut: [ImportProblem], leftOutCount: Int
  ) {
    (self.file, self.kind, self.rows, self.problems, self.leftOut, self.leftOutCount) = (
      file, kind, rows, problems, leftOut, leftOutCount
    )
  }
  func count(_ state: ImportPlan.State) -> Int { rows.filter { $0.1 == state }.count }
  static let shown = 30
}

func importFormPage(_ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let kinds = Event.Kind.allCases.map { Field.Choice($0.rawValue, words("calendar.kind." + $0.rawValue)) }
  let fields: [Field] = [
    .file("file", words("calendar.import-file"), accept: ".ics,text/calendar", hint: words("calendar.import-hint")),
    .select("kind", words("calendar.kind"), kinds, value: "holiday"),
  ]
  return Page(
    "calendar.import", title: words("calendar.import"),
    parent: (title: words("calendar.title"), path: CalendarPaths.calendar),
    body: card(
      content: form(
        CalendarPaths.importing, fields, draft, scene, submit: words("calendar.import-look"),
        style: FormStyle(isMultipart: true))))
}

package func importPreviewPage(_ data: CalendarImportPage, _ scene: Scene) -> Page {
  let words = scene.words
  var parts: [HTML] = []
  if data.problems.isEmpty {
    parts.append(leftOut(data, scene))
    parts.append(
      stats([
        Stat(words("calendar.import-new"), words.number(data.count(.new))),
        Stat(words("calendar.import-changed"), words.number(data.count(.changed))),
        Stat(words("calendar.import-same"), words.number(data.count(.same))),
      ]))
    parts.append(applyForm(data, scene))
  } else {
    parts.append(
      banner(
        HTML(text: words("calendar.import-refused", .count(data.problems.count))), scene, .danger,
        action: linkButton(words("calendar.import-again"), to: CalendarPaths.importing, style: .init(isSmall: true))))
    parts.append(problemList(data.problems, scene))
  }
  let rows = data.rows.prefix(CalendarImportPage.shown).map { importRow($0.0, $0.1, scene) }
  if !rows.isEmpty { parts.append(list(rows, label: words("calendar.import-rows"))) }
  if data.rows.count > rows.count {
    parts.append("<p class=\"quiet\">\(words("calendar.others", .count(data.rows.count - rows.count)))</p>")
  }
  return Page(
    "calendar.preview", title: words("calendar.import-preview"),
    parent: (title: words("calendar.import"), path: CalendarPaths.importing), body: stack(parts))
}

private func problemList(_ problems: [ImportProblem], _ scene: Scene) -> HTML {
  let lines = problems.map {
    "<li>\(scene.words("calendar.import.line", .count($0.line), .key($0.key)))</li>" as HTML
  }
  return card(content: "<ul class=\"prose\">\(each: lines, { $0 })</ul>")
}

/// What is left out is said before the rest comes in.
private func leftOut(_ data: CalendarImportPage, _ scene: Scene) -> HTML {
  guard data.leftOutCount > 0 else { return "" }
  return banner(HTML(text: scene.words("calendar.import-left", .count(data.leftOutCount))), scene, .warning)
    + problemList(data.leftOut, scene)
}

private func applyForm(_ data: CalendarImportPage, _ scene: Scene) -> HTML {
  let words = scene.words
  guard data.count(.new) + data.count(.changed) > 0 else {
    return banner(HTML(text: words("calendar.import-nothing")), scene, .success)
  }
  return form(
    CalendarPaths.applying, scene,
    content: """
      \(hidden([Form.Field("file", data.file), Form.Field("kind", data.kind.rawValue)]))\
      <div class="form__actions">\(submit(words("calendar.import-apply")))\
      \(linkButton(words("kit.cancel"), to: CalendarPaths.importing, .ghost))</div>
      """)
}

private func importRow(_ row: ImportPlan.Row, _ state: ImportPlan.State, _ scene: Scene) -> HTML {
  let words = scene.words
  let first = words.date(row.times.from)
  var when = row.times.span == 0 ? first : words.range(first, words.date(row.times.until))
  if let rule = row.rule { when += " · " + ruleText(rule, from: row.times, scene) }
  let tone: Tone = state == .new ? .success : state == .changed ? .warning : .neutral
  let off: HTML = row.isCancelled ? badge(words("calendar.called-off"), .danger) : ""
  return cell(
    name(row.title), meta: HTML(text: when), lead: icon("calendar", scene),
    trail: off + badge(words("calendar.state." + state.rawValue), tone), scene)  // words: calendar.state.*
}
