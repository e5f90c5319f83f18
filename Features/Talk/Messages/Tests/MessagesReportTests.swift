import App
import Base
import Database
import HomeroomTesting
import Ledger
import People
import PeopleServer
import Router
import School
import Testing
import Web

@testable import Talk
@testable import TalkServer

@Suite struct `What an open page hears of talks` {
  @Test func `is one's own talks, one's own mail, and for the office alone what was reported`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let (leila, ledger) = (try await school.signedIn("leila@rimon.example"), school.school.homeroom.ledger)
    let talk = try await leila.talk(with: "Omar Haddad")
    let views = messageViews(MessagesServer(ledger: ledger, files: FilesServer(ledger: ledger)))
    let callers = try await ledger.read { tx in
      let rimon = try #require(
        try tx.first("SELECT id FROM school WHERE name = 'Rimon School'") { $0.id(0, Tenant.self) })
      return try ["leila@rimon.example", "omar@rimon.example", "dana@rimon.example", "avi@rimon.example"].map { who in
        let account = try #require(try AccountsStore(tx: tx).find(identifier: who))
        let role = try #require(try MembersStore(tx: tx).membership(account.id, in: rimon)?.role)
        return Caller(account: account.id, school: rimon, role: role)
      }
    }
    func hearers(_ name: String, _ topic: String) async throws -> [Bool] {
      let view = try #require(views.first { $0.name == name })
      var heard: [Bool] = []
      for caller in callers { heard.append(try await view.maySee(topic, caller)) }
      return heard
    }
    #expect(try await hearers("talk", talk) == [true, true, false, false])
    #expect(try await hearers("mail", callers[1].account.text) == [false, true, false, false])
    #expect(try await hearers("reports", callers[0].school.text) == [false, false, true, true])
    for topic in ["", "nothing", ledger.world.id(Tenant.self).text] {
      for view in views { #expect(try await hearers(view.name, topic).allSatisfy { !$0 }, "\(view.name) \(topic)") }
    }
  }
}

@Suite struct `What was reported` {
  @Test(arguments: Dialect.allCases)
  func `shows the office its files, each look an entry, also after it was taken back`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (leila, omar, dana) = (
      try await school.signedIn("leila@rimon.example"), try await school.signedIn("omar@rimon.example"),
      try await school.signedIn("dana@rimon.example")
    )
    let talk = try await leila.talk(with: "Omar Haddad")
    let message = try await omar.send("mock.txt", "a cruel drawing", in: talk)
    #expect(try await leila.post("/messages/\(talk)/\(message)/report", [("reason", "unkind")]).status == 200)
    #expect(try await omar.post("/messages/\(talk)/\(message)/deletion").status == 200)
    let report = try #require(try await dana.get("/messages/oversight")["reports"]?.items.first)
    let file = try #require(report["files"]?.items.first?.string("id"))
    let page = try await dana.browser.get("/messages/oversight").text
    #expect(page.contains("mock.txt") && page.contains("action=\"\(MessagesPaths.reportedFile)\""))
    let fields = [("report", report.string("id") ?? ""), ("file", file)]
    for other in [leila, omar] {
      #expect(try await other.post(MessagesPaths.reportedFile, fields).status == 404)
    }
    let (before, key) = (try await school.head(), "0190aaaa-0000-7000-8000-00000000f00d")
    for _ in 0..<2 {
      #expect(try await dana.post(MessagesPaths.reportedFile, fields, key: key).text == "a cruel drawing")
    }
    let entries = try await school.journal(after: before)
    #expect(entries.map(\.command) == ["messages.open-reported"] && entries[0].detail?.contains(file) == true)
    // No file of anything else, and none under an entry that names another.
    let own = try await leila.send("own.txt", "not reported", in: talk)
    let other = try #require(
      try await leila.get("/messages/\(talk)/\(own)")["files"]?.items.first?.string("id"))
    for (key, status) in [(key, 422), ("0190aaaa-0000-7000-8000-00000000f00e", 404)] {
      let refused = try await dana.post(MessagesPaths.reportedFile, [fields[0], ("file", other)], key: key)
      #expect(refused.status == status && !refused.text.contains("not reported"))
    }
  }

  @Test func `leaves with its files in a copy, but for what was taken back`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let (leila, dana) = (
      try await school.signedIn("leila@rimon.example"), try await school.signedIn("dana@rimon.example")
    )
    let talk = try await leila.talk(with: "Omar Haddad")
    let reason = [("reason", "A complaint of 11 March")]
    #expect(
      try await dana.post("/messages/\(talk)/export", reason).header("content-type")?.hasPrefix("text/csv") == true)
    try await leila.send("note.txt", "what was kept", in: talk)
    let gone = try await leila.send("gone.txt", "what was deleted", in: talk)
    #expect(try await leila.post("/messages/\(talk)/\(gone)/deletion").status == 200)
    let copy = try await dana.post("/messages/\(talk)/export", reason)
    #expect(copy.header("content-type") == "application/zip")
    let text = String(decoding: copy.body, as: UTF8.self)
    #expect(text.contains("-1-note.txt") && text.contains("what was kept") && text.contains(".csv"))
    #expect(!text.contains("what was deleted"))
  }
}

extension Talking {
  /// A message that is a file alone.
  @discardableResult
  fileprivate func send(_ name: String, _ text: String, in talk: String) async throws -> String {
    let sent = try await post("/messages/" + talk, [("upload", try await upload(name, text))])
    return try #require(try sent.json().string("id"))
  }
}
