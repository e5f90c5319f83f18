import App
import Base
import Database
import Demo
import HomeroomTesting
import Ledger
import Router
import School
import Testing

@testable import People
@testable import PeopleServer
@testable import Web

@Suite struct `What a token may do` {
  private let change: Form = Form(["current": AccountsFixture.password, "new": "eight green loaves"])

  @Test(arguments: Dialect.allCases)
  func `a new password ends tokens when one says so, and leaves them when not`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let (mine, token) = (try await fixture.signIn(), try await fixture.token())
    var answer = try await fixture.send(.post, "/account/password", change, as: .cookie(mine))
    #expect(try await fixture.identity(.token(token)) != nil)
    let fresh = answer.cookies.first { $0.name == "" }?.value ?? ""
    let form: Form = Form(["current": "eight green loaves", "new": "nine old lamps", "tokens": "on"])
    answer = try await fixture.send(.post, "/account/password", form, as: .cookie(fresh))
    #expect(try await fixture.identity(.token(token)) == nil)
    #expect(
      try await fixture.journal().last { $0.command == "accounts.change-password" }?.detail?.contains(
        "\"tokens\":\"1\"")
        == true)
  }

  @Test(arguments: Dialect.allCases)
  func `it ends on its last day, stays in the list for a month, and is then forgotten`(_ dialect: Dialect) async throws
  {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let (token, lasting) = (try await fixture.token("Clock", ["days": "30"]), try await fixture.token())
    fixture.clock.advance(seconds: 30 * 86_400 - 1)
    #expect(try await fixture.identity(.token(token)) != nil)
    fixture.clock.advance(seconds: 1)
    #expect(try await fixture.identity(.token(token)) == nil)
    try await fixture.server.forgetSessions()
    #expect(try await fixture.counts()[2] == 2)
    fixture.clock.advance(seconds: 31 * 86_400)
    try await fixture.server.forgetSessions()
    #expect(try await fixture.counts()[2] == 1)
    #expect(try await fixture.identity(.token(lasting)) != nil)
  }

  @Test(arguments: Dialect.allCases)
  func `a token makes no token`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let token = try await fixture.token()
    let before = try await fixture.counts()
    let answer = await refused {
      _ = try await fixture.send(.post, "/account/tokens", Form(["label": "Second"]), as: .token(token))
    }
    #expect(answer == .notAllowed(Phrase("accounts.token-by-token")))
    #expect(try await fixture.counts() == before)
  }

  @Test(arguments: [("scope", "all"), ("area", "money"), ("days", "31"), ("days", "x")])
  func `limits that do not exist are refused, and nothing is written`(field: String, value: String) async throws {
    let fixture = try await AccountsFixture.open(.sqlite)
    defer { fixture.close() }
    let mine = try await fixture.signIn()
    let before = try await fixture.counts()
    let answer = await refused {
      _ = try await fixture.send(.post, "/account/tokens", Form(["label": "x", field: value]), as: .cookie(mine))
    }
    #expect(answer == .invalid(field, Phrase("form.choice")))
    #expect(try await fixture.counts() == before)
  }

  @Test func `every limit is a feature of the server`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let features = Set(school.homeroom.server.table.routes.map(\.feature))
    for area in TokenArea.allCases { #expect(features.contains(area.feature), "\(area)") }
  }

  /// What is four features in the code is one to a program.
  @Test func `one for quizzes is for their questions, attempts and marks, too`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let roots = ["/quizzes/", "/questions", "/question-pictures/"]
    let routes = school.homeroom.server.table.routes.filter { route in roots.contains { route.path.hasPrefix($0) } }
    for part in ["/bank", "/attempts", "/results", "/regrade"] {
      #expect(routes.contains { $0.path.contains(part) }, "\(part)")
    }
    for route in routes { #expect(route.feature == TokenArea.quizzes.feature, "\(route.path)") }
  }

  @Test(arguments: Dialect.allCases)
  func `one for reading reads, one for a feature does nothing else`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    func program(_ limits: [(String, String)]) async throws -> TestBrowser {
      let made = try await school.browser().postJSON(
        "/api/v1/tokens",
        .object(
          ([("identifier", "omar@rimon.example"), ("password", DemoSchool.password), ("label", "x")] + limits)
            .map { ($0.0, .text($0.1)) }))
      let browser = school.browser()
      if case .text(let token)? = try made.json()["token"] { browser.token = token }
      return browser
    }
    let sentence = TestWords.of(.en)("refusal.token-limits")
    let reader = try await program([("scope", "read")])
    #expect(try await reader.get("/api/v1/messages", accept: "application/json").status == 200)
    let refusal = try await reader.post("/api/v1/language", [("language", "fr")], accept: "application/json")
    #expect(refusal.status == 404 || refusal.status == 403)
    let named = try await reader.post("/api/v1/account/name", [("name", "X Y")], accept: "application/json")
    #expect(named.status == 403 && named.text.contains(sentence))
    let grades = try await program([("area", "attendance")])
    #expect(try await grades.get("/api/v1/attendance", accept: "application/json").status == 200)
    #expect(try await grades.get("/api/v1/messages", accept: "application/json").status == 403)
    let all = try await program([])
    #expect(try await all.post("/api/v1/account/name", [("name", "Omar H")], accept: "application/json").status == 200)
  }
}
