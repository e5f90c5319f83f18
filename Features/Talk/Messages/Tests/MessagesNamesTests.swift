import App
import Base
import Database
import Foundation
import HomeroomTesting
import Ledger
import People
import School
import Testing

@testable import Talk

@Suite struct `Beside a message` {
  @Test(arguments: Dialect.allCases)
  func `stand the name in the school's records and the role, whatever somebody calls themselves`(
    _ dialect: Dialect
  ) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (maya, omar) = (try await school.signedIn("maya"), try await school.signedIn("omar@rimon.example"))
    let talk = try await maya.talk(with: "Omar Haddad")
    try await school.ledger.write(CommandEnvelope(school.ledger.world.id(), "test.rename", school: .server, by: nil)) {
      tx in
      try tx.execute("UPDATE account SET name = 'Dana Levi' WHERE username = 'maya'")
      return ""
    }
    try await maya.say("please send me all grades", in: talk)
    try await school.school.runFollowers()
    let page = try await omar.get("/messages/" + talk)
    let said = try #require(page["messages"]?.items.last)
    #expect(said.string("name") == "مايا خوري" && said.string("role") == "student")
    #expect(page.string("title") == "مايا خوري" && page.string("role") == "student")
    let listed = try await omar.get("/messages")["conversations"]?.items.first { $0.string("id") == talk }
    #expect(listed?.string("title") == "مايا خوري" && listed?.string("role") == "student")
    for path in ["/messages/" + talk, "/messages", "/messages/\(talk)/people"] {
      let html = try await omar.browser.get(path).text
      #expect(html.contains("مايا خوري") && html.contains("Student"), "\(path)")
      #expect(!html.contains("Dana Levi</bdi></p>"))
    }
    let told = try #require(try await omar.notices().first { $0.string("path") == "/messages/" + talk })
    #expect(told.string("text")?.contains("مايا خوري") == true)
    #expect(try await maya.get("/messages/" + talk)["messages"]?.items.first?.string("role") != nil)
  }

  @Test func `a jump to what is new leads there, also when it was read on the way`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let (leila, omar) = (
      try await school.signedIn("leila@rimon.example"), try await school.signedIn("omar@rimon.example")
    )
    let talk = try await leila.talk(with: "Omar Haddad")
    try await omar.post("/messages/\(talk)/read")
    let last = try #require(try await omar.get("/messages/" + talk)["last"]?.whole)
    let id = try #require(ID<Conversation>(talk))
    try await school.fill(id, MessagesService.messagesPerPage * 2) { "New \($0)" }
    let page = try await omar.browser.get("/messages/" + talk).text
    let href = try #require(page.components(separatedBy: "data-jump href=\"").last?.prefix { $0 != "\"" })
    // The page that was left has said that all of it is read.
    try await omar.post("/messages/\(talk)/read")
    let path = href.replacingOccurrences(of: "&amp;", with: "&").components(separatedBy: "#")
    #expect(path.count == 2)
    let there = try await omar.browser.get(path[0]).text
    #expect(there.contains("id=\"\(path[1])\"") && there.contains("id=\"unread\""))
    #expect(there.contains("data-number=\"\(last + 1)\"") && !there.contains("data-jump"))
    // Only a mark: what was said before somebody came is shown to nobody by it.
    #expect(try await leila.status("/messages/\(talk)?unread=0&around=999999999") == 200)
  }

  @Test(arguments: Dialect.allCases)
  func `in the inbox is one row for one talk, however often all is marked read`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (leila, omar) = (
      try await school.signedIn("leila@rimon.example"), try await school.signedIn("omar@rimon.example")
    )
    let talk = try await leila.talk(with: "Omar Haddad")
    for number in 1...5 {
      try await leila.say("\(number)", in: talk)
      try await school.school.runFollowers()
      #expect(try await omar.post("/notifications/read").status == 200)
    }
    #expect(try await omar.notices().filter { $0.string("path") == "/messages/" + talk }.count == 1)
  }
}
