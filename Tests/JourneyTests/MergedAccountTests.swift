import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Testing
import Web

@testable import App
@testable import Learning
@testable import People
@testable import PeopleServer
@testable import Talk

/// Nadia is a guardian a roster brought, who has never signed in; people write to her all the same.
///
/// Then Leila, or Avi, who have accounts, take her over with a slip.
@Suite struct `An account that waited, taken over by somebody who has one` {
  @Test(arguments: Dialect.allCases)
  func `leaves its inbox, its talks, its feeds and its choices, and no door stays open`(_ dialect: Dialect) async throws
  {
    let waiting = try await Waiting.open(dialect)
    let (school, omar) = (waiting.school, waiting.omar)
    let talk = try await waiting.write("Maya forgot her bag.")
    try await waiting.choose()
    try await waiting.work()
    let token = try await school.homeroom.makeToken(for: "nadia@rimon.example", label: "old phone")
    let stranger = school.browser()
    stranger.token = token
    #expect(try await stranger.get("/api/v1/notifications", accept: "application/json").status == 200)

    let avi = try await waiting.takeOver(as: "avi@rimon.example")
    #expect(try await avi.get("/messages/\(talk)").text.contains("Maya forgot her bag."))
    #expect(
      try await waiting.holders(talk) == [waiting.id(of: "avi@rimon.example"), waiting.id(of: "omar@rimon.example")])
    #expect(try await avi.get("/notifications").text.contains("/notifications/"))
    #expect(try await omar.get("/messages/\(talk)").text.contains("אבי"))
    let again = try await omar.post("/api/v1/messages/\(talk)", [("text", "Found it.")], accept: "application/json")
    #expect(again.status == 201)
    #expect(try await avi.get("/messages/\(talk)").text.contains("Found it."))
    let begun = try await omar.post(
      "/api/v1/messages", [("with", try await waiting.id(of: "avi@rimon.example"))], accept: "application/json")
    #expect(begun.text.contains(talk), "the next word goes into the talk there is")
    #expect(try await stranger.get("/api/v1/notifications", accept: "application/json").status == 401)
    #expect(try await waiting.rows(of: waiting.nadia).isEmpty)
    #expect(try await waiting.seenOnlyBy(waiting.nadia).isEmpty)
    #expect(try await waiting.count("lesson_note", of: "avi@rimon.example") == 1)
    #expect(try await waiting.count("question", "author", of: "avi@rimon.example") == 1)
    #expect(try await waiting.count("notice_mute", of: "avi@rimon.example") == 1)
    #expect(try await waiting.count("notice_preference", of: "avi@rimon.example") == 1)
    #expect(try await waiting.count("feed", of: "avi@rimon.example") == 1)
    // What she has read is read, and the word for it leaves the inbox.
    _ = try await avi.post("/messages/\(talk)/read")
    try await school.runFollowers()
    let left = try await avi.get("/api/v1/notifications", accept: "application/json").text
    #expect(!left.contains("/messages/\(talk)"))
  }

  @Test(arguments: Dialect.allCases)
  func `who had a talk with the same person keeps both, and is in a group once`(_ dialect: Dialect) async throws {
    let waiting = try await Waiting.open(dialect)
    let (school, omar) = (waiting.school, waiting.omar)
    let other = try await waiting.write("To Nadia.")
    let own = try await waiting.write("To Leila.", to: "leila@rimon.example")
    let group = try await waiting.group()
    let said = try await waiting.said(group)
    let leila = try await waiting.takeOver(as: "leila@rimon.example")
    for (talk, text) in [(other, "To Nadia."), (own, "To Leila.")] {
      #expect(try await leila.get("/messages/\(talk)").text.contains(text))
      #expect(try await leila.get("/messages").text.contains("/messages/\(talk)"))
    }
    let begun = try await omar.post(
      "/api/v1/messages", [("with", try await waiting.id(of: "leila@rimon.example"))], accept: "application/json")
    #expect(begun.text.contains(own))
    #expect(try await waiting.rows(of: waiting.nadia).isEmpty)
    // Who keeps the group on a device hears that its rows name another.
    #expect(try await waiting.said(group) > said)
    #expect(try await school.homeroom.ledger.doctor().filter { $0.kind == .counts || $0.kind == .database }.isEmpty)
  }
}

struct Waiting {
  let school: TestSchool
  let rimon: ID<Tenant>
  let nadia: ID<Account>
  let omar: TestBrowser

  static func open(_ dialect: Dialect) async throws -> Waiting {
    let school = try await TestSchool.open(dialect)
    let ledger = school.homeroom.ledger
    let (nadia, rimon, maya) = try await ledger.read { tx in
      let rimon = try SchoolsStore(tx: tx).all().first { $0.name == "Rimon School" }?.id
      let account = try AccountsStore(tx: tx).find(identifier: "maya")?.id
      let maya = try rimon.flatMap { school in
        try account.flatMap { try StudentsStore(tx: tx).ofAccount($0, in: school) }
      }
      return (ledger.world.id(Account.self), try #require(rimon), try #require(maya).id)
    }
    try await ledger.write(CommandEnvelope(ledger.world.id(), "test.roster", school: rimon, by: nil)) { tx in
      try AccountsStore.insert(
        AccountRecord(
          id: nadia, username: nil, email: "nadia@rimon.example", name: "Nadia Haddad", createdAt: tx.now), tx)
      try MembersStore(tx: tx).insert(Membership(school: rimon, account: nadia, role: .guardian, joinedAt: tx.now))
      try StudentsStore(tx: tx).link(guardian: nadia, to: maya)
      return ""
    }
    return Waiting(
      school: school, rimon: rimon, nadia: nadia, omar: try await school.signedIn("omar@rimon.example"))
  }

  func id(of identifier: String) async throws -> String {
    let found = try await school.homeroom.ledger.read { try AccountsStore(tx: $0).find(identifier: identifier) }
    return try #require(found).id.text
  }

  /// Omar writes, and everything happens that follows from it.
  func write(_ text: String, to identifier: String = "nadia@rimon.example") async throws -> String {
    let begun = try await omar.post(
      "/api/v1/messages", [("with", try await id(of: identifier))], accept: "application/json")
    guard case .text(let talk)? = try begun.json()["id"] else { throw Refusal.notFound }
    let said = try await omar.post("/api/v1/messages/\(talk)", [("text", text)], accept: "application/json")
    #expect(said.status == 201)
    try await school.runFollowers()
    return talk
  }

  /// Omar begins a group of 7B, and Nadia is in it, as the school wants guardians to be.
  func group() async throws -> String {
    let room = try await school.homeroom.ledger.read { [rimon] tx in
      try tx.first("SELECT id FROM classroom WHERE school = $1 AND name = '7B'", [.id(rimon)]) {
        $0.id(0, Tenant.self).text
      }
    }
    let dana = try await school.signedIn("dana@rimon.example")
    #expect(try await dana.post("/messages/policy", [("groupsIncludeGuardians", "on")]).status == 303)
    let begun = try await omar.post("/api/v1/messages", [("class", try #require(room))], accept: "application/json")
    guard case .text(let talk)? = try begun.json()["id"] else { throw Refusal.notFound }
    try await school.runFollowers()
    let isIn = try await school.homeroom.ledger.read { [nadia] tx in
      try tx.exists(
        "SELECT 1 FROM talker WHERE account = $1 AND conversation = $2",
        [.id(nadia), .id(ID<Tenant>(talk) ?? .none)])
    }
    #expect(isIn)
    return talk
  }

  /// Who has a conversation on a device.
  func holders(_ talk: String) async throws -> Set<String> {
    let key: [Value] = [.id(rimon), .id(ID<Tenant>(talk) ?? .none)]
    let found = try await school.homeroom.ledger.holders(of: MessagesTables.conversation, key, in: rimon)
    return Set(found.map(\.text))
  }

  /// When a conversation was last said to be different.
  func said(_ talk: String) async throws -> Int64 {
    let key: [Value] = [.id(rimon), .id(ID<Tenant>(talk) ?? .none)]
    return try #require(try await school.homeroom.ledger.said(MessagesTables.conversation, key, in: rimon))
  }

  /// What a letter's links, and whoever runs the server, may have chosen for Nadia.
  func choose() async throws {
    let (ledger, nadia) = (school.homeroom.ledger, nadia)
    try await ledger.write(CommandEnvelope(ledger.world.id(), "test.choose", school: rimon, by: nadia)) { tx in
      try tx.put(
        NotificationsTables.preference,
        NoticePreferenceRow(
          account: nadia,
          preferences: NoticePreferences(digestAt: 420, quiet: nil, restsOnWeekends: true, leads: [60]), refused: nil,
          updatedAt: tx.now))
      try tx.put(NotificationsTables.mute, NoticeMute(account: nadia, subject: ledger.world.id()))
      try tx.put(
        CalendarTables.feed.schema,
        [
          .id(tx.school), .id(ledger.world.id(Tenant.self)), .id(nadia), .text("person"), .id(nadia), .bytes([1, 2]),
          .instant(tx.now), .instant(tx.now),
        ])
      return ""
    }
  }

  /// The office makes a slip for Nadia, and somebody who has an account uses it.
  func takeOver(as identifier: String) async throws -> TestBrowser {
    let dana = try await school.signedIn("dana@rimon.example")
    let made = try await dana.post(
      "/api/v1/members/access", [("account", nadia.text), ("days", "7")], accept: "application/json")
    guard case .list(let slips)? = try made.json()["slips"], case .text(let code)? = slips.first?["code"] else {
      throw Refusal.notFound
    }
    let browser = try await school.signedIn(identifier)
    #expect(try await browser.post("/join", [("code", code)]).status == 303)
    try await school.runFollowers()
    return browser
  }

  /// What she made as the teacher she once was: a note beside a lesson, and a question with its key.
  func work() async throws {
    let (ledger, nadia) = (school.homeroom.ledger, nadia)
    try await ledger.write(CommandEnvelope(ledger.world.id(), "test.work", school: rimon, by: nadia)) { tx in
      let lesson = try #require(
        try tx.first("SELECT id, course FROM lesson WHERE school = $1 LIMIT 1", [.id(tx.school)]) { row in
          (id: row.id(0, CourseItem.self), course: row.id(1, Course.self))
        })
      try tx.put(
        LessonsTables.note,
        LessonNote(lesson: lesson.id, account: nadia, text: "Ask Leila.", updatedAt: tx.now))
      let question = Question(
        id: ledger.world.id(), course: lesson.course, quiz: nil, author: nadia, version: 1, updatedAt: tx.now)
      try QuizzesStore(tx: tx).put(question, line: "2 + 2?")
      try QuestionsStore(tx: tx).put(QuestionContent(.essay, "2 + 2?"), version: 1, of: question, by: nadia)
      return ""
    }
  }

  func count(_ table: String, _ column: String = "account", of identifier: String) async throws -> Int {
    let account = try #require(ID<Account>(try await id(of: identifier)))
    return try await school.homeroom.ledger.read { tx in
      try tx.count("SELECT count(*) FROM \"\(table)\" WHERE \"\(column)\" = $1", [.id(account)])
    }
  }

  /// The tables with rows that lie where an account alone looks.
  func seenOnlyBy(_ account: ID<Account>) async throws -> [Int] {
    let bucket = Bucket.person(account)
    return try await school.homeroom.ledger.read { tx in
      try tx.rows(
        "SELECT DISTINCT tbl FROM \(changeIndex) WHERE kind = $1 AND bucket = $2 AND op = 1",
        [.text(bucket.kind.letter), .id(bucket.id)]
      ) { $0.int(0) }
    }
  }

  /// The tables that still name an account; what is history may.
  func rows(of account: ID<Account>) async throws -> [String] {
    let history: Set = ["journal", "member", "receipt", "job", "invite"]
    let ledger = school.homeroom.ledger
    return try await ledger.read { tx in
      let tables = ledger.tenantTables.filter { $0.columns.contains { $0.name == "account" } }.map(\.name)
      return try (tables + ["session", "token", "push_device"]).filter { table in
        try !history.contains(table) && tx.exists("SELECT 1 FROM \"\(table)\" WHERE account = $1", [.id(account)])
      }
    }
  }
}
