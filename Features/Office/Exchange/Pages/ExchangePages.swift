package import Base
import HTML
import Kit
package import School

// words: exchange.field.* exchange.state.* exchange.kind.* exchange.severity.* exchange.count.*

/// Where everything about rosters is.
package enum ExchangePaths {
  package static let start = "/exchange"
  package static let template = "/exchange/template.csv"
  package static let uploads = "/exchange/uploads"
  static let rosterImport = "/exchange/imports/:import"
  package static let apply = "/exchange/imports/:import/apply"
  package static let discard = "/exchange/imports/:import/discard"
  package static let people = "/exchange/export/people.csv"
  package static let attendance = "/exchange/export/attendance.csv"
  package static let oneRoster = "/exchange/export/oneroster.zip"

  package static func rosterImport(_ id: ID<RosterImport>) -> String { "/exchange/imports/" + id.text }
  static func apply(_ id: ID<RosterImport>) -> String { "/exchange/imports/" + id.text + "/apply" }
  static func discard(_ id: ID<RosterImport>) -> String { "/exchange/imports/" + id.text + "/discard" }
}

/// What the start page shows.
struct ExchangePage: Sendable {
  var imports: [RosterImport]
  /// Who brought each in, by account.
  var names: [ID<Account>: String]
  /// Where the part of older imports begins, when there are more.
  var next: ID<RosterImport>?
  var isLater = false
  var draft = Draft()
}

/// What may come in, what may go out, and what has come in so far.
func exchangePage(_ data: ExchangePage, _ scene: Scene) -> Page {
  Page(
    "exchange.start", title: scene.words("exchange.title"),
    body: stack(
      [uploadCard(data.draft, scene), exportCard(scene), columnsCard(scene), pastImports(data, scene)], isLoose: true))
}

private func uploadCard(_ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let fields = [
    Field.file(
      "file", words("exchange.upload.file"), accept: ".csv,.txt,.tsv,.zip", hint: words("exchange.upload.hint")),
    Field.check("removes", words("exchange.upload.removes"), hint: words("exchange.upload.removes-hint")),
  ]
  let upload = form(
    ExchangePaths.uploads, fields, draft, scene, submit: words("exchange.upload.submit"),
    style: FormStyle(id: "upload", isMultipart: true))
  return card(
    words("exchange.upload.title"), id: "bring-in", content: "<p>\(words("exchange.upload.text"))</p>\(upload)")
}

private func exportCard(_ scene: Scene) -> HTML {
  let words = scene.words
  let picture = icon("download", scene)
  return card(
    words("exchange.export.title"), id: "take-out",
    foot: """
      \(linkButton(words("exchange.export.people"), to: ExchangePaths.people, icon: picture))\
      \(linkButton(words("exchange.export.excel"), to: ExchangePaths.people + "?mark=1", icon: picture))\
      \(linkButton(words("exchange.export.oneroster"), to: ExchangePaths.oneRoster, icon: picture))\
      \(linkButton(words("exchange.export.attendance"), to: ExchangePaths.attendance, icon: picture))
      """, content: "<p>\(words("exchange.export.text"))</p>")
}

private func columnsCard(_ scene: Scene) -> HTML {
  let words = scene.words
  let fields: [Roster.Field] = [
    .given, .family, .name, .role, .number, .birthday, .username, .email, .classes, .guardians, .cohorts, .key, .status,
  ]
  return card(
    words("exchange.columns.title"), .flat, id: "columns",
    foot: linkButton(
      words("exchange.template"), to: ExchangePaths.template, .secondary, icon: icon("download", scene)),
    content: """
      <p>\(words("exchange.columns.text"))</p>\
      \(cluster(fields.map { badge(words("exchange.field." + $0.word)) }))
      """)
}

private func pastImports(_ data: ExchangePage, _ scene: Scene) -> HTML {
  let (title, words) = (sectionTitle(scene.words("exchange.past.title")), scene.words)
  guard !data.imports.isEmpty else {
    return """
      \(title)\
      \(emptyState("import", words("exchange.past.empty"), words("exchange.past.empty-text"), scene, isSlot: true))
      """
  }
  let count = words("exchange.past.shown", .count(data.imports.count))
  return """
    \(title)\(list(data.imports.map { importRow($0, data.names[$0.by], scene) }, id: "imports"))\
    \(pager(count, previous: data.isLater ? ExchangePaths.start : nil, next: data.next.map { ExchangePaths.start + "?after=" + $0.text }, scene))
    """
}

private func importRow(_ one: RosterImport, _ person: String?, _ scene: Scene) -> HTML {
  let by: HTML = person.map { " · \(scene.words("exchange.brought-by", .text($0)))" } ?? ""
  return cell(
    name(one.name), meta: "\(time(one.createdAt, scene))\(by)", trail: stateBadge(one.state, scene),
    to: ExchangePaths.rosterImport(one.id), scene, style: CellStyle(id: "import-" + one.id.text))
}

private func stateBadge(_ state: RosterImport.State, _ scene: Scene) -> HTML {
  let tone: Tone =
    switch state {
    case .waiting, .applying: .info
    case .ready: .accent
    case .done: .success
    case .refused, .failed: .danger
    }
  return badge(scene.words("exchange.state." + state.rawValue), tone)
}
