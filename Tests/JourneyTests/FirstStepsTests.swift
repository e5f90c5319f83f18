import App
import Base
import Database
import HomeroomTesting
import Router
import School
import Testing
import Web

/// Claire founds a school of her own and sends codes to others.
@Suite struct `Whoever redeems a code goes on at the next step` {
  @Test(arguments: Dialect.allCases)
  func `in a school without classrooms: its office at the first one, everybody else at home`(_ dialect: Dialect)
    async throws
  {
    let school = try await TestSchool.open(dialect)
    let claire = try await school.signedIn("claire@rimon.example")
    let founded = try await claire.post(
      "/schools", [("name", "Olive Tree"), ("kind", "montessori"), ("zone", "Europe/Paris"), ("language", "fr")])
    #expect(founded.status == 303)
    _ = try await claire.get("/account")

    #expect(try await claire.steps() == ["/exchange", "/classes", "/members/invites/new"], "she is alone")

    let omar = try await school.signedIn("omar@rimon.example")
    #expect(try await omar.join(claire.code("teacher")) == "/")
    #expect(try await claire.steps() == ["/exchange", "/classes"], "and now she is not")
    #expect(try await omar.get("/").text.contains("/messages/new"), "a guide without a class reads whom to ask")
    let ruth = try await school.signedIn("ruth@rimon.example")
    #expect(try await ruth.join(claire.code("guardian")) == "/")
    let paul = try await school.signedIn("paul@hill.example")
    #expect(try await paul.join(claire.code("admin")) == "/classes")
    let step = try await paul.get("/classes").text
    #expect(step.contains("data-page=\"classrooms.first\"") && step.contains("name=\"cover\""))
    let made = try await paul.post("/classes", [("name", "Olives")])
    let room = try #require(made.header("Location"))
    #expect(try await paul.get(room).text.contains("/students/new"), "and then at its students")

    #expect(try await claire.steps().allSatisfy { $0.hasSuffix("/timetable") }, "what is done is asked for no more")

    let anna = try await school.signedIn("anna@hill.example")
    #expect(try await anna.join(claire.code("admin")) == "/")
    let newcomer = school.browser()
    _ = try await newcomer.get("/join")
    let came = try await newcomer.post(
      "/join/account",
      [
        ("code", try await claire.code("admin")), ("name", "Lina"), ("identifier", "lina@olive.example"),
        ("password", "four wet green umbrellas"), ("terms", "on"),
      ])
    #expect(came.status == 303 && came.header("Location") == "/")
  }
}

extension TestBrowser {
  fileprivate func code(_ role: String) async throws -> String {
    let made = try await post(
      "/api/v1/members/invites", [("role", role), ("label", "Somebody"), ("days", "7")], accept: "application/json")
    guard case .text(let code)? = try made.json()["code"] else { throw Refusal.notFound }
    return code
  }

  /// Where the first page sends whoever runs a school that has just begun, in that order.
  fileprivate func steps() async throws -> [String] {
    let page = try await get("/").text
    guard let start = page.firstRange(of: "id=\"start\"") else { return [] }
    let rest = page[start.upperBound...]
    let end = rest.firstRange(of: "</section>")?.lowerBound ?? rest.endIndex
    return rest[..<end].matches(of: #/cell__title"><a href="(?<path>[^"]+)"/#).map { String($0.path) }
  }

  /// Where a code leads.
  fileprivate func join(_ code: String) async throws -> String? {
    let reply = try await post("/join", [("code", code)])
    #expect(reply.status == 303)
    return reply.header("Location")
  }
}
