import Base
import HTML
package import Kit
import People
import School

/// What became of the question, above what stands there now.
///
/// - Parameter use: what was asked for: it says what stands there when there is no answer.
func outsideBanner(_ outcome: OutsideOutcome?, _ use: OutsideUse, _ scene: Scene) -> HTML {
  guard let outcome else { return "" }
  // words: outside.answered.* outside.failed.* outside.stays.*
  if outcome == .answered {
    return banner(HTML(text: scene.words("outside.answered." + use.rawValue)), scene, .info)
  }
  let why = scene.words("outside.failed." + outcome.rawValue)
  let stays = scene.words("outside.stays." + use.rawValue)
  return banner(HTML(text: why + " " + stays), scene, .warning)
}

/// Asks a service, with a sentence of what leaves the school.
func outsideButton(_ use: OutsideUse, to path: String, _ scene: Scene) -> HTML {
  // words: outside.ask.* outside.leaves.*
  stack(
    [
      postButton(scene.words("outside.ask." + use.rawValue), to: path, scene, .secondary),
      "<p class=\"quiet\">\(scene.words("outside.leaves." + use.rawValue))</p>",
    ], isTight: true)
}

/// Which services are used, and the last questions, without a word of them.
package func outsideSettingsPage(_ data: OutsideSettings, _ scene: Scene) -> Page {
  let words = scene.words
  let offered = OutsideKind.allCases.filter { data.hosts[$0] != nil || data.school.outside.contains($0) }
  // words: outside.switch.* outside.means.*
  let fields = offered.map { kind in
    Field.check(
      kind.rawValue, words("outside.switch." + kind.rawValue), isOn: data.school.outside.contains(kind),
      hint: words("outside.means." + kind.rawValue, .text(data.hosts[kind] ?? words("outside.nowhere"))))
  }
  let switches: HTML =
    offered.isEmpty
    ? "<p class=\"quiet\">\(words("outside.none-offered"))</p>"
    : form(
      OutsidePaths.settings, fields + [.hidden("version", data.school.version)], Draft(), scene,
      submit: words("outside.save"))
  return Page(
    "outside.settings", title: words("outside.title"), parent: (words("schools.school-settings"), "/settings/school"),
    body: stack([
      "<p class=\"quiet\">\(words("outside.text"))</p>",
      card(words("outside.services"), id: "services", content: switches),
      card(words("outside.requests"), id: "requests", content: requests(data, scene)),
    ]))
}

private func requests(_ data: OutsideSettings, _ scene: Scene) -> HTML {
  let words = scene.words
  guard !data.requests.isEmpty else { return "<p class=\"quiet\">\(words("outside.no-requests"))</p>" }
  // words: outside.use.* outside.outcome.*
  let table = DataTable(
    words("outside.requests"),
    [
      .init(words("outside.column.when")), .init(words("outside.column.child")), .init(words("outside.column.use")),
      .init(words("outside.column.who")), .init(words("outside.column.bytes"), isNumber: true),
      .init(words("outside.column.outcome")),
    ], isCaptionHidden: true)
  return table.html(
    data.requests.map { one in
      .init([
        time(one.at, scene), name(data.children[one.student] ?? ""),
        HTML(text: words("outside.use." + one.use.rawValue)),
        name(data.people[one.by] ?? ""), HTML(text: words.number(one.size)),
        HTML(text: words("outside.outcome." + one.outcome.rawValue)),
      ])
    })
}
