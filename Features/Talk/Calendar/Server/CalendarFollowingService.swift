import Base
import Ledger
import School
import Web

/// What is done to one time of an event and to all that follow: it becomes two, and the first ends before that day.
extension CalendarService {
  func run(_ command: EditFollowing, _ request: Request) async throws -> Parted {
    let id = world.id(Event.self)
    return try await part(EditFollowing.self, command.event, request) { old, own, home, caller, store in
      guard var rest = old.following(command.day, as: id, zone: own, now: store.tx.now) else { throw Refusal.notFound }
      rest.take(command.words)
      rest.audience = command.words.audience?.owned(by: caller.account) ?? old.audience
      let permit = try command.permit(
        for: caller, EventFacts(of: old, caller, store.tx), EventFacts(rest, caller, home, store.tx, besides: old.id),
        old, zone: own, home: home, now: store.tx.now)
      try request.expect(version: old.version)
      try store.save(permit, rest, over: old, zone: own)
      return rest
    }
  }

  func run(_ command: MoveFollowing, _ request: Request) async throws -> Parted {
    let (id, move) = (world.id(Event.self), command.move)
    return try await part(MoveFollowing.self, move.event, request) { old, own, home, caller, store in
      let change = try store.changes(of: [old.id], in: caller.school)[old.id]?.first { $0.day == move.day }
      let before = old.occurrence(on: move.day, change?.isSkipped == true ? nil : change)
      let start = command.start(of: old, before, zone: own)
      let rest = old.following(start.day, as: id, zone: own, now: store.tx.now)
      let moved = rest?.moved(to: start.times, zone: own)
      let facts =
        try moved.map { try EventFacts($0, caller, home, store.tx, besides: old.id) }
        ?? EventFacts(of: old, caller, store.tx)
      let permit = try command.permit(
        for: caller, facts, old, moved: moved, zone: own, home: home, now: store.tx.now)
      guard let moved else { throw Refusal.notFound }
      try store.save(permit, moved, over: old, from: start.day, zone: own)
      return moved
    }
  }

  func run(_ command: CancelFollowing, _ request: Request) async throws -> Parted {
    try await part(CancelFollowing.self, command.event, request) { old, own, _, caller, store in
      let facts = try EventFacts(of: old, caller, store.tx)
      try store.save(
        command.permit(for: caller, facts, old, zone: own, now: store.tx.now), over: old, zone: own)
      return nil
    }
  }

  @discardableResult
  func run(_ command: RejoinEvent, _ request: Request) async throws -> Answered {
    let caller = try request.caller()
    return try await ledger.write(request.sent(RejoinEvent.self)) { tx in
      let (store, home) = (CalendarStore(tx: tx), try homeZone(of: caller.school, tx))
      guard let old = try store.event(command.event, in: caller.school) else { throw Refusal.notFound }
      let rest = try command.following.flatMap { try store.event($0, in: caller.school) }
        .map { (event: $0, facts: try EventFacts(of: $0, caller, tx)) }
      let permit = try command.permit(
        for: caller, EventFacts(of: old, caller, tx), old, rest: rest, now: tx.now)
      try store.save(permit, over: old, rest: rest?.event)
      try close(old, old, home, tx)
      return old.id.text
    }
  }

  /// The part that the three have in common.
  ///
  /// - Parameter body: what follows, when something does.
  private func part<C: Command>(
    _ kind: C.Type, _ event: ID<Event>, _ request: Request,
    _ body: @escaping @Sendable (Event, Zone, Zone, Caller, CalendarStore<WriteTransaction>) throws -> Event?
  ) async throws -> Parted {
    let caller = try request.caller()
    let answered = try await ledger.write(request.sent(kind)) { tx in
      let (store, home) = (CalendarStore(tx: tx), try homeZone(of: caller.school, tx))
      guard let old = try store.event(event, in: caller.school), let rule = old.rule else { throw Refusal.notFound }
      let rest = try body(old, zoneNamed(old.zone) ?? home, home, caller, store)
      try close(old, rest, home, tx)
      return Parted(event: old.id, following: rest?.id, rule: rule, sequence: old.sequence + 1).text
    }
    guard let parted = Parted(answered.text, of: event) else { throw Refusal.notFound }
    return parted
  }
}

/// What there is after a cut, and what it takes to undo it; the answer to a sending is kept as text.
struct Parted {
  let event: ID<Event>
  let following: ID<Event>?
  let rule: Recurrence
  let sequence: Int

  var text: String { [String(sequence), following?.text ?? "-", rule.text()].joined(separator: " ") }

  init(event: ID<Event>, following: ID<Event>?, rule: Recurrence, sequence: Int) {
    (self.event, self.following, self.rule, self.sequence) = (event, following, rule, sequence)
  }
  init?(_ text: String, of event: ID<Event>) {
    let parts = text.split(separator: " ").map(String.init)
    // What is kept was written by `text`.
    guard parts.count == 3, let sequence = Int(parts[0]), let rule = try? Recurrence(parts[2]) else { return nil }
    self.init(event: event, following: ID(parts[1]), rule: rule, sequence: sequence)
  }
}
