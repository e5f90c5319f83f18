import Base
import HTML
package import Kit
package import School

package struct TrackImportPage: Sendable {
  let track: Track
  /// What was found, and what it would do, before it is taken.
  package var found: (file: TrackImport, plan: TrackImportPlan)?
  /// Files of an archive that are no texts.
  package var passed: [String] = []
}

package func trackImportPage(_ data: TrackImportPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let text = Field.area(
    "text", words("tracks.import.text"), hint: words("tracks.import.text-hint"), rows: 10, max: TrackImport.maxBytes)
  let file = Field.file(
    "file", words("tracks.import.file"),
    accept: ".csv,.tsv,.txt,.md,.markdown,.zip,text/csv,text/plain,text/markdown,application/zip")
  let problems = data.found == nil ? errorSummary(draft, [text, file], scene) : ""
  let acts: HTML = """
    <div class="form__actions">\(take(data, scene))\
    \(submit(words("tracks.import.check"), .secondary, name: "act", value: "check"))</div>
    """
  let path = TracksPaths.importing(data.track.id)
  let style = FormStyle(id: "import", isMultipart: true)
  let fields: HTML = "\(problems)\(field(file, Draft(), scene))\(field(text, draft, scene))\(acts)"
  return Page(
    "tracks.import", title: words("tracks.import"), parent: (data.track.name, TracksPaths.track(data.track.id)),
    body: """
      <div class="stack">\(found(data, scene))\(card(content: form(path, scene, style: style, content: fields)))\
      \(firstTexts(data, scene))</div>
      """)
}

/// The button that takes over what was shown; without anything to take there is none.
private func take(_ data: TrackImportPage, _ scene: Scene) -> HTML {
  guard let (file, plan) = data.found, data.hasWork else { return "" }
  // Texts that only get a day are taken, too.
  let count = max(plan.new.count + plan.changed.count, file.texts.count { $0.date != nil })
  return submit(scene.words("tracks.import.take", .count(count)), name: "act", value: "take")
}

extension TrackImportPage {
  fileprivate var hasWork: Bool {
    guard let (file, plan) = found else { return false }
    return !plan.isEmpty || file.texts.contains { $0.date != nil }
  }
}

private func found(_ data: TrackImportPage, _ scene: Scene) -> HTML {
  guard let (file, plan) = data.found else { return "" }
  let words = scene.words
  let counts = [
    badge(words("tracks.import.new", .count(plan.new.count)), .success),
    badge(words("tracks.import.changed", .count(plan.changed.count)), .accent),
    badge(words("tracks.import.kept", .count(plan.kept))),
  ]
  let same: HTML =
    !file.texts.isEmpty && !data.hasWork ? "<p>\(words("tracks.import.same"))</p>" : ""
  let days: HTML = file.texts.contains { $0.date != nil } ? "<p>\(words("tracks.import.days"))</p>" : ""
  let summary: HTML =
    file.texts.isEmpty
    ? "" : card(id: "found", content: "<div class=\"cluster\">\(each: counts, { $0 })</div>\(same)\(days)")
  return "\(summary)\(left(data, file, scene))"
}

/// What was not taken over, line by line.
private func left(_ data: TrackImportPage, _ file: TrackImport, _ scene: Scene) -> HTML {
  let words = scene.words
  guard !file.problems.isEmpty || !data.passed.isEmpty else { return "" }
  let lines = file.problems.map {
    "<li>\(words("tracks.import.line", .count($0.line))) \(words($0.phrase))</li>" as HTML
  }
  let rest = file.problemCount - file.problems.count
  let more: HTML = rest > 0 ? "<p>\(words("tracks.import.more", .count(rest)))</p>" : ""
  let names = data.passed.prefix(20).joined(separator: ", ")
  let passed: HTML = names.isEmpty ? "" : "<p>\(words("tracks.import.passed", .text(names)))</p>"
  let list: HTML = lines.isEmpty ? "" : "<ul>\(each: lines, { $0 })</ul>"
  return card(words("tracks.import.problems"), id: "left", content: "\(list)\(more)\(passed)")
}

/// The first five as they will look.
private func firstTexts(_ data: TrackImportPage, _ scene: Scene) -> HTML {
  guard let (file, _) = data.found, !file.texts.isEmpty else { return "" }
  let shown = file.texts.prefix(5).map { card(content: importedText($0, of: data.track, scene)) }
  return "\(sectionTitle(scene.words("tracks.import.first")))\(each: shown, { $0 })"
}

private func importedText(_ text: ImportedText, of track: Track, _ scene: Scene) -> HTML {
  let code = text.language ?? track.language
  func words(_ content: String, _ code: String) -> HTML {
    let direction = Language(tag: code)?.direction ?? "auto"
    return "<div lang=\"\(code)\" dir=\"\(direction)\">\(markdown(content, style: MarkdownStyle(heading: 4)))</div>"
  }
  let reference: HTML = text.reference.isEmpty ? "" : "<p>\(name(text.reference))</p>"
  let day: HTML = text.date.map { "<p>\(Kit.day($0, scene))</p>" } ?? ""
  let commentary: HTML = text.commentary.isEmpty ? "" : "<hr>\(words(text.commentary, text.commentaryLanguage ?? code))"
  let questions = text.questions.map { question in
    let answers = [question.right] + question.wrong
    return """
      <li>\(name(question.text))<ul>\(each: answers.enumerated().map { $0 }, { place, answer in
        "<li>\(place == 0 ? "✓ " : "")\(name(answer))</li>"
      })</ul></li>
      """ as HTML
  }
  let list: HTML = questions.isEmpty ? "" : "<hr><ol>\(each: questions, { $0 })</ol>"
  return """
    <h3>\(name(text.label))</h3>\(reference)\(day)\(words(text.source, code))\(commentary)\(list)
    """
}
