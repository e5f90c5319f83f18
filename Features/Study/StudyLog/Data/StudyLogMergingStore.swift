import Base
import Database
import School

extension StudyLogStore where DB == WriteTransaction {
  /// Where two accounts of one person both have a row, the new one's takes in what the old one's has.
  ///
  /// The old one's goes with the account (`OnMerge.follows`).
  func unite(_ old: ID<Account>, into new: ID<Account>, in school: ID<Tenant>) throws(Refusal) {
    let theirs = try tx.all(
      StudyLogTables.entry, in: school,
      """
      AND account = $2 AND EXISTS (SELECT 1 FROM study_log o WHERE o.school = $1 AND o.account = $3
        AND o.track = study_log.track AND o.day = study_log.day) ORDER BY track, day
      """, [.id(old), .id(new)])
    for entry in theirs {
      guard let mine = try self.entry(entry.track, entry.day, of: new, in: school) else { continue }
      try tx.put(StudyLogTables.entry, mine.united(with: entry))
    }
    let tracks = TracksStore(tx: tx)
    for member in try tx.all(TracksTables.member, in: school, "AND account = $2 ORDER BY track", [.id(old)]) {
      guard let mine = try tracks.membership(member.track, of: new, in: school) else { continue }
      try tx.put(TracksTables.member, mine.united(with: member))
    }
  }
}
