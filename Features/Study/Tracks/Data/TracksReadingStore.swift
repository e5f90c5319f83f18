public import Base
import Classroom
import Database
import People
public import School

/// What lists of tracks and texts show, and what the rules have to know.
extension TracksStore {
  /// Those the caller may see, by name: the school's, those of their classes, and their own.
  public func seen(by caller: Caller) throws(Refusal) -> [Track] {
    var (sql, values) = ("", [Value]())
    var parts = ["audience = 'school'"]
    if caller.role.isOffice {
      parts.append("audience = 'classroom'")
    } else {
      let rooms = ClassroomsStore(tx: tx)
      let classes = try rooms.rooms(for: caller, on: rooms.today(in: caller.school)).map { $0.id }
      if !classes.isEmpty {
        parts.append("audience = 'classroom' AND target IN (\(placeholders(classes.count, from: 2)))")
        values += classes.map { .id($0) }
      }
    }
    values.append(.id(caller.account))
    parts.append("audience = 'person' AND target = $\(values.count + 1)")
    sql = "AND \"deletedAt\" IS NULL AND (" + parts.map { "(" + $0 + ")" }.joined(separator: " OR ")
    let found = try tx.all(
      TracksTables.track, in: caller.school, sql + ") ORDER BY name, id LIMIT \(Self.mostShown)", values)
    return found
  }

  /// Tracks of one list.
  static var mostShown: Int { 500 }

  /// For whom the caller may make something to study.
  public func reach(of caller: Caller) throws(Refusal) -> StudyReach {
    guard caller.role.isStaff else { return StudyReach(isStaff: false, classrooms: []) }
    let rooms = ClassroomsStore(tx: tx)
    return StudyReach(
      isStaff: true, classrooms: try rooms.rooms(for: caller, on: rooms.today(in: caller.school)))
  }

  /// How many somebody has made that stand.
  public func count(by author: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count(
      "SELECT COUNT(*) FROM track WHERE school = $1 AND author = $2 AND \"deletedAt\" IS NULL",
      [.id(school), .id(author)])
  }

  /// How many tracks that stand somebody studies.
  public func joinedCount(of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count(
      """
      SELECT COUNT(*) FROM track_member m JOIN track t ON t.school = m.school AND t.id = m.track
      WHERE m.school = $1 AND m.account = $2 AND m."leftAt" IS NULL AND t."deletedAt" IS NULL
      """, [.id(school), .id(account)])
  }

  /// The tracks that somebody studies now, of those that stand or not.
  func joinedIDs(of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> Set<ID<Track>> {
    Set(
      try tx.rows(
        "SELECT track FROM track_member WHERE school = $1 AND account = $2 AND \"leftAt\" IS NULL",
        [.id(school), .id(account)]
      ) { $0.id(0, Track.self) })
  }

  // MARK: texts

  /// The ids of the texts in their order: what a cycle is compiled from.
  public func order(of track: ID<Track>, in school: ID<Tenant>) throws(Refusal) -> [ID<TrackItem>] {
    try tx.rows(
      "SELECT id FROM track_item WHERE school = $1 AND track = $2 AND \"deletedAt\" IS NULL ORDER BY position, id",
      [.id(school), .id(track)]
    ) { $0.id(0, TrackItem.self) }
  }

  public func count(of track: ID<Track>, in school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count(
      "SELECT COUNT(*) FROM track_item WHERE school = $1 AND track = $2 AND \"deletedAt\" IS NULL",
      [.id(school), .id(track)])
  }

  /// How many texts each track has.
  func counts(of tracks: [ID<Track>], in school: ID<Tenant>) throws(Refusal) -> [ID<Track>: Int] {
    guard !tracks.isEmpty else { return [:] }
    var found: [ID<Track>: Int] = [:]
    try tx.each(
      """
      SELECT track, COUNT(*) FROM track_item WHERE school = $1 AND "deletedAt" IS NULL
      AND track IN (\(placeholders(tracks.count, from: 2))) GROUP BY track
      """, [.id(school)] + tracks.map { .id($0) }
    ) { found[$0.id(0)] = $0.int(1) }
    return found
  }

  /// One of the track, also when it was deleted.
  public func item(_ id: ID<TrackItem>, of track: ID<Track>, in school: ID<Tenant>) throws(Refusal) -> TrackItem? {
    guard let found = try tx.find(TracksTables.item, id, in: school), found.track == track else { return nil }
    return found
  }

  /// Some of the texts in their order.
  func items(of track: ID<Track>, after count: Int, limit: Int, in school: ID<Tenant>) throws(Refusal) -> [TrackItem] {
    try tx.all(
      TracksTables.item, in: school,
      """
      AND track = $2 AND "deletedAt" IS NULL ORDER BY position, id
      LIMIT \(max(1, limit)) OFFSET \(max(0, count))
      """, [.id(track)])
  }

  // MARK: days

  public func cycle(of track: ID<Track>, in school: ID<Tenant>) throws(Refusal) -> TrackCycle? {
    try tx.first(TracksTables.cycle, in: school, "AND track = $2", [.id(track)])
  }

  /// Those of the school that have a cycle and stand.
  public func withCycle(in school: ID<Tenant>) throws(Refusal) -> [ID<Track>] {
    try tx.rows(
      """
      SELECT c.track FROM track_cycle c JOIN track t ON t.school = c.school AND t.id = c.track
      WHERE c.school = $1 AND t."deletedAt" IS NULL ORDER BY c.track
      """, [.id(school)]
    ) { $0.id(0, Track.self) }
  }

  func hasDays(_ track: ID<Track>, in school: ID<Tenant>) throws(Refusal) -> Bool {
    try tx.exists("SELECT 1 FROM track_day WHERE school = $1 AND track = $2 LIMIT 1", [.id(school), .id(track)])
  }

  public func day(_ day: Day, of track: ID<Track>, in school: ID<Tenant>) throws(Refusal) -> TrackDay? {
    try days(of: track, from: day, until: day, in: school).first
  }

  /// The last day before another that has texts by the cycle; none before `from` counts.
  func lastCompiled(
    of track: ID<Track>, from: Day? = nil, before day: Day, in school: ID<Tenant>
  ) throws(Refusal) -> TrackDay? {
    try tx.first(
      TracksTables.day, in: school,
      """
      AND track = $2 AND day < $3 AND day >= $4 AND NOT edited AND items <> '' ORDER BY day DESC LIMIT 1
      """, [.id(track), .day(day), .day(from ?? Day(number: -100_000))])
  }
}
