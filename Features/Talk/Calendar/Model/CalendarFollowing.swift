public import Base
public import ICalendar

/// How much of what comes again is meant.
public enum EventScope: String, CaseIterable, Hashable, Sendable { case one, following, all }

extension Event {
  /// Its rule until the day before, nothing when no time comes before, and the rule as it goes on from the day.
  public func split(at day: Day, zone: Zone) -> (before: Recurrence?, rest: Recurrence)? {
    guard let rule, isNamed(day, zone: zone) else { return nil }
    let earlier = day > times.from ? days(in: times.from...day.plus(days: -1), zone: zone) : []
    var (before, rest) = (rule, rule)
    (before.count, before.until) = (nil, .day(day.plus(days: -1)))
    rest.count = rule.count.map { max(1, $0 - earlier.count) }
    return (earlier.isEmpty ? nil : before, rest)
  }

  /// It from one of its days on, as an event of its own; other programs know it by a name of its own, too.
  public func following(_ day: Day, as id: ID<Event>, zone: Zone, now: Instant) -> Event? {
    guard let rest = split(at: day, zone: zone)?.rest else { return nil }
    return Event(
      id: id, audience: audience, kind: kind, title: title, place: place, note: note, times: times.moved(to: day),
      zone: self.zone, rule: rest, uid: id.text + "@homeroom", by: by, createdAt: now, updatedAt: now)
  }

  /// The same on other times from its first on: as many days later as its first is.
  ///
  /// `nil` when its rule cannot say that.
  public func moved(to new: EventTimes, zone: Zone) -> Event? {
    guard let rule = rule?.moved(from: times.from, to: new.from) else { return nil }
    var copy = self
    (copy.times, copy.rule) = (new, rule)
    return copy.isNamed(new.from, zone: zone) ? copy : nil
  }

  /// What differs on its days from `day` on, for the event that follows it: on the days with the same place in its row.
  public func differing(_ changes: [EventChange], from day: Day, in new: Event, zone: Zone) -> [EventChange] {
    let known = changes.filter { $0.day >= day }
    guard let last = known.map({ $0.day }).max() else { return [] }
    let old = days(in: day...last, zone: zone)
    let far = new.times.from.plus(days: last.number - day.number + 400)
    var place: [Day: Day] = [:]
    for (before, after) in zip(old, new.days(in: new.times.from...far, zone: zone)) { place[before] = after }
    return known.compactMap { change in
      guard let there = place[change.day] else { return nil }
      let shift = there.number - change.day.number
      return EventChange(
        event: new.id, day: there, isSkipped: change.isSkipped, title: change.title, place: change.place,
        times: change.times.map { $0.moved(to: $0.from.plus(days: shift)) }, updatedAt: new.updatedAt)
    }
  }

  /// Whether a day lies after the last its rule can name: what differs there waits for the rule to be put back.
  public func isPast(_ day: Day) -> Bool {
    if case .day(let last) = rule?.until { day > last } else { false }
  }
}
