import App
import Base
import Database
import HomeroomTesting
import Ledger
import School
import Testing

@testable import Talk

@Suite struct `Writing to a child's guardians from its page` {
  @Test(arguments: Dialect.allCases)
  func `is for the staff, to whom they may write, and to nobody themselves`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let ledger = school.school.homeroom.ledger
    let people = try await ledger.read { tx in
      try tx.rows(
        "SELECT m.account, m.school, m.role, a.name FROM membership m JOIN account a ON a.id = m.account"
          + " JOIN school s ON s.id = m.school WHERE s.name = 'Rimon School' ORDER BY a.name"
      ) {
        (caller: Caller(account: $0.id(0), school: $0.id(1), role: Role(rawValue: $0.text(2)) ?? .student), $0.text(3))
      }
    }
    let all = people.map { $0.caller }
    let guardian = try #require(all.first { $0.role == .guardian })
    let stranger: ID<Account> = school.school.homeroom.ledger.world.id()
    for caller in all {
      let found = try await ledger.read {
        try reachableGuardians([guardian.account, caller.account, stranger], caller, $0)
      }
      #expect(found == (caller.role.isStaff ? [guardian.account] : []), "\(caller.role)")
    }
  }

  @Test(arguments: Dialect.allCases)
  func `stands on the page of the child, with its attendance and its courses`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (omar, leila) = (
      try await school.signedIn("omar@rimon.example"), try await school.signedIn("leila@rimon.example")
    )
    let all = try await omar.get("/students")["students"]?.items.compactMap { $0.string("id") } ?? []
    var shown: [String] = []
    for child in all where try await omar.get("/students/" + child)["guardians"]?.items.isEmpty == false {
      shown.append(try await omar.browser.get("/students/" + child).text)
    }
    let theirs = try #require(shown.first)
    let child = try #require(try await leila.get("/attendance")["children"]?.items.first?.string("student"))
    let own = try await leila.browser.get("/students/" + child).text
    #expect(theirs.contains("form=\"guardian-message\"") && !own.contains("guardian-message"))
    for page in [theirs, own] {
      #expect(page.contains("portrait__year") && page.contains("portrait__grades") && page.contains("data-print"))
    }
  }
}
