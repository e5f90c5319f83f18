import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Testing

@testable import School
@testable import Study

/// Maya and Yusuf, of whom neither has anything to do with the other's rounds.
private struct ToolsSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, maya, yusuf
    var role: Role { self == .dana ? .owner : .student }
  }
  static let tables = ["tool_result"]
  let ledger: Ledger
  let table: RouteTable
  let result = Self.id(91, ToolResult.self)

  static func open(_ dialect: Dialect) async throws -> ToolsSchool {
    let clock = TestClock(Zone.utc.instant(Day(number: 20_523), minute: 540), step: 1)
    let ledger = try TestDatabase.open(dialect, migrations: learning + ToolsTables.migrations, world: clock.world)
    let made = ToolsSchool(ledger: ledger, table: RouteTable(toolRoutes(ToolsService())))
    try await made.found { _ in }
    return made
  }

  @discardableResult
  func save(
    right: Int = 3, total: Int = 4, seconds: Int = 60, details: String = "{}", id: ID<ToolResult>? = nil,
    tool: StudyTool = .arithmetic, as person: Person = .maya
  ) async throws -> Response {
    let form = Form([
      "id": (id ?? result).text, "right": String(right), "total": String(total), "seconds": String(seconds),
      "details": details, "tool": tool.rawValue,
    ])
    return try await send(.post, ToolsPaths.saving, form, as: person)
  }
  func answer(_ asked: String, _ answers: [String], as person: Person = .maya) async throws -> Response {
    let fields = answers.enumerated().map { Form.Field("a\($0)", $1) }
    return try await send(
      .post, ToolsPaths.answers, Form([Form.Field("id", result.text), Form.Field("asked", asked)] + fields), as: person)
  }
  func count() async throws -> Int { try await ledger.read { try $0.count("SELECT count(*) FROM tool_result") } }
}

@Suite struct `Rounds with tools` {
  @Test(arguments: Dialect.allCases)
  func `are kept once, and are nobody else's`(_ dialect: Dialect) async throws {
    let school = try await ToolsSchool.open(dialect)
    let empty = try await school.shown(ToolsPaths.results(.arithmetic), as: .maya)
    #expect(empty.contains("No rounds yet"))
    try await school.save()
    try await school.save(right: 4)
    #expect(try await school.count() == 1)
    #expect(try await school.shown(ToolsPaths.all, as: .maya).contains("Last round: 3 of 4"))
    #expect(try await school.shown(ToolsPaths.results(.arithmetic), as: .maya).contains("3 of 4 right"))
    #expect(!(try await school.shown(ToolsPaths.all, as: .yusuf).contains("Last round")))
    #expect(try await school.shown(ToolsPaths.results(.arithmetic), as: .yusuf).contains("No rounds yet"))
    let refusal = try await school.refused { try await school.save(as: .yusuf) }
    #expect(refusal == .conflict(Phrase("ledger.taken")))
  }

  @Test(arguments: Dialect.allCases)
  func `are on the launchpad, the last of each tool`(_ dialect: Dialect) async throws {
    let school = try await ToolsSchool.open(dialect)
    try await school.save(right: 1, id: ToolsSchool.id(92))
    try await school.save(right: 2, id: ToolsSchool.id(93))
    try await school.save(
      details: "{\"piece\":\"piece\",\"friend\":\"freind\"}", id: ToolsSchool.id(94), tool: .spelling)
    let page = try await school.shown(ToolsPaths.all, as: .maya)
    #expect(page.contains("Last round: 2 of 4") && !page.contains("Last round: 1 of 4"))
    #expect(page.contains("Last round: 1 of 2"))
    for tool in MakingTool.allCases { #expect(page.contains("href=\"\(ToolsPaths.making(tool))\"")) }
    #expect(page.contains("href=\"/study/files\""))
  }

  @Test func `alone with a camera or a microphone may ask for them`() async throws {
    let school = try await ToolsSchool.open(.sqlite)
    func policy(_ tool: MakingTool) async throws -> String? {
      try await school.send(.get, ToolsPaths.making(tool), as: .maya).headers.first { $0.0 == "Permissions-Policy" }?.1
    }
    #expect(try await policy(.drawing) == nil)
    #expect(try await policy(.scanner)?.hasPrefix("camera=(self), microphone=()") == true)
    #expect(try await policy(.dictation)?.hasPrefix("camera=(), microphone=(self)") == true)
  }

  @Test(arguments: Dialect.allCases)
  func `beyond what can be are refused, and nothing is written`(_ dialect: Dialect) async throws {
    let school = try await ToolsSchool.open(dialect)
    let long = "{\"a\":\"" + String(repeating: "\u{5D0}", count: 2048) + "\"}"
    let cases: [(right: Int, total: Int, seconds: Int, details: String)] = [
      (5, 4, 0, "{}"), (1, 1001, 0, "{}"), (-1, 4, 0, "{}"), (1, 4, 86_401, "{}"), (1, 4, 0, "[]"), (1, 4, 0, "{"),
      (1, 4, 0, long),
    ]
    for one in cases {
      let refusal = try await school.refused {
        try await school.save(right: one.right, total: one.total, seconds: one.seconds, details: one.details)
      }
      #expect(refusal?.code == "invalid", "\(one)")
    }
    #expect(await school.refusal(.get, "/study/tools/canvas", as: .maya) == .notFound)
    #expect(await school.refusal(.get, "/study/tools/canvas/results", as: .maya) == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `of arithmetic are reckoned by the server, which shows what was right`(_ dialect: Dialect) async throws {
    let school = try await ToolsSchool.open(dialect)
    let page = try await school.shown(ToolsPaths.tool(.arithmetic), as: .maya, query: Form(["round": "7"]))
    #expect((0..<10).allSatisfy { page.contains("name=\"a\($0)\" inputmode=\"numeric\"") })
    #expect(try await school.refused { _ = try await school.answer("7x8,7x8", []) }?.code == "invalid")
    #expect(try await school.refused { _ = try await school.answer("7x800", []) }?.code == "invalid")
    let answer = try await school.answer("7x8,34+17,52-18", ["54", "51"])
    #expect(answer.path == ToolsPaths.answered(school.result))
    let shown = try await school.shown(ToolsPaths.answered(school.result), as: .maya)
    #expect(shown.contains("Left open"))
    #expect(try await school.shown(ToolsPaths.results(.arithmetic), as: .maya).contains("1 of 3 right"))
    #expect(shown.contains(">56<") && shown.contains(">34<") && !shown.contains(">51<"))
    #expect(await school.refusal(.get, ToolsPaths.answered(school.result), as: .yusuf) == .notFound)
    let next = try await school.shown(ToolsPaths.tool(.arithmetic), as: .maya, query: Form(["round": "7"]))
    #expect(next.contains("value=\"52-18,7x8,"))
  }

  @Test func `ask the same by the same number, ten different things, the weakest first`() {
    #expect(ArithmeticRound(1, past: []) == ArithmeticRound(1, past: []))
    #expect(ArithmeticRound(1, past: []).questions != ArithmeticRound(2, past: []).questions)
    for number in 1...300 {
      let round = ArithmeticRound(number, past: [])
      #expect(Set(round.questions).count == ArithmeticRound.length)
      #expect(round.questions.allSatisfy { ArithmeticQuestion($0.text) == $0 && $0.answer > 0 })
      #expect(AnswerArithmetic(id: nil, asked: round.text, answers: []).questions == round.questions)
    }
    func result(_ details: String) -> ToolResult {
      ToolResult(
        id: ToolsSchool.id(1), account: ToolsSchool.id(2), tool: .arithmetic, day: Day(number: 1),
        at: Instant(milliseconds: 0), right: 0, total: 1, seconds: 0, details: details)
    }
    let past = [
      result("{\"6x7\":\"41\",\"9x9\":\"81\",\"8x8\":\"\"}"), result("{\"6x7\":\"\",\"8x8\":\"64\",\"no\":\"1\"}"),
      result("{\"8x8\":\"64\"}"), result("nothing"),
    ]
    #expect(ArithmeticRound.weakest(past).map(\.text) == ["6x7"])
    #expect(ArithmeticRound(5, past: past).questions.first?.text == "6x7")
  }
}
