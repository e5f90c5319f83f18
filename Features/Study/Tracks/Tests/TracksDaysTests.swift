import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Testing

@testable import Study
@testable import StudyServer

@Suite struct `The days of a track` {
  @Test(arguments: Dialect.allCases)
  func `are refused to a cycle without texts, and to readers`(_ dialect: Dialect) async throws {
    let school = try await TracksSchool.open(dialect)
    try await school.make()
    #expect(try await school.refused { try await school.setCycle() } == .conflict(Phrase("tracks.cycle-empty")))
    #expect(try await school.shown(TracksPaths.cycle(school.track), as: .dana).contains("at least one text"))
    try await school.add("a")
    #expect(
      try await school.refused { try await school.setCycle(as: .maya) } == .notAllowed(Phrase("tracks.keepers-only")))
    #expect(
      try await school.refused { try await school.setCycle(first: "2") }
        == .invalid("first", Phrase("form.integer", .count(1), .count(1))))
    #expect(
      try await school.refused { try await school.setCycle(perDay: 21) }
        == .invalid("perDay", Phrase("form.integer", .count(1), .count(20))))
    #expect(
      try await school.refused { try await school.setCycle(skips: "yesterday") }
        == .invalid("skips", Phrase("tracks.days-wrong")))
    #expect(
      try await school.refused { try await school.setCycle(from: school.today.plus(days: 401)) }
        == .invalid("from", Phrase("tracks.from-far", .count(400))))
  }

  @Test(arguments: Dialect.allCases)
  func `change from a day on, and those before stay`(_ dialect: Dialect) async throws {
    let school = try await TracksSchool.open(dialect)
    try await school.make()
    try await school.add("a b c d e")
    try await school.setCycle(from: school.today.plus(days: -2))
    #expect(try await school.days(6, from: school.today.plus(days: -2)) == "a b c d e a")
    let past = try await school.refused { try await school.setCycle(from: school.today.plus(days: -1)) }
    #expect(past == .invalid("from", Phrase("tracks.from-past")))
    try await school.setCycle(from: school.today.plus(days: 1), perDay: 2)
    #expect(try await school.days(6, from: school.today.plus(days: -2)) == "a b c d,e a,b c,d")
    try await school.setCycle(from: school.today.plus(days: 2), first: "5")
    #expect(try await school.days(6, from: school.today.plus(days: -2)) == "a b c d,e e a")
  }

  @Test(arguments: Dialect.allCases)
  func `that were written by hand win, and are given back`(_ dialect: Dialect) async throws {
    let school = try await TracksSchool.open(dialect)
    try await school.make()
    try await school.add("a b c d")
    try await school.setCycle()
    let path = TracksPaths.cycleDay(school.track, school.today.plus(days: 1))
    #expect(
      await school.refusal(.post, path, Form(["texts": "4"]), as: .maya) == .notAllowed(Phrase("tracks.keepers-only")))
    try await school.send(.post, path, Form(["texts": "4 1"]), as: .dana)
    #expect(try await school.days(4) == "a d,a c d")
    try await school.setCycle(perDay: 2)
    #expect(try await school.days(3) == "a,b d,a a,b")
    #expect(try await school.shown(path, as: .dana).contains("value=\"4 1\""))
    try await school.send(.post, path, Form(["cycle": "on"]), as: .dana)
    #expect(try await school.days(3) == "a,b c,d a,b")
    try await school.send(.post, path, Form(["texts": ""]), as: .dana)
    #expect(try await school.days(3) == "a,b - a,b")
  }

  @Test(arguments: Dialect.allCases)
  func `by hand are refused when they have passed, or hold what is not there`(_ dialect: Dialect) async throws {
    let school = try await TracksSchool.open(dialect)
    try await school.make()
    try await school.add("a b")
    func refused(_ place: Int, _ texts: String) async throws -> Refusal? {
      try await school.refused {
        let path = TracksPaths.cycleDay(school.track, school.today.plus(days: place))
        try await school.send(.post, path, Form(["texts": texts]), as: .dana)
      }
    }
    #expect(try await refused(-1, "1") == .conflict(Phrase("tracks.day-past")))
    #expect(try await refused(401, "1") == .conflict(Phrase("tracks.day-far", .count(400))))
    #expect(try await refused(0, "3") == .invalid("texts", Phrase("tracks.numbers-range", .count(2))))
    #expect(try await refused(0, "1 1") == .invalid("texts", Phrase("tracks.numbers-twice")))
    #expect(try await refused(0, "one") == .invalid("texts", Phrase("tracks.numbers-wrong")))
  }

  @Test(arguments: Dialect.allCases)
  func `from tomorrow on follow the texts, and today stays`(_ dialect: Dialect) async throws {
    let school = try await TracksSchool.open(dialect)
    try await school.make()
    try await school.add("a b c")
    try await school.setCycle(end: "stop")
    #expect(try await school.days(5) == "a b c - -")
    try await school.add("d")
    #expect(try await school.days(5) == "a b c d -")
    try await school.send(.post, TracksPaths.removal(school.track, school.item("a")), as: .dana)
    #expect(try await school.days(5) == "a b c d -")
    try await school.send(.post, TracksPaths.removal(school.track, school.item("b")), as: .dana)
    #expect(try await school.days(5) == "a c d - -")
    let page = try await school.shown(TracksPaths.cycle(school.track), as: .dana)
    #expect(page.contains(">c</span>"))
  }

  @Test(arguments: Dialect.allCases)
  func `are written once, and extended as time goes on`(_ dialect: Dialect) async throws {
    let school = try await TracksSchool.open(dialect)
    try await school.make()
    try await school.add("a b c")
    #expect(try await school.rowsWritten { try await school.setCycle() } == 401)
    #expect(try await school.rowsWritten { try await school.setCycle() } == 0)
    #expect(try await extend(school, on: school.today) == 0)
    #expect(try await extend(school, on: school.today.plus(days: 10)) == 10)
    #expect(try await extend(school, on: school.today.plus(days: 10)) == 0)
    #expect(try await school.days(4, from: school.today.plus(days: 399)) == "a b c a")
    // After a long sleep it goes on with the next text, and does not fill what has passed.
    #expect(try await extend(school, on: school.today.plus(days: 1000)) == 401)
    #expect(try await school.days(2, from: school.today.plus(days: 999)) == "- a")
  }

  @Test(arguments: Dialect.allCases)
  func `go on by themselves, once a day`(_ dialect: Dialect) async throws {
    let school = try await TracksSchool.open(dialect)
    try await school.make()
    try await school.add("a b c")
    try await school.setCycle()
    let server = TracksServer(ledger: school.ledger, service: TracksService())
    school.clock.advance(seconds: 10 * 86_400)
    #expect(try await school.rowsWritten { try await server.extendDays() } == 10)
    #expect(try await school.rowsWritten { try await server.extendDays() } == 0)
  }

  private func extend(_ school: TracksSchool, on day: Day) async throws -> Int {
    let track = school.track
    let sent = CommandEnvelope(
      school.ledger.world.id(), "tracks.extend", school: school.school, by: nil)
    let written = try await school.ledger.write(sent) { tx in
      String(try TracksStore(tx: tx).extend(track, today: day))
    }
    return Int(written.text) ?? -1
  }

  @Test(arguments: Dialect.allCases)
  func `lead from the track to the day's study for those who joined`(_ dialect: Dialect) async throws {
    let school = try await TracksSchool.open(dialect)
    try await school.make()
    try await school.add("a b")
    try await school.setCycle()
    let (path, study) = (TracksPaths.track(school.track), "Study today’s text")
    #expect(try await !school.shown(path, as: .maya).contains(study))
    try await school.send(.post, TracksPaths.membership(school.track), as: .maya)
    let page = try await school.shown(path, as: .maya)
    #expect(page.contains(study) && page.contains(StudyLogPaths.month(school.track)))
    #expect(page.contains(StudyLogPaths.day(school.track, school.today.plus(days: 1))))
    #expect(try await !school.topics(path, as: .maya).isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `lie where the track does`(_ dialect: Dialect) async throws {
    let school = try await TracksSchool.open(dialect)
    try await school.make("class-" + school.room.text, as: .omar)
    try await school.add("a", as: .omar)
    try await school.setCycle(as: .omar)
    let key: [Value] = [.id(school.school), .id(school.track)]
    let readers: Set<TracksSchool.Person> = [.omar, .leila, .maya]
    #expect(try await school.holders(of: TracksTables.track, key).isSuperset(of: readers))
    let holders = try await school.holders(of: TracksTables.cycle, key)
    #expect(holders.isSuperset(of: readers) && holders.isDisjoint(with: [.noa, .sami]))
  }
}
