public import Base
public import Ledger
import People
import School

/// An account has become another: its feeds, its own events and what it chose are the other's, in the same transaction.
public func movingCalendar(_ old: ID<Account>, _ new: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  try CalendarStore(tx: tx).move(old, to: new)
}

extension CalendarStore where Books == WriteTransaction {
  fileprivate func move(_ old: ID<Account>, to new: ID<Account>) throws(Refusal) {
    let values: [Value] = [.id(tx.school), .id(old), .id(new)]
    try moveEvents(values, from: .person(old), to: .person(new))
    try tx.execute(
      """
      UPDATE feed SET account = $3, target = CASE WHEN target = $2 THEN $3 ELSE target END
      WHERE school = $1 AND account = $2
      """, values)
    let hasChosen = try tx.exists(
      "SELECT 1 FROM calendar_choice WHERE school = $1 AND account = $2", [.id(tx.school), .id(new)])
    try tx.execute(
      hasChosen
        ? "DELETE FROM calendar_choice WHERE school = $1 AND account = $2"
        : "UPDATE calendar_choice SET account = $3 WHERE school = $1 AND account = $2",
      hasChosen ? Array(values.prefix(2)) : values)
  }

  private func moveEvents(_ values: [Value], from old: Bucket, to new: Bucket) throws(Refusal) {
    let own: [ID<Event>] = try tx.rows(
      "SELECT id FROM event WHERE school = $1 AND audience = 'person' AND target = $2", Array(values.prefix(2))
    ) { $0.id(0) }
    try tx.execute(
      "UPDATE event SET target = $3 WHERE school = $1 AND audience = 'person' AND target = $2", values)
    let planned: [ID<Event>] = try tx.rows(
      "SELECT id FROM event WHERE school = $1 AND \"by\" = $2", Array(values.prefix(2))
    ) { $0.id(0) }
    try tx.execute("UPDATE event SET \"by\" = $3 WHERE school = $1 AND \"by\" = $2", values)
    for id in planned {
      guard let event = try event(id, in: tx.school) else { continue }
      tx.touch(CalendarTables.event, key: [.id(tx.school), .id(id)], in: buckets(of: event))
    }
    try tx.execute(
      "UPDATE event_left SET target = $3 WHERE school = $1 AND audience = 'person' AND target = $2", values)
    let changes = try changes(of: own, in: tx.school)
    for id in own {
      var keys = [(CalendarTables.event.schema, [Value.id(tx.school), .id(id)])]
      for change in changes[id] ?? [] {
        keys.append((CalendarTables.change.schema, [.id(tx.school), .id(id), .day(change.day)]))
      }
      for (table, key) in keys {
        tx.withdraw(table, key: key, from: [old])
        tx.touch(table, key: key, in: [new])
      }
    }
  }
}
