public import Base
public import Database
import People
import Router
import School

extension StudyLogService {
  /// One day of a track, with what the caller did on it.
  func day(_ request: Request, _ tx: Transaction) throws(Refusal) -> StudyDayPage {
    let (caller, track) = (try request.caller(), try studied(request, tx))
    guard let text = request.names["day"], let day = Day(text), day.isOfOurTime else { throw .notFound }
    let (store, facts) = (StudyLogStore(tx: tx), try StudyFacts(caller, of: [track], tx))
    let row = try store.rows(of: [track.id], on: day, in: caller.school)[track.id]
    let entry = try store.entry(track.id, day, of: caller.account, in: caller.school)
    // A day whose row went away still has what was studied on it.
    let ids = row.map { $0.items } ?? entry.map { $0.isDone ? $0.items : [] } ?? []
    let neighbours = try store.neighbours(of: day, in: track.id, school: caller.school)
    return StudyDayPage(
      track: track, day: day, today: facts.today, items: try TracksStore(tx: tx).items(ids, in: caller.school),
      entry: entry, streak: facts.streak(of: track), before: neighbours.before, after: neighbours.after,
      topics: Self.topics(caller, [TracksTables.day.number, TracksTables.item.number]))
  }

  /// A month of a track.
  func month(_ request: Request, _ tx: Transaction) throws(Refusal) -> StudyMonthPage {
    let (caller, track) = (try request.caller(), try studied(request, tx))
    var reader = FormReader(request.query)
    let wanted = reader.optionalText("month", max: 7, about: "2026-03; this month without it.")
    try reader.finish()
    let first = StudyMonth.first(wanted, else: try SchoolsStore(tx: tx).studyDay(of: tx.now, in: caller.school))
    let last = first.endOfMonth
    let facts = try StudyFacts(caller, of: [track], from: first, until: last, tx)
    let entries = try StudyLogStore(tx: tx).entries(
      track.id, of: caller.account, from: first, until: last, in: caller.school)
    let member = try TracksStore(tx: tx).membership(track.id, of: caller.account, in: caller.school)
    let month = StudyMonth(
      first, of: track, done: facts.done[track.id] ?? [],
      late: Set(entries.filter { $0.isDone && $0.isLate }.map { $0.day }), joinedOn: member?.joinedOn,
      expectation: facts.expectation, today: facts.today)
    let rows = try TracksStore(tx: tx).days(of: track.id, from: first, until: last, in: caller.school)
    return StudyMonthPage(
      track: track, month: month, withText: Set(rows.filter { !$0.items.isEmpty }.map { $0.day }), today: facts.today,
      streak: facts.streak(of: track), topics: Self.topics(caller, [TracksTables.day.number]))
  }

  /// All tracks of the caller, today.
  func today(_ caller: Caller, _ tx: Transaction) throws(Refusal) -> StudyTodayPage {
    let facts = try StudyFacts(joinedBy: caller, tx)
    return StudyTodayPage(
      today: facts.today, cards: try facts.cards(caller, tx),
      topics: Self.topics(caller, [TracksTables.track.number, TracksTables.day.number, TracksTables.member.number]))
  }

  /// The same for a page that is about more than studying.
  public func cards(for caller: Caller, _ tx: Transaction) throws(Refusal) -> StudyCards {
    let data = try today(caller, tx)
    return StudyCards(today: data.today, cards: data.cards, topics: data.topics)
  }

  func pauses(_ caller: Caller, _ tx: Transaction) throws(Refusal) -> StudyPausesPage {
    StudyPausesPage(
      pauses: try StudyLogStore(tx: tx).pauses(of: caller.account, in: caller.school),
      topics: .watching([.person(caller.account)], [StudyLogTables.pause.number]))
  }

  /// One that is gone has no page any more, though its log stays.
  func studied(_ request: Request, _ tx: Transaction) throws(Refusal) -> Track {
    let found = try TracksStore(tx: tx).mustSee(request.id("track", Track.self), request.caller()).track
    guard found.deletedAt == nil else { throw .notFound }
    return found
  }

  /// The caller's own log, and what lies in the buckets of the track.
  private static func topics(_ caller: Caller, _ tables: [Int]) -> [String] {
    .watching([.person(caller.account)], [StudyLogTables.entry.number, StudyLogTables.pause.number])
      + .watchingAll(tables)
  }
}
