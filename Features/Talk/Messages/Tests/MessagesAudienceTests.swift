import App
import Base
import Classroom
import ClassroomServer
import Database
import HTML
import HomeroomTesting
import Kit
import Learning
import People
import PeopleServer
import Router
import School
import Testing
import Web

@testable import Ledger
@testable import Talk
@testable import TalkServer

@Suite struct `Who has lost their place hears nothing more` {
  @Test(arguments: Dialect.allCases)
  func `a guardian sees no later word in the list, and none in the inbox, when the school says so no more`(
    _ dialect: Dialect
  ) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (maya, omar, leila, dana) = try await school.four()
    let talk = try await maya.talk(with: "Omar Haddad")
    try await dana.post("/messages/policy", [("includesGuardians", "on")])
    // What the demo school tells comes first, and fills more than a page.
    try await school.school.runFollowers()
    school.school.clock.advance(seconds: 60)
    try await omar.say("for all of you", in: talk)
    try await school.school.runFollowers()
    #expect(try await leila.titles().contains(talk))
    #expect(try await leila.told(talk) == 1)
    try await dana.post("/messages/policy", [("includesGuardians", "off")])
    try await omar.say("between us two", in: talk)
    // At once, and after what follows.
    for _ in 0..<2 {
      #expect(try await !leila.titles().contains(talk))
      #expect(try await !leila.browser.get("/messages").text.contains("between us two"))
      try await school.school.runFollowers()
      #expect(try await leila.told(talk) == 0)
    }
    #expect(try await school.seated("leila@rimon.example", in: talk) == false)
    #expect(try await omar.told(talk) == 0)
    #expect(try await maya.told(talk) == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `a guardian who is one no more is a guest no more`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (maya, omar, leila, dana) = try await school.four()
    let talk = try await maya.talk(with: "Omar Haddad")
    try await dana.post("/messages/policy", [("includesGuardians", "on")])
    try await omar.say("for all of you", in: talk)
    try await school.school.runFollowers()
    #expect(try await school.seated("leila@rimon.example", in: talk))
    let child = try await school.pupil("مايا")
    let leilas = try await dana.account("ليلى خوري")
    #expect(
      try await dana.post("/students/\(child.text)/guardians/removal", [("account", leilas)]).status == 200)
    #expect(try await !leila.titles().contains(talk))
    try await school.school.runFollowers()
    #expect(try await school.seated("leila@rimon.example", in: talk) == false)
  }

  @Test(arguments: Dialect.allCases)
  func `a group of the staff is not for who is of the staff no more`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (dana, noa) = (
      try await school.signedIn("dana@rimon.example"), try await school.signedIn("noa@rimon.example")
    )
    let talk = try await dana.find("צוות שכבה ז׳")
    #expect(try await noa.titles().contains(talk))
    let noas = try await dana.account("נועה פרץ")
    #expect(try await dana.post("/members/\(noas)/role", [("role", "guardian")]).status == 200)
    #expect(try await !noa.titles().contains(talk))
    try await dana.say("about Noa", in: talk)
    try await school.school.runFollowers()
    #expect(try await noa.told(talk) == 0)
    #expect(try await school.seated("noa@rimon.example", in: talk) == false)
    // Made a teacher again by whoever slipped, she is in it as before.
    #expect(try await dana.post("/members/\(noas)/role", [("role", "teacher")]).status == 200)
    try await school.school.runFollowers()
    #expect(try await noa.titles().contains(talk))
  }

  @Test(arguments: Dialect.allCases)
  func `the list, the page and the news agree on what is there for whom`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (maya, omar, leila, dana) = try await school.four()
    try await dana.post("/messages/policy", [("includesGuardians", "on"), ("groupsIncludeGuardians", "on")])
    try await omar.say("hello", in: maya.talk(with: "Omar Haddad"))
    try await omar.group("7B")
    try await omar.group("Math 7")
    try await school.school.runFollowers()
    for policy in ["on", "off"] {
      try await dana.post("/messages/policy", [("includesGuardians", policy), ("groupsIncludeGuardians", policy)])
      for who in [maya, omar, leila, dana] {
        let listed = try await who.titles()
        for talk in try await school.talks() {
          #expect(try await who.status("/messages/" + talk) == (listed.contains(talk) ? 200 : 404), "\(policy) \(talk)")
        }
      }
    }
  }
}

@Suite struct `Guests hear what is said from their coming on` {
  @Test(arguments: Dialect.allCases)
  func `guardians of one child read no other children's words unless the school has chosen just that`(
    _ dialect: Dialect
  ) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (maya, omar, leila, dana) = try await school.four()
    let (own, group) = (try await maya.talk(with: "Omar Haddad"), try await omar.group("7B"))
    try await dana.post("/messages/policy", [("includesGuardians", "on")])
    try await school.school.runFollowers()
    for talk in [own, group] { try await maya.say("mine", in: talk) }
    try await school.school.runFollowers()
    #expect(try await leila.texts(own) == ["mine"])
    #expect(try await leila.status("/messages/" + group) == 404)
    #expect(try await !leila.titles().contains(group))
    #expect(try await leila.told(group) == 0)
    #expect(try await !school.seated("leila@rimon.example", in: group))
    try await dana.post("/messages/policy", [("groupsIncludeGuardians", "on")])
    try await school.school.runFollowers()
    try await maya.say("for all of you", in: group)
    #expect(try await leila.texts(group) == ["for all of you"])
    #expect(try await leila.status("/messages/" + own) == 404)
  }

  @Test(arguments: Dialect.allCases)
  func `what was taken back is quoted to nobody, and its files are in no bucket`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (_, omar, leila, _) = try await school.four()
    let (talk, tenant) = (try await leila.talk(with: "Omar Haddad"), try await school.tenant())
    let upload = try await leila.upload("list.txt", "names")
    let sent = try await leila.post("/messages/" + talk, [("text", "a slip"), ("upload", upload)]).json()
    let (message, file) = (
      try #require(sent.string("id")), try #require(sent["files"]?.items.first?.string("id"))
    )
    let rows: () async throws -> [Int] = {
      let ledger = school.ledger
      return [
        try await ledger.holders(
          of: MessagesTables.file, [.id(tenant), .text(message).asID, .text(file).asID], in: tenant
        )
        .count, try await ledger.holders(of: ID<KeptFile>(file) ?? .none, in: tenant).count,
      ]
    }
    #expect(try await rows() == [2, 2])
    let key: [Value] = [.id(tenant), .text(talk).asID]
    let before = try #require(try await school.ledger.said(MessagesTables.conversation, key, in: tenant))
    try await leila.post("/messages/\(talk)/\(message)/deletion")
    #expect(try await rows() == [0, 0])
    // Whoever keeps the row of the talk hears that it quotes other words now.
    #expect(try #require(try await school.ledger.said(MessagesTables.conversation, key, in: tenant)) > before)
    #expect(try await !omar.browser.get("/messages").text.contains("a slip"))
  }

  @Test func `what was said before is in no list and on no line`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let (_, omar, leila, dana) = try await school.four()
    let talk = try await omar.group("7B")
    let early = try await omar.say("before you came", in: talk)
    try await dana.post("/messages/policy", [("includesGuardians", "on"), ("groupsIncludeGuardians", "on")])
    try await school.school.runFollowers()
    #expect(try await leila.titles().contains(talk))
    #expect(try await !leila.browser.get("/messages").text.contains("before you came"))
    try await omar.post("/messages/\(talk)/\(early)/edit", [("text", "before you came, put better")])
    let edited = try await school.line(talk, of: early)
    #expect(!edited.contains("before you came") && edited.contains("message-" + early))
    let late = try await omar.say("now you are here", in: talk)
    #expect(try await school.line(talk, of: late).contains("now you are here"))
    #expect(try await leila.texts(talk) == ["now you are here"])
    #expect(try await leila.browser.get("/messages").text.contains("now you are here"))
  }

  @Test(arguments: Dialect.allCases)
  func `nor what was said while they were away`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (maya, omar, leila, dana) = try await school.four()
    let (talk, group) = (try await maya.talk(with: "Omar Haddad"), try await omar.group("7B"))
    for (policy, text) in [("on", "one"), ("off", "private"), ("on", "two")] {
      try await dana.post("/messages/policy", [("includesGuardians", policy), ("groupsIncludeGuardians", policy)])
      try await school.school.runFollowers()
      for one in [talk, group] { try await omar.say(text, in: one) }
      try await school.school.runFollowers()
    }
    for one in [talk, group] { #expect(try await leila.texts(one) == ["two"]) }
  }

  @Test(arguments: Dialect.allCases)
  func `the last word before they came is there by no road`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (_, omar, leila, dana) = try await school.four()
    let talk = try await omar.group("7B")
    let upload = try await omar.upload("list.txt", "names")
    let early = try await omar.post("/messages/" + talk, [("text", "early word"), ("upload", upload)]).json()
    let (message, file) = (
      try #require(early.string("id")), try #require(early["files"]?.items.first?.string("id"))
    )
    try await dana.post("/messages/policy", [("includesGuardians", "on"), ("groupsIncludeGuardians", "on")])
    try await school.school.runFollowers()
    let late = try await omar.say("late word", in: talk)
    for query in ["", "?after=0", "?after=1", "?before=3", "?around=1", "?unread=1"] {
      #expect(try await leila.texts(talk, query) == ["late word"], "\(query)")
    }
    let found = try await leila.browser.get("/messages/\(talk)?q=word").text
    #expect(found.contains("late") && !found.contains("early"))
    #expect(try await leila.status("/messages/\(talk)/files/\(file)") == 404)
    #expect(try await omar.status("/messages/\(talk)/files/\(file)") == 200)
    for (about, status) in [(message, 404), (late, 200)] {
      #expect(
        try await leila.post("/messages/\(talk)/\(about)/report", [("reason", "unkind")]).status == status)
    }
    #expect(try await leila.status("/messages/\(talk)/\(message)") == 404)
  }
}

@Suite struct `Groups follow their courses and classes` {
  @Test func `also when a child's time begins by its date`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let (maya, omar, _, _) = try await school.four()
    let group = try await omar.group("Sunflowers")
    let (child, tenant, ledger) = (try await school.pupil("مايا"), try await school.tenant(), school.ledger)
    try await ledger.write(CommandEnvelope(ledger.world.id(), "test.enrol", school: tenant, by: nil)) { tx in
      let rooms = ClassroomsStore(tx: tx)
      let room = try rooms.find(name: "Sunflowers", in: tenant)?.id ?? .none
      try rooms.enrol(child, in: room, from: rooms.today(in: tenant).plus(days: 1))
      return ""
    }
    try await school.school.runFollowers()
    #expect(try await maya.status("/messages/" + group) == 404)
    school.school.clock.advance(seconds: 86_400)
    try await ClassroomsServer(ledger: ledger).rollOver()
    try await school.school.runFollowers()
    #expect(try await maya.status("/messages/" + group) == 200)
  }

  @Test(arguments: Dialect.allCases)
  func `everybody of the office who comes in stays in`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (dana, avi) = (
      try await school.signedIn("dana@rimon.example"), try await school.signedIn("avi@rimon.example")
    )
    let room = try await school.room("7B")
    let talk = try #require(try await dana.post("/messages", [("class", room)]).json().string("id"))
    #expect(try await avi.post("/messages", [("class", room)]).json().string("id") == talk)
    try await school.school.runFollowers()
    for one in [dana, avi] { #expect(try await one.status("/messages/" + talk) == 200) }
  }

  @Test func `a change of one child looks at this child's groups, and at no others`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let (_, omar, _, _) = try await school.four()
    let (mine, other) = (try await omar.group("7B"), try await omar.group("Sunflowers"))
    let (child, tenant, ledger) = (try await school.pupil("مايا"), try await school.tenant(), school.ledger)
    let before = try await school.head()
    try await ledger.write(CommandEnvelope(ledger.world.id(), "test.touch", school: tenant, by: nil)) { tx in
      try StudentsStore(tx: tx).touch(child)
      return ""
    }
    let rows = try await school.journal(after: before).flatMap(\.named)
    let found = try await school.ledger.read { tx in
      try circles(touchedBy: rows, in: tenant, tx).map(\.id.text)
    }
    #expect(found.contains(mine) && !found.contains(other))
  }

  @Test func `and are called like them`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let (_, omar, _, dana) = try await school.four()
    let talk = try await omar.group("7B")
    let room = try await school.room("7B")
    #expect(try await dana.post("/classes/\(room)", [("name", "8B")]).status == 200)
    try await school.school.runFollowers()
    #expect(try await omar.get("/messages/" + talk).string("title") == "8B")
  }
}

extension MessagesSchool {
  var ledger: Ledger { school.homeroom.ledger }

  fileprivate func four() async throws -> (maya: Talking, omar: Talking, leila: Talking, dana: Talking) {
    (
      try await signedIn("maya"), try await signedIn("omar@rimon.example"), try await signedIn("leila@rimon.example"),
      try await signedIn("dana@rimon.example")
    )
  }

  func tenant() async throws -> ID<Tenant> {
    let found = try await ledger.read { tx in
      try tx.first("SELECT id FROM school WHERE name = 'Rimon School'") { $0.id(0, Tenant.self) }
    }
    return try #require(found)
  }

  fileprivate func pupil(_ given: String) async throws -> ID<Student> {
    let tenant = try await tenant()
    let found = try await ledger.read { tx in
      try tx.first("SELECT id FROM student WHERE school = $1 AND given = $2", [.id(tenant), .text(given)]) {
        $0.id(0, Student.self)
      }
    }
    return try #require(found)
  }

  fileprivate func room(_ name: String) async throws -> String {
    let tenant = try await tenant()
    return try await ledger.read { try ClassroomsStore(tx: $0).find(name: name, in: tenant)?.id.text ?? "" }
  }

  fileprivate func talks() async throws -> [String] {
    let tenant = try await tenant()
    return try await ledger.read { tx in
      try tx.rows("SELECT id FROM conversation WHERE school = $1 ORDER BY id", [.id(tenant)]) {
        $0.id(0, Conversation.self).text
      }
    }
  }

  fileprivate func seated(_ identifier: String, in talk: String) async throws -> Bool {
    let tenant = try await tenant()
    return try await ledger.read { tx in
      let account = try tx.first("SELECT id FROM account WHERE email = $1", [.text(identifier)]) {
        $0.id(0, Account.self)
      }
      return try tx.isMember(account ?? .none, of: .conversation(ID(talk) ?? .none), school: tenant)
    }
  }

  /// What everybody who listens to a conversation hears of one message, now or from the memory of the line.
  fileprivate func line(_ talk: String, of message: String) async throws -> String {
    let (id, tenant) = (ID<Conversation>(talk) ?? .none, try await tenant())
    let server = MessagesServer(ledger: ledger, files: FilesServer(ledger: ledger))
    let change = Change(
      school: tenant, seq: 1, command: EditMessage.name,
      entries: [
        Change.Entry(
          bucket: .conversation(id), table: MessagesTables.message.number,
          row: (ID<Message>(message) ?? .none).bytes, removed: false)
      ], membershipChanged: [], isWhole: true)
    let scene = Scene(
      words: TestWords.of(.en), zone: .utc, now: ledger.world.now())
    return try await server.talkView.render(talk, change, scene)?.string ?? ""
  }
}

extension Talking {
  /// The conversations that are in the list.
  fileprivate func titles() async throws -> [String] {
    try await get("/messages")["conversations"]?.items.compactMap { $0.string("id") } ?? []
  }

  fileprivate func find(_ title: String) async throws -> String {
    let all = try await get("/messages")["conversations"]?.items ?? []
    return try #require(all.first { $0.string("title") == title }?.string("id"))
  }

  /// How many words wait in the inbox about a conversation.
  fileprivate func told(_ talk: String) async throws -> Int {
    try await notices().count { $0.string("path") == "/messages/" + talk && $0["readAt"] == .null }
  }

  /// The group of a course or class the caller teaches.
  @discardableResult
  fileprivate func group(_ title: String) async throws -> String {
    let groups = try await get("/messages/new")["groups"]?.items ?? []
    let group = try #require(groups.first { $0.string("title") == title })
    let made = try await post("/messages", [(group.string("kind") ?? "", group.string("id") ?? "")])
    return try #require(try made.json().string("id"))
  }
}

extension Value {
  fileprivate var asID: Value { if case .text(let text) = self { .id(ID<Bucket>(text) ?? .none) } else { self } }
}
