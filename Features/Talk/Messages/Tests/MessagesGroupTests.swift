import App
import Base
import HomeroomTesting
import Ledger
import School
import Testing

@testable import Talk

@Suite struct `Groups, inboxes and the office` {
  @Test(arguments: Dialect.allCases)
  func `one word in the inbox for all that is unread in a talk, gone when it is read`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (leila, omar) = (
      try await school.signedIn("leila@rimon.example"), try await school.signedIn("omar@rimon.example")
    )
    let talk = try await leila.talk(with: "Omar Haddad")
    try await school.school.settle()
    #expect(try await omar.notices().isEmpty)
    for text in ["one", "two", "three"] { try await leila.say(text, in: talk) }
    try await school.school.settle()
    let notices = try await omar.notices()
    #expect(notices.count == 1)
    #expect(notices.first?.string("path") == "/messages/" + talk)
    #expect(try await leila.notices().isEmpty)
    try await school.school.settle()
    #expect(try await omar.notices().count == 1)
    try await omar.post("/messages/\(talk)/read")
    try await school.school.settle()
    #expect(try await omar.notices().isEmpty)
    try await leila.say("four", in: talk)
    try await school.school.settle()
    #expect(try await omar.notices().count == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `followed again after a crash it is told once, and what was read is not told again`(_ dialect: Dialect)
    async throws
  {
    let school = try await MessagesSchool.open(dialect)
    let (leila, omar) = (
      try await school.signedIn("leila@rimon.example"), try await school.signedIn("omar@rimon.example")
    )
    let talk = try await leila.talk(with: "Omar Haddad")
    let before = try await school.head()
    try await leila.say("one", in: talk)
    try await leila.say("two", in: talk)
    let said = try await school.journal(after: before)
    try await school.school.settle()
    for _ in 0..<2 { try await school.follow(said) }
    #expect(try await omar.notices().count == 1)
    try await omar.post("/messages/\(talk)/read")
    try await school.school.settle()
    for _ in 0..<2 { try await school.follow(said) }
    #expect(try await omar.notices().isEmpty)
  }

  @Test func `a muted talk says nothing`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let (leila, omar) = (
      try await school.signedIn("leila@rimon.example"), try await school.signedIn("omar@rimon.example")
    )
    let talk = try await leila.talk(with: "Omar Haddad")
    #expect(try await omar.post("/messages/\(talk)/mute", [("muted", "on")]).status == 200)
    try await leila.say("hello?", in: talk)
    try await school.school.settle()
    #expect(try await omar.notices().isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `a course's group follows the course: who leaves it sees nothing more at once`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (omar, maya, leila) = (
      try await school.signedIn("omar@rimon.example"), try await school.signedIn("maya"),
      try await school.signedIn("leila@rimon.example")
    )
    let groups = try await omar.get("/messages/new")["groups"]?.items ?? []
    let group = try #require(groups.first { $0.string("title") == "7B" })
    let id = try #require(group.string("id"))
    let made = try await omar.post("/messages", [("class", id)])
    let talk = try #require(try made.json().string("id"))
    #expect(try await omar.post("/messages", [("class", id)]).json().string("id") == talk)
    try await omar.say("Tomorrow we meet in the library.", in: talk)
    #expect(try await maya.texts(talk) == ["Tomorrow we meet in the library."])
    #expect(try await leila.status("/messages/" + talk) == 404)
    #expect(try await maya.post("/messages", [("class", id)]).status == 404)
    // The teacher takes words away there; the student leaves, and is not brought back.
    let message = try await maya.say("oops", in: talk)
    #expect(try await omar.post("/messages/\(talk)/\(message)/deletion").status == 200)
    #expect(try await maya.post("/messages/\(talk)/leave").status == 200)
    #expect(try await maya.status("/messages/" + talk) == 404)
    try await omar.post("/messages", [("class", id)])
    #expect(try await maya.status("/messages/" + talk) == 404)
    // Another child is taken out of the school: its account finds nothing, at once.
    let yusuf = try await school.signedIn("yusuf")
    #expect(try await yusuf.status("/messages/" + talk) == 200)
    let dana = try await school.signedIn("dana@rimon.example")
    let account = try await dana.account("Yusuf Nasser")
    #expect(try await dana.post("/members/\(account)/remove").status == 200)
    #expect(try await yusuf.status("/messages/" + talk) != 200)
  }

  @Test func `guardians are in a child's talks where the school says so, from then on`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let (omar, maya, leila, dana) = (
      try await school.signedIn("omar@rimon.example"), try await school.signedIn("maya"),
      try await school.signedIn("leila@rimon.example"), try await school.signedIn("dana@rimon.example")
    )
    let talk = try await maya.talk(with: "Omar Haddad")
    try await maya.say("before", in: talk)
    #expect(try await leila.status("/messages/" + talk) == 404)
    try await dana.post("/messages/policy", [("includesGuardians", "on")])
    try await omar.say("after", in: talk)
    #expect(try await leila.texts(talk) == ["after"])
    #expect(try await leila.post("/messages/" + talk, [("text", "I am here as well")]).status == 201)
    try await dana.post("/messages/policy", [("includesGuardians", "off")])
    #expect(try await leila.status("/messages/" + talk) == 404)
  }

  @Test(arguments: Dialect.allCases)
  func `a reported message reaches the office; a copy is taken with a reason that stays`(_ dialect: Dialect)
    async throws
  {
    let school = try await MessagesSchool.open(dialect)
    let (leila, omar, dana) = (
      try await school.signedIn("leila@rimon.example"), try await school.signedIn("omar@rimon.example"),
      try await school.signedIn("dana@rimon.example")
    )
    let talk = try await leila.talk(with: "Omar Haddad")
    let message = try await omar.say("=1+1, something unkind", in: talk)
    #expect(try await leila.post("/messages/\(talk)/\(message)/report", [("reason", "unkind")]).status == 200)
    #expect(try await omar.post("/messages/\(talk)/\(message)/report", [("reason", "mine")]).status == 409)
    #expect(try await leila.status("/messages/oversight") == 404)
    let report = try #require(try await dana.get("/messages/oversight")["reports"]?.items.first)
    #expect(report.string("reason") == "unkind" && report.string("text") == "=1+1, something unkind")
    let before = try await school.head()
    #expect(try await dana.post("/messages/\(talk)/export", [("reason", "short")]).status == 422)
    #expect(try await leila.post("/messages/\(talk)/export", [("reason", "I would like to")]).status == 404)
    #expect(try await school.head() == before)
    let copy = try await dana.post("/messages/\(talk)/export", [("reason", "A complaint of 11 March")])
    #expect(copy.status == 200 && copy.text.contains("something unkind") && !copy.text.contains("\"=1"))
    let entry = try #require(try await school.journal(after: before).first)
    #expect(entry.command == "messages.export" && entry.detail?.contains("complaint") == true)
    #expect(try await dana.post("/messages/oversight/settled", [("report", report.string("id") ?? "")]).status == 200)
  }

  @Test func `a hostile name and hostile words stay words`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let leila = try await school.signedIn("leila@rimon.example")
    let talk = try await leila.talk(with: "Omar Haddad")
    try await leila.say("</script><img src=x onerror=alert(1)>\u{202E}gnp", in: talk)
    let page = try await leila.browser.get("/messages/" + talk).text
    #expect(page.contains("&lt;/script&gt;&lt;img") && !page.contains("<img src=x"))
    #expect(page.contains("<bdi>"))
  }

  @Test func `whoever has no conversation is shown the way to the first`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let sami = try await school.signedIn("lia")
    let page = try await sami.browser.get("/messages").text
    #expect(page.contains("data-page=\"messages.list\"") && page.contains("href=\"/messages/new\""))
  }
}

extension MessagesSchool {
  /// As a follower would whose bookmark was lost.
  fileprivate func follow(_ entries: [Journal.Entry]) async throws {
    guard let tenant = entries.first?.school else { return }
    let ledger = school.homeroom.ledger
    try await ledger.write(Sent(ledger.world.id(), "test.again", school: tenant, by: nil)) { tx in
      for entry in entries { try followMessages(entry, tx) }
      return ""
    }
  }
}
