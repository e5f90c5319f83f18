package import Base
import Classroom
package import Database
import ICalendar
import Kit
import Learning
import People
package import Router
package import School

/// What people do with events and feeds.
public struct CalendarService: Sendable {
  public init() {}

  func handle(_ command: AddEvent, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store, id) = (try request.caller(), CalendarStore(tx: tx), command.id ?? tx.newID())
    let home = try homeZone(of: caller.school, tx)
    var event = Event(command.words, id: id, zone: home, caller, now: tx.now)
    event.audience = event.audience.owned(by: caller.account)
    let facts = try EventFacts(event, caller, home, tx)
    let isTaken = try store.event(id, in: caller.school) != nil
    let permit = try command.permit(for: caller, facts, isTaken: isTaken, zone: home, now: tx.now)
    try store.save(permit, event)
    try close(nil, event, home, tx)
    return .made(id)
  }

  package func handle(_ command: EditEvent, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), CalendarStore(tx: tx))
    let (home, old) = (try homeZone(of: caller.school, tx), try store.known(command.event, in: caller.school))
    let event = old.bumped(at: tx.now) { event in
      event.take(command.words)
      event.audience = command.words.audience?.owned(by: caller.account) ?? old.audience
    }
    let permit = try command.permit(
      for: caller, EventFacts(of: old, caller, tx), EventFacts(event, caller, home, tx),
      isCancelled: old.cancelledAt != nil, zone: home, now: tx.now)
    // What may not be seen answers as if it were not there, whatever version is named.
    try request.expect(version: old.version)
    try store.save(permit, event, over: old)
    try close(old, event, home, tx)
    return .done
  }

  package func handle(_ command: CancelEvent, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), CalendarStore(tx: tx))
    let old = try store.known(command.event, in: caller.school)
    try store.save(command.permit(for: caller, EventFacts(of: old, caller, tx), now: tx.now), over: old)
    try close(old, nil, homeZone(of: caller.school, tx), tx)
    return .done
  }

  func handle(_ command: RestoreEvent, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), CalendarStore(tx: tx))
    let old = try store.known(command.event, in: caller.school)
    let permit = try command.permit(for: caller, EventFacts(of: old, caller, tx), now: tx.now)
    guard old.cancelledAt != nil else { return .done }
    try store.save(permit, over: old)
    try close(nil, old.bumped(at: tx.now) { $0.cancelledAt = nil }, homeZone(of: caller.school, tx), tx)
    return .done
  }

  /// Answers with where it was before, for the way back.
  package func handle(_ command: MoveEvent, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let one = try One(command.event, command.day, request, tx)
    let (old, before) = (one.event, one.before)
    let times = command.times(of: before.times)
    let moved = old.once(before.title, before.place, times)
    let permit = try command.permit(
      for: one.caller, EventFacts(moved, one.caller, one.home, tx), old, zone: one.own, home: one.home, now: tx.now)
    try CalendarStore(tx: tx).save(permit, over: old, before, one.change)
    try close(old, old, one.home, tx)
    let day = old.rule == nil ? times.from : command.day
    return Outcome(MovedFrom(from: before.times.from, start: before.times.start, day: day).text)
  }

  func handle(_ command: ChangeOccurrence, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let one = try One(command.event, command.day, request, tx)
    let wanted = one.event.once(command.title, command.place, command.times)
    let permit = try command.permit(
      for: one.caller, EventFacts(wanted, one.caller, one.home, tx), one.event, zone: one.own, home: one.home,
      now: tx.now)
    try CalendarStore(tx: tx).save(permit, over: one.event, one.change)
    try close(one.event, one.event, one.home, tx)
    return .done
  }

  func handle(_ command: SkipOccurrence, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let one = try One(command.event, command.day, request, tx)
    let facts = try EventFacts(of: one.event, one.caller, tx)
    let permit = try command.permit(for: one.caller, facts, one.event, zone: one.own, now: tx.now)
    try CalendarStore(tx: tx).save(permit, over: one.event, one.change)
    try close(one.event, one.event, one.home, tx)
    return .done
  }

  func handle(_ command: RestoreOccurrence, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let one = try One(command.event, command.day, request, tx)
    let facts = try EventFacts(of: one.event, one.caller, tx)
    let permit = try command.permit(for: one.caller, facts, one.event, zone: one.own, now: tx.now)
    try CalendarStore(tx: tx).save(permit, over: one.event, one.change)
    try close(one.event, one.event, one.home, tx)
    return .done
  }

  func handle(_ command: ChooseDates, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    try CalendarStore(tx: tx).save(command.permit(for: request.caller(), now: tx.now))
    return .done
  }
}

/// One time of an event, before it is changed.
private struct One {
  let caller: Caller
  let event: Event
  /// The school's zone, and the event's own.
  let home: Zone, own: Zone
  let change: EventChange?
  let before: Occurrence

  init(_ id: ID<Event>, _ day: Day, _ request: Request, _ tx: Transaction) throws(Refusal) {
    let (caller, store) = (try request.caller(), CalendarStore(tx: tx))
    let (home, event) = (try homeZone(of: caller.school, tx), try store.known(id, in: caller.school))
    let change = try store.changes(of: [id], in: caller.school)[id]?.first { $0.day == day }
    (self.caller, self.event, self.change) = (caller, event, change)
    (self.home, own) = (home, tx.zones.named(event.zone) ?? home)
    before = event.occurrence(on: day, change?.isSkipped == true ? nil : change)
  }
}

/// Where a time was before it was moved, as the answer to its sending is kept.
package struct MovedFrom: Hashable {
  package let from: Day
  package let start: Int?
  /// The day by which it is known now.
  package let day: Day
  package init(from: Day, start: Int?, day: Day) { (self.from, self.start, self.day) = (from, start, day) }

  var text: String { from.text + " " + day.text + (start.map { " " + String($0) } ?? "") }
  package init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count >= 2, let from = Day(String(parts[0])), let day = Day(String(parts[1])) else { return nil }
    self.init(from: from, start: parts.count > 2 ? Int(parts[2]) : nil, day: day)
  }
}

/// The zone in which the school's own clock counts.
package func homeZone(of school: ID<Tenant>, _ tx: Transaction) throws(Refusal) -> Zone {
  try SchoolsStore(tx: tx).zone(of: school)
}

/// A holiday of the whole school closes it; what is and was none has nothing to do with that.
func close(_ old: Event?, _ new: Event?, _ home: Zone, _ tx: WriteTransaction) throws(Refusal) {
  guard old?.isSchoolHoliday == true || new?.isSchoolHoliday == true else { return }
  try CalendarClosedDays(home: home, tx: tx).recalculate()
}

extension Event.Audience {
  func owned(by account: ID<Account>) -> Event.Audience {
    if case .person = self { .person(account) } else { self }
  }
}

extension Event {
  init(_ words: EventWords, id: ID<Event>, zone: Zone, _ caller: Caller, now: Instant) {
    self.init(
      id: id, audience: words.audience ?? .person(caller.account), kind: words.kind, title: words.title,
      place: words.place, note: words.note,
      times: words.times, zone: zone.name, rule: words.rule, uid: id.text + "@homeroom", by: caller.account,
      createdAt: now, updatedAt: now)
  }

  /// The event as if one time of it were all there is.
  func once(_ title: String, _ place: String?, _ times: EventTimes) -> Event {
    var copy = self
    (copy.title, copy.place, copy.times, copy.rule) = (title, place, times, nil)
    return copy
  }

  mutating func take(_ words: EventWords) {
    (kind, title, place, note) = (words.kind, words.title, words.place, words.note)
    // The same days said in other words are the same rule, and what differs on some of them stays.
    let isSame =
      times.from == words.times.from && rule?.spelledOut(from: times.from) == words.rule?.spelledOut(from: times.from)
    times = words.times
    if !isSame { rule = words.rule }
  }
}
