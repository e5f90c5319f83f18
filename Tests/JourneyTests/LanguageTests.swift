import App
import Base
import Database
import Foundation
import HomeroomTesting
import Ledger
import Router
import School
import Testing

@testable import People
@testable import PeopleServer
@testable import Web

/// Somebody chooses another language in the middle of something.
@Suite struct `Another language` {
  private func invite(_ school: TestSchool) async throws -> String {
    let dana = try await school.signedIn("dana@rimon.example")
    let made = try await dana.post(
      "/members/invites", [("role", "guardian"), ("label", "A parent"), ("days", "7")], accept: "application/json")
    guard case .text(let code)? = try made.json()["code"] else { return "" }
    return code
  }

  @Test(arguments: Dialect.allCases)
  func `comes back to the same page with its query`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let (code, stranger) = (try await invite(school), school.browser())
    let page = try await stranger.get("/join?code=" + code)
    #expect(page.text.contains("name=\"back\" value=\"/join?code=\(code)\""))
    let chosen = try await stranger.post("/language", [("language", "ar"), ("back", "/join?code=" + code)])
    #expect(chosen.status == 303 && chosen.header("Location") == "/join?code=" + code)
    #expect(try await stranger.get("/join?code=" + code).text.contains("<html lang=\"ar\" dir=\"rtl\""))
    let door = try await stranger.post("/language", [("language", "en"), ("back", "/sign-in?next=/grades")])
    #expect(door.header("Location") == "/sign-in?next=/grades")
    for back in ["//evil.example", "/\\evil", "https://evil.example", "/sign-out"] {
      #expect(try await stranger.post("/language", [("language", "en"), ("back", back)]).header("Location") == "/")
    }
  }

  @Test(arguments: Dialect.allCases)
  func `of a form that was refused asks for the same form again: nothing is carried out, no secret shown`(
    _ dialect: Dialect
  ) async throws {
    let school = try await TestSchool.open(dialect)
    let (code, stranger) = (try await invite(school), school.browser())
    let typed = [("code", code), ("name", "Rut Peled"), ("identifier", "rut"), ("password", "shorty!")]
    let refused = try await stranger.post("/join/account", typed)
    #expect(refused.status == 422 && refused.text.contains("name=\"speak\""))
    #expect(refused.text.contains("name=\"identifier\" value=\"rut\"") && !refused.text.contains("shorty!"))
    let accounts = try await school.homeroom.ledger.read { try $0.count("SELECT count(*) FROM account") }
    let good = typed.dropLast() + [("password", "four wet green umbrellas"), ("terms", "on"), ("speak", "fr")]
    let spoken = try await stranger.post("/join/account", Array(good))
    #expect(spoken.status == 200 && spoken.text.contains("<html lang=\"fr\""))
    #expect(spoken.text.contains("value=\"Rut Peled\"") && !spoken.text.contains("error-summary"))
    #expect(!spoken.text.contains("umbrellas") && stranger.cookie("homeroom-local-language") == "fr")
    #expect(try await school.homeroom.ledger.read { try $0.count("SELECT count(*) FROM account") } == accounts)
  }

  @Test(arguments: Dialect.allCases)
  func `of who is signed in is kept for the account, and needs the proof that the form is ours`(_ dialect: Dialect)
    async throws
  {
    let school = try await TestSchool.open(dialect)
    let dana = try await school.signedIn("dana@rimon.example")
    let typed = [("role", "guardian"), ("label", ""), ("days", "7"), ("email", "a@b.example")]
    #expect(try await dana.post("/members/invites", typed).status == 422)
    #expect(try await dana.post("/members/invites", typed + [("speak", "he"), ("csrf", "x")]).status == 403)
    let spoken = try await dana.post("/members/invites", typed + [("speak", "he")])
    #expect(spoken.status == 200 && spoken.text.contains("<html lang=\"he\""))
    let language = try await school.homeroom.ledger.read {
      try AccountsStore(tx: $0).find(identifier: "dana@rimon.example")?.language
    }
    #expect(language == .he)
    #expect(try await dana.post("/members/invites", typed + [("speak", "xx")]).status == 422)
  }

  /// A page that comes again has no field in it that a password is read from, and no receipt has one.
  @Test func `shows no password of any form`() throws {
    let files = FileManager.default.enumerator(atPath: TestSchool.checkout + "/Features")?.compactMap { $0 as? String }
    var names: Set<String> = []
    for file in files ?? [] where file.hasSuffix(".swift") && !file.contains("/Tests/") {
      let text = try String(contentsOfFile: TestSchool.checkout + "/Features/" + file, encoding: .utf8)
      names.formUnion(text.matches(of: #/(?:reader|form)\.password\(\s*"(?<name>\w+)"/#).map { String($0.name) })
    }
    #expect(names.count >= 3 && names.isSubset(of: Form.secrets), "\(names)")
  }
}
