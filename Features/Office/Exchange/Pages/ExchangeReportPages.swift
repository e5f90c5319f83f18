import Base
import HTML
import Kit
import School

// words: exchange.encoding.* exchange.not-text.* exchange.file.* exchange.csv.* exchange.heading.* exchange.value.*
// words: exchange.reference.* exchange.oneroster.* exchange.zip.* exchange.plan.*

/// The counts, the notes, the table by kind and everything to be said about the file.
func reportParts(_ report: RosterReport, _ scene: Scene) -> [HTML] {
  [
    tiles(report, scene), notes(report, scene), kindTable(report, scene), lineTables(report, scene),
    problemTable(report, scene),
  ]
}

private func tiles(_ report: RosterReport, _ scene: Scene) -> HTML {
  let (words, total) = (scene.words, report.total)
  var all = [
    Stat(words("exchange.count.new"), words.number(total.new)),
    Stat(words("exchange.count.changed"), words.number(total.changed)),
    Stat(words("exchange.count.unchanged"), words.number(total.unchanged)),
    Stat(words("exchange.count.error"), words.number(report.errorCount), report.errorCount > 0 ? .danger : .neutral),
  ]
  if report.removals > 0 { all.append(Stat(words("exchange.count.removed"), words.number(report.removals), .warning)) }
  return stats(all)
}

private func notes(_ report: RosterReport, _ scene: Scene) -> HTML {
  let words = scene.words
  var lines: [HTML] = []
  if report.errorCount > 0 {
    lines.append(banner(HTML(text: words("exchange.errors-skipped", .count(report.errorCount))), scene, .warning))
  }
  let (unknown, dropped) = (report.unknownColumns(), report.droppedColumns())
  if !dropped.isEmpty {
    lines.append(banner(HTML(text: words("exchange.dropped-columns", .text(words.list(dropped)))), scene))
  }
  if !unknown.isEmpty {
    lines.append(banner(HTML(text: words("exchange.unknown-columns", .text(words.list(unknown)))), scene))
  }
  return lines.isEmpty ? "" : stack(lines, isTight: true)
}

private func kindTable(_ report: RosterReport, _ scene: Scene) -> HTML {
  let words = scene.words
  let table = DataTable(
    words("exchange.kinds"),
    [
      .init(words("exchange.kind")), .init(words("exchange.count.new"), isNumber: true),
      .init(words("exchange.count.changed"), isNumber: true), .init(words("exchange.count.unchanged"), isNumber: true),
      .init(words("exchange.count.removed"), isNumber: true), .init(words("exchange.count.error"), isNumber: true),
    ])
  let rows = Roster.Kind.allCases.compactMap { kind -> DataTable.Row? in
    let (one, proposed) = (report.counts[kind.rawValue], report.proposed[kind.rawValue])
    let numbers = [one.new, one.changed, one.unchanged, one.removed + proposed, one.failed]
    guard numbers.contains(where: { $0 > 0 }) else { return nil }
    return DataTable.Row(
      [HTML(text: words("exchange.kind." + kind.word))] + numbers.map { HTML(text: words.number($0)) })
  }
  return rows.isEmpty ? "" : table.html(rows, id: "kinds")
}

/// The first records of each kind as they will be, with what they were.
private func lineTables(_ report: RosterReport, _ scene: Scene) -> HTML {
  guard !report.lines.isEmpty else { return "" }
  let tables = Roster.Kind.allCases.map { lineTable($0, report, scene) }
  return "\(sectionTitle(scene.words("exchange.lines.title")))\(stack(tables, isLoose: true))"
}

private func lineTable(_ kind: Roster.Kind, _ report: RosterReport, _ scene: Scene) -> HTML {
  let words = scene.words
  let lines = report.lines.filter { $0.kind == kind }
  guard !lines.isEmpty else { return "" }
  let table = DataTable(
    words("exchange.kind." + kind.word),
    [.init(words("exchange.lines.who")), .init(words("exchange.lines.act")), .init(words("exchange.lines.facts"))])
  let counts = report.counts[kind.rawValue]
  let more = counts.new + counts.changed + counts.removed - lines.count
  let rest: HTML = more > 0 ? "<p class=\"quiet\">\(words("exchange.lines.more", .count(more)))</p>" : ""
  return "\(table.html(lines.map { row($0, scene) }, id: "first-" + kind.word))\(rest)"
}

private func row(_ line: RosterReport.Line, _ scene: Scene) -> DataTable.Row {
  let tone: Tone =
    switch line.act {
    case .new: .success
    case .changed: .accent
    case .removed: .warning
    }
  let role: HTML = line.role.map { " \(badge(scene.words("role." + $0.rawValue)))" } ?? ""
  return DataTable.Row([
    "\(name(line.name))\(role)", badge(scene.words("exchange.count." + line.act.rawValue), tone),
    "\(each: line.facts, { fact($0, scene) })",
  ])
}

/// “Last name: Marsh → Marsh-Bell”; of a new record what it will be.
private func fact(_ fact: RosterReport.Fact, _ scene: Scene) -> HTML {
  let label = scene.words("exchange.field." + fact.field.word)
  let (old, new) = (shown(fact.old, fact.field, scene), shown(fact.new, fact.field, scene))
  let value = fact.old.isEmpty ? new : scene.words("exchange.lines.change", .text(old), .text(new.isEmpty ? "–" : new))
  return "<div><span class=\"quiet\">\(label):</span> <bdi>\(value)</bdi></div>"
}

private func shown(_ value: String, _ field: Roster.Field, _ scene: Scene) -> String {
  guard field == .role, let role = Roster.Role(rawValue: value) else { return value }
  return scene.words("role." + role.rawValue)
}

/// The first fifty problems by file, line and column.
func problemTable(_ report: RosterReport, _ scene: Scene) -> HTML {
  let words = scene.words
  let shown = report.problems.prefix(50)
  guard !shown.isEmpty else { return "" }
  let table = DataTable(
    words("exchange.problems"),
    [
      .init(words("exchange.problem.what")), .init(words("exchange.problem.file")),
      .init(words("exchange.problem.line"), isNumber: true), .init(words("exchange.problem.column"), isNumber: true),
    ])
  let more = report.errorCount + report.warningCount - shown.count
  let rest: HTML = more > 0 ? "<p class=\"quiet\">\(words("exchange.problems-more", .count(more)))</p>" : ""
  return "\(table.html(shown.map { row($0, scene) }, id: "problems"))\(rest)"
}

private func row(_ problem: Roster.Problem, _ scene: Scene) -> DataTable.Row {
  let isError = problem.severity == .error
  let kind = badge(scene.words("exchange.severity." + problem.severity.rawValue), isError ? .danger : .neutral)
  return DataTable.Row([
    "\(kind) \(sentence(problem, scene))", name(problem.file), place(problem.line, scene), place(problem.column, scene),
  ])
}

/// Nothing where the whole row or the whole file is meant.
private func place(_ number: Int, _ scene: Scene) -> HTML {
  number > 0 ? HTML(text: scene.words.number(number)) : ""
}

/// What is wrong, in the reader's words.
func sentence(_ problem: Roster.Problem, _ scene: Scene) -> String {
  scene.words(Phrase(problem.code.rawValue, .text(problem.excerpt)))
}
