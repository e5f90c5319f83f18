import Base
import Database
import Kit
public import Router
import School

public func toolRoutes(_ service: ToolsService) -> [Route] {
  // One name stands for every tool: a path that named one would hide the results of that tool.
  let tool: PageHandler = { request, tx throws(Refusal) in
    switch try service.tool(request) {
    case .arithmetic:
      let data = try service.arithmetic(request, tx)
      return .page { arithmeticPage(data, $0) }
    case .spelling:
      let chosen = try service.chosen(request)
      return .page { spellingPage(chosen.language ?? $0.words.language, $0) }
    case .typing:
      let chosen = try service.chosen(request)
      return .page { typingPage(TypingLesson(chosen.language ?? $0.words.language, chosen.row ?? .home), $0) }
    }
  }
  return [
    .get(ToolsPaths.all, .members, "What can be practised, and what one's last rounds came to.", offline: .everybody) {
      request, tx throws(Refusal) in
      let data = try service.launchpad(request.caller(), tx)
      return .page(json: { .object([("last", .list(data.last.map { $0.json }))]) }) { toolsPage(data, $0) }
    },
    .get("/study/tools/:tool/results", .members, "The caller's last rounds with a tool.", offline: .everybody) {
      request, tx throws(Refusal) in
      let data = try service.results(request, tx)
      return .page(json: { .object([("results", .list(data.results.map { $0.json }))]) }) { toolResultsPage(data, $0) }
    },
    .post(
      "/study/tools/:tool/results", .members, "Keeps what a round with a tool came to.", SaveToolResult.self,
      service.handle
    ) { handled in
      let id: ID<ToolResult> = handled.id()
      return .done(
        ToolsPaths.results(handled.command.tool), toast: Toast(Phrase("tools.saved")), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .get(
      "/study/tools/:tool", .members, "A tool, ready for a round.",
      query: [
        .optional("round", "The number of a round of arithmetic."),
        .optional("language", "Of what is spelt or typed; the reader's own without it."),
        .optional("row", "The row of keys to type with: home, top or bottom."),
      ], inAPI: false, offline: .everybody, tool),
    .post(
      "/study/tools/:tool/answers", .members, "Answers a round of arithmetic.", AnswerArithmetic.self, service.handle
    ) { handled in
      let id: ID<ToolResult> = handled.id()
      return .done(
        ToolsPaths.answered(id), toast: Toast(Phrase("tools.saved")), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .get("/study/tools/:tool/rounds/:result", .members, "What one answered in a round.", offline: .everybody) {
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
