import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import Study

@Suite struct `The pages of studying` {
  @Test func `of a day show the text in its own language, and Done that becomes done`() async throws {
    let school = try await StudyLogSchool.open()
    let path = StudyLogPaths.day(school.track, school.day(0))
    let open = try await school.shown(path, as: .maya)
    #expect(open.contains("lang=\"he\" dir=\"rtl\"") && open.contains("<strong>קיבל</strong>"))
    #expect(open.contains("Summary of commentaries") && open.contains("lang=\"en\" dir=\"ltr\""))
    #expect(open.contains("button--wide study-button") && open.contains("name=\"tick\""))
    #expect(open.contains(StudyLogPaths.day(school.track, school.day(-1))))
    #expect(open.contains(StudyLogPaths.day(school.track, school.day(1))))
    try await school.mark(school.day(-1), school.other)
    let answer = try await school.send(
      .post, StudyLogPaths.completion(school.track, school.day(0)), Form(["tick": school.tick.text]), as: .maya)
    #expect(answer.toast?.undo?.path == StudyLogPaths.undoing(school.track, school.day(0)))
    let done = try await school.shown(path, as: .maya)
    #expect(done.contains("✓ Done") && done.contains("Well done!") && done.contains("Today’s study is complete"))
    #expect(done.contains("2 days in a row") && done.contains("value=\"\(school.tick.text)\""))
    #expect(!done.contains("study-button"))
    let hebrew = try await school.shown(path, as: .maya, .he)
    for word in ["✓ סיימתי", "כל הכבוד!", "הלימוד היומי הושלם", "סיכום פרשנויות", "יומיים רצופים"] {
      #expect(hebrew.contains(word), "\(word)")
    }
  }

  @Test func `of a day without a text say so, and lead only to days that have one`() async throws {
    let school = try await StudyLogSchool.open()
    let empty = try await school.shown(StudyLogPaths.day(school.track, school.day(2)), as: .maya)
    #expect(empty.contains("There is no text for this day.") && !empty.contains("study-button"))
    #expect(empty.contains(StudyLogPaths.day(school.track, school.day(1))))
    let last = try await school.shown(StudyLogPaths.day(school.track, school.day(1)), as: .maya)
    #expect(!last.contains("rel=\"next\"") && last.contains("This day has not come yet."))
    #expect(await school.refusal(.get, StudyLogPaths.day(school.own, school.day(0)), as: .yusuf) == .notFound)
    #expect(await school.refusal(.get, StudyLogPaths.month(school.own), as: .yusuf) == .notFound)
    #expect(
      await school.refusal(.get, TracksPaths.track(school.track) + "/days/2026-02-30", as: .maya) == .notFound)
  }

  @Test func `of all tracks ask whether one has studied, until one has`() async throws {
    let school = try await StudyLogSchool.open()
    let before = try await school.shown(StudyLogPaths.study, as: .maya, .he)
    #expect(before.contains("האם למדת היום?") && before.contains("Pirkei Avot") && before.contains("Mine"))
    try await school.mark(school.day(0))
    let after = try await school.shown(StudyLogPaths.study, as: .maya, .he)
    #expect(after.contains("למדת היום ✓") && !after.contains("האם למדת היום?"))
    #expect(try await school.shown(StudyLogPaths.study, as: .yusuf).contains("No track yet"))
    let (caller, nobody) = (school.caller(.maya), school.caller(.yusuf))
    let home = try await school.ledger.read { try StudyLogService().cards(for: caller, $0) }
    #expect(studyCards(home, school.scene()).contains("Studied today ✓"))
    let none = try await school.ledger.read { try StudyLogService().cards(for: nobody, $0) }
    #expect(studyCards(none, school.scene()).isEmpty)
  }

  @Test func `of a month tell every kind of day, with a shape and a word each`() async throws {
    let school = try await StudyLogSchool.open()
    let days = (-9...(-1)).map { school.day($0) }
    try await school.write { [school] tx in
      // Monday to Sunday without the Saturday of rest, nor the Monday, which was missed.
      for day in days where day.weekday != 6 && day != school.day(-2) {
        try tx.put(
          StudyLogTables.entry,
          StudyLogEntry(
            track: school.track, account: school.account(.maya), day: day, items: [school.text], ticks: [tx.newID()],
            tappedAt: tx.now, zone: "UTC", updatedAt: tx.now))
      }
    }
    let json = try await school.json(StudyLogPaths.month(school.track), as: .maya)
    guard case .list(let all) = json["days"] else { throw Refusal.notFound }
    let states = all.map { $0["state"] }
    // 1 March is a Sunday, after Maya joined; 2 to 8 March are seven days of which six were studied.
    #expect(states.count == 31 && states[0] == .text("missed") && states[1] == .text("done"))
    #expect(states[6] == .text("free") && states[9] == .text("done") && states[10] == .text("open"))
    let page = try await school.html(StudyLogPaths.month(school.track), as: .maya)
    for shade in ["good", "empty", "bad"] { #expect(page.contains("data-shade=\"\(shade)\""), "\(shade)") }
    #expect(page.contains("March 2026") && page.contains("?month=2026-02") && page.contains("?month=2026-04"))
    #expect(page.contains("Not studied") && page.contains("Free day"))
  }
}

@Suite struct `A month of study` {
  @Test func `forgives what a week has earned, and lets pauses and holidays be free`() {
    let first = Day(number: 20_513)
    var track = Track(
      id: ID(high: 1, low: 1), audience: .school, author: ID(high: 1, low: 2), name: "Daily", language: "en",
      createdAt: Instant(milliseconds: 0), updatedAt: Instant(milliseconds: 0))
    let done = Set((0...6).map { first.plus(days: $0) } + [first.plus(days: 8)])
    let pause = StudyPause(
      id: ID(high: 1, low: 3), account: ID(high: 1, low: 2), from: first.plus(days: 9), until: first.plus(days: 9))
    let expectation = StudyExpectation(holidays: [first.plus(days: 10)], pauses: [pause])
    func states() -> [StudyDayState] {
      let month = StudyMonth(
        first, of: track, done: done, late: [first.plus(days: 11)], joinedOn: nil, expectation: expectation,
        today: first.plus(days: 13))
      return Array(month.states[7...13])
    }
    #expect(states() == [.frozen, .done, .free, .free, .late, .missed, .open])
    track.hasFreezes = false
    #expect(states().first == .missed)
  }
}
