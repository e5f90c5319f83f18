import Base
import HTML
import Kit
import School

enum JournalPaths {
  static let journal = "/settings/journal"
}

/// An act as the page shows it: who did what and when, and nothing of what was in it.
struct JournalAct: Sendable {
  let seq: Int64
  let at: Instant
  /// `nil` when the server did it by itself.
  let account: ID<Account>?
  var name: String
  let command: String
  /// What it was about, by name; and how many more there were.
  var about: [String] = []
  var others = 0
}

/// A part of the journal, and what it was asked for.
struct JournalData: Sendable {
  var acts: [JournalAct]
  var search = ""
  var day: Day?
  /// Whose acts are shown, when one person's are.
  var person: (id: ID<Account>, name: String)?
  /// Those whose name holds what was searched for, when that is not one person.
  var choices: [(id: ID<Account>, name: String)]?
  var next: Int64?
  var isFirst = true

  var isWhole: Bool { search.isEmpty && day == nil && person == nil && isFirst }
}

/// Who did what and when, the newest first.
func journalPage(_ data: JournalData, _ scene: Scene) -> Page {
  Page(
    "journal.all", title: scene.words("journal.title"), parent: (scene.words("schools.settings"), "/settings"),
    body: stack([
      "<p class=\"quiet measure\">\(scene.words("journal.text"))</p>", journalFilter(data, scene),
      journalResults(data, scene),
    ]))
}

private func journalFilter(_ data: JournalData, _ scene: Scene) -> HTML {
  let words = scene.words
  let fields: [Field] = [
    .text("q", words("journal.person"), value: data.search, isRequired: false, autocomplete: "off"),
    .date("day", words("journal.day"), value: data.day, isRequired: false),
  ]
  return card(
    id: "journal-filter",
    content: """
      <form class="form" role="search" method="get" action="\(url: JournalPaths.journal)">\
      \(fieldRow(fields.map { field($0, Draft(), scene) }))\
      <div class="form__actions">\(submit(words("journal.show"), .secondary))</div></form>
      """)
}

private func journalResults(_ data: JournalData, _ scene: Scene) -> HTML {
  if let choices = data.choices { return journalChoices(choices, data.day, scene) }
  let words = scene.words
  var sifted: HTML = ""
  if let person = data.person {
    sifted = chips([
      chip(words("journal.everything"), to: journalPath(nil, data.day), isCurrent: false),
      chip(words("journal.only-person", .text(person.name)), to: journalPath(person.id, data.day), isCurrent: true),
    ])
  }
  guard !data.acts.isEmpty else {
    let nothing =
      data.isWhole
      ? emptyState("clock", words("journal.none"), words("journal.none-text"), scene)
      : emptyState("search", words("journal.not-found"), words("journal.not-found-text"), scene)
    return stack([sifted, nothing])
  }
  let pages = pager(
    words("journal.shown", .count(data.acts.count)),
    previous: data.isFirst ? nil : journalPath(data.person?.id, data.day),
    next: data.next.map { journalPath(data.person?.id, data.day, before: $0) }, scene)
  return stack([sifted] + journalDays(data, scene) + [pages])
}

/// The acts of each day under its date.
private func journalDays(_ data: JournalData, _ scene: Scene) -> [HTML] {
  var parts: [HTML] = []
  var rows: [HTML] = []
  var current: Day?
  func close() {
    guard let day = current else { return }
    parts.append(sectionTitle(scene.words.date(day, .long)))
    parts.append(list(rows, label: scene.words.date(day, .long)))
    rows = []
  }
  for act in data.acts {
    let day = scene.zone.day(of: act.at)
    if day != current { close() }
    current = day
    rows.append(journalRow(act, data.day, scene))
  }
  close()
  return parts
}

/// A row leads to all that the same person did.
private func journalRow(_ act: JournalAct, _ day: Day?, _ scene: Scene) -> HTML {
  let words = scene.words
  let who = act.account == nil ? words("journal.itself") : act.name
  let lead: HTML = act.account.map { avatar(act.name, $0) } ?? icon("settings", scene)
  return cell(
    "\(JournalActs.key(act.command).map { words($0) } ?? "")\(journalAbout(act, words))",
    meta: "\(name(who)) · \(scene.words.time(act.at, in: scene.zone))", lead: lead,
    to: act.account.map { journalPath($0, day) }, scene,
    style: CellStyle(id: "act-\(act.seq)"))
}

/// Whom or what it was about: names, and how many more.
private func journalAbout(_ act: JournalAct, _ words: Words) -> HTML {
  guard !act.about.isEmpty else { return "" }
  let more: HTML = act.others == 0 ? "" : " \(words("journal.more", .count(act.others)))"
  return ": \(each: act.about.indices, { "\($0 == 0 ? "" : words("journal.comma"))\(name(act.about[$0]))" })\(more)"
}

private func journalChoices(_ people: [(id: ID<Account>, name: String)], _ day: Day?, _ scene: Scene) -> HTML {
  let words = scene.words
  guard !people.isEmpty else {
    return emptyState("search", words("journal.nobody"), words("journal.nobody-text"), scene)
  }
  let rows = people.map {
    cell(name($0.name), lead: avatar($0.name, $0.id), to: journalPath($0.id, day), scene)
  }
  return stack([sectionTitle(words("journal.which")), list(rows, label: words("journal.which"))])
}

func journalPath(_ person: ID<Account>?, _ day: Day?, before: Int64? = nil) -> String {
  var parts: [String] = []
  if let person { parts.append("person=" + person.text) }
  if let day { parts.append("day=" + day.text) }
  if let before { parts.append("after=" + String(before)) }
  return parts.isEmpty ? JournalPaths.journal : JournalPaths.journal + "?" + parts.joined(separator: "&")
}
