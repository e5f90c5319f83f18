import Base
import Database
import People
import Router
import School

/// Carries out what is asked of tools, and answers what pages ask.
public struct ToolsService: Sendable {
  public init() {}

  func handle<C: ToolRoundCommand>(_ command: C, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome
  {
    let (caller, store) = (try request.caller(), ToolsStore(tx: tx))
    let (id, day) = (command.id ?? tx.newID(), try SchoolsStore(tx: tx).studyDay(of: tx.now, in: caller.school))
    let known = try store.result(id, in: caller.school)
    let count = try store.count(of: caller.account, on: day, in: caller.school)
    if let permit = try command.permit(for: caller, known: known, today: count, now: tx.now) {
      try store.save(permit, as: id, on: day)
    }
    return .made(id)
  }
}

extension ToolsService {
  /// The drawing that the address names; another's, and one without strokes, is not there.
  func drawing(_ request: Request, _ tx: Transaction) throws(Refusal) -> OwnFile? {
    guard let text = request.query["file"] else { return nil }
    let caller = try request.caller()
    guard let id = ID<OwnFile>(text), let file = try OwnFilesStore(tx: tx).file(id, in: caller.school),
      file.account == caller.account, file.hasStrokes
    else { throw .notFound }
    return file
  }

  func launchpad(_ caller: Caller, _ tx: Transaction) throws(Refusal) -> ToolsPage {
    let last = try ToolsStore(tx: tx).last(of: caller.account, in: caller.school)
    return ToolsPage(last: last, topics: Self.topics(caller))
  }

  func results(_ tool: StudyTool, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> ToolResultsPage {
    ToolResultsPage(
      tool: tool, results: try ToolsStore(tx: tx).results(tool, of: caller.account, in: caller.school),
      topics: Self.topics(caller))
  }

  /// What spelling and typing are asked for.
  func chosen(_ request: Request) throws(Refusal) -> (language: Language?, row: TypingLesson.Row?) {
    var reader = FormReader(request.query)
    let language = reader.optionalChoice("language", Language.self)
    let row = reader.optionalChoice("row", TypingLesson.Row.self)
    try reader.finish()
    return (language, row)
  }

  func arithmetic(_ request: Request, _ tx: Transaction) throws(Refusal) -> ArithmeticRound {
    let caller = try request.caller()
    var reader = FormReader(request.query)
    let typed = reader.optionalText("round", max: 6, about: "The number of the round.").flatMap { Int($0) }
    try reader.finish()
    let past = try ToolsStore(tx: tx).results(.arithmetic, of: caller.account, in: caller.school)
    let asked = typed.flatMap { ArithmeticRound.numbers.contains($0) ? $0 : nil }
    return ArithmeticRound(asked ?? ArithmeticRound.next(after: past), past: past)
  }

  /// Only one's own; another's answers like one that is not there.
  func answered(_ request: Request, _ tx: Transaction) throws(Refusal) -> ToolResult {
    let caller = try request.caller()
    let found = try ToolsStore(tx: tx).result(request.id("result", ToolResult.self), in: caller.school)
    guard let found, found.account == caller.account, found.tool == .arithmetic else { throw .notFound }
    return found
  }

  private static func topics(_ caller: Caller) -> [String] {
    .watching([.person(caller.account)], [ToolsTables.result.number])
  }
}
