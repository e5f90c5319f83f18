public import Base

/// At which hour somebody wants to hear that something of today waits; one for each person.
public struct StudyReminder: Hashable, Sendable {
  public let account: ID<Account>
  /// Since midnight, by the person's own clock.
  public var minute: Int
  /// The one track that it is about; `nil` is all that the person studies.
  public var track: ID<Track>?
  public var isOn: Bool
  /// Whether the person's calendar feed has it too, for devices that do not ring.
  public var inCalendar: Bool
  /// The day of study of which the person was told last: once a day, whatever was taken back since.
  public var toldOn: Day?
  public var updatedAt: Instant
  public init(
    account: ID<Account>, minute: Int, track: ID<Track>? = nil, isOn: Bool = true, inCalendar: Bool = true,
    toldOn: Day? = nil, updatedAt: Instant
  ) {
    (self.account, self.minute, self.track, self.isOn) = (account, minute, track, isOn)
    (self.inCalendar, self.toldOn, self.updatedAt) = (inCalendar, toldOn, updatedAt)
  }

  /// What a form begins with: after school.
  public static let usualMinute = 17 * 60
  /// How long after its hour it may still come, when the server was down; later it would be another hour's.
  public static let grace: Int64 = 3600
}

extension StudyReminder {
  /// Whether it is time, by the person's clock: at the hour, or when the quiet that it falls into is over.
  ///
  /// - Parameters:
  ///   - rings: when something that is said at a moment may be heard (`NoticeClock.rings`).
  ///   - day: the day of study of a moment.
  /// - Returns: `false` also when the quiet lasts until another day, whose own reminder comes instead, and for an hour that
  ///   was over when it was chosen.
  public func isDue(at now: Instant, in zone: Zone, rings: (Instant) -> Instant, day: (Instant) -> Day) -> Bool {
    let today = zone.day(of: now)
    // An hour before midnight may be told after it.
    return [today.plus(days: -1), today].contains { date in
      let asked = zone.instant(date, minute: minute)
      let moment = rings(asked)
      return asked >= updatedAt && moment <= now && now < moment.plus(seconds: Self.grace) && rings(now) <= now
        && day(asked) == day(now)
    }
  }
}

/// The caller wants to be reminded at an hour, or no more.
public struct SetStudyReminder: FormCommand {
  public static let name = "study.remind"
  public let isOn: Bool
  public let minute: Int
  public let track: ID<Track>?
  public let inCalendar: Bool
  public init(isOn: Bool, minute: Int, track: ID<Track>? = nil, inCalendar: Bool = true) {
    (self.isOn, self.minute, self.track, self.inCalendar) = (isOn, minute, track, inCalendar)
  }
  public init(_ form: inout FormReader) {
    self.init(
      isOn: form.flag("on", about: "Whether to be reminded at all."),
      minute: form.clock("at", about: "The hour, by one's own clock: 17:00."),
      track: form.optionalID("about", about: "The one track it is about; all without it."),
      inCalendar: form.flag("calendar", about: "Whether one's calendar feed has it too."))
  }
}
