package import Base
package import Database
package import ICalendar
package import Router
package import School

/// What is done to one time of an event and to all that follow: it becomes two, and the first ends before that day.
extension CalendarService {
  package func handle(_ command: EditFollowing, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    try part(command.event, request, tx) { old, own, home, caller, store throws(Refusal) in
      guard var rest = old.following(command.day, as: tx.newID(), zone: own, now: tx.now) else { throw .notFound }
      rest.take(command.words)
      rest.audience = command.words.audience?.owned(by: caller.account) ?? old.audience
      let permit = try command.permit(
        for: caller, EventFacts(of: old, caller, tx), EventFacts(rest, caller, home, tx, besides: old.id),
        old, zone: own, home: home, now: tx.now)
      try request.expect(version: old.version)
      try store.save(permit, rest, over: old, zone: own)
      return rest
    }
  }

  package func handle(_ command: MoveFollowing, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let move = command.move
    return try part(move.event, request, tx) { old, own, home, caller, store throws(Refusal) in
      let change = try store.changes(of: [old.id], in: caller.school)[old.id]?.first { $0.day == move.day }
      let before = old.occurrence(on: move.day, change?.isSkipped == true ? nil : change)
      let start = command.start(of: old, before, zone: own)
      let rest = old.following(start.day, as: tx.newID(), zone: own, now: tx.now)
      let moved = rest?.moved(to: start.times, zone: own)
      let facts: EventFacts
      if let moved {
        facts = try EventFacts(moved, caller, home, tx, besides: old.id)
      } else {
        facts = try EventFacts(of: old, caller, tx)
      }
      let permit = try command.permit(for: caller, facts, old, moved: moved, zone: own, home: home, now: tx.now)
      guard let moved else { throw .notFound }
      try store.save(permit, moved, over: old, from: start.day, zone: own)
      return moved
    }
  }

  package func handle(_ command: CancelFollowing, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome
  {
    try part(command.event, request, tx) { old, own, _, caller, store throws(Refusal) in
      let facts = try EventFacts(of: old, caller, tx)
      try store.save(command.permit(for: caller, facts, old, zone: own, now: tx.now), over: old, zone: own)
      return nil
    }
  }

  func handle(_ command: RejoinEvent, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), CalendarStore(tx: tx))
    let old = try store.known(command.event, in: caller.school)
    var rest: (event: Event, facts: EventFacts)?
    if let id = command.following, let event = try store.event(id, in: caller.school) {
      rest = (event, try EventFacts(of: event, caller, tx))
    }
    let permit = try command.permit(for: caller, EventFacts(of: old, caller, tx), old, rest: rest, now: tx.now)
    try store.save(permit, over: old, rest: rest?.event)
    try close(old, old, homeZone(of: caller.school, tx), tx)
    return .done
  }

  /// The part that the three have in common.
  ///
  /// - Parameter body: what follows, when something does.
  private func part(
    _ event: ID<Event>, _ request: Request, _ tx: WriteTransaction,
    _ body: (Event, Zone, Zone, Caller, CalendarStore<WriteTransaction>) throws(Refusal) -> Event?
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), CalendarStore(tx: tx))
    let (home, old) = (try homeZone(of: caller.school, tx), try store.known(event, in: caller.school))
    guard let rule = old.rule else { throw .notFound }
    let rest = try body(old, tx.zones.named(old.zone) ?? home, home, caller, store)
    try close(old, rest, home, tx)
    return Outcome(Parted(event: old.id, following: rest?.id, rule: rule, sequence: old.sequence + 1).text)
  }
}

/// What there is after a cut, and what it takes to undo it; the answer to a sending is kept as text.
package struct Parted: Sendable {
  package let event: ID<Event>
  package let following: ID<Event>?
  package let rule: Recurrence
  package let sequence: Int

  var text: String { [String(sequence), following?.text ?? "-", rule.text()].joined(separator: " ") }

  init(event: ID<Event>, following: ID<Event>?, rule: Recurrence, sequence: Int) {
    (self.event, self.following, self.rule, self.sequence) = (event, following, rule, sequence)
  }
  package init?(_ text: String, of event: ID<Event>) {
    let parts = text.split(separator: " ").map(String.init)
    // What is kept was written by `text`.
    guard parts.count == 3, let sequence = Int(parts[0]), let rule = try? Recurrence(parts[2]) else { return nil }
    self.init(event: event, following: ID(parts[1]), rule: rule, sequence: sequence)
  }
}
