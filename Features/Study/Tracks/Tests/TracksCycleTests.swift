import Base
import School
import Testing

@Suite struct `A cycle` {
  private let track = ID<Track>(high: 0x7000, low: 1 << 63 | 1)
  /// 9 March 2026.
  private let monday = Day(number: 20_521)
  private func item(_ number: Int) -> ID<TrackItem> { ID(high: 0x7000, low: 1 << 63 | UInt64(100 + number)) }
  private func items(_ count: Int) -> [ID<TrackItem>] { (1...count).map { item($0) } }

  /// `1,2 - 3`: the numbers of the texts of each day.
  private func shown(_ cycle: TrackCycle, _ count: Int, of items: [ID<TrackItem>], next: Int = 0) -> String {
    let until = cycle.from.plus(days: count - 1)
    let rows = cycle.compile(items, next: next, from: cycle.from, until: until).keyed(by: { $0.day })
    return (0..<count).map { place in
      let texts = rows[cycle.from.plus(days: place)]?.items ?? []
      return texts.isEmpty
        ? "-" : texts.map { text in String((items.firstIndex(of: text) ?? -1) + 1) }.joined(separator: ",")
    }.joined(separator: " ")
  }

  @Test func `gives so many texts a day and begins again`() {
    #expect(shown(TrackCycle(track: track, from: monday), 5, of: items(3)) == "1 2 3 1 2")
    #expect(shown(TrackCycle(track: track, from: monday, perDay: 2), 4, of: items(3)) == "1,2 3 1,2 3")
  }

  @Test func `stops when its texts are through`() {
    let cycle = TrackCycle(track: track, from: monday, perDay: 2, end: .stop)
    #expect(shown(cycle, 4, of: items(3)) == "1,2 3 - -")
  }

  @Test func `has the days of the week that were chosen, and skips dates and ranges`() {
    let skips = [ClosedDays(monday.plus(days: 1)), ClosedDays(monday.plus(days: 3), monday.plus(days: 4))]
    let cycle = TrackCycle(track: track, from: monday, weekdays: [1, 2, 3, 4, 5], skips: skips)
    #expect(shown(cycle, 9, of: items(9)) == "1 - 2 - - - - 3 4")
  }

  @Test func `comes once a week on a day of its own`() {
    let cycle = TrackCycle(track: track, from: monday, weekdays: [6])
    #expect(shown(cycle, 13, of: items(9)) == "- - - - - 1 - - - - - - 2")
  }

  @Test func `gives a merged day two portions, and never more than a day holds`() {
    let cycle = TrackCycle(track: track, from: monday, perDay: 2, merged: [monday.plus(days: 1)])
    #expect(shown(cycle, 3, of: items(9)) == "1,2 3,4,5,6 7,8")
    let full = TrackCycle(track: track, from: monday, perDay: 15, merged: [monday])
    #expect(full.portion(on: monday) == TrackCycle.mostPerDay)
    #expect(TrackCycle(track: track, from: monday, perDay: .max).portion(on: monday) == TrackCycle.mostPerDay)
  }

  @Test func `without texts, or with a place that is none, comes to no harm`() {
    let cycle = TrackCycle(track: track, from: monday)
    #expect(cycle.compile([], next: 0, from: monday, until: monday.plus(days: 9)).isEmpty)
    #expect(shown(cycle, 2, of: items(2), next: -5) == "1 2")
    #expect(shown(cycle, 2, of: items(2), next: 99) == "1 2")
    #expect(cycle.compile(items(2), next: 0, from: monday, until: monday.plus(days: 900_000)).count == 3661)
  }

  @Test func `writes only rows that differ, and none over a day that was written by hand`() {
    func row(_ place: Int, _ number: Int, byHand: Bool = false) -> TrackDay {
      TrackDay(track: track, day: monday.plus(days: place), items: [item(number)], isEdited: byHand)
    }
    let changes = TrackDayChanges(
      [row(0, 1), row(1, 2), row(2, 3), row(4, 5)],
      over: [row(0, 1), row(1, 9), row(2, 8, byHand: true), row(3, 4), row(5, 7, byHand: true)])
    #expect(changes.put == [row(1, 2), row(4, 5)])
    #expect(changes.remove == [row(3, 4)])
  }

  @Test func `reads dates and ranges as they are typed`() {
    #expect(ClosedDays("2026-03-11/2026-03-14")?.text == "2026-03-11/2026-03-14")
    #expect(ClosedDays("2026-03-11")?.text == "2026-03-11")
    for wrong in ["2026-02-30", "2026-03-14/2026-03-11", "2026-03-11/", "a/b/c", "9999-01-01"] {
      #expect(ClosedDays(wrong) == nil, "\(wrong)")
    }
  }
}

@Suite struct `Questions of a text` {
  @Test func `are typed one a line, the right answer first`() throws {
    let read = try TrackQuestion.lines("Who? | Moses | Aaron\n\nWhen?|Morning|Evening|Noon")
    #expect(
      read == [
        TrackQuestion(text: "Who?", right: "Moses", wrong: ["Aaron"]),
        TrackQuestion(text: "When?", right: "Morning", wrong: ["Evening", "Noon"]),
      ])
    #expect(try TrackQuestion.lines(read.map { $0.line }.joined(separator: "\n")) == read)
  }

  @Test func `are refused by the number of their line`() {
    #expect(throws: Refusal.invalid("questions", Phrase("tracks.question-wrong", .count(2)))) {
      try TrackQuestion.lines("Who? | Moses | Aaron\nWhen? | Morning")
    }
    #expect(throws: Refusal.invalid("questions", Phrase("tracks.questions-many", .count(20)))) {
      try TrackQuestion.lines(String(repeating: "a | b | c\n", count: 21))
    }
    #expect(throws: Refusal.invalid("questions", Phrase("tracks.answers-many", .count(1), .count(8)))) {
      try TrackQuestion.lines("a | b | c | d | e | f | g | h | i | j")
    }
    #expect(throws: Refusal.invalid("questions", Phrase("tracks.question-long", .count(1), .count(300)))) {
      try TrackQuestion.lines(String(repeating: "a", count: 301) + " | b | c")
    }
  }
}
