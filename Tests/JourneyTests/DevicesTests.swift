import App
import Base
import Database
import HomeroomTesting
import Ledger
import Testing

/// What one does on the telephone does not take the computer on the desk elsewhere.
@Suite struct `Two devices of one person` {
  @Test(arguments: Dialect.allCases)
  func `are in a school each; when one is left, its device falls back to the only other`(_ dialect: Dialect)
    async throws
  {
    let school = try await TestSchool.open(dialect)
    let (phone, service) = (
      try await school.signedIn("omar@rimon.example"), try await school.signedIn("omar@rimon.example")
    )
    let rimon = try await phone.schoolName()
    let opened = try await phone.post(
      "/schools", [("name", "Evening"), ("kind", "study"), ("zone", "Asia/Jerusalem"), ("language", "en")])
    #expect(opened.status == 303)
    #expect(try await phone.schoolName() == "Evening")
    #expect(try await service.schoolName() == rimon, "the other device stays where it is")
    let later = try await school.signedIn("omar@rimon.example")
    #expect(try await later.schoolName() == "Evening", "who signs in begins where they were last")

    let owner = try await school.signedIn("dana@rimon.example")
    let account = try #require(
      try await school.homeroom.ledger.read { tx in
        try tx.first("SELECT id FROM account WHERE email = 'omar@rimon.example'") { $0.id(0, Account.self).text }
      })
    #expect(try await owner.post("/members/\(account)/remove").status == 303)
    #expect(try await service.get("/").status == 200)
    #expect(try await service.schoolName() == "Evening", "as before: whoever has one school is in it")
  }
}

extension TestBrowser {
  fileprivate func schoolName() async throws -> String {
    let reply = try await get("/settings", accept: "application/json")
    guard reply.status == 200, case .text(let name)? = try reply.json()["name"] else { return "\(reply.status)" }
    return name
  }
}
