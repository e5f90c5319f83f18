import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing

@testable import Classroom
@testable import ClassroomServer

@Suite struct `Services outside` {
  @Test(arguments: Dialect.allCases)
  func `word a draft anew, without ever hearing a name, and keep nothing`(_ dialect: Dialect) async throws {
    let school = try await OutsideSchool.open(dialect)
    try await school.turn(.text)
    try await school.allow(.services)
    #expect(try await school.shown(school.summary, as: .noa).contains(school.summary + "/outside"))
    school.text.say("Dear family, [P1] poured water with care.")
    let page = try await school.asked(school.summary + "/outside")
    #expect(page.contains("Dear family, Tomer poured water with care."))
    #expect(page.contains(TestWords.of(.en)("outside.answered.summary")))
    #expect(try await school.text() == OutsideSchool.written, "it is kept when somebody saves it")
    let sent = try #require(school.text.asked.last)
    for name in ["Tomer", "Azulay", "Noa", "Peretz", "Maya", "Ben", "Leila", "Yael", "Rana", "Omar", "Dana", "Rimon"] {
      #expect(!sent.text.contains(name), "\(name) left the house")
    }
    #expect(sent.text.contains("poured water") && sent.text.contains("a-model"))
    #expect(sent.head.contains("Authorization: Bearer " + OutsideSchool.key))
    let noted = try #require(try await school.requests().last)
    #expect(noted.student == school.tomer && noted.by == school.account(.noa) && noted.use == .summary)
    #expect(noted.outcome == .answered && noted.size == sent.body.count)
    let entry = try #require(try await school.journal(1).last)
    #expect(entry.command == AskForSummary.name && entry.rows.hasPrefix("outside_request "))
    #expect(entry.detail?.contains("poured") == false && entry.detail?.contains("answered") == true)
  }

  @Test func `fall back to the text that stands there, whatever goes wrong, and say so`() async throws {
    let school = try await OutsideSchool.open(seconds: 1)
    try await school.turn(.text)
    try await school.allow(.services)
    let long = JSON.text(String(repeating: "a", count: OutsideLimits.answer)).bytes
    let ways: [(FakeService.Way, OutsideOutcome)] = [
      (.answer(status: 500, Array("no".utf8)), .refused), (.answer(status: 302, []), .refused),
      (.answer(status: 200, long), .large), (.answer(status: 200, Array("no JSON".utf8)), .malformed),
      (.answer(status: 200, Array("{\"choices\":[]}".utf8)), .malformed),
      (.answer(status: 200, Array(repeating: 0x5B, count: 4000)), .malformed), (.silence, .timedOut),
    ]
    for (way, outcome) in ways {
      school.text.say(way)
      let page = try await school.asked(school.summary + "/outside")
      #expect(page.contains(OutsideSchool.written), "\(outcome)")
      #expect(page.contains(TestWords.of(.en)("outside.failed." + outcome.rawValue)), "\(outcome)")
      #expect(page.contains(TestWords.of(.en)("outside.stays.summary")))
      #expect(try await school.requests().first?.outcome == outcome)
    }
    school.text.say("[P99] poured.")
    #expect(try await school.asked(school.summary + "/outside").contains(OutsideSchool.written))
    #expect(try await school.requests().first?.outcome == .malformed, "nobody knows of whom it speaks")
    #expect(try await school.text() == OutsideSchool.written)
  }

  @Test func `are not set up unless the operator has done it`() async throws {
    let school = try await OutsideSchool.open(isSetUp: false)
    #expect(
      await school.refusal(.post, OutsidePaths.settings, Form(["text": "1"]), as: .dana)
        == .conflict(Phrase("outside.not-offered")))
    #expect(
      try await school.shown(OutsidePaths.settings, as: .dana).contains(TestWords.of(.en)("outside.none-offered")))
    // As where he has taken it away again.
    try await school.write { tx in
      guard var row = try SchoolsStore(tx: tx).school(tx.school) else { return }
      row.outside = [.text]
      let caller = Caller(account: school.account(.dana), school: tx.school, role: .owner)
      let permit = try SetOutsideServices(kinds: [.text]).permit(
        for: caller, school: row, offered: [.text], now: tx.now)
      _ = try SchoolsStore(tx: tx).save(permit, of: row)
    }
    try await school.allow(.services)
    let page = try await school.asked(school.summary + "/outside")
    #expect(page.contains(OutsideSchool.written) && page.contains(TestWords.of(.en)("outside.failed.missing")))
    #expect(school.text.asked.isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `hear nothing where the school or the family has not said yes`(_ dialect: Dialect) async throws {
    let school = try await OutsideSchool.open(dialect)
    let (draft, insights) = (school.summary + "/outside", school.insights + "/outside")
    school.text.say("[P1].")
    try await school.allow(.services)
    for path in [draft, insights] {
      #expect(try await school.refused { _ = try await school.send(.post, path, as: .noa) } == .notFound)
    }
    try await school.turn(.text)
    try await school.allow(.services, isAllowed: false)
    for path in [draft, insights] {
      let refusal = try await school.refused { _ = try await school.send(.post, path, as: .noa) }
      #expect(refusal == .conflict(Phrase("outside.no-consent")))
    }
    #expect(try await !school.shown(school.summary, as: .noa).contains("/outside"))
    #expect(try await !school.shown(school.insights, as: .noa).contains("/outside"))
    try await school.allow(.services)
    for person in [OutsideSchool.Person.omar, .leila, .rana] {
      for path in [draft, insights] {
        #expect(try await school.refused { _ = try await school.send(.post, path, as: person) } == .notFound)
      }
    }
    #expect(school.text.asked.isEmpty)
  }

  @Test func `explain what the rules propose, which stands below as before`() async throws {
    let school = try await OutsideSchool.open()
    try await school.turn(.text)
    try await school.allow(.services)
    school.text.say("Begin with a quiet hour for [P1].")
    let page = try await school.asked(school.insights + "/outside")
    #expect(page.contains("Begin with a quiet hour for Tomer."))
    #expect(page.contains(TestWords.of(.en)("insights.title.observe")))
    school.text.say(.answer(status: 503, []))
    let fallen = try await school.asked(school.insights + "/outside")
    #expect(fallen.contains(TestWords.of(.en)("outside.stays.insights")))
    #expect(fallen.contains(TestWords.of(.en)("insights.title.observe")))
    #expect(try await school.requests().map { $0.use } == [.insights, .insights])
  }

  @Test func `are asked once for one sending`() async throws {
    let school = try await OutsideSchool.open()
    try await school.turn(.text)
    try await school.allow(.services)
    school.text.say("[P1] poured.")
    let key: ID<IdempotencyKey> = school.ledger.world.id()
    try await school.send(.post, school.summary + "/outside", as: .noa, idempotencyKey: key)
    let again = try await school.send(.post, school.summary + "/outside", as: .noa, idempotencyKey: key)
    #expect(again.path == school.summary)
    #expect(school.text.asked.count == 1)
    #expect(try await school.requests().count == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `are switched by the office alone, which reads what was asked and never the key`(_ dialect: Dialect) async throws
  {
    let school = try await OutsideSchool.open(dialect)
    for person in [OutsideSchool.Person.noa, .leila] {
      #expect(await school.refusal(.post, OutsidePaths.settings, Form(["text": "1"]), as: person) == .notFound)
      #expect(await school.refusal(.get, OutsidePaths.settings, as: person) == .notFound)
    }
    try await school.turn(.text, .speech)
    try await school.allow(.services)
    school.text.say("[P1] poured.")
    let answer = try await school.asked(school.summary + "/outside")
    let page = try await school.shown(OutsidePaths.settings, as: .dana)
    #expect(page.contains("Tomer Azulay") && page.contains("Noa Peretz") && page.contains("127.0.0.1"))
    let json = try await school.json(OutsidePaths.settings, as: .dana).string
    let editor = try await school.shown(school.summary, as: .noa)
    for shown in [page, answer, json, editor] {
      #expect(!shown.contains(OutsideSchool.key) && !shown.contains(":\(school.text.port)"))
    }
    let stale = Form(["version": "1"])
    #expect(await school.refusal(.post, OutsidePaths.settings, stale, as: .dana) == .stale)
    try await school.turn()
    let off = try await school.refused { _ = try await school.send(.post, school.summary + "/outside", as: .noa) }
    #expect(off == .notFound)
  }
}
