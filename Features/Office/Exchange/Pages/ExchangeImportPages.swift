package import Base
package import HTML
package import Kit
package import School

/// One import: how far it has come, what it would do, what it did.
package struct ImportPage: Sendable {
  var rosterImport: RosterImport
  /// Bytes read so far, and in all.
  var done = 0
  var total = 0
  var draft = Draft()

  package init(rosterImport: RosterImport, done: Int = 0, total: Int = 0, draft: Draft = Draft()) {
    (self.rosterImport, self.done, self.total, self.draft) = (rosterImport, done, total, draft)
  }
}

func importPage(_ data: ImportPage, _ scene: Scene) -> Page {
  let id = data.rosterImport.id
  return Page(
    "exchange.import", title: data.rosterImport.name, topics: ["import/" + id.text],
    parent: (scene.words("exchange.title"), ExchangePaths.start),
    body: stack([importState(data, scene), agreement(data, scene)], isLoose: true))
}

/// What changes on the open page as the import goes on; nothing in it is anybody's alone.
package func importFragment(_ data: ImportPage, _ scene: Scene) -> HTML {
  let isReady = data.rosterImport.state == .ready
  let on: HTML = isReady ? lookAgain(scene.words("exchange.go-on"), data, scene, .primary) : ""
  return fragment(.replace, importStateID(data.rosterImport.id), importState(data, scene, end: on))
}

package func importStateID(_ id: ID<RosterImport>) -> String { "import-state-" + id.text }

private func importState(_ data: ImportPage, _ scene: Scene, end: HTML = "") -> HTML {
  let one = data.rosterImport
  let parts: [HTML]
  switch one.state {
  case .waiting: parts = [underWay(scene.words("exchange.reading"), data, scene)]
  case .applying: parts = [underWay(scene.words("exchange.writing"), data, scene)]
  case .ready: parts = found(one.report ?? RosterReport(), scene) + [end]
  case .done: parts = finished(one.report ?? RosterReport(), scene)
  case .refused, .failed: parts = refused(one, scene)
  }
  return "<div class=\"stack stack--loose\" id=\"\(importStateID(data.rosterImport.id))\">\(each: parts, { $0 })</div>"
}

private func underWay(_ label: String, _ data: ImportPage, _ scene: Scene) -> HTML {
  card(
    label, id: "under-way", foot: lookAgain(scene.words("exchange.look-again"), data, scene, .plain),
    content: progress(label, min(data.done, max(0, data.total - 1)), of: max(1, data.total), scene))
}

private func lookAgain(_ label: String, _ data: ImportPage, _ scene: Scene, _ kind: ButtonKind) -> HTML {
  linkButton(label, to: ExchangePaths.rosterImport(data.rosterImport.id), kind, icon: icon("refresh", scene))
}

private func found(_ report: RosterReport, _ scene: Scene) -> [HTML] {
  let nothing: HTML =
    report.changes == 0 ? banner(HTML(text: scene.words("exchange.nothing")), scene, .success) : ""
  return [nothing] + reportParts(report, scene)
}

private func finished(_ report: RosterReport, _ scene: Scene) -> [HTML] {
  let words = scene.words
  let nameless: HTML =
    report.nameless == 0
    ? "" : banner(HTML(text: words("exchange.nameless", .count(report.nameless))), scene, .warning)
  let lowered: HTML =
    report.lowered == 0
    ? "" : banner(HTML(text: words("exchange.lowered", .count(report.lowered))), scene, .warning)
  let links = cluster([
    linkButton(words("exchange.to-students"), to: StudentsPaths.all, .primary, icon: icon("record", scene)),
    linkButton(words("exchange.to-classes"), to: ClassroomsPaths.all, icon: icon("class", scene)),
    linkButton(words("exchange.to-members"), to: "/members", icon: icon("person", scene)),
  ])
  let done = banner(HTML(text: words("exchange.done.text")), scene, .success, title: words("exchange.done.title"))
  return [done, nameless, lowered] + [links] + reportParts(report, scene)
}

private func refused(_ one: RosterImport, _ scene: Scene) -> [HTML] {
  let words = scene.words
  let reason =
    one.report?.refusal.map { sentence($0, scene) }
    ?? words(one.state == .failed ? "exchange.failed.text" : "exchange.refused.text")
  let problems: HTML = one.report.map { problemTable($0, scene) } ?? ""
  return [banner(HTML(text: reason), scene, .danger, title: words("exchange.refused.title")), problems]
}

// MARK: agreeing

/// The form stands outside of what changes by itself: it holds the proof that it is ours.
private func agreement(_ data: ImportPage, _ scene: Scene) -> HTML {
  let (one, words) = (data.rosterImport, scene.words)
  guard one.state == .ready, let report = one.report, report.changes > 0 else {
    let another = linkButton(words("exchange.another"), to: ExchangePaths.start)
    return one.isBusy ? "" : one.state == .ready ? cluster([another, discard(one, scene)]) : another
  }
  let parts = asked(report, scene)
  let cards = parts.map { part -> HTML in
    let fields: HTML = "\(each: part.fields, { field($0, data.draft, scene) })"
    return card(part.title, .tinted, id: part.id, content: "<p>\(part.text)</p>\(fields)")
  }
  let back = linkButton(words("exchange.another"), to: ExchangePaths.start, .ghost)
  let whole = form(
    ExchangePaths.apply(one.id), scene, style: FormStyle(id: "apply"),
    content: """
      \(errorSummary(data.draft, parts.flatMap { $0.fields }, scene))\(stack(cards))\
      <div class="form__actions">\(submit(words("exchange.apply")))\(back)</div>
      """)
  return stack([whole, discard(one, scene)])
}

/// Something the office has to answer before the roster is written.
private struct Asked {
  let id: String
  let title: String
  let text: String
  let fields: [Field]
}

private func asked(_ report: RosterReport, _ scene: Scene) -> [Asked] {
  let words = scene.words
  var all: [Asked] = []
  if !report.admins.isEmpty {
    all.append(
      Asked(
        id: "admins", title: words("exchange.admins.title"), text: words("exchange.admins.text"),
        fields: report.admins.enumerated().map { admin($1, at: $0, scene) }))
  }
  if !report.moves.isEmpty {
    all.append(
      Asked(
        id: "moves", title: words("exchange.moves.title"), text: words("exchange.moves.text"),
        fields: report.moves.enumerated().map { move($1, at: $0, scene) }))
  }
  if report.needsCount {
    all.append(
      Asked(
        id: "removals", title: words("exchange.removals.title"),
        text: words("exchange.removals.text", .count(report.removals)),
        fields: [.number("removals", words("exchange.removals.field"))]))
  }
  return all
}

private func admin(_ one: RosterReport.Admin, at place: Int, _ scene: Scene) -> Field {
  let now = one.now.map { scene.words("role." + $0.rawValue) } ?? scene.words("exchange.admins.new")
  let hint = [one.email, now].filter { !$0.isEmpty }.joined(separator: " · ")
  return .check("admin.\(place)", scene.words("exchange.admins.field", .text(one.name)), hint: hint)
}

private func move(_ one: RosterReport.Move, at place: Int, _ scene: Scene) -> Field {
  let count = scene.words("exchange.moves.count", .count(one.count))
  return .check(
    "leave.\(place)", scene.words("exchange.moves.leave", .text(one.name)), isOn: one.isLikely,
    hint: ([count] + one.examples).joined(separator: " · "))
}

private func discard(_ one: RosterImport, _ scene: Scene) -> HTML {
  postButton(scene.words("exchange.discard"), to: ExchangePaths.discard(one.id), scene, icon: icon("trash", scene))
}
