import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing
import Web

@testable import Study

@Suite struct `Studying with trouble` {
  private typealias Person = StudyLogSchool.Person

  @Test(arguments: Dialect.allCases)
  func `by clocks that are years wrong is kept, and is never today`(_ dialect: Dialect) async throws {
    let school = try await StudyLogSchool.open(dialect)
    let far = [-730, 300]
    try await school.write { [track = school.track, text = school.text, days = far.map { school.day($0) }] tx in
      for day in days { try tx.put(TracksTables.day, TrackDay(track: track, day: day, items: [text])) }
    }
    for place in far {
      let wrong = StudyLogSchool.zone.instant(school.day(place), minute: 540)
      let form = Form(["tappedAt": String(wrong.milliseconds), "zone": "Nowhere/Land"])
      try await school.send(.post, StudyLogPaths.completion(school.track, school.day(place)), form, as: .maya)
      let entry = try #require(try await school.entry(school.day(place)))
      #expect(entry.isDone && entry.isLate && entry.tappedAt <= school.clock.now)
    }
    #expect(try await school.streak() == 0)
    let page = try await school.shown(StudyLogPaths.study, as: .maya)
    #expect(!page.contains("Studied today ✓"))
    let ahead = StudyLogPaths.day(school.track, school.day(300))
    #expect(try await school.shown(ahead, as: .maya).contains("by a clock that was wrong"))
    // A clock that is wrong about today's tap alone does no harm.
    let form = Form(["tappedAt": "7", "zone": ""])
    try await school.send(.post, StudyLogPaths.completion(school.track, school.day(0)), form, as: .maya)
    #expect(try await school.streak() == 1)
    // The day comes, can be done, and counts.
    school.clock.advance(days: 300)
    #expect(try await school.shown(ahead, as: .maya).contains("study-button"))
    try await school.mark(school.day(300), school.other)
    #expect(try await school.entry(school.day(300))?.isLate == false)
    #expect(try await school.streak() == 1)
    #expect(try await !school.shown(ahead, as: .maya).contains("study-button"))
  }

  @Test(arguments: Dialect.allCases)
  func `on the way from Tokyo to Los Angeles is one day, and the next goes on`(_ dialect: Dialect) async throws {
    let school = try await StudyLogSchool.open(dialect)
    try await school.mark(school.day(-1))
    for (tick, zone) in [(school.tick, "Asia/Tokyo"), (school.other, "America/Los_Angeles")] {
      let form = Form(["tick": tick.text, "zone": zone])
      try await school.send(.post, StudyLogPaths.completion(school.track, school.day(0)), form, as: .maya)
    }
    let entry = try #require(try await school.entry(school.day(0)))
    #expect(entry.ticks == [school.tick, school.other] && entry.zone == "Asia/Tokyo")
    #expect(try await school.streak() == 2)
    let account = school.account(.maya)
    try await school.write { tx in
      try tx.execute("UPDATE account SET zone = 'America/Los_Angeles' WHERE id = $1", [.id(account)])
    }
    #expect(try await school.streak() == 2)
    school.clock.advance(days: 1)
    #expect(try await school.streak() == 2)
    try await school.mark(school.day(1))
    #expect(try await school.streak() == 3)
  }

  /// New York puts its clock on from two on 8 March 2026 and back from two on 1 November.
  @Test(arguments: [
    ("2026-03-07", 240, 23), ("2026-03-08", 240, 24), ("2026-10-31", 240, 25), ("2026-11-01", 240, 24),
    ("2026-03-08", 0, 23), ("2026-11-01", 0, 25),
  ])
  func `has days of 23 and 25 hours, and each moment is in one of them`(text: String, start: Int, hours: Int) throws {
    let zone = try #require(Zones.named("America/New_York"))
    let day = try #require(Day(text))
    let first = zone.instant(day.plus(days: -1), minute: 720)
    let minutes = (0..<(3 * 24 * 60)).filter {
      Streak.day(of: first.plus(seconds: Int64($0) * 60), in: zone, startMinute: start) == day
    }
    #expect(minutes.count == hours * 60)
    #expect(minutes.last.map { $0 + 1 - minutes.count } == minutes.first, "they follow each other")
  }

  @Test(arguments: Dialect.allCases)
  func `in a track that is deleted and comes back loses nothing`(_ dialect: Dialect) async throws {
    let school = try await StudyLogSchool.open(dialect)
    for place in -3...(-1) { try await school.mark(school.day(place)) }
    let (before, count) = (try await school.streak(), try await school.count())
    func delete(_ isDeleted: Bool) async throws {
      try await school.write { [track = school.track] tx in
        var known = try #require(try TracksStore(tx: tx).track(track, in: tx.school))
        known.deletedAt = isDeleted ? tx.now : nil
        try tx.put(TracksTables.track, known)
      }
    }
    try await delete(true)
    // A tap that was on its way is kept too.
    try await school.mark(school.day(0))
    #expect(try await school.count() == count + 1)
    let file = try await school.exported()
    #expect(file.split(separator: "\r\n").count == 5 && file.contains("Pirkei Avot"))
    try await delete(false)
    #expect(before == 3)
    #expect(try await school.streak() == 4)
  }

  @Test(arguments: Dialect.allCases)
  func `is said when the seventh day earns a day off, and only then`(_ dialect: Dialect) async throws {
    let school = try await StudyLogSchool.open(dialect)
    // The Saturday between rests.
    try await school.write { [school] tx in
      for place in [-7, -6, -5, -3, -2, -1] {
        try tx.put(
          StudyLogTables.entry,
          StudyLogEntry(
            track: school.track, account: school.account(.maya), day: school.day(place), items: [school.text],
            ticks: [tx.newID()], tappedAt: tx.now, zone: "UTC", updatedAt: tx.now))
      }
    }
    let path = StudyLogPaths.day(school.track, school.day(0))
    let before = try await school.shown(path, as: .maya)
    #expect(try await school.streak() == 6)
    #expect(!before.contains("earned a day off"))
    try await school.mark(school.day(0), school.tick)
    let after = try await school.shown(path, as: .maya)
    #expect(after.contains("7 days in a row") && after.contains("You earned a day off."))
    #expect(try await school.shown(path, as: .maya, .he).contains("צברת יום מנוחה."))
    let yesterday = StudyLogPaths.day(school.track, school.day(-1))
    #expect(try await !school.shown(yesterday, as: .maya).contains("earned a day off"))
    try await school.undo(school.day(0), [school.tick])
    #expect(try await !school.shown(path, as: .maya).contains("earned a day off"))
  }

  @Test(arguments: Dialect.allCases)
  func `of a track that one may not see any more has no name in the file, and is there`(_ dialect: Dialect) async throws
  {
    let school = try await StudyLogSchool.open(dialect)
    try await school.mark(school.day(-1))
    try await school.write { [school] tx in
      let known = try #require(try TracksStore(tx: tx).track(school.track, in: tx.school))
      let hidden = Track(
        id: known.id, audience: .person(school.account(.dana)), author: known.author, name: known.name,
        language: known.language, createdAt: known.createdAt, updatedAt: tx.now)
      try tx.put(TracksTables.track, hidden)
    }
    let lines = try await school.exported().split(separator: "\r\n")
    #expect(lines.count == 2)
    #expect(lines.last?.hasPrefix("2026-03-10,A track you no longer see,,yes,no,") == true)
  }

  @Test(arguments: Dialect.allCases)
  func `is read of the tracks that are asked for, and of no others`(_ dialect: Dialect) async throws {
    let school = try await StudyLogSchool.open(dialect)
    try await school.mark(school.day(-1))
    try await school.write { [school] tx in
      try tx.put(
        StudyLogTables.entry,
        StudyLogEntry(
          track: school.own, account: school.account(.maya), day: school.day(-2), items: [school.text],
          ticks: [tx.newID()], tappedAt: tx.now, zone: "UTC", updatedAt: tx.now))
    }
    func done(_ tracks: [ID<Track>]) async throws -> [ID<Track>: Set<Day>] {
      try await school.ledger.read { [school] in
        try StudyLogStore(tx: $0).done(of: tracks, by: school.account(.maya), in: school.school)
      }
    }
    #expect(try await done([school.track]) == [school.track: [school.day(-1)]])
    #expect(try await done([school.track, school.own]).count == 2)
    #expect(try await done([]).isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `can be taken along as a file that has one's own days alone`(_ dialect: Dialect) async throws {
    let school = try await StudyLogSchool.open(dialect)
    try await school.mark(school.day(-1))
    try await school.mark(school.day(0), school.tick)
    try await school.mark(school.day(0), as: .yusuf)
    try await school.undo(school.day(0), [school.tick])
    let lines = try await school.exported().split(separator: "\r\n")
    #expect(lines.first == "day,track,texts,done,late,tapped_at,zone")
    #expect(lines.count == 3)
    #expect(lines.dropFirst().first?.hasPrefix("2026-03-10,Pirkei Avot,Avot 1:1,yes,no,") == true)
    #expect(lines.last?.hasPrefix("2026-03-11,Pirkei Avot,Avot 1:1,no,no,") == true)
    #expect(try await school.shown(StudyLogPaths.study, as: .maya).contains(StudyLogPaths.export))
  }
}

extension StudyLogSchool {
  fileprivate func exported() async throws -> String {
    let (caller, words, service) = (caller(.maya), scene(.en).words, service)
    return try await ledger.read { String(decoding: try service.exported(caller, words, $0), as: UTF8.self) }
  }
}
