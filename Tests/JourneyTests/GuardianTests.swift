import App
import Base
import Database
import HomeroomTesting
import Ledger
import School
import Testing

@testable import People
@testable import PeopleServer

@Suite struct `Who may be a guardian` {
  @Test func `is found among all members but students, and whoever is not shown is searched for`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let office = try await school.signedIn("dana@rimon.example")
    let found = try await office.get("/api/v1/students?q=%D9%85%D8%A7%D9%8A%D8%A7", accept: "application/json").json()
    guard case .list(let students)? = found["students"], case .text(let maya)? = students.first?["id"] else {
      Issue.record("no Maya")
      return
    }
    let path = "/students/\(maya)/guardians/new"
    let page = try await office.get(path + "?q=%D7%A0%D7%95%D7%A2%D7%94").text
    #expect(page.contains("נועה פרץ") && page.contains("noa@rimon.example"), "a teacher may well be a parent")
    #expect(page.contains(" · Teacher"))
    #expect(
      try await !office.get(path + "?q=%D9%8A%D9%88%D8%B3%D9%81").text.contains("type=\"radio\""), "a classmate is none"
    )
    #expect(try await !office.get(path + "?q=%D7%A0%D7%95%D7%A2%D7%94").text.contains("There are more members"))
    try await school.crowd(StudentsService.offered + 5)
    let first = try await office.get(path).text
    #expect(first.split(separator: "type=\"radio\"").count == StudentsService.offered + 1)
    #expect(first.contains("There are more members"))
  }
}

extension TestSchool {
  /// So many guardians of nobody.
  fileprivate func crowd(_ count: Int) async throws {
    let ledger = homeroom.ledger
    let school = try await ledger.read { tx in
      try tx.rows(
        "SELECT m.school FROM membership m JOIN account a ON a.id = m.account WHERE a.email = 'dana@rimon.example'"
      ) { $0.id(0, Tenant.self) }[0]
    }
    try await ledger.upkeep(school: school) { tx in
      for number in 0..<count {
        let id: ID<Account> = ledger.world.id()
        try AccountsStore.insert(
          AccountRecord(id: id, email: "g\(number)@crowd.example", name: "Guardian \(number)", createdAt: tx.now), tx)
        try MembersStore(tx: tx).insert(
          Membership(school: school, account: id, role: .guardian, joinedAt: tx.now))
      }
    }
  }
}
