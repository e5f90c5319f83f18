import App
import Base
import Database
import HomeroomTesting
import Ledger
import School
import Testing

@testable import Talk
@testable import TalkServer

@Suite struct `Groups, inboxes and the office` {
  @Test(arguments: Dialect.allCases)
  func `one word in the inbox for all that is unread in a talk, gone when it is read`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (leila, omar) = (
      try await school.signedIn("leila@rimon.example"), try await school.signedIn("omar@rimon.example")
    )
    let talk = try await leila.talk(with: "Omar Haddad")
    try await school.school.runFollowers()
    #expect(try await omar.notices().isEmpty)
    for text in ["one", "two", "three"] { try await leila.say(text, in: talk) }
    try await school.school.runFollowers()
    let notices = try await omar.notices()
    #expect(notices.count == 1)
    #expect(notices.first?.string("path") == "/messages/" + talk)
    #expect(try await leila.notices().isEmpty)
    try await school.school.runFollowers()
    #expect(try await omar.notices().count == 1)
    try await omar.post("/messages/\(talk)/read")
    try await school.school.runFollowers()
    #expect(try await omar.notices().isEmpty)
    try await leila.say("four", in: talk)
    try await school.school.runFollowers()
    #expect(try await omar.notices().count == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `what is taken back before it was read waits in no inbox`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (leila, omar) = (
      try await school.signedIn("leila@rimon.example"), try await school.signedIn("omar@rimon.example")
    )
    let talk = try await leila.talk(with: "Omar Haddad")
    // What the demo has said is read.
    try await omar.post("/messages/\(talk)/read")
    try await school.school.runFollowers()
    let (one, two) = (try await leila.say("one", in: talk), try await leila.say("two", in: talk))
    try await school.school.runFollowers()
    try await leila.post("/messages/\(talk)/\(one)/deletion")
    try await school.school.runFollowers()
    #expect(try await omar.notices().count == 1)
    try await leila.post("/messages/\(talk)/\(two)/deletion")
    try await school.school.runFollowers()
    #expect(try await omar.notices().isEmpty)
    let three = try await leila.say("three", in: talk)
    try await leila.post("/messages/\(talk)/\(three)/deletion")
    try await school.school.runFollowers()
    #expect(try await omar.notices().isEmpty)
    try await leila.say("four", in: talk)
    try await school.school.runFollowers()
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
    try await school.school.runFollowers()
    for _ in 0..<2 { try await school.follow(said) }
    #expect(try await omar.notices().count == 1)
    try await omar.post("/messages/\(talk)/read")
    try await school.school.runFollowers()
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
    try await school.school.runFollowers()
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
    // Unless it was a slip: the teacher alone may say so.
    let (yusufs, mayas) = (try await omar.account("يوسف ناصر"), try await omar.account("مايا خوري"))
    let back = "/messages/\(talk)/people"
    #expect(try await omar.browser.get(back).text.contains("value=\"\(mayas)\""))
    #expect(try await maya.post(back, [("account", mayas)]).status == 404)
    #expect(try await school.signedIn("yusuf").post(back, [("account", mayas)]).status == 403)
    #expect(try await leila.post(back, [("account", mayas)]).status == 404)
    for account in [mayas, yusufs] { #expect(try await omar.post(back, [("account", account)]).status == 200) }
    #expect(try await maya.status("/messages/" + talk) == 200)
    #expect(try await omar.post(back, [("account", try await omar.account("Dana Levi"))]).status == 404)
    // Another child is taken out of the school: its account finds nothing, at once.
    let yusuf = try await school.signedIn("yusuf")
    #expect(try await yusuf.status("/messages/" + talk) == 200)
    let dana = try await school.signedIn("dana@rimon.example")
    let account = try await dana.account("يوسف ناصر")
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
    try await ledger.write(CommandEnvelope(ledger.world.id(), "test.again", school: tenant, by: nil)) { tx in
      for entry in entries { try followMessages(entry, tx) }
      return ""
    }
  }
}

@Suite struct `What must not be lost or done twice` {
  @Test(arguments: Dialect.allCases)
  func `no copy of a conversation is made without an entry of its own`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (leila, dana) = (
      try await school.signedIn("leila@rimon.example"), try await school.signedIn("dana@rimon.example")
    )
    let (one, other) = (try await leila.talk(with: "Omar Haddad"), try await leila.talk(with: "אבי מזרחי"))
    try await leila.say("to the teacher", in: one)
    try await leila.say("to the office", in: other)
    let (before, key) = (try await school.head(), "0190aaaa-0000-7000-8000-00000000cafe")
    let reason = [("reason", "A complaint of 11 March")]
    #expect(try await dana.post("/messages/\(one)/export", reason, key: key).text.contains("to the teacher"))
    // Under the same key another copy is no repetition, and the same one is not made twice.
    for (talk, status) in [(other, 422), (one, 409)] {
      let again = try await dana.post("/messages/\(talk)/export", reason, key: key)
      #expect(again.status == status && !again.text.contains("to the"))
    }
    #expect(try await school.journal(after: before).filter { $0.command == "messages.export" }.count == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `sent again with its file, a message is the one that was sent`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let leila = try await school.signedIn("leila@rimon.example")
    let talk = try await leila.talk(with: "Omar Haddad")
    let (file, key) = (try await leila.upload("note.txt", "hello"), "0190aaaa-0000-7000-8000-00000000f11e")
    for _ in 0..<2 {
      let sent = try await leila.post("/messages/" + talk, [("text", "look"), ("upload", file)], key: key)
      #expect(sent.status == 201 && sent.text.contains("note.txt"))
    }
    #expect(try await leila.texts(talk).filter { $0 == "look" }.count == 1)
  }

  @Test func `an announcement and its change, too`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let dana = try await school.signedIn("dana@rimon.example")
    let words = [("audience", "school"), ("language", "en"), ("title", "Trip"), ("text", ""), ("act", "publish")]
    var path = "/announcements"
    for key in ["0190aaaa-0000-7000-8000-0000000000a1", "0190aaaa-0000-7000-8000-0000000000a2"] {
      let file = try await dana.upload("list.txt", key)
      var made = ""
      for _ in 0..<2 {
        let reply = try await dana.post(path, words + [("upload", file)], key: key)
        #expect(reply.status == 200 || reply.status == 201, "\(reply.text)")
        made = try reply.json().string("id") ?? ""
      }
      if path == "/announcements" { path += "/" + made }
    }
    #expect(try await dana.get(path)["files"]?.items.count == 2)
  }

  @Test(arguments: Dialect.allCases)
  func `when all is marked read in the inbox, the next message is news again`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (leila, omar) = (
      try await school.signedIn("leila@rimon.example"), try await school.signedIn("omar@rimon.example")
    )
    let talk = try await leila.talk(with: "Omar Haddad")
    try await leila.say("one", in: talk)
    try await school.school.runFollowers()
    #expect(try await omar.post("/notifications/read").status == 200)
    #expect(try await omar.unread() == 0)
    for text in ["two", "three"] { try await leila.say(text, in: talk) }
    try await school.school.runFollowers()
    #expect(try await omar.unread() == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `a report waits once, the office hears of it, and none is lost among many`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (leila, omar, dana) = (
      try await school.signedIn("leila@rimon.example"), try await school.signedIn("omar@rimon.example"),
      try await school.signedIn("dana@rimon.example")
    )
    let talk = try await leila.talk(with: "Omar Haddad")
    let message = try await omar.say("unkind", in: talk)
    let before = try await school.head()
    for _ in 0..<3 {
      #expect(try await leila.post("/messages/\(talk)/\(message)/report", [("reason", "unkind")]).status == 200)
    }
    #expect(try await school.journal(after: before).map(\.command) == ["messages.report"])
    try await school.school.runFollowers()
    let waits: () async throws -> Int = {
      try await dana.get("/notifications")["notifications"]?.items.count {
        $0.string("path")?.hasPrefix("/messages/oversight") == true
      } ?? 0
    }
    #expect(try await waits() == 1)
    let first = try #require(
      try await dana.get("/messages/oversight")["reports"]?.items.first { $0.string("message") == message })
    let place = "report-" + (first.string("id") ?? "")
    let told = try await dana.get("/notifications")["notifications"]?.items.compactMap { $0.string("path") } ?? []
    #expect(told.contains("/messages/oversight#" + place))
    #expect(try await dana.browser.get("/messages/oversight").text.contains("id=\"\(place)\""))
    try await school.report(ID(message) ?? .none, times: 45)
    var (path, seen) = ("/api/v1/messages/oversight", [String]())
    while seen.count < 200 {
      let page = try await dana.browser.get(path, accept: "application/json")
      seen += try page.json()["reports"]?.items.compactMap { $0.string("id") } ?? []
      guard let next = page.header("link")?.split(separator: "after=").last?.prefix(while: { $0 != ">" }) else { break }
      path = "/api/v1/messages/oversight?after=" + next
    }
    #expect(seen.contains(first.string("id") ?? "") && seen.count >= 46 && Set(seen).count == seen.count)
    #expect(
      try await dana.post("/messages/oversight/settled", [("report", first.string("id") ?? "")]).status == 200)
    try await school.school.runFollowers()
    #expect(try await waits() == 0)
    #expect(try await leila.post("/messages/\(talk)/\(message)/report", [("reason", "again")]).status == 200)
    #expect(try await school.journal(after: before).filter { $0.command == "messages.report" }.count == 2)
  }
}

extension MessagesSchool {
  /// As many newer reports, half of them dealt with.
  fileprivate func report(_ message: ID<Message>, times: Int) async throws {
    let (tenant, world) = (try await tenant(), ledger.world)
    try await ledger.write(CommandEnvelope(world.id(), "test.report", school: tenant, by: nil)) { tx in
      let store = MessagesStore(tx: tx)
      guard let known = try store.message(message, in: tenant) else { return "" }
      for number in 1...times {
        try store.put(
          MessageReport(
            id: world.id(), message: message, conversation: known.conversation, by: known.sender, sender: known.sender,
            reason: "test", text: "", at: tx.now.plus(seconds: Int64(number)), settledAt: number % 2 == 0 ? tx.now : nil
          ))
      }
      return ""
    }
  }
}

extension Talking {
  /// A small file on its way, whole.
  func upload(_ name: String, _ text: String) async throws -> String {
    let made = try await browser.postJSON(
      "/api/v1/uploads", .object([("name", .text(name)), ("size", .integer(text.utf8.count))]))
    let id = try #require(try made.json().string("id"))
    let body = """
      --x\r\nContent-Disposition: form-data; name="place"\r\n\r\n0\r\n--x\r\n\
      Content-Disposition: form-data; name="piece"; filename="piece"\r\n\r\n\(text)\r\n--x--\r\n
      """
    _ = try await browser.send(
      "POST", "/api/v1/uploads/" + id, accept: "application/json", headers: [("X-CSRF-Token", browser.csrf)],
      type: "multipart/form-data; boundary=x", body: Array(body.utf8))
    return id
  }
}
