public import Base

/// That somebody studied a track on a day; one for each person, track and day, whatever device it came from.
///
/// Every tap of Done is a tick of its own, and an undo names the ticks it has seen: one that it had not seen stays, so no
/// clock decides between two devices, and done wins.
public struct StudyLogEntry: Hashable, Sendable {
  public let track: ID<Track>, account: ID<Account>
  /// The date of studying, fixed by the device at the tap, and never computed again.
  public let day: Day
  /// What was studied: what the day had then.
  public var items: [ID<TrackItem>]
  /// The ticks that stand; none is a day that was undone.
  public var ticks: [ID<StudyLogEntry>]
  /// By the device's own clock, and the zone it was in.
  public var tappedAt: Instant
  public var zone: String
  /// It came so long after its day, or so far before it, that it counts for nothing: it is shown, and marked.
  public var isLate: Bool
  public var updatedAt: Instant

  public var isDone: Bool { !ticks.isEmpty }

  public init(
    track: ID<Track>, account: ID<Account>, day: Day, items: [ID<TrackItem>], ticks: [ID<StudyLogEntry>],
    tappedAt: Instant, zone: String, isLate: Bool = false, updatedAt: Instant
  ) {
    (self.track, self.account, self.day, self.items, self.ticks) = (track, account, day, items, ticks)
    (self.tappedAt, self.zone, self.isLate, self.updatedAt) = (tappedAt, zone, isLate, updatedAt)
  }

  /// Ticks of one day that are kept; more come from no device that works.
  public static let maxTicks = 16
}

/// A time in which nobody is expected to study: of a person, for all their tracks.
public struct StudyPause: Hashable, Sendable {
  public let id: ID<StudyPause>, account: ID<Account>
  public var from: Day, until: Day
  public var deletedAt: Instant?
  public init(id: ID<StudyPause>, account: ID<Account>, from: Day, until: Day, deletedAt: Instant? = nil) {
    (self.id, self.account, self.from, self.until, self.deletedAt) = (id, account, from, until, deletedAt)
  }
}

public enum StudyLogPaths {
  /// Today of all tracks, the launchpad of tools, the decks: the first page of studying.
  public static let study = "/study"
  public static func day(_ track: ID<Track>, _ day: Day) -> String { TracksPaths.track(track) + "/days/\(day.text)" }
  public static func completion(_ track: ID<Track>, _ day: Day) -> String { self.day(track, day) + "/completion" }
  public static func undoing(_ track: ID<Track>, _ day: Day) -> String { completion(track, day) + "/undo" }
  public static func month(_ track: ID<Track>) -> String { TracksPaths.track(track) + "/calendar" }
  /// One's own log as a file.
  public static let export = "/study/export"
  public static let pauses = "/study/pauses"
  public static let reminder = "/study/reminder"
  public static func pauseEnd(_ pause: ID<StudyPause>) -> String { pauses + "/\(pause.text)/end" }
}
