import Base
import Database
import HomeroomTesting
import Ledger
import School
import Testing

@Suite struct `People of a school write to each other` {
  @Test(arguments: Dialect.allCases)
  func `a talk with somebody is the same from both sides, and there is one`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (leila, omar) = (
      try await school.signedIn("leila@rimon.example"), try await school.signedIn("omar@rimon.example")
    )
    let talk = try await leila.talk(with: "Omar Haddad")
    #expect(try await omar.talk(with: "ليلى خوري") == talk)
    #expect(try await leila.talk(with: "Omar Haddad") == talk)
    try await leila.say("صباح الخير", in: talk)
    #expect(try await omar.texts(talk).last == "صباح الخير")
  }

  @Test(arguments: Dialect.allCases)
  func `sent twice is said once, under the id it was sent with`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let leila = try await school.signedIn("leila@rimon.example")
    let talk = try await leila.talk(with: "Omar Haddad")
    let (before, key) = (try await school.head(), "0190aaaa-0000-7000-8000-00000000abcd")
    for _ in 0..<3 { #expect(try await leila.say("once", in: talk, key: key) == key) }
    let entries = try await school.journal(after: before)
    #expect(entries.map(\.command) == ["messages.send"])
    #expect(try await leila.texts(talk).filter { $0 == "once" }.count == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `a conversation is not there for others, the office among them`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let leila = try await school.signedIn("leila@rimon.example")
    let talk = try await leila.talk(with: "Omar Haddad")
    let message = try await leila.say("between us", in: talk)
    for who in ["claire@rimon.example", "maya", "dana@rimon.example", "noa@rimon.example", "grace@hill.example"] {
      let other = try await school.signedIn(who)
      let before = try await school.head()
      for path in ["", "/people", "/leave", "/" + message, "/files/" + message] {
        #expect(try await other.status("/messages/" + talk + path) == 404, "\(who) \(path)")
      }
      for path in [
        "", "/typing", "/read", "/mute", "/leave", "/\(message)/edit", "/\(message)/deletion", "/\(message)/report",
      ] {
        let reply = try await other.post("/messages/" + talk + path, [("text", "x"), ("reason", "x")])
        #expect(reply.status == 404 || reply.status == 422, "\(who) \(path): \(reply.status)")
      }
      #expect(try await school.head() == before)
    }
    #expect(try await leila.texts(talk).last == "between us")
  }

  @Test(arguments: Dialect.allCases)
  func `who may not be reached is refused, and the attempt is written down`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (maya, yusuf, dana) = (
      try await school.signedIn("maya"), try await school.signedIn("yusuf"),
      try await school.signedIn("dana@rimon.example")
    )
    let other = try await dana.account("يوسف ناصر")
    let before = try await school.head()
    #expect(try await maya.post("/messages", [("with", other)]).status == 422)
    #expect(try await school.journal(after: before).map(\.command) == ["messages.refused"])
    // Of many the first five are written down; what is refused for another reason is not.
    let many = (10..<16).map { "0190aaaa-0000-7000-8000-0000000000\($0)" }
    #expect(try await maya.post("/messages", many.map { ("with", $0) }).status == 422)
    let detail = try #require(try await school.journal(after: before).last?.detail)
    #expect(many.map { detail.contains($0) } == [true, true, true, true, true, false])
    #expect(try await maya.post("/messages", [("course", many[0])]).status == 404)
    #expect(try await school.journal(after: before).count == 2)
    // The school lets students talk: now it goes, and when it is taken back it goes no more.
    #expect(try await dana.post("/messages/policy", [("studentsTalk", "on")]).status == 200)
    let talk = try await maya.talk(with: "يوسف ناصر")
    try await maya.say("אהלן", in: talk)
    #expect(try await yusuf.texts(talk) == ["אהלן"])
    #expect(try await dana.post("/messages/policy", [("studentsTalk", "off")]).status == 200)
    #expect(try await maya.post("/messages/" + talk, [("text", "?")]).status == 403)
    #expect(try await yusuf.texts(talk) == ["אהלן"])
  }

  @Test func `the choice of people is the rules' own`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let names: (String) async throws -> Set<String> = { who in
      let found = try await school.signedIn(who).get("/messages/new")["people"]?.items ?? []
      return Set(found.compactMap { $0.string("name") })
    }
    let (leila, maya, omar) = (
      try await names("leila@rimon.example"), try await names("maya"), try await names("omar@rimon.example")
    )
    #expect(
      leila.isSuperset(of: ["Omar Haddad", "Dana Levi", "אבי מזרחי", "مايا خوري"])
        && !leila.contains("Claire Laurent"))
    #expect(maya.isSuperset(of: ["Omar Haddad", "Dana Levi"]) && !maya.contains("يوسف ناصر"))
    #expect(omar.isSuperset(of: ["נועה פרץ", "مايا خوري", "يوسف ناصر", "ليلى خوري"]))
  }

  @Test(arguments: Dialect.allCases)
  func `what was read is known to who wrote it`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (leila, omar) = (
      try await school.signedIn("leila@rimon.example"), try await school.signedIn("omar@rimon.example")
    )
    let talk = try await leila.talk(with: "Omar Haddad")
    try await leila.say("read me", in: talk)
    let last = try await leila.get("/messages/" + talk)["last"]
    #expect(try await leila.get("/messages/" + talk)["seen"] != last)
    #expect(try await omar.post("/messages/\(talk)/read").status == 200)
    #expect(try await leila.get("/messages/" + talk)["seen"] == last)
    let before = try await school.head()
    #expect(try await omar.post("/messages/\(talk)/read").status == 200)
    #expect(try await school.head() == before)
  }

  @Test(arguments: Dialect.allCases)
  func `changed and deleted words leave a trace, and their old form in the journal`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (leila, omar) = (
      try await school.signedIn("leila@rimon.example"), try await school.signedIn("omar@rimon.example")
    )
    let talk = try await leila.talk(with: "Omar Haddad")
    let message = try await leila.say("first words", in: talk)
    let before = try await school.head()
    #expect(try await leila.post("/messages/\(talk)/\(message)/edit", [("text", "better words")]).status == 200)
    #expect(try await omar.texts(talk).last == "better words")
    #expect(try await omar.get("/messages/\(talk)/\(message)").string("editedAt") != nil)
    #expect(try await omar.post("/messages/\(talk)/\(message)/edit", [("text", "mine")]).status == 403)
    #expect(try await omar.post("/messages/\(talk)/\(message)/deletion").status == 403)
    for _ in 0..<2 { #expect(try await leila.post("/messages/\(talk)/\(message)/deletion").status == 200) }
    #expect(try await omar.texts(talk).last == "")
    #expect(try await omar.browser.get("/messages/" + talk).text.contains("data-deleted"))
    let entries = try await school.journal(after: before)
    #expect(entries.map(\.command) == ["messages.edit", "messages.delete"])
    #expect(entries[0].detail?.contains("first words") == true && entries[1].detail?.contains("better words") == true)
  }

  @Test func `a search finds words without their marks, and an old part is shown by its number`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let leila = try await school.signedIn("leila@rimon.example")
    let talk = try await leila.talk(with: "Omar Haddad")
    for number in 1...70 { try await leila.say("line \(number)", in: talk) }
    try await leila.say("Élodie % über", in: talk)
    let found = try await leila.get("/messages/\(talk)?q=elodie%20%25")["found"]?.items ?? []
    #expect(found.compactMap { $0.string("text") } == ["Élodie % über"])
    let page = try await leila.get("/messages/" + talk)
    let shown = page["messages"]?.items.compactMap { $0.string("text") } ?? []
    #expect(shown.count == 50 && page["earlier"] == .flag(true))
    guard case .number(let first)? = page["messages"]?.items.first?["number"] else { throw Refusal.notFound }
    let older = try await leila.texts(talk, "?before=" + first)
    #expect(!older.isEmpty && Set(older).isDisjoint(with: shown))
    // From an old part one reads on, portion by portion, to the end, and nothing is left out.
    var (part, read) = (try await leila.get("/messages/\(talk)?around=2"), [Int]())
    #expect(part["later"] == .flag(true))
    while true {
      read += part["messages"]?.items.compactMap { $0["number"]?.whole } ?? []
      guard part["later"] == .flag(true), let last = read.last else { break }
      part = try await leila.get("/messages/\(talk)?after=\(last)")
      #expect(part["earlier"] == .flag(true))
    }
    #expect(read == Array(1...(try #require(page["last"]?.whole))))
  }

  @Test func `a megabyte is refused with the limit of a message, ten with that of a request, and nothing is written`()
    async throws
  {
    let school = try await MessagesSchool.open(.sqlite)
    let leila = try await school.signedIn("leila@rimon.example")
    let talk = try await leila.talk(with: "Omar Haddad")
    let before = try await school.head()
    let reply = try await leila.post("/messages/" + talk, [("text", String(repeating: "a", count: 1 << 20))])
    #expect(reply.status == 422 && reply.text.contains("4,000"))
    #expect(
      try await leila.post("/messages/" + talk, [("text", String(repeating: "a", count: 10 << 20))]).status == 413)
    #expect(try await school.head() == before)
  }

  @Test func `typing is heard once in a second, and is in no fixture`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let leila = try await school.signedIn("leila@rimon.example")
    let talk = try await leila.talk(with: "Omar Haddad")
    let before = try await school.head()
    #expect(try await leila.post("/messages/\(talk)/typing").status == 200)
    #expect(try await leila.post("/messages/\(talk)/typing").status == 429)
    school.school.clock.advance(seconds: 3)
    #expect(try await leila.post("/messages/\(talk)/typing").status == 200)
    #expect(try await school.head() == before)
  }
}
