import Base
import Testing

@testable import School

@Suite struct `A day of study` {
  private let caller = Caller(account: ID(high: 1, low: 1), school: ID(high: 1, low: 2), role: .student)
  private let track = ID<Track>(high: 1, low: 3)
  private let text = [ID<TrackItem>(high: 1, low: 4)]
  private let one = ID<StudyLogEntry>(high: 1, low: 5)
  private let two = ID<StudyLogEntry>(high: 1, low: 6)
  private let today = Day(number: 20_521)
  private let now = Instant(milliseconds: 1_773_000_000_000)

  private func mark(_ day: Int = 0, _ tick: ID<StudyLogEntry>? = nil, tappedAt: Instant? = nil) -> MarkStudied {
    MarkStudied(track: track, day: today.plus(days: day), tick: tick, tappedAt: tappedAt)
  }
  private func entry(_ command: MarkStudied, over known: StudyLogEntry? = nil) -> StudyLogEntry {
    command.entry(
      as: command.tick ?? one, by: caller.account, items: text, over: known, today: today, schoolZone: "Asia/Jerusalem",
      now: now)
  }
  private func permit(_ command: MarkStudied, known: StudyLogEntry? = nil) throws -> Permit<MarkStudied>? {
    try command.permit(for: caller, items: text, known: known, today: today, now: now)
  }

  @Test(arguments: [
    (-730, true), (-15, true), (-14, false), (-1, false), (0, false), (1, false), (2, true), (730, true),
  ])
  func `is taken late or by a wrong clock, and says so when it counts for nothing`(day: Int, isLate: Bool) throws {
    #expect(try permit(mark(day)) != nil)
    #expect(entry(mark(day)).isLate == isLate)
  }

  @Test func `counts as soon as one tap was in time`() throws {
    let early = entry(mark(0, one), over: nil)
    var marked = early
    marked.isLate = true
    #expect(!entry(mark(0, two), over: marked).isLate)
    #expect(!entry(mark(-20, two), over: early).isLate)
    #expect(entry(mark(-20, two), over: marked).isLate)
  }

  @Test(arguments: [nil, []] as [[ID<TrackItem>]?])
  func `without a text is refused`(items: [ID<TrackItem>]?) {
    #expect(throws: Refusal.conflict(Phrase("study.no-text"))) {
      try mark().permit(for: caller, items: items, known: nil, today: today, now: now)
    }
  }

  @Test func `tapped twice is one tap, and two devices are two`() throws {
    let first = entry(mark(0, one))
    #expect(try permit(mark(0, one), known: first) == nil)
    #expect(try permit(mark(0, two), known: first) != nil)
    let both = entry(mark(0, two, tappedAt: Instant(milliseconds: 5)), over: first)
    #expect(both.ticks == [one, two] && both.tappedAt == first.tappedAt && both.items == text)
  }

  @Test func `stays done when its text went away`() throws {
    #expect(
      try mark(0, two).permit(for: caller, items: nil, known: entry(mark(0, one)), today: today, now: now) != nil)
  }

  @Test func `keeps so many taps and no more`() throws {
    var full = entry(mark(0, one))
    full.ticks = (0..<UInt64(StudyLogEntry.maxTicks)).map { ID(high: 9, low: $0) }
    #expect(try permit(mark(0, two), known: full) == nil)
  }

  @Test func `does not believe a clock that runs ahead`() {
    let ahead = Instant(milliseconds: now.milliseconds + 2 * 365 * 86_400_000)
    #expect(entry(mark(tappedAt: ahead)).tappedAt == now)
    #expect(entry(mark(tappedAt: Instant(milliseconds: 7))).tappedAt == Instant(milliseconds: 7))
  }

  @Test func `is undone by those taps alone that were seen`() throws {
    var known = entry(mark(0, one))
    #expect(try UndoStudied(track: track, day: today, ticks: [two]).permit(for: caller, known: known, now: now) == nil)
    #expect(try UndoStudied(track: track, day: today, ticks: [one]).permit(for: caller, known: known, now: now) != nil)
    #expect(throws: Refusal.invalid("ticks", Phrase("form.required"))) {
      try UndoStudied(track: track, day: today, ticks: []).permit(for: caller, known: known, now: now)
    }
    known.ticks = []
    #expect(try UndoStudied(track: track, day: today, ticks: [one]).permit(for: caller, known: known, now: now) == nil)
    #expect(throws: Refusal.notFound) {
      try UndoStudied(track: track, day: today, ticks: [one]).permit(for: caller, known: nil, now: now)
    }
  }

  @Test func `earns no freeze where the track has none`() {
    let days = Set((0...6).map { today.plus(days: -8 + $0) } + [today])
    #expect(Streak(days, today: today).current == 8)
    #expect(Streak(days, today: today, hasFreezes: false).current == 1)
  }
}

@Suite struct `A pause of studying` {
  private let caller = Caller(account: ID(high: 1, low: 1), school: ID(high: 1, low: 2), role: .student)
  private let first = Day(number: 20_521)
  private let now = Instant(milliseconds: 1_773_000_000_000)

  private func pause(_ days: Int, count: Int = 0) throws {
    _ = try AddStudyPause(from: first, until: first.plus(days: days)).permit(for: caller, count: count, now: now)
  }

  @Test func `has an end after its beginning, not too far, and there are not too many`() throws {
    try pause(0)
    try pause(StudyPause.maxDays - 1)
    #expect(throws: Refusal.invalid("until", Phrase("study.pause-backwards"))) { try pause(-1) }
    #expect(throws: Refusal.invalid("until", Phrase("study.pause-long", .count(StudyPause.maxDays)))) {
      try pause(StudyPause.maxDays)
    }
    #expect(throws: Refusal.conflict(Phrase("study.pauses-many", .count(StudyPause.most)))) {
      try pause(1, count: StudyPause.most)
    }
  }

  @Test func `of somebody else is not there`() throws {
    let other = StudyPause(id: ID(high: 1, low: 9), account: ID(high: 1, low: 8), from: first, until: first)
    #expect(throws: Refusal.notFound) {
      try RemoveStudyPause(pause: other.id).permit(for: caller, known: other, now: now)
    }
  }
}
