public import Base
public import Database
import People
public import School

/// A track that anybody may study, and the school it is of.
public struct GuestTrack: Hashable, Sendable {
  public let school: ID<Tenant>, track: ID<Track>
  public let name: String, about: String, schoolName: String
}

/// All SQL about what the schools of a server let anybody study, read without an account.
public struct StudyGuestStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// Shown at once; a server with more has them in the alphabet's order up to here.
  static var most: Int { 200 }

  /// Whether there is anything to study without an account.
  public func hasTracks() throws(Refusal) -> Bool { try !tracks(most: 1).isEmpty }

  public func tracks() throws(Refusal) -> [GuestTrack] { try tracks(most: Self.most) }

  private func tracks(most: Int) throws(Refusal) -> [GuestTrack] {
    var found: [GuestTrack] = []
    try tx.each(
      """
      SELECT track.school, track.id, track.name, track.about, school.name FROM track \
      JOIN school ON school.id = track.school WHERE track.public = $1 AND track."deletedAt" IS NULL \
      AND school."lockedAt" IS NULL \
      ORDER BY track.name, track.id LIMIT \(most)
      """, [.flag(true)]
    ) { row in
      found.append(
        GuestTrack(
          school: row.id(0), track: row.id(1), name: row.text(2), about: row.text(3), schoolName: row.text(4)))
    }
    return found
  }

  /// What is not public, or of a school that is its owner's alone before it goes, answers like what does not exist.
  func mustSee(_ id: ID<Track>, in school: ID<Tenant>) throws(Refusal) -> Track {
    guard let track = try TracksStore(tx: tx).track(id, in: school), track.isPublic, track.deletedAt == nil,
      let school = try SchoolsStore(tx: tx).school(school), school.lockedAt == nil
    else { throw Refusal.notFound }
    return track
  }
}
