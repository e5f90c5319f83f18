package import Base
import Classroom
package import Database
import ICalendar
import Learning
import People
package import School

extension Event.Audience {
  /// Who sees what is for it.
  func buckets(in school: ID<Tenant>) -> [Bucket] {
    switch self {
    case .school: [.school(school)]
    case .classroom(let id): [.office(school), .classStaff(id), .classMates(id), .classFamilies(id)]
    case .course(let id): [.office(school), .courseStaff(id), .course(id)]
    case .person(let id): [.person(id)]
    }
  }
}

extension CalendarStore where DB == WriteTransaction {
  func save(_ permit: Permit<AddEvent>, _ event: Event) throws(Refusal) { try put(event) }

  func save(_ permit: Permit<RestoreEvent>, over old: Event) throws(Refusal) {
    try put(old.bumped(at: permit.at) { $0.cancelledAt = nil })
  }

  /// Times that differed on days the rule does not name any more mean nothing to it.
  private func dropUnnamed(_ old: Event, _ event: Event) throws(Refusal) {
    guard old.rule != nil, old.rule != event.rule || old.times.from != event.times.from else { return }
    let known = try changes(of: [old.id], in: tx.school)[old.id] ?? []
    let zone = tx.zones.named(event.zone) ?? .utc
    // Nor do those that wait behind a cut, once the rule is another.
    let named = event.rule == nil ? [] : event.named(known.map { $0.day }.filter { !old.isPast($0) }, zone: zone)
    for change in known where !named.contains(change.day) { try drop(change) }
  }

  func save(_ permit: Permit<ChangeOccurrence>, over old: Event, _ known: EventChange?) throws(Refusal) {
    let command = permit.command
    let change = old.change(
      on: command.day, title: command.title, place: command.place, times: command.times, at: permit.at)
    try replace(known, with: change, of: old, at: permit.at)
  }

  /// What was different about it stays, for when it comes after all.
  func save(_ permit: Permit<SkipOccurrence>, over old: Event, _ known: EventChange?) throws(Refusal) {
    var change = known ?? EventChange(event: old.id, day: permit.command.day, isSkipped: true, updatedAt: permit.at)
    (change.isSkipped, change.updatedAt) = (true, permit.at)
    try replace(known, with: change, of: old, at: permit.at)
  }

  /// What was left out comes as it was planned before; what was different comes as the rule says.
  func save(_ permit: Permit<RestoreOccurrence>, over old: Event, _ known: EventChange?) throws(Refusal) {
    guard let known else { return }
    let change =
      known.isSkipped
      ? EventChange(
        event: old.id, day: known.day, isSkipped: false, title: known.title, place: known.place, times: known.times,
        updatedAt: permit.at) : nil
    let isPlain = known.title == nil && known.place == nil && known.times == nil
    try replace(known, with: isPlain ? nil : change, of: old, at: permit.at)
  }

  private func replace(
    _ known: EventChange?, with change: EventChange?, of event: Event, at now: Instant
  ) throws(Refusal) {
    if let change { return try put(change, of: event) }
    if let known {
      try drop(known)
      try put(event.bumped(at: now) { _ in })
    }
  }

  // MARK: rows

  /// An event as it is: for what makes whole schools.
  func put(_ event: Event) throws(Refusal) {
    let moved = (try changes(of: [event.id], in: tx.school)[event.id] ?? []).compactMap { $0.times }
    try tx.put(
      CalendarTables.event,
      EventRow(
        school: tx.school, event: event, first: moved.map { $0.from }.reduce(event.times.from, min),
        last: moved.map { $0.until }.reduce(event.lastDay, max)))
  }

  /// A time that differs makes what others keep of the whole wrong.
  private func put(_ change: EventChange, of event: Event) throws(Refusal) {
    try write(change)
    try put(event.bumped(at: change.updatedAt) { _ in })
  }

  func write(_ change: EventChange) throws(Refusal) { try tx.put(CalendarTables.change, change) }
  private func drop(_ change: EventChange) throws(Refusal) { try tx.remove(CalendarTables.change, change) }

  private func note(_ old: Event, _ new: Event) {
    if old.title != new.title { tx.detail("title", old.title + " → " + new.title) }
    if old.times != new.times { tx.detail("from", old.times.from.text + " → " + new.times.from.text) }
    if old.rule != new.rule { tx.detail("rule", (old.rule?.text() ?? "") + " → " + (new.rule?.text() ?? "")) }
  }

  func save(_ permit: Permit<RevokeFeed>, over old: Feed) throws(Refusal) {
    try tx.remove(CalendarTables.feed, old)
  }

  func save(_ permit: Permit<ChooseDates>) throws(Refusal) {
    let command = permit.command
    func put(_ account: ID<Account>, _ choice: CalendarChoice) throws(Refusal) {
      try tx.put(CalendarTables.choice, CalendarChoiceRow(account: account, choice: choice))
    }
    try put(permit.caller.account, CalendarChoice(hebrew: command.hebrew, hijri: command.hijri))
    if let shift = command.shift { try put(.none, CalendarChoice(shift: shift)) }
  }
}

package extension CalendarStore where DB == WriteTransaction {
  func save(_ permit: Permit<EditEvent>, _ event: Event, over old: Event) throws(Refusal) {
    note(old, event)
    try dropUnnamed(old, event)
    try put(event)
    if old.audience != event.audience { try leave(old, for: event) }
  }

  func save(_ permit: Permit<CancelEvent>, over old: Event) throws(Refusal) {
    tx.detail("title", old.title)
    try put(old.bumped(at: permit.at) { $0.cancelledAt = permit.at })
  }

  /// Of what comes once the event itself moves, of what comes again that one time.
  func save(_ permit: Permit<MoveEvent>, over old: Event, _ before: Occurrence, _ known: EventChange?)
    throws(Refusal)
  {
    let times = permit.command.times(of: before.times)
    tx.detail("from", before.times.from.text)
    tx.detail("to", times.from.text)
    guard old.rule != nil else { return try put(old.bumped(at: permit.at) { $0.times = times }) }
    let change = old.change(
      on: before.day, title: before.title, place: before.place, times: times, at: permit.at)
    try replace(known, with: change, of: old, at: permit.at)
  }

  /// A row of a file; the changes are all there are.
  func save(_ permit: Permit<ImportEvents>, _ row: ImportPlan.Row, as event: Event, over old: Event?)
    throws(Refusal)
  {
    if old != nil {
      for change in try changes(of: [event.id], in: tx.school)[event.id] ?? [] { try drop(change) }
    }
    try put(event)  // what differs points to it
    for change in row.changes {
      try write(
        EventChange(
          event: event.id, day: change.day, isSkipped: change.isSkipped, title: change.title, place: change.place,
          times: change.times, updatedAt: permit.at))
    }
    if !row.changes.isEmpty { try put(event) }
    if let old, old.audience != event.audience { try leave(old, for: event) }
  }

  // MARK: feeds and choices

  func save(_ permit: Permit<MakeFeed>, as id: ID<Feed>, hash: [UInt8]) throws(Refusal) {
    let now = permit.at
    try tx.put(
      CalendarTables.feed,
      Feed(
        id: id, owner: permit.caller.account, scope: permit.command.scope, hash: hash, createdAt: now, rotatedAt: now))
  }

  func save(_ permit: Permit<RotateFeed>, over old: Feed, hash: [UInt8]) throws(Refusal) {
    try tx.put(
      CalendarTables.feed,
      Feed(
        id: old.id, owner: old.owner, scope: old.scope, hash: hash, createdAt: old.createdAt, rotatedAt: permit.at))
  }
}

extension Event {
  func bumped(at now: Instant, _ change: (inout Event) -> Void) -> Event {
    var copy = self
    change(&copy)
    copy.sequence += 1
    copy.updatedAt = now
    return copy
  }

  /// The last day it can reach, generously: what has no end reaches for ever.
  var lastDay: Day {
    guard let rule else { return times.until }
    switch rule.until {
    case .day(let day): return day.plus(days: times.span)
    case .moment(let moment): return Zone.utc.day(of: moment).plus(days: times.span + 1)
    case nil: break
    }
    guard rule.count != nil else { return Day(number: 4_000_000) }
    let all = rule.days(from: times.from, in: times.from...Day(number: 4_000_000))
    return (all.last ?? times.from).plus(days: times.span)
  }
}
