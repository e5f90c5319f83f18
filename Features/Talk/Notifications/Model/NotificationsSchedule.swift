public import Base

/// When something may ring and when the day's letter comes, by somebody's clock.
public struct NoticeClock: Sendable {
  public let preferences: NoticePreferences
  public let zone: Zone
  /// Weekdays without work, 1 Monday … 7 Sunday.
  public let weekend: Set<Int>

  public init(_ preferences: NoticePreferences, zone: Zone) {
    (self.preferences, self.zone) = (preferences, zone)
    weekend = zone.weekend
  }

  /// Now, or when the quiet that it falls into is over.
  public func rings(at now: Instant) -> Instant {
    var moment = now
    // A night, a weekend, a night: more than a dozen steps would be a circle.
    for _ in 0..<12 {
      guard let end = quietEnd(moment) else { return moment }
      moment = end > moment ? end : moment.plus(seconds: 3600)
    }
    return moment
  }

  /// Whether what is said at an hour of the day would wait, on a day that is none of rest.
  public func isQuiet(minute: Int) -> Bool {
    guard let (from, until) = preferences.quiet, from != until else { return false }
    return from < until ? minute >= from && minute < until : minute >= from || minute < until
  }

  /// The next letter of the day after `now`; none comes on a day of rest.
  public func digest(after now: Instant) -> Instant {
    let today = zone.day(of: now)
    for days in 0...8 {
      let day = today.plus(days: days)
      let moment = zone.instant(day, minute: preferences.digestAt)
      if moment > now, !rests(day) { return moment }
    }
    return now.plus(days: 1)
  }

  /// When a letter of the day that is due may leave: at its hour, and for as long after it as nobody sleeps; what missed
  /// that, because the server was down, goes with the next one.
  public func digestLeaves(at now: Instant) -> Instant {
    let (day, late) = (zone.day(of: now), zone.minute(of: now) - preferences.digestAt)
    let isItsHour = late >= 0 && late < 60 && !rests(day)
    return isItsHour || rings(at: now) <= now ? now : digest(after: now)
  }

  private func rests(_ day: Day) -> Bool { preferences.restsOnWeekends && weekend.contains(day.weekday) }

  /// When the quiet around a moment ends; `nil` when it is not quiet.
  private func quietEnd(_ moment: Instant) -> Instant? {
    let (day, minute) = (zone.day(of: moment), zone.minute(of: moment))
    if rests(day) { return zone.instant(day.plus(days: 1), minute: 0) }
    guard let (from, until) = preferences.quiet, from != until else { return nil }
    if from < until { return minute >= from && minute < until ? zone.instant(day, minute: until) : nil }
    if minute >= from { return zone.instant(day.plus(days: 1), minute: until) }
    return minute < until ? zone.instant(day, minute: until) : nil
  }
}

/// The ways a notification goes beside the inbox.
public enum NoticeChannel: String, CaseIterable, Hashable, Sendable { case push, mail, digest }

/// What is known of a person when a notification goes on its way.
public struct NoticeReader: Sendable {
  public let role: Role
  public let clock: NoticeClock
  public let hasDevice: Bool
  /// Whether there is an address that has not refused letters.
  public let hasAddress: Bool
  /// Whether what it is about is muted.
  public let isMuted: Bool
  public init(role: Role, clock: NoticeClock, hasDevice: Bool, hasAddress: Bool, isMuted: Bool) {
    (self.role, self.clock) = (role, clock)
    (self.hasDevice, self.hasAddress, self.isMuted) = (hasDevice, hasAddress, isMuted)
  }

  /// The same person, looking at something else.
  public func muting(_ isMuted: Bool) -> NoticeReader {
    NoticeReader(role: role, clock: clock, hasDevice: hasDevice, hasAddress: hasAddress, isMuted: isMuted)
  }

  /// Which ways it goes, and when.
  ///
  /// - Parameter until: after which it is worth nothing, as a reminder of what is over.
  public func plan(_ kind: NoticeKind, at now: Instant, until: Instant? = nil) -> [NoticeChannel: Instant] {
    guard !isMuted else { return [:] }
    let ways = clock.preferences.ways(kind, for: role)
    var plan: [NoticeChannel: Instant] = [:]
    if ways.push, hasDevice { plan[.push] = clock.rings(at: now) }
    if hasAddress {
      switch ways.mail {
      case .off: break
      case .once: plan[.mail] = clock.rings(at: now)
      case .digest: plan[.digest] = clock.digest(after: now)
      }
    }
    if let until { plan = plan.filter { $0.value < until } }
    return plan
  }
}

/// How long to wait before something is tried again, and when to give up.
public enum NoticeDelay {
  /// Four days of letters: greylisting takes hours, a full mailbox days, and a mail server is repaired on Monday.
  public static let maxTries = 33

  /// Half a minute, one, two, … and from the tenth on every four hours; what the other side asks for, up to a day, wins.
  public static func pause(after tries: Int, asked: Int? = nil) -> Int64 {
    let own = Int64(30) << Int64(min(max(tries - 1, 0), 9))
    return max(min(own, 14_400), min(Int64(asked ?? 0), 86_400))
  }

  /// After which a push need not reach a device: when the first of what it tells of is worth nothing any more, a day
  /// from now at the latest.
  public static func end(of ends: [Instant], at now: Instant) -> Instant {
    max(now, min(ends.min() ?? now.plus(days: 1), now.plus(days: 1)))
  }
}
