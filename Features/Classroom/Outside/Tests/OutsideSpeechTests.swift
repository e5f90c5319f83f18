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

@Suite struct `A recording` {
  @Test(arguments: Dialect.allCases)
  func `is written down into the editor, below what was there, and the person saves it`(_ dialect: Dialect) async throws
  {
    let school = try await OutsideSchool.open(dialect)
    try await school.allow(.voice, .services)
    try await school.turn(.speech)
    let file = try await school.record([school.tomer])
    let path = OutsidePaths.transcript(file, of: school.pouring)
    #expect(try await school.shown(ObservationsPaths.observation(school.pouring), as: .noa).contains(path))
    school.speech.say("I poured it all by myself.")
    let page = try await school.asked(path)
    #expect(page.contains("Sang.\n\nI poured it all by myself."))
    #expect(page.contains(TestWords.of(.en)("outside.answered.transcript")))
    #expect(page.contains("value=\"\(school.tomer.text)\""), "its children stay chosen")
    let sent = try #require(school.speech.asked.last)
    #expect(sent.head.lowercased().contains("content-type: multipart/form-data; boundary="))
    #expect(sent.text.contains("name=\"model\"\r\n\r\na-model") && sent.text.contains("filename=\"sound."))
    #expect(!sent.text.contains("Tomer"), "not by the name of the file either")
    #expect(sent.body.count > soundOfSilence.count)
    let noted = try #require(try await school.requests().last)
    #expect(noted.use == .transcript && noted.outcome == .answered && noted.student == school.tomer)
    let stays = try await school.ledger.read { [one = school.pouring, place = school.school] in
      try ObservationsStore(tx: $0).observation(one, in: place)?.text
    }
    #expect(stays == "Sang.")
  }

  @Test func `stays as it is when the service does not answer, and says so`() async throws {
    let school = try await OutsideSchool.open(seconds: 1)
    try await school.allow(.voice, .services)
    try await school.turn(.speech)
    let path = OutsidePaths.transcript(try await school.record([school.tomer]), of: school.pouring)
    let ways: [(FakeService.Way, OutsideOutcome)] = [
      (.answer(status: 500, []), .refused), (.answer(status: 200, Array("{}".utf8)), .malformed), (.silence, .timedOut),
    ]
    for (way, outcome) in ways {
      school.speech.say(way)
      let page = try await school.asked(path)
      #expect(page.contains(TestWords.of(.en)("outside.failed." + outcome.rawValue)), "\(outcome)")
      #expect(page.contains(TestWords.of(.en)("outside.stays.transcript")) && page.contains("<audio"))
      #expect(try await school.requests().first?.outcome == outcome)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `goes nowhere without all who are on it, and by nobody else's hand`(_ dialect: Dialect) async throws {
    let school = try await OutsideSchool.open(dialect)
    let both = [school.tomer, school.maya]
    school.speech.say("Said.")
    try await school.allow(.voice, of: both)
    let path = OutsidePaths.transcript(try await school.record(both), of: school.pouring)
    #expect(try await school.refused { _ = try await school.send(.post, path, as: .noa) } == .notFound)
    try await school.turn(.speech)
    try await school.allow(.services)
    let lacking = try await school.refused { _ = try await school.send(.post, path, as: .noa) }
    #expect(lacking == .conflict(Phrase("outside.no-consent")), "Maya's family has not said yes")
    #expect(try await !school.shown(ObservationsPaths.observation(school.pouring), as: .noa).contains("/transcript"))
    try await school.allow(.services, of: both)
    for person in [OutsideSchool.Person.omar, .leila] {
      #expect(try await school.refused { _ = try await school.send(.post, path, as: person) } == .notFound)
    }
    let other = OutsidePaths.transcript(OutsideSchool.id(999), of: school.pouring)
    #expect(try await school.refused { _ = try await school.send(.post, other, as: .noa) } == .notFound)
    #expect(school.speech.asked.isEmpty)
  }

  @Test func `with others on it, or larger than is taken, is kept and goes nowhere`() throws {
    let caller = Caller(account: .none, school: .none, role: .teacher)
    let now = Instant(milliseconds: 0)
    func refusal(_ size: Int64, _ isOnly: Bool?, isHidden: Bool = false) -> Refusal? {
      let file = ObservationFile(
        id: .none, observation: .none, kind: .sound, name: "", type: "audio/mpeg", size: size, children: [],
        isOnlyThese: isOnly, isHidden: isHidden, by: .none, at: now)
      do {
        _ = try AskForTranscript(observation: .none, file: .none).permit(
          for: caller, mayEdit: true, known: file, leave: OutsideLeave(isOn: true, isAllowed: true), now: now)
        return nil
      } catch { return error }
    }
    #expect(refusal(25_000_000, true) == nil)
    #expect(refusal(25_000_001, true) == .conflict(Phrase("outside.sound-large", .count(25))))
    #expect(refusal(1000, false) == .conflict(Phrase("outside.others-on-it")))
    #expect(refusal(1000, true, isHidden: true) == .notFound)
  }
}
