import App
import Base
import Classroom
import Database
import HomeroomTesting
import Ledger
import People
import School
import Testing

/// A server whose operator has set up a text service, and the demo's Montessori school.
@Suite(.timeLimit(.minutes(15))) struct `A service outside` {
  private static let key = "sk-never-to-be-seen-0123456789"

  @Test func `words a summary of the demo's child anew, hears no name, and its key is on no page`() async throws {
    let service = try FakeService()
    let school = try await TestSchool.open(
      .sqlite,
      flags: [
        "chat-url": "http://127.0.0.1:\(service.port)/v1/chat/completions", "chat-model": "a-model",
        "chat-key": Self.key,
        // the service answers at once, and a busy machine later
        "outside-seconds": "120",
      ])
    defer { school.homeroom.close() }
    let ledger = school.homeroom.ledger
    let (hill, children) = try await ledger.read { tx in
      let hill = try #require(try SchoolsStore(tx: tx).all().first { $0.kind == .montessori }).id
      let children = try tx.rows("SELECT id, given, family FROM student WHERE school = $1 ORDER BY id", [.id(hill)]) {
        (id: $0.id(0, Student.self), given: $0.text(1), family: $0.text(2))
      }
      return (hill, children)
    }
    let child = try #require(children.first)
    try await ledger.write(CommandEnvelope(ledger.world.id(), "consents.answer", school: hill, by: nil)) { tx in
      try tx.put(
        ConsentsTables.state, ConsentState(student: child.id, scope: .services, isAllowed: true, since: tx.now))
      return ""
    }
    let grace = try await school.signedIn("grace@hill.example")
    #expect(try await grace.post("/settings/outside", [("text", "1")]).status == 303)
    let begun = try await grace.post(
      "/students/\(child.id.text)/summaries",
      [("period", "custom"), ("from", "2025-12-01"), ("until", "2026-03-10"), ("language", "en")])
    let draft = try #require(begun.header("location"))
    service.say("Dear family of [P1].")
    let answer = try await grace.post(draft + "/outside")
    #expect(answer.status == 200 && answer.text.contains("Dear family of "))
    let asked = try #require(service.asked.last)
    #expect(asked.head.hasPrefix("POST /v1/chat/completions ") && asked.head.contains("Bearer " + Self.key))
    let said = Set(asked.text.split { !$0.isLetter }.map { String($0) })
    for one in children { #expect(!said.contains(one.given) && !said.contains(one.family), "\(one.given)") }
    let settings = try await grace.get("/settings/outside")
    #expect(settings.status == 200 && settings.text.contains("127.0.0.1"))
    for page in [answer, settings, try await grace.get(draft), try await grace.get("/settings/journal")] {
      #expect(!page.text.contains(Self.key))
    }
    let journal = try await grace.get("/settings/journal")
    #expect(journal.text.contains("An outside service was asked"))
  }
}
