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
    try moveEvents(old, to: new)
    try tx.execute(
      "UPDATE event_left SET target = $3 WHERE school = $1 AND audience = 'person' AND target = $2", values)
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

  /// Those for it alone, and those it planned for others.
  private func moveEvents(_ old: ID<Account>, to new: ID<Account>) throws(Refusal) {
    let found = try tx.all(
      CalendarTables.event, in: tx.school, "AND (audience = 'person' AND target = $2 OR \"by\" = $2)", [.id(old)])
    for row in found {
      var event = row.event
      if event.by == old { event.by = new }
      if event.audience == .person(old) { event.audience = .person(new) }
      try put(event)
    }
  }
}
