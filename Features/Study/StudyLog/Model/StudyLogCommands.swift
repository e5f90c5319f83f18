public import Base

/// The caller has studied what a track has for a day.
public struct MarkStudied: FormCommand {
  public static let name = "study.mark"
  public let track: ID<Track>
  /// Fixed by the device at the tap.
  public let day: Day
  /// The name of this tap, made by the device; one is made without it.
  public let tick: ID<StudyLogEntry>?
  /// By the device's own clock, in milliseconds: kept beside the day, and decides nothing.
  public let tappedAt: Instant?
  /// Where the device thought it was.
  public let zone: String?
  public init(
    track: ID<Track>, day: Day, tick: ID<StudyLogEntry>? = nil, tappedAt: Instant? = nil, zone: String? = nil
  ) {
    (self.track, self.day, self.tick, self.tappedAt, self.zone) = (track, day, tick, tappedAt, zone)
  }
  public init(_ form: inout FormReader) {
    let typed = form.optionalText("tappedAt", max: 16, about: "By the device's clock, in milliseconds since 1970.")
    self.init(
      track: form.id("track"), day: form.day("day", about: "The day that was studied."),
      tick: form.optionalID("tick", about: "The name of this tap, made by the device."),
      // It decides nothing: what is no time is left out.
      tappedAt: typed.flatMap { Int64($0) }.map { Instant(milliseconds: max(0, $0)) },
      zone: form.optionalText("zone", max: 64, about: "The device's zone: Asia/Jerusalem."))
  }
}

/// Takes back taps that the caller has seen; one made meanwhile on another device stands.
public struct UndoStudied: FormCommand {
  public static let name = "study.undo"
  public let track: ID<Track>
  public let day: Day
  public let ticks: [ID<StudyLogEntry>]
  public init(track: ID<Track>, day: Day, ticks: [ID<StudyLogEntry>]) {
    (self.track, self.day, self.ticks) = (track, day, ticks)
  }
  public init(_ form: inout FormReader) {
    self.init(
      track: form.id("track"), day: form.day("day"),
      ticks: form.ids("ticks", max: StudyLogEntry.maxTicks, about: "The taps that are taken back, as they were seen."))
  }
}

/// Nobody is expected to study from one day to another: the caller, in all their tracks.
public struct AddStudyPause: FormCommand {
  public static let name = "study.pause"
  /// As the sender calls it, if it does.
  public let id: ID<StudyPause>?
  public let from: Day, until: Day
  public init(id: ID<StudyPause>? = nil, from: Day, until: Day) { (self.id, self.from, self.until) = (id, from, until) }
  public init(_ form: inout FormReader) {
    self.init(
      id: form.optionalID("id", about: "Its id, made by the sender."), from: form.day("from", about: "The first day."),
      until: form.day("until", about: "The last day."))
  }
}

/// The days of a pause count again.
public struct RemoveStudyPause: FormCommand {
  public static let name = "study.end-pause"
  public let pause: ID<StudyPause>
  public init(pause: ID<StudyPause>) { self.pause = pause }
  public init(_ form: inout FormReader) { self.init(pause: form.id("pause")) }
}
