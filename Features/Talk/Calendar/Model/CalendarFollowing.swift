public import Base

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

extension Recurrence {
  /// The same rule for what begins some days later or earlier; `nil` when it cannot be said.
  public func moved(from old: Day, to new: Day) -> Recurrence? {
    let shift = new.number - old.number
    guard shift != 0 else { return self }
    var rule = self
    switch until {
    case .day(let day): rule.until = .day(day.plus(days: shift))
    case .moment(let moment): rule.until = .moment(moment.plus(days: Int64(shift)))
    case nil: break
    }
    switch frequency {
    case .daily: return weekdays.isEmpty && monthDays.isEmpty && months.isEmpty ? rule : nil
    case .weekly:
      let turned = { (weekday: Int) in ((weekday - 1 + shift) % 7 + 7) % 7 + 1 }
      rule.weekdays = weekdays.map { Nth(weekday: turned($0.weekday)) }
      // The week goes along, so that every second one stays the same.
      rule.weekStart = turned(weekStart)
      return months.isEmpty ? rule : nil
    case .monthly: return rule.turnMonth(from: old, to: new) ? rule : nil
    case .yearly: return rule.turnYear(from: old, to: new) ? rule : nil
    }
  }

  /// One day of the month becomes another: the 3rd the 5th, the second Monday the second Wednesday.
  private mutating func turnMonth(from old: Day, to new: Day) -> Bool {
    let number = new.parts.day
    guard months.isEmpty else { return false }
    if weekdays.isEmpty {
      if monthDays == [old.parts.day] { monthDays = [number] }
      return monthDays.isEmpty || monthDays == [number]
    }
    guard monthDays.isEmpty, weekdays.count == 1, let one = weekdays.first, one.place != 0 else { return false }
    let isLast = one.place < 0 || number > 28
    weekdays = [Nth(weekday: new.weekday, place: isLast ? -1 : (number - 1) / 7 + 1)]
    return true
  }

  private mutating func turnYear(from old: Day, to new: Day) -> Bool {
    let (was, month, day) = (old.parts, new.parts.month, new.parts.day)
    guard weekdays.isEmpty, yearDays.isEmpty else { return false }
    let isPlain = months.isEmpty && monthDays.isEmpty
    guard isPlain || months == [was.month] && (monthDays.isEmpty || monthDays == [was.day]) else { return false }
    if !isPlain { (months, monthDays) = ([month], [day]) }
    return true
  }
}
