import App
import Base
import Database
import HomeroomTesting
import Ledger
import People
import PeopleServer
import School
import Testing

@testable import Talk

/// What is more than fits is on a further page, and never left out in silence.
@Suite struct `More than fits` {
  @Test func `a search in a conversation goes on where its page ends`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let leila = try await school.signedIn("leila@rimon.example")
    let talk = try await leila.talk(with: "Omar Haddad")
    let (id, count) = (try #require(ID<Conversation>(talk)), MessagesService.messagesPerPage + 3)
    try await school.fill(id, count) { "Lunch \($0)" }
    var (path, seen) = ("/messages/\(talk)?q=lunch", [String]())
    let first = try await leila.browser.get(path).text
    #expect(first.contains("older=") && first.contains("rel=\"next\""))
    for _ in 0..<2 {
      let page = try await leila.get(path)
      seen += page["found"]?.items.compactMap { $0.string("text") } ?? []
      guard let older = page["older"]?.whole else { break }
      path = "/messages/\(talk)?q=lunch&older=\(older)"
    }
    #expect(seen == (1...count).reversed().map { "Lunch \($0)" })
    #expect(try await !leila.browser.get(path).text.contains("rel=\"next\""))
  }

  @Test func `the office reads on in somebody's conversations, and is told of more names`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let dana = try await school.signedIn("dana@rimon.example")
    let count = MessagesService.messagesPerPage + 3
    let crowd = try await school.crowd(count, named: "Zeta", talkingWith: "omar@rimon.example")
    let page = try await dana.get("/messages/oversight?q=Omar%20Haddad")
    let more = try #require(page["more"]?.items.first)
    let (of, from) = (try #require(more.string("of")), try #require(more.string("from")))
    #expect(try await dana.browser.get("/messages/oversight?q=Omar%20Haddad").text.contains("from=" + from))
    let rest = try await dana.get("/messages/oversight?q=Omar%20Haddad&of=\(of)&from=\(from)")
    #expect(rest["more"]?.items.isEmpty == true)
    let all = [page, rest].flatMap { $0["conversations"]?.items.compactMap { $0.string("id") } ?? [] }
    #expect(Set(all).count == all.count && Set(all).isSuperset(of: crowd.map(\.text)))
    let many = try await dana.get("/messages/oversight?q=Zeta")
    #expect(many["morePeople"] == .flag(true))
    #expect(try await dana.browser.get("/messages/oversight?q=Zeta").text.contains("There are more."))
    #expect(try await dana.get("/messages/oversight?q=Omar%20Haddad")["morePeople"] == .flag(false))
  }

  @Test func `one's own list goes on where its page ends`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let omar = try await school.signedIn("omar@rimon.example")
    let crowd = try await school.crowd(
      2 * MessagesService.pageSize + 3, named: "Zeta", talkingWith: "omar@rimon.example")
    var (path, seen, pages): (String?, [String], Int) = ("/api/v1/messages", [], 0)
    while let at = path, pages < 9 {
      let reply = try await omar.browser.get(at, accept: "application/json")
      seen += try reply.json()["conversations"]?.items.compactMap { $0.string("id") } ?? []
      pages += 1
      path = reply.header("Link")?.split(separator: ">").first.map { String($0.dropFirst()) }
    }
    #expect(Set(seen).count == seen.count && Set(seen).isSuperset(of: crowd.map(\.text)))
    #expect(pages == (seen.count + MessagesService.pageSize - 1) / MessagesService.pageSize)
  }

  @Test func `beside a conversation stands the first part of the list, however many there are`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let omar = try await school.signedIn("omar@rimon.example")
    let talk = try await omar.talk(with: "ليلى خوري")
    _ = try await school.crowd(MessagesService.pageSize + 3, named: "Zeta", talkingWith: "omar@rimon.example")
    let html = try await omar.browser.get("/messages/" + talk).text
    #expect(html.split(separator: "class=\"talk-row__at\"").count == MessagesService.pageSize + 1)
    #expect(html.contains("id=\"talks-beside\"") && html.contains("href=\"/messages\""))
    #expect(try await !omar.browser.get("/messages/\(talk)/people").text.contains("talks-beside"))
  }

  @Test func `nothing said yet is said in a line, and who may not write is not seen typing`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let (dana, maya) = (try await school.signedIn("dana@rimon.example"), try await school.signedIn("maya"))
    #expect(try await dana.post("/messages/policy", [("studentsTalk", "on")]).status == 200)
    let talk = try await maya.talk(with: "يوسف ناصر")
    #expect(try await maya.browser.get("/messages/" + talk).text.contains("class=\"talk__nothing"))
    #expect(try await maya.post("/messages/\(talk)/typing").status == 200)
    try await maya.say("Hi", in: talk)
    #expect(try await !maya.browser.get("/messages/" + talk).text.contains("class=\"talk__nothing"))
    #expect(try await dana.post("/messages/policy", [("studentsTalk", "off")]).status == 200)
    school.school.clock.advance(seconds: 2)
    #expect(try await maya.post("/messages/\(talk)/typing").status == 403)
  }
}

extension MessagesSchool {
  private func school(_ tx: Transaction) throws -> ID<Tenant> {
    try tx.first("SELECT id FROM school WHERE name = 'Rimon School'") { $0.id(0) } ?? .none
  }

  /// So many messages of one talk, past the rules.
  func fill(_ talk: ID<Conversation>, _ count: Int, _ text: @escaping @Sendable (Int) -> String)
    async throws
  {
    let ledger = school.homeroom.ledger
    let place = try await ledger.read { try school($0) }
    try await ledger.upkeep(school: place) { tx in
      let known: (last: Int, by: ID<Account>)? = try tx.first(
        "SELECT last, \"createdBy\" FROM conversation WHERE id = $1", [.id(talk)]
      ) { ($0.int(0), $0.id(1)) }
      let (last, sender) = (known?.last ?? 0, known?.by ?? .none)
      for number in 1...count {
        try tx.execute(
          """
          INSERT INTO message (school, id, conversation, number, sender, text, find, at)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
          """,
          [
            .id(place), .id(ledger.world.id(Message.self)), .id(talk), .int(last + number), .id(sender),
            .text(text(number)),
            .text(Student.fold(text(number))), .instant(tx.now),
          ])
      }
      try tx.execute("UPDATE conversation SET last = $2 WHERE id = $1", [.id(talk), .int(last + count)])
    }
  }

  /// So many guardians, each with a talk with one person of the demo.
  fileprivate func crowd(_ count: Int, named name: String, talkingWith email: String) async throws -> [ID<Conversation>]
  {
    let ledger = school.homeroom.ledger
    let place = try await ledger.read { try school($0) }
    let ids = (0..<count).map { _ in ledger.world.id(Conversation.self) }
    try await ledger.upkeep(school: place) { tx in
      let omar: ID<Account> =
        try tx.first("SELECT id FROM account WHERE email = $1", [.text(email)]) { $0.id(0) } ?? .none
      for (number, talk) in ids.enumerated() {
        let other: ID<Account> = ledger.world.id()
        try AccountsStore.insert(
          AccountRecord(id: other, email: "z\(number)@crowd.example", name: "\(name) \(number)", createdAt: tx.now), tx)
        try MembersStore(tx: tx).insert(Membership(school: place, account: other, role: .guardian, joinedAt: tx.now))
        try tx.execute(
          """
          INSERT INTO conversation (school, id, kind, title, pair, last, "lastAt", preview, "createdBy", "createdAt")
          VALUES ($1, $2, 'direct', '', $3, 1, $4, 'x', $5, $4)
          """, [.id(place), .id(talk), .text("crowd-\(number)"), .instant(tx.now), .id(omar)])
        for account in [omar, other] {
          try tx.execute(
            """
            INSERT INTO talker (school, conversation, account, read, since, muted, guest, "joinedAt")
            VALUES ($1, $2, $3, 0, 0, $4, $4, $5)
            """, [.id(place), .id(talk), .id(account), .flag(false), .instant(tx.now)])
          try tx.grant(account, .conversation(talk))
        }
      }
    }
    return ids
  }
}
