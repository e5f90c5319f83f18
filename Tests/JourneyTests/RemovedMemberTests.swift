import App
import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import NIOCore
import Router
import School
import Testing

@testable import Web

/// Somebody who is removed hears nothing more of a talk that is open.
@Suite struct `A talk that is open when its reader is removed` {
  @Test(arguments: Dialect.allCases)
  func `ends with the removal, before anything that is said after it`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let (dana, leila, omar) = (
      try await school.signedIn("dana@rimon.example"), try await school.signedIn("leila@rimon.example"),
      try await school.signedIn("omar@rimon.example")
    )
    let people = try await leila.get("/api/v1/messages/new", accept: "application/json").json()["people"]
    guard case .list(let names)? = people,
      case .text(let with)? = names.first(where: { $0["name"] == .text("Omar Haddad") })?["account"]
    else { throw Refusal.notFound }
    let begun = try await leila.post("/api/v1/messages", [("with", with)], accept: "application/json").json()
    guard case .text(let talk)? = begun["id"] else { throw Refusal.notFound }
    try await school.runFollowers()

    let (live, ledger) = (school.homeroom.server.live, school.homeroom.ledger)
    let caller = try await school.caller("leila@rimon.example")
    let head = try await ledger.read { try $0.head(of: caller.school) }
    let identity = Identity(
      account: caller.account, credential: .session, session: .none, name: "Leila", language: .en, look: nil,
      school: .init(
        id: caller.school, name: "Rimon", role: .guardian, kind: "k12", zone: "UTC", language: .en, look: Appearance(),
        head: head),
      schools: [], unread: 0, csrf: "")
    let scene = Scene(words: TestWords.of(.en), zone: .utc, now: ledger.world.now())
    let (key, line) = try await live.open(
      topics: ["talk/" + talk], identity: identity, caller: caller, scene: scene, last: nil,
      again: { identity }, cut: {})
    var changes = ledger.changes().makeAsyncIterator()
    #expect(try await omar.say("Before", in: talk) == 201)
    try await hand(&changes, to: live, through: "messages.send")
    #expect(line.take().contains { String(buffer: $0).contains("Before") })
    #expect(try await dana.post("/members/\(caller.account.text)/remove").status == 303)
    try await hand(&changes, to: live, through: "members.remove")
    #expect(school.homeroom.server.metrics.text.contains("homeroom_live_lines 0\n"), "the removal itself ends it")
    if try await omar.say("After", in: talk) == 201 { try await hand(&changes, to: live, through: "messages.send") }
    live.close(key)  // so that this ends where the line has not
    let rest = line.take().map { String(buffer: $0) }
    #expect(rest.contains { $0.contains("event: gone\n") } && !rest.contains { $0.contains("After") })
  }
}

/// What was committed, one after the other, through the first of this name: nothing here waits for a clock.
private func hand(
  _ changes: inout AsyncStream<Change>.Iterator, to live: Live, through command: String
) async throws {
  while let change = await changes.next() {
    await live.deliver(change)
    if change.command == command { return }
  }
  throw Refusal.notFound
}

extension TestBrowser {
  fileprivate func say(_ text: String, in talk: String) async throws -> Int {
    try await post("/api/v1/messages/" + talk, [("text", text)], accept: "application/json").status
  }
}

extension TestSchool {
  /// A guardian of the first school.
  fileprivate func caller(_ email: String) async throws -> Caller {
    try await homeroom.ledger.read { tx in
      let found = try tx.first(
        """
        SELECT m.account, m.school FROM membership m JOIN account a ON a.id = m.account
        JOIN school s ON s.id = m.school WHERE a.email = $1 AND s.name = 'Rimon School'
        """, [.text(email)]
      ) { Caller(account: $0.id(0), school: $0.id(1), role: .guardian) }
      guard let found else { throw Refusal.notFound }
      return found
    }
  }
}
