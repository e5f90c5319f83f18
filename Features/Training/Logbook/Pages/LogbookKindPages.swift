import Base
import HTML
import Kit
import School

struct LogKindsPage: Sendable {
  var scheme: LogScheme
  var topics: [String] = []
}

/// What the school's logs count: ours may be called otherwise or left out, and six more have a name or are not used.
func logKindsPage(_ data: LogKindsPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, scheme) = (scene.words, data.scheme)
  // words: training.log.style.clock, training.log.style.decimal
  let style = Field.select(
    "style", words("training.log.kinds.style"),
    LogStyle.allCases.map { Field.Choice($0.rawValue, words("training.log.style." + $0.rawValue)) },
    value: scheme.style.rawValue)
  var fields: [Field] = [style]
  for kind in LogKind.standard {
    let ours = words.logKind(kind, LogScheme())
    fields.append(
      .text(
        kind.rawValue, ours, value: scheme.names[kind] ?? "", hint: words("training.log.kinds.name-hint"),
        isRequired: false, max: LogScheme.longestName))
    fields.append(
      .check(
        "hide-" + kind.rawValue, words("training.log.kinds.hide", .text(ours)), isOn: scheme.hidden.contains(kind)))
  }
  for (place, kind) in LogKind.own.enumerated() {
    fields.append(
      .text(
        kind.rawValue, words("training.log.kinds.own", .count(place + 1)), value: scheme.names[kind] ?? "",
        isRequired: false, max: LogScheme.longestName))
  }
  fields.append(.hidden("version", draft["version"] ?? scheme.version))
  return Page(
    "training.log-kinds", title: words("training.log.kinds"), topics: data.topics,
    parent: (words("training.title"), TrainingPaths.all),
    body: stack([
      "<p class=\"quiet\">\(words("training.log.kinds.text"))</p>",
      card(
        content: form(
          LogbookPaths.kinds, fields, draft, scene, submit: words("training.log.lesson.save"),
          cancel: (words("kit.cancel"), TrainingPaths.all))),
    ]))
}
