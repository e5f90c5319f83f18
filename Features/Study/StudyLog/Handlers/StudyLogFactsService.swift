import Base
import Classroom
import Database
import People
import School

/// One track that somebody studies, as it stands today.
struct StudyCard: Sendable {
  let track: Track
  let streak: Streak
  /// What today has; `nil` or without a text when there is nothing to study.
  let row: TrackDay?
  /// What the texts of today are called.
  let labels: [String]
  let isDone: Bool

  var hasText: Bool { row.map { !$0.items.isEmpty } ?? false }
}

/// What some of somebody's tracks come to today, read in a constant number of questions beside what tells the tracks themselves.
struct StudyFacts: Sendable {
  let tracks: [Track]
  let today: Day
  let expectation: StudyExpectation
  let done: [ID<Track>: Set<Day>]

  /// - Parameters:
  ///   - tracks: what was studied of others, or of those that were left, is not read.
  ///   - first: also the days from here on are looked at.
  ///   - last: the same, up to here.
  init(
    _ caller: Caller, of tracks: [Track], from first: Day? = nil, until last: Day? = nil, _ tx: Transaction
  ) throws(Refusal) {
    let store = StudyLogStore(tx: tx)
    let today = try SchoolsStore(tx: tx).studyDay(of: tx.now, in: caller.school)
    let done = try store.done(of: tracks.map { $0.id }, by: caller.account, in: caller.school)
    let begin = [first, done.values.compactMap { $0.min() }.min()].compactMap { $0 }.min() ?? today
    let holidays = try AttendanceStore(tx: tx).holidays(
      in: caller.school, from: min(begin, today), through: max(last ?? today, today))
    expectation = StudyExpectation(
      holidays: Set(holidays.map { $0.day }), pauses: try store.pauses(of: caller.account, in: caller.school))
    (self.tracks, self.today, self.done) = (tracks, today, done)
  }

  /// Of the tracks the caller has joined.
  init(joinedBy caller: Caller, _ tx: Transaction) throws(Refusal) {
    try self.init(caller, of: TracksStore(tx: tx).joined(by: caller), tx)
  }

  func streak(of track: Track) -> Streak {
    expectation.streak(of: track, done: done[track.id] ?? [], today: today)
  }

  /// The tracks as they stand today.
  func cards(_ caller: Caller, _ tx: Transaction) throws(Refusal) -> [StudyCard] {
    let rows = try StudyLogStore(tx: tx).rows(of: tracks.map { $0.id }, on: today, in: caller.school)
    let items = try TracksStore(tx: tx).items(Array(Set(rows.values.flatMap { $0.items })), in: caller.school)
    let labels = items.keyed(by: { $0.id }, to: { $0.label })
    return tracks.map { track in
      let row = rows[track.id]
      return StudyCard(
        track: track, streak: streak(of: track), row: row, labels: (row?.items ?? []).compactMap { labels[$0] },
        isDone: done[track.id]?.contains(today) ?? false)
    }
  }
}
