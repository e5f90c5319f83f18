public import Base

/// The days that a guest's browser says were studied.
public enum StudyGuestDays {
  public static let most = 400
  /// A day is ten characters, and a comma.
  public static let longest = most * 11

  /// - Parameter text: `2026-11-20,2026-11-21`; empty is none.
  public static func read(_ text: String) throws(Refusal) -> Set<Day> {
    let parts = text.split(separator: ",")
    guard parts.count <= most else { throw .invalid("done", Phrase("study.guest.many-days", .count(most))) }
    var days: Set<Day> = []
    for part in parts {
      guard let day = Day(String(part)), day.isOfOurTime else {
        throw .invalid("done", Phrase("study.guest.bad-days"))
      }
      days.insert(day)
    }
    return days
  }
}

extension StudyLogPaths {
  /// What anybody may study, without an account.
  public static let guest = "/study/guest"
  public static func guest(_ track: ID<Track>, in school: ID<Tenant>) -> String {
    guest + "/\(school.text)/\(track.text)"
  }
}
