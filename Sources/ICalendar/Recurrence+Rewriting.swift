public import Base

/// Rules made of rules.
extension Recurrence {
  /// The same rule with everything said that it leaves to the first day: two that name the same days for that are the
  /// same text.
  public func spelledOut(from day: Day) -> Recurrence {
    let (_, month, number) = day.parts
    var rule = self
    if frequency != .weekly || interval == 1 { rule.weekStart = 1 }
    switch frequency {
    case .daily: break
    case .weekly: if weekdays.isEmpty { rule.weekdays = [Nth(weekday: day.weekday)] }
    case .monthly: if weekdays.isEmpty, monthDays.isEmpty { rule.monthDays = [number] }
    case .yearly:
      if yearDays.isEmpty, weekdays.isEmpty {
        if monthDays.isEmpty { rule.monthDays = [number] }
        if months.isEmpty { rule.months = monthDays.isEmpty ? [month] : Array(1...12) }
      }
    }
    rule.weekdays = Set(rule.weekdays).sorted { ($0.weekday, $0.place) < ($1.weekday, $1.place) }
    (rule.months, rule.monthDays) = (Set(rule.months).sorted(), Set(rule.monthDays).sorted())
    rule.yearDays = Set(rule.yearDays).sorted()
    return rule
  }

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
