import Base
import HTML
import Kit
import School

/// One import: how far it has come, what it would do, what it did.
struct ImportPage: Sendable {
  var rosterImport: RosterImport
  /// Bytes read so far, and in all.
  var done = 0
  var total = 0
  var draft = Draft()
}

func importPage(_ data: ImportPage, _ scene: Scene) -> Page {
  let id = data.rosterImport.id
  return Page(
    "exchange.import", title: data.rosterImport.name, topics: ["import/" + id.text],
    parent: (scene.words("exchange.title"), ExchangePaths.start),
    body: stack([importState(data, scene), agreement(data, scene)], isLoose: true))
}

/// What changes on the open page as the import goes on; nothing in it is anybody's alone.
func importFragment(_ data: ImportPage, _ scene: Scene) -> HTML {
  let isReady = data.rosterImport.state == .ready
  let on: HTML = isReady ? lookAgain(scene.words("exchange.go-on"), data, scene, .primary) : ""
  return fragment(.replace, importStateID(data.rosterImport.id), importState(data, scene, end: on))
}

func importStateID(_ id: ID<RosterImport>) -> String { "import-state-" + id.text }

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
    linkButton(words("exchange.to-students"), to: StudentsPaths.all, .primary, icon: icon("people", scene)),
    linkButton(words("exchange.to-classes"), to: ClassroomsPaths.all, icon: icon("class", scene)),
    linkButton(words("exchange.to-members"), to: "/members", icon: icon("office", scene)),
  ])
  let done = banner(HTML(text: words("exchange.done.text")), scene, .success, title: words("exchange.done.title"))
  return [done, nameless, lowered] + [links] + reportParts(report, scene)
}

private func refused(_ one: RosterImport, _ scene: Scene) -> [HTML] {
  let words = scene.words
  let why =
    one.report?.refusal.map { sentence($0, scene) }
    ?? words(one.state == .failed ? "exchange.failed.text" : "exchange.refused.text")
  let problems: HTML = one.report.map { problemTable($0, scene) } ?? ""
  return [banner(HTML(text: why), scene, .danger, title: words("exchange.refused.title")), problems]
}

// MARK: agreeing

/// The form stands outside of what changes by itself: it holds the proof that it is ours.
private func agreement(_ data: ImportPage, _ scene: Scene) -> HTML {
  let (one, words) = (data.rosterImport, scene.words)
  guard one.state == .ready, let report = one.report, report.changes > 0 else {
    let another = linkButton(words("exchange.another"), to: ExchangePaths.start)
    return one.isBusy ? "" : one.state == .ready ? cluster([another, discard(one, scene)]) : another
  }
  let fields = report.needsCount ? [Field.number("removals", words("exchange.removals.field"))] : []
  let whole = form(
    ExchangePaths.apply(one.id), fields, data.draft, scene, submit: words("exchange.apply"),
    cancel: (words("exchange.another"), ExchangePaths.start), style: FormStyle(id: "apply"))
  guard report.needsCount else { return stack([whole, discard(one, scene)]) }
  let text = words("exchange.removals.text", .count(report.removals))
  let asked = card(words("exchange.removals.title"), .tinted, id: "removals", content: "<p>\(text)</p>\(whole)")
  return stack([asked, discard(one, scene)])
}

private func discard(_ one: RosterImport, _ scene: Scene) -> HTML {
  postButton(scene.words("exchange.discard"), to: ExchangePaths.discard(one.id), scene, icon: icon("trash", scene))
}
