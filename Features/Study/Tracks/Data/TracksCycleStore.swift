public import Base
public import Database
public import School

/// The rows of days that a cycle comes to.
extension TracksStore where DB == WriteTransaction {
  /// Writes the cycle, and the days from its first one on; what earlier days have stays.
  ///
  /// - Parameter today: the day of study, from which the horizon is counted.
  public func save(_ permit: Permit<SetCycle>, today: Day) throws(Refusal) {
    let (track, fields) = (permit.command.track, permit.command.fields)
    let order = try order(of: track, in: tx.school)
    let first = fields.first.flatMap { place in order.indices.contains(place - 1) ? order[place - 1] : nil }
    let cycle = TrackCycle(
      track: track, from: fields.from, first: first, perDay: fields.perDay, weekdays: fields.weekdays,
      skips: fields.skips, merged: fields.merged, end: fields.end)
    try tx.put(TracksTables.cycle, cycle)
    try compile(cycle, order, from: cycle.from, today: today)
  }

  /// Gives the days from one on what the cycle says, after the texts have changed; does nothing without a cycle.
  func compile(_ track: ID<Track>, from: Day, today: Day) throws(Refusal) {
    guard let cycle = try cycle(of: track, in: tx.school) else { return }
    try compile(cycle, order(of: track, in: tx.school), from: max(from, cycle.from), today: today)
  }

  /// Writes the days that have come within the horizon since: for a job that runs now and then.
  ///
  /// What is there stays as it is; a second call writes nothing.
  ///
  /// - Returns: how many days were written.
  @discardableResult
  package func extend(_ track: ID<Track>, today: Day) throws(Refusal) -> Int {
    guard let cycle = try cycle(of: track, in: tx.school), let known = try self.track(track, in: tx.school),
      known.deletedAt == nil
    else { return 0 }
    let until = today.plus(days: TrackCycle.horizon)
    let last = try lastCompiled(of: track, before: until.plus(days: 1), in: tx.school)?.day
    let from = max(today, cycle.from, last?.plus(days: 1) ?? today)
    guard from <= until else { return 0 }
    return try compile(cycle, order(of: track, in: tx.school), from: from, today: today)
  }

  /// Writes what one day has by hand, or gives it back to the cycle.
  func save(_ permit: Permit<EditTrackDay>, today: Day) throws(Refusal) {
    let command = permit.command
    let order = try order(of: command.track, in: tx.school)
    let known = try day(command.day, of: command.track, in: tx.school)
    guard command.byCycle else {
      let items = command.places.compactMap { order.indices.contains($0 - 1) ? order[$0 - 1] : nil }
      let row = TrackDay(track: command.track, day: command.day, items: items, isEdited: true)
      if known != row { try tx.put(TracksTables.day, row) }
      return
    }
    if let known, known.isEdited { try tx.remove(TracksTables.day, known) }
    try compile(command.track, from: command.day, today: today)
  }

  @discardableResult
  private func compile(
    _ cycle: TrackCycle, _ order: [ID<TrackItem>], from: Day, today: Day
  ) throws(Refusal) -> Int {
    let until = max(today, cycle.from).plus(days: TrackCycle.horizon)
    let next = try place(cycle, order, on: from)
    let changes = TrackDayChanges(
      cycle.compile(order, next: next, from: from, until: until),
      over: try days(of: cycle.track, from: from, until: until.plus(days: TrackCycle.horizon), in: tx.school))
    for row in changes.remove { try tx.remove(TracksTables.day, row) }
    for row in changes.put { try tx.put(TracksTables.day, row) }
    return changes.put.count
  }

  /// The place of the text that a day begins with: after those of the last day before it that the cycle gave texts.
  ///
  /// Days between that were written by hand have used up their portion.
  private func place(_ cycle: TrackCycle, _ order: [ID<TrackItem>], on day: Day) throws(Refusal) -> Int {
    let since = cycle.first == nil ? nil : cycle.from
    let last = try lastCompiled(of: cycle.track, from: since, before: day, in: tx.school)
    var next =
      if let last, let text = last.items.last {
        try after(text, order)
      } else {
        cycle.first.flatMap { first in order.firstIndex { $0 == first } } ?? 0
      }
    let gap = max(last?.day.plus(days: 1) ?? cycle.from, cycle.from)
    guard gap < day else { return next }
    for row in try days(of: cycle.track, from: gap, until: day.plus(days: -1), in: tx.school) where row.isEdited {
      _ = cycle.take(on: row.day, of: order, next: &next)
    }
    return next
  }

  /// The place after a text; after one that was deleted it is that of the next which stands.
  private func after(_ text: ID<TrackItem>, _ order: [ID<TrackItem>]) throws(Refusal) -> Int {
    if let place = order.firstIndex(of: text) { return place + 1 }
    guard let gone = try tx.find(TracksTables.item, text, in: tx.school) else { return 0 }
    return try tx.count(
      "SELECT COUNT(*) FROM track_item WHERE school = $1 AND track = $2 AND \"deletedAt\" IS NULL AND position < $3",
      [.id(tx.school), .id(gone.track), .integer(Int64(gone.position))])
  }
}
