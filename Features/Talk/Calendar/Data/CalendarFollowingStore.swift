package import Base
package import Database
package import School

/// Cutting an event that comes again in two, and putting it together.
extension CalendarStore where DB == WriteTransaction {
  /// What differed after the cut was kept where it was, so that it is all as before.
  func save(_ permit: Permit<RejoinEvent>, over old: Event, rest: Event?) throws(Refusal) {
    try put(
      old.bumped(at: permit.at) { event in
        (event.rule, event.cancelledAt) = (permit.command.rule, nil)
      })
    if let rest { try put(rest.bumped(at: permit.at) { $0.cancelledAt = permit.at }) }
  }

  /// Its rule ends before the day; without a time before, it is called off.
  private func cut(_ old: Event, before day: Day, zone: Zone) throws(Refusal) {
    tx.detail("title", old.title)
    tx.detail("from", day.text)
    let before = old.split(at: day, zone: zone)?.before
    try put(
      old.bumped(at: tx.now) { event in
        if let before { event.rule = before } else { event.cancelledAt = tx.now }
      })
  }

  private func put(_ rest: Event, with changes: [EventChange]) throws(Refusal) {
    try put(rest)  // what differs points to it
    for change in changes {
      try write(
        EventChange(
          event: rest.id, day: change.day, isSkipped: change.isSkipped, title: change.title, place: change.place,
          times: change.times, updatedAt: rest.updatedAt))
    }
    if !changes.isEmpty { try put(rest) }
  }
}

package extension CalendarStore where DB == WriteTransaction {
  func save(_ permit: Permit<EditFollowing>, _ rest: Event, over old: Event, zone: Zone) throws(Refusal) {
    let day = permit.command.day
    let named = rest.named(try changes(of: [old.id], in: tx.school)[old.id]?.map { $0.day } ?? [], zone: zone)
    let kept =
      try changes(of: [old.id], in: tx.school)[old.id]?.filter { $0.day >= day && named.contains($0.day) } ?? []
    try cut(old, before: day, zone: zone)
    try put(rest, with: kept)
  }

  func save(
    _ permit: Permit<MoveFollowing>, _ rest: Event, over old: Event, from day: Day, zone: Zone
  ) throws(Refusal) {
    let known = try changes(of: [old.id], in: tx.school)[old.id] ?? []
    var kept = old.differing(known, from: day, in: rest, zone: zone)
    // The time that was moved comes when all come.
    let place = old.days(in: day...permit.command.move.day, zone: zone).count - 1
    let far = rest.times.from.plus(days: permit.command.move.day.number - day.number + 400)
    let here = rest.days(in: rest.times.from...far, zone: zone).dropFirst(place).first
    kept = kept.compactMap { change in
      guard change.day == here, !change.isSkipped else { return change }
      var plain = change
      plain.times = nil
      return plain.title == nil && plain.place == nil ? nil : plain
    }
    tx.detail("to", rest.times.from.text)
    try cut(old, before: day, zone: zone)
    try put(rest, with: kept)
  }

  func save(_ permit: Permit<CancelFollowing>, over old: Event, zone: Zone) throws(Refusal) {
    try cut(old, before: permit.command.day, zone: zone)
  }
}
