import Base
import HTML
import Kit
import School

/// What there is to practise, and what the last rounds came to.
struct ToolsPage: Sendable {
  /// One of each tool that was used.
  let last: [ToolResult]
  var topics: [String] = []
}

func toolsPage(_ data: ToolsPage, _ scene: Scene) -> Page {
  let words = scene.words
  let cards = StudyTool.allCases.map { tool in
    toolCard(tool, data.last.first { $0.tool == tool }, scene)
  }
  let decks = card(
    words("tools.decks"),
    content: stack([
      "<p>\(words("tools.decks-text"))</p>",
      linkButton(words("tools.open-decks"), to: FlashcardsPaths.all, icon: icon("copy", scene)),
    ]))
  let making = MakingTool.allCases.map { makingCard($0, scene) }
  let files = card(
    words("tools.files"), id: "tool-files",
    content: stack([
      "<p>\(words("tools.files-text"))</p>",
      linkButton(words("tools.open-files"), to: OwnFilesPaths.all, icon: icon("clip", scene)),
    ]))
  return Page(
    "tools.all", title: words("tools.title"), topics: data.topics, parent: (words("tools.study"), StudyLogPaths.study),
    body: stack(
      [grid(cards + [decks] + making + [files]), "<p class=\"quiet\">\(words("tools.private"))</p>"], isLoose: true))
}
// words: tools.name.* tools.about.*

private func toolCard(_ tool: StudyTool, _ last: ToolResult?, _ scene: Scene) -> HTML {
  let words = scene.words
  let result: HTML =
    last.map {
      """
      <p>\(words("tools.last", .text(words.number($0.right)), .text(words.number($0.total))))<br>\
      <a href="\(url: ToolsPaths.results(tool))">\(words("tools.history"))</a></p>
      """
    } ?? "<p class=\"quiet\">\(words("tools.no-last"))</p>"
  return card(
    words("tools.name." + tool.rawValue), id: "tool-" + tool.rawValue,
    content: stack([
      "<p>\(words("tools.about." + tool.rawValue))</p>", result,
      linkButton(
        words("tools.open." + tool.rawValue), to: ToolsPaths.tool(tool), .secondary, icon: icon(symbol(tool), scene)),
    ]))
}
// words: tools.open.*

private func makingCard(_ tool: MakingTool, _ scene: Scene) -> HTML {
  let words = scene.words
  let symbol =
    switch tool {
    case .drawing: "edit"
    case .scanner: "document"
    case .dictation: "record"
    }
  return card(
    words("tools.name." + tool.rawValue), id: "tool-" + tool.rawValue,
    content: stack([
      "<p>\(words("tools.about." + tool.rawValue))</p>",
      linkButton(
        words("tools.open." + tool.rawValue), to: ToolsPaths.making(tool), .secondary, icon: icon(symbol, scene)),
    ]))
}

private func symbol(_ tool: StudyTool) -> String {
  switch tool {
  case .arithmetic: "target"
  case .spelling: "sound"
  case .typing: "keyboard"
  }
}

/// One's own rounds with a tool, the newest first.
struct ToolResultsPage: Sendable {
  let tool: StudyTool
  let results: [ToolResult]
  var topics: [String] = []
}

func toolResultsPage(_ data: ToolResultsPage, _ scene: Scene) -> Page {
  let words = scene.words
  let again = linkButton(words("tools.open." + data.tool.rawValue), to: ToolsPaths.tool(data.tool), .primary)
  let name = words("tools.name." + data.tool.rawValue)
  let rows = data.results.map { result in
    cell(
      HTML(text: scored(result, scene)), meta: HTML(text: words.date(result.day)),
      to: result.tool == .arithmetic ? ToolsPaths.answered(result.id) : nil, scene)
  }
  let shares = data.results.reversed().map { $0.share }
  let line: HTML =
    shares.count < 2
    ? ""
    : sparkline(
      Array(shares),
      words(
        "tools.line", .text(words.number(shares.count)), .text(words.percent((shares.compactMap { $0 }.last ?? 0) / 10))
      ),
      scene)
  let body: HTML =
    rows.isEmpty
    ? emptyState("history", words("tools.no-results"), words("tools.no-results-text"), scene, action: again)
    : stack([line, list(rows, label: words("tools.history"))])
  return Page(
    "tools.results", title: words("tools.results-of", .text(name)), actions: rows.isEmpty ? "" : again,
    topics: data.topics, parent: (words("tools.title"), ToolsPaths.all),
    body: stack([body, "<p class=\"quiet\">\(words("tools.private"))</p>"], isLoose: true))
}

private func scored(_ result: ToolResult, _ scene: Scene) -> String {
  let words = scene.words
  return words("tools.right-of", .text(words.number(result.right)), .text(words.number(result.total)))
}

/// A sum and its answer go from left to right in every language, as one line: else the box stood away from its sign.
func arithmeticPage(_ data: ArithmeticRound, _ scene: Scene) -> Page {
  let words = scene.words
  let rows: [HTML] = data.questions.enumerated().map { place, question in
    """
    <li class="sums__row"><span class="sums__sum" dir="ltr"><label class="sums__asked" for="a\(place)">\(shown(question)) =</label>\
    <input class="input sums__answer" id="a\(place)" name="a\(place)" inputmode="numeric" autocomplete="off" maxlength="6">\
    </span></li>
    """
  }
  return Page(
    "tools.arithmetic", title: words("tools.name.arithmetic"), parent: (words("tools.title"), ToolsPaths.all),
    body: form(
      ToolsPaths.answers, scene,
      content: """
        \(hidden([Form.Field("asked", data.text)]))<p>\(words("tools.no-timer"))</p>\
        <ol class="sums" role="list">\(each: rows, { $0 })</ol>\
        <div class="form__actions">\(submit(words("tools.check")))</div>\(ownRounds(of: .arithmetic, scene))
        """))
}

/// Whose they are, and where.
func ownRounds(of tool: StudyTool, _ scene: Scene) -> HTML {
  """
  <p class="quiet">\(scene.words("tools.private")) \
  <a href="\(url: ToolsPaths.results(tool))">\(scene.words("tools.history"))</a></p>
  """
}

private func shown(_ question: ArithmeticQuestion) -> String {
  let sign =
    switch question.sign {
    case .times: " × "
    case .plus: " + "
    case .minus: " − "
    }
  return String(question.left) + sign + String(question.right)
}

/// What was answered in a round, and what is right where it was not.
func answeredPage(_ result: ToolResult, _ scene: Scene) -> Page {
  let words = scene.words
  let rows: [HTML] = result.arithmetic.map { question, given in
    let isRight = question.isRight(given)
    let mark: HTML =
      isRight
      ? badge(words("tools.right"), .success, icon: icon("check", scene))
      : badge(words(given.isEmpty ? "tools.left-open" : "tools.not-yet"))
    let answer: HTML =
      isRight
      ? "" : "<span>\(words("tools.answer-is")) <strong><bdi dir=\"ltr\">\(question.answer)</bdi></strong></span>"
    return """
      <li class="sums__row"><bdi class="sums__asked" dir="ltr">\(shown(question)) = \(given.isEmpty ? "…" : given)</bdi>\
      \(mark)\(answer)</li>
      """
  }
  let links = cluster([
    linkButton(words("tools.another"), to: ToolsPaths.tool(.arithmetic), .primary),
    linkButton(words("tools.history"), to: ToolsPaths.results(.arithmetic)),
  ])
  return Page(
    "tools.answered", title: scored(result, scene),
    parent: (words("tools.name.arithmetic"), ToolsPaths.tool(.arithmetic)),
    body: stack(["<ol class=\"sums\" role=\"list\">\(each: rows, { $0 })</ol>", links], isLoose: true))
}
