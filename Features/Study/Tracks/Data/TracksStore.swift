public import Base
import Classroom
public import Database
import People
public import School

/// All SQL about tracks.
///
/// Writing needs a `WriteTransaction`, which the compiler sees to.
public struct TracksStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// Also one that was deleted.
  public func track(_ id: ID<Track>, in school: ID<Tenant>) throws(Refusal) -> Track? {
    try tx.find(TracksTables.track, id, in: school)
  }

  /// Those the caller studies now, in the order they were joined.
  public func joined(by caller: Caller) throws(Refusal) -> [Track] {
    let all = try tx.rows(
      """
      SELECT \(TracksTables.track.columns(of: "t")) FROM track_member m
      JOIN track t ON t.school = m.school AND t.id = m.track AND t."deletedAt" IS NULL
      WHERE m.school = $1 AND m.account = $2 AND m."leftAt" IS NULL ORDER BY m."joinedOn", m.track
      """, [.id(caller.school), .id(caller.account)]
    ) { row throws(Refusal) in try TracksTables.track.record(row) }
    var found: [Track] = []
    for track in all where try access(to: track, caller) != nil { found.append(track) }
    return found
  }

  public func membership(_ track: ID<Track>, of account: ID<Account>, in school: ID<Tenant>) throws(Refusal)
    -> TrackMember?
  {
    try tx.first(
      TracksTables.member, in: school, "AND track = $2 AND account = $3", [.id(track), .id(account)])
  }

  /// What the days of a track have, in their order.
  public func days(of track: ID<Track>, from: Day, until: Day, in school: ID<Tenant>) throws(Refusal) -> [TrackDay] {
    try tx.all(
      TracksTables.day, in: school, "AND track = $2 AND day BETWEEN $3 AND $4 ORDER BY day",
      [.id(track), .day(from), .day(until)])
  }

  /// Texts by their ids, in the order asked; one that was deleted is among them, for the days that had it.
  public func items(_ ids: [ID<TrackItem>], in school: ID<Tenant>) throws(Refusal) -> [TrackItem] {
    guard !ids.isEmpty else { return [] }
    let found = try tx.all(
      TracksTables.item, in: school, "AND id IN (\(placeholders(ids.count, from: 2)))", ids.map { .id($0) })
    let known = found.keyed(by: { $0.id }, to: { $0 })
    return ids.compactMap { known[$0] }
  }

  /// The texts of a track in their order, without those that were deleted.
  public func items(of track: ID<Track>, in school: ID<Tenant>) throws(Refusal) -> [TrackItem] {
    try tx.all(
      TracksTables.item, in: school, "AND track = $2 AND \"deletedAt\" IS NULL ORDER BY position, id", [.id(track)])
  }

  // MARK: who may

  /// As what the caller sees a track; `nil` is not at all, and answers like one that is not there.
  public func access(to track: Track, _ caller: Caller) throws(Refusal) -> TrackAccess? {
    try access(to: track.audience, author: track.author, caller)
  }

  /// The same question of a deck, or of anything else that is studied.
  public func access(
    to audience: StudyAudience, author: ID<Account>, _ caller: Caller
  ) throws(Refusal) -> TrackAccess? {
    switch audience {
    case .person(let owner): return owner == caller.account ? .keeper : nil
    case .school: return caller.role.isOffice || (author == caller.account && caller.role.isStaff) ? .keeper : .reader
    case .classroom(let id):
      switch try ClassroomsStore(tx: tx).access(of: id, caller) {
      case .office, .teacher: return .keeper
      case .mate, .guardian: return .reader
      case nil: return nil
      }
    }
  }

  /// Answers “not found” when the caller may not see it.
  public func mustSee(_ id: ID<Track>, _ caller: Caller) throws(Refusal) -> (track: Track, access: TrackAccess) {
    guard let track = try track(id, in: caller.school), let access = try access(to: track, caller) else {
      throw Refusal.notFound
    }
    return (track, access)
  }
}
