public import Base
public import Database
import People
public import School

/// All SQL about days of study.
///
/// Writing needs a `WriteTransaction`, which the compiler sees to.
public struct StudyLogStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  public func entry(_ track: ID<Track>, _ day: Day, of account: ID<Account>, in school: ID<Tenant>) throws(Refusal)
    -> StudyLogEntry?
  {
    try tx.first(
      StudyLogTables.entry, in: school, "AND account = $2 AND track = $3 AND day = $4",
      [.id(account), .id(track), .day(day)])
  }

  /// Those of some days, in their order, undone ones among them.
  public func entries(
    _ track: ID<Track>, of account: ID<Account>, from: Day, until: Day, in school: ID<Tenant>
  ) throws(Refusal) -> [StudyLogEntry] {
    try tx.all(
      StudyLogTables.entry, in: school, "AND account = $2 AND track = $3 AND day BETWEEN $4 AND $5 ORDER BY day",
      [.id(account), .id(track), .day(from), .day(until)])
  }

  /// All that somebody has logged, the oldest day first.
  func log(of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> [StudyLogEntry] {
    try tx.all(StudyLogTables.entry, in: school, "AND account = $2 ORDER BY day, track", [.id(account)])
  }

  /// The days on which somebody studied each of some tracks; one statement for all, by ranges of the key.
  public func done(
    of tracks: [ID<Track>], by account: ID<Account>, in school: ID<Tenant>
  ) throws(Refusal) -> [ID<Track>: Set<Day>] {
    var found: [ID<Track>: Set<Day>] = [:]
    for part in tracks.chunks(of: 400) {
      try tx.each(
        """
        SELECT track, day FROM study_log WHERE school = $1 AND account = $2 AND ticks <> '' AND NOT late
          AND track IN (\(placeholders(part.count, from: 3)))
        """, [.id(school), .id(account)] + part.map { .id($0) }
      ) { row in found[row.id(0), default: []].insert(row.day(1)) }
    }
    return found
  }

  // MARK: pauses

  /// Somebody's pauses, without those that were ended, in their order.
  public func pauses(of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> [StudyPause] {
    try tx.all(
      StudyLogTables.pause, in: school, "AND account = $2 AND \"deletedAt\" IS NULL ORDER BY \"from\", id",
      [.id(account)])
  }

  /// Also one that was ended.
  public func pause(_ id: ID<StudyPause>, in school: ID<Tenant>) throws(Refusal) -> StudyPause? {
    try tx.find(StudyLogTables.pause, id, in: school)
  }

  // MARK: what days have

  /// What one day has in each of some tracks; one statement for all.
  func rows(of tracks: [ID<Track>], on day: Day, in school: ID<Tenant>) throws(Refusal) -> [ID<Track>: TrackDay] {
    guard !tracks.isEmpty else { return [:] }
    return try tx.all(
      TracksTables.day, in: school, "AND day = $2 AND track IN (\(placeholders(tracks.count, from: 3)))",
      [.day(day)] + tracks.map { .id($0) }
    ).keyed(by: { $0.track }, to: { $0 })
  }

  /// The nearest days before and after one that have a text.
  func neighbours(of day: Day, in track: ID<Track>, school: ID<Tenant>) throws(Refusal) -> (before: Day?, after: Day?) {
    let before = try tx.first(
      TracksTables.day, in: school, "AND track = $2 AND day < $3 AND items <> '' ORDER BY day DESC LIMIT 1",
      [.id(track), .day(day)])
    let after = try tx.first(
      TracksTables.day, in: school, "AND track = $2 AND day > $3 AND items <> '' ORDER BY day LIMIT 1",
      [.id(track), .day(day)])
    return (before?.day, after?.day)
  }
}
