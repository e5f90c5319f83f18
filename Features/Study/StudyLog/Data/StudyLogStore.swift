public import Base
public import Database
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

  /// The days on which somebody studied each track; one statement for all tracks.
  public func done(by account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> [ID<Track>: Set<Day>] {
    var found: [ID<Track>: Set<Day>] = [:]
    try tx.each(
      "SELECT track, day FROM study_log WHERE school = $1 AND account = $2 AND ticks <> '' AND NOT late",
      [.id(school), .id(account)]
    ) { row in found[row.id(0), default: []].insert(row.day(1)) }
    return found
  }
}
