import Base
import Database
import Kit
public import Router
import School

public func toolRoutes(_ service: ToolsService) -> [Route] {
  resultRoutes(service) + practiseRoutes(service) + [drawingRoute(service)] + makingRoutes
    + StudyTool.allCases.map { historyRoute($0, service) }
}

/// A path each: what stands for a tool in an address is a word, and no thing of a school.
private func historyRoute(_ tool: StudyTool, _ service: ToolsService) -> Route {
  .get(ToolsPaths.results(tool), .members, "The caller's last rounds with a tool.", offline: .everybody) {
    request, tx throws(Refusal) in
    let data = try service.results(tool, request.caller(), tx)
    return .page(json: { .object([("results", .list(data.results.map { $0.json }))]) }) { toolResultsPage(data, $0) }
  }
}

/// A canvas, empty or with a drawing of the caller's own.
private func drawingRoute(_ service: ToolsService) -> Route {
  .get(
    ToolsPaths.making(.drawing), .members, "A canvas to draw on.",
    query: [.optional("file", "A drawing of one's own, to go on with.")], inAPI: false, offline: .everybody
  ) { request, tx throws(Refusal) in
    let file = try service.drawing(request, tx)
    return .page { drawingPage(file, $0) }
  }
}

/// Pages that make something on the device and know nothing of anybody.
private let makingRoutes: [Route] = [
  .get(
    ToolsPaths.making(.scanner), .members, "Paper before a camera, made into one PDF.", inAPI: false,
    offline: .everybody
  ) { _, _ throws(Refusal) in opening("camera=(self), microphone=()") { scannerPage($0) } },
  .get(
    ToolsPaths.making(.dictation), .members, "What is said, as text or as a recording.", inAPI: false,
    offline: .everybody
  ) { _, _ throws(Refusal) in opening("camera=(), microphone=(self)") { dictationPage($0) } },
]

/// A page that may ask for the camera or the microphone, which no other may; the browser asks its reader.
private func opening(_ devices: String, _ page: @escaping @Sendable (Scene) -> Page) -> Response {
  var answer = Response.page(page)
  answer.headers.append(("Permissions-Policy", devices + ", geolocation=(), payment=(), usb=()"))
  return answer
}

private func practiseRoutes(_ service: ToolsService) -> [Route] {
  let language = Input("language", "Of what is spelt or typed; the reader's own without it.", required: false)
  return [
    .get(
      ToolsPaths.tool(.arithmetic), .members, "Ten questions of mental arithmetic.",
      query: [.optional("round", "The number of a round.")], inAPI: false, offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.arithmetic(request, tx)
      return .page { arithmeticPage(data, $0) }
    },
    .get(
      ToolsPaths.tool(.spelling), .members, "Words to hear and write.", query: [language], inAPI: false,
      offline: .everybody
    ) { request, _ throws(Refusal) in
      let chosen = try service.chosen(request)
      return .page { spellingPage(chosen.language ?? $0.words.language, $0) }
    },
    .get(
      ToolsPaths.tool(.typing), .members, "Lines to type.",
      query: [language, .optional("row", "The row of keys: home, top or bottom.")], inAPI: false, offline: .everybody
    ) { request, _ throws(Refusal) in
      let chosen = try service.chosen(request)
      return .page { typingPage(TypingLesson(chosen.language ?? $0.words.language, chosen.row ?? .home), $0) }
    },
  ]
}

private func resultRoutes(_ service: ToolsService) -> [Route] {
  [
    .get(ToolsPaths.all, .members, "What can be practised, and what one's last rounds came to.", offline: .everybody) {
      request, tx throws(Refusal) in
      let data = try service.launchpad(request.caller(), tx)
      return .page(json: { .object([("last", .list(data.last.map { $0.json }))]) }) { toolsPage(data, $0) }
    },
    .post(ToolsPaths.saving, .members, "Keeps what a round with a tool came to.", SaveToolResult.self, service.handle) {
      handled in
      let id: ID<ToolResult> = handled.id()
      return .done(
        ToolsPaths.results(handled.command.tool), toast: Toast(Phrase("tools.saved")), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .post(ToolsPaths.answers, .members, "Answers a round of arithmetic.", AnswerArithmetic.self, service.handle) {
      handled in
      let id: ID<ToolResult> = handled.id()
      return .done(
        ToolsPaths.answered(id), toast: Toast(Phrase("tools.saved")), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .get("/study/tools/arithmetic/rounds/:result", .members, "What one answered in a round.", offline: .everybody) {
      request, tx throws(Refusal) in
      let data = try service.answered(request, tx)
      return .page(json: { data.json }) { answeredPage(data, $0) }
    },
  ]
}

extension ToolResult {
  var json: JSON {
    .object([
      ("id", .id(id)), ("tool", .text(tool.rawValue)), ("day", .text(day.text)), ("right", .integer(right)),
      ("total", .integer(total)), ("seconds", .integer(seconds)), ("details", .text(details)),
    ])
  }
}
