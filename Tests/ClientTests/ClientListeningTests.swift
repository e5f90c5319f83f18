import Base
import Core
import Database
import HomeroomTesting
import Router
import Testing

@testable import HomeroomClient

@Suite(.timeLimit(.minutes(1))) struct `A line that a client listens on` {
  @Test(arguments: [1, 2, 7, 1000])
  func `is read in pieces of any size`(_ size: Int) throws {
    let said = Array(
      "retry: 2000\n: hello\n\nevent: rows\ndata: AA==\n\nid: 7\r\nevent:html\r\ndata: a\r\ndata:  b\r\n\r\nevent: bye\n"
        .utf8)
    var (events, heard) = (LineEvents(), [LineEvents.Event]())
    for start in stride(from: 0, to: said.count, by: size) {
      heard += try events.take(Array(said[start..<min(start + size, said.count)]))
    }
    #expect(heard == [.init(name: "rows", data: "AA=="), .init(name: "html", data: "a\n b")], "one has not ended")
  }

  @Test func `says nothing without end`() throws {
    var events = LineEvents()
    let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
    #expect(throws: ClientError.unreadable) {
      for _ in 0...17 { _ = try events.take(piece) }
    }
  }

  @Test func `has the device look when there is more than it brings, and says when to come back`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let phone = try await Phone.signedIn(school)
    let other = try await Phone.signedIn(school, seed: 2)
    let child = try await other.child()
    let account = try #require(await phone.client.session?.identity.account)
    let listening = Task { try await phone.client.listen() }
    try await phone.line.say("reader", account.text)
    try await other.report("Listened", of: child)
    try await other.client.sync()
    try await phone.line.say("refresh", "4")
    try await phone.line.say("bye", "999999999")
    #expect(try await listening.value == 60_000, "no server has a device away for longer")
    let again = Task { try await phone.client.listen() }
    try await phone.line.say("bye", "-1")
    #expect(try await again.value == 1000, "nor has it do nothing but come back")
    #expect(try await phone.client.page("/students/\(child)/absences").contains("Listened"))
  }

  @Test(arguments: [
    ("reader", "01890000-0000-7000-8000-000000000001", ClientError.somebodyElse),
    ("rows", "no letters of 64", .unreadable),
    ("rows", "AAAA", .unreadable),
  ])
  func `is left when it says what it must not`(_ event: String, _ data: String, _ why: ClientError) async throws {
    let phone = try await Phone.signedIn(try await TestSchool.open(.sqlite))
    let listening = Task { try await phone.client.listen() }
    try await phone.line.say(event, data)
    await #expect(throws: why) { try await listening.value }
    #expect(try await phone.client.page("/messages").contains("<main"), "what is here stays")
  }

  @Test func `is none without a server`() async throws {
    let phone = try await Phone.signedIn(try await TestSchool.open(.sqlite))
    phone.line.cut()
    await #expect(throws: ClientError.noLine) { try await phone.client.listen() }
  }
}
