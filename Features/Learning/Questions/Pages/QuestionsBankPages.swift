import Base
import HTML
package import Kit
import School

/// The quiz that a page of questions belongs to: what stands there of it, and the way back.
struct QuestionTaker: Sendable {
  let title: String
  let path: String
}

/// The bank: questions kept for other quizzes.
struct QuestionBankPage: Sendable {
  struct Line: Sendable {
    let question: Question
    let face: QuestionFace
    let course: String
  }
  /// The quiz that takes from it; `nil` is the bank by itself.
  let taker: QuestionTaker?
  let text: String
  let tag: String?
  let lines: [Line]
  let tags: [String]
  let next: String?
  var path: String { taker.map { $0.path + "/bank" } ?? QuestionsPaths.bank }
}

func questionBankPage(_ data: QuestionBankPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let search = searchField(
    words("quizzes.bank-search"), value: data.text, results: "bank-results", scene, action: data.path,
    kept: data.tag.map { [Form.Field("tag", $0)] } ?? [])
  let isBare = data.text.isEmpty && data.tag == nil && data.lines.isEmpty
  let add: HTML =
    data.taker == nil
    ? linkButton(words("quizzes.new-question"), to: QuestionsPaths.bank + "/new", .primary, icon: icon("plus", scene))
    : ""
  let body: HTML =
    isBare
    ? emptyState("quiz", words("quizzes.empty-bank"), words("quizzes.empty-bank.text"), scene, action: add)
    : stack([search, tagChips(data, scene), "<div id=\"bank-results\">\(results(data, draft, scene))</div>"])
  return Page(
    data.taker == nil ? "quizzes.bank" : "quizzes.take-from-bank",
    title: words(data.taker == nil ? "quizzes.bank" : "quizzes.from-bank"), actions: isBare ? "" : add,
    parent: data.taker.map { ($0.title, $0.path) } ?? (words("quizzes.courses"), CoursesPaths.all), body: body)
}

private func encoded(_ text: String) -> String {
  var out = ""
  for byte in text.utf8 {
    let isPlain = byte >= 48 && byte <= 57 || byte >= 65 && byte <= 90 || byte >= 97 && byte <= 122
    out += isPlain ? String(Unicode.Scalar(byte)) : "%" + hex([byte])
  }
  return out
}

private func tagChips(_ data: QuestionBankPage, _ scene: Scene) -> HTML {
  guard !data.tags.isEmpty else { return "" }
  let all = chip(scene.words("quizzes.all-tags"), to: data.path, isCurrent: data.tag == nil)
  return chips([all] + data.tags.map { chip($0, to: data.path + "?tag=" + encoded($0), isCurrent: data.tag == $0) })
}

private func results(_ data: QuestionBankPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  guard !data.lines.isEmpty else {
    return emptyState("search", words("quizzes.nothing-found"), words("quizzes.nothing-found.text"), scene)
  }
  let more = pager(
    "", previous: nil,
    next: data.next.map {
      data.path + "?after=" + $0 + (data.text.isEmpty ? "" : "&q=" + encoded(data.text))
        + (data.tag.map { "&tag=" + encoded($0) } ?? "")
    },
    scene)
  guard let taker = data.taker else {
    return "\(list(data.lines.map { bankRow($0, scene) }))\(more)\(cardsLink(data, scene))"
  }
  let rows = data.lines.map { line -> HTML in
    """
    <li class="cell"><label class="check"><input type="checkbox" name="question" value="\(line.question.id.text)">\
    \(quizThumb(line.face))<span class="check__text"><bdi>\(line.face.line)</bdi><span class="check__hint">\(bankMeta(line, scene))</span></span></label></li>
    """
  }
  return form(
    taker.path + "/bank", scene, style: FormStyle(classes: "stack"),
    content:
      "\(errorSummary(draft, [], scene))\(list(rows))<div class=\"form__actions\">\(submit(words("quizzes.take")))</div>\(more)"
  )
}

/// Cards of those that are found.
private func cardsLink(_ data: QuestionBankPage, _ scene: Scene) -> HTML {
  let parts = [data.text.isEmpty ? nil : "q=" + encoded(data.text), data.tag.map { "tag=" + encoded($0) }]
  let query = parts.compactMap { $0 }.joined(separator: "&")
  let path = FlashcardsPaths.makingFromBank + (query.isEmpty ? "" : "?" + query)
  return cluster([linkButton(scene.words("flashcards.make.title"), to: path, .ghost, icon: icon("copy", scene))])
}

private func bankMeta(_ line: QuestionBankPage.Line, _ scene: Scene) -> HTML {
  "\(scene.words("quizzes.kind." + line.face.kind.rawValue)) · <bdi>\(line.course)</bdi>\(each: line.question.tags, { " \(badge($0))" })"
}

private func bankRow(_ line: QuestionBankPage.Line, _ scene: Scene) -> HTML {
  cell(
    name(line.face.line), meta: bankMeta(line, scene), lead: quizThumb(line.face),
    trail: postButton(
      scene.words("quizzes.act-remove"), to: QuestionsPaths.banked(line.question.id) + "/remove", scene, .ghost,
      style: ButtonStyle(isSmall: true)), to: QuestionsPaths.banked(line.question.id), scene,
    style: CellStyle(id: "banked-" + line.question.id.text))
}

// MARK: files of other systems

package struct QuizImportPage: Sendable {
  let taker: QuestionTaker
  /// What was found, before it is taken.
  let found: QuestionImport?
}

package func quizImportPage(_ data: QuizImportPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let text = Field.area(
    "text", words("quizzes.import-text"), hint: words("quizzes.import-text.hint"), isRequired: true, rows: 10,
    max: 4_000_000)
  let file = Field.file("file", words("quizzes.import-file"), accept: ".txt,.gift,.xml,text/plain,application/xml")
  let problems = data.found == nil ? errorSummary(draft, [text], scene) : ""
  let acts: HTML = """
    <div class="form__actions">\(submit(words("quizzes.import-check"), .secondary, name: "act", value: "check"))\
    \(data.found.map { $0.entries.isEmpty ? "" : submit(words("quizzes.import-take", .count($0.entries.count)), name: "act", value: "take") } ?? "")</div>
    """
  let style = FormStyle(id: "import", isMultipart: true)
  return Page(
    "quizzes.import", title: words("quizzes.import"), parent: (data.taker.title, data.taker.path),
    body: """
      <div class="stack">\(found(data, scene))\
      \(card(content: form(data.taker.path + "/import", scene, style: style, content: "\(problems)\(field(file, Draft(), scene))\(field(text, draft, scene))\(acts)")))</div>
      """)
}

private func found(_ data: QuizImportPage, _ scene: Scene) -> HTML {
  guard let found = data.found else { return "" }
  let words = scene.words
  let remarks = found.remarks.map {
    "<li>\(words("quizzes.import-line", .count($0.line))) \(words($0.phrase))</li>" as HTML
  }
  let left: HTML =
    remarks.isEmpty ? "" : card(words("quizzes.import-left"), id: "left", content: "<ul>\(each: remarks, { $0 })</ul>")
  let rows = found.entries.prefix(200).map { entry in
    cell(name(entry.content.face.line), meta: HTML(text: words("quizzes.kind." + entry.content.kind.rawValue)), scene)
  }
  return "\(left)\(sectionTitle(words("quizzes.import-found", .count(found.entries.count))))\(list(Array(rows)))"
}
