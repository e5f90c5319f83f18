import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Testing

@testable import Study

@Suite struct `Studying a track` {
  @Test(arguments: Dialect.allCases)
  func `is logged once however often it is tapped, with what the day had`(_ dialect: Dialect) async throws {
    let school = try await StudyLogSchool.open(dialect)
    try await school.mark(school.day(0), school.tick)
    let first = try #require(try await school.entry(school.day(0)))
    #expect(first.ticks == [school.tick] && first.items == [school.text] && first.zone == "Asia/Jerusalem")
    try await school.mark(school.day(0), school.tick)
    #expect(try await school.entry(school.day(0)) == first)
    #expect(try await school.count() == 1)
    // Another device, and the text has been changed since.
    try await school.write { [track = school.track, day = school.day(0), second = school.second] tx in
      try tx.put(TracksTables.day, TrackDay(track: track, day: day, items: [second], isEdited: true))
    }
    try await school.mark(school.day(0), school.other)
    let both = try #require(try await school.entry(school.day(0)))
    #expect(both.ticks == [school.tick, school.other] && both.items == [school.text])
    #expect(both.tappedAt == first.tappedAt)
    #expect(try await school.count() == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `is taken back by the taps that were seen, and done wins`(_ dialect: Dialect) async throws {
    let school = try await StudyLogSchool.open(dialect)
    try await school.mark(school.day(0), school.tick)
    try await school.mark(school.day(0), school.other)
    try await school.undo(school.day(0), [school.tick])
    #expect(try await school.entry(school.day(0))?.ticks == [school.other])
    try await school.undo(school.day(0), [school.tick])
    #expect(try await school.entry(school.day(0))?.isDone == true)
    try await school.undo(school.day(0), [school.other])
    #expect(try await school.entry(school.day(0))?.isDone == false)
    #expect(try await school.count() == 1)
    try await school.mark(school.day(0), school.tick)
    #expect(try await school.entry(school.day(0))?.ticks == [school.tick])
  }

  @Test(arguments: Dialect.allCases)
  func `is refused where there is nothing to study, and nothing is written`(_ dialect: Dialect) async throws {
    let school = try await StudyLogSchool.open(dialect)
    let nothing = Refusal.conflict(Phrase("study.no-text"))
    let cases: [(day: Int, track: ID<Track>, person: StudyLogSchool.Person, refusal: Refusal)] = [
      (2, school.track, .maya, nothing), (730, school.track, .maya, nothing),
      (-4, school.track, .maya, nothing), (0, school.own, .maya, nothing), (0, school.own, .yusuf, .notFound),
      (0, StudyLogSchool.id(69), .maya, .notFound),
    ]
    for one in cases {
      let refusal = try await school.refused {
        try await school.mark(school.day(one.day), track: one.track, as: one.person)
      }
      #expect(refusal == one.refusal, "day \(one.day)")
    }
    #expect(try await school.refused { try await school.undo(school.day(0), [school.tick]) } == .notFound)
  }

  @Test func `of a day a fortnight past counts, of one before it is kept and repairs nothing`() async throws {
    let school = try await StudyLogSchool.open()
    try await school.write { [track = school.track, text = school.text, day = school.day(-15)] tx in
      for place in 0...10 {
        try tx.put(TracksTables.day, TrackDay(track: track, day: day.plus(days: place), items: [text]))
      }
    }
    for place in [-15, -14] { try await school.mark(school.day(place)) }
    #expect(try await school.entry(school.day(-15))?.isLate == true)
    #expect(try await school.entry(school.day(-14))?.isLate == false)
    let done = try await school.ledger.read { [school] tx in
      try StudyLogStore(tx: tx).done(of: [school.track], by: school.account(.maya), in: school.school)[school.track]
    }
    #expect(done == [school.day(-14)])
    #expect(try await school.shown(StudyLogPaths.day(school.track, school.day(-15)), as: .maya).contains("long after"))
  }

  @Test func `of a track that was deleted meanwhile is not lost, though its pages are gone`() async throws {
    let school = try await StudyLogSchool.open()
    try await school.write { [track = school.track] tx in
      var gone = try #require(try TracksStore(tx: tx).track(track, in: tx.school))
      gone.deletedAt = tx.now
      try tx.put(TracksTables.track, gone)
    }
    let answer = try await school.send(.post, StudyLogPaths.completion(school.track, school.day(0)), as: .maya)
    #expect(answer.path == StudyLogPaths.study)
    #expect(try await school.entry(school.day(0))?.isDone == true)
    #expect(await school.refusal(.get, StudyLogPaths.day(school.track, school.day(0)), as: .maya) == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `day after day is a streak that rests on Saturdays, holidays and pauses`(_ dialect: Dialect) async throws {
    let school = try await StudyLogSchool.open(dialect)
    for place in [-3, -2, 0] { try await school.mark(school.day(place)) }
    #expect(try await school.streak() == 1)
    let pause = Form(["from": school.day(-1).text, "until": school.day(-1).text])
    try await school.send(.post, StudyLogPaths.pauses, pause, as: .maya)
    #expect(try await school.streak() == 3)
    let caller = school.caller(.maya)
    let pauses = try await school.ledger.read {
      try StudyLogStore(tx: $0).pauses(of: caller.account, in: caller.school)
    }
    let known = try #require(pauses.first)
    #expect(
      try await school.refused {
        try await school.send(.post, StudyLogPaths.pauseEnd(known.id), as: .yusuf)
      } == .notFound)
    try await school.send(.post, StudyLogPaths.pauseEnd(known.id), as: .maya)
    #expect(try await school.streak() == 1)
    let backwards = Form(["from": school.day(1).text, "until": school.day(0).text])
    #expect(
      try await school.refused {
        try await school.send(.post, StudyLogPaths.pauses, backwards, as: .maya)
      } == .invalid("until", Phrase("study.pause-backwards")))
  }

  @Test func `asks a number of questions that grows by what tells the tracks alone`() async throws {
    let school = try await StudyLogSchool.open()
    func statements() async throws -> Int {
      let (service, caller) = (school.service, school.caller(.maya))
      let all = try await school.watch { _ = try service.today(caller, $0) }.count
      let told = try await school.watch { _ = try TracksStore(tx: $0).joined(by: caller) }.count
      return all - told
    }
    let few = try await statements()
    try await school.write { tx in
      for number in 0..<UInt64(5) { try school.addTrack(StudyLogSchool.id(300 + number), "More", .school, tx) }
    }
    #expect(try await statements() == few)
  }
}
