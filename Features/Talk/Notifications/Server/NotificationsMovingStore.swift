public import Base
public import Ledger
import People
import School

/// An account has become another: what it was told is the other's, in the same transaction.
public func movingNotifications(_ old: ID<Account>, _ new: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  try NotificationsStore(tx: tx).move(old, to: new)
  try NotificationsDeliveryStore(tx: tx).move(old, to: new)
  try NotificationsPreferencesStore(tx: tx).move(old, to: new)
}

extension NotificationsStore where Books == WriteTransaction {
  fileprivate func move(_ old: ID<Account>, to new: ID<Account>) throws(Refusal) {
    let key: [Value] = [.id(tx.school), .id(old)]
    let told: [ID<Notification>] = try tx.rows(
      "SELECT id FROM notification WHERE school = $1 AND account = $2", key
    ) { $0.id(0) }
    try tx.execute("UPDATE notification SET account = $3 WHERE school = $1 AND account = $2", key + [.id(new)])
    for id in told {
      let row: [Value] = [.id(tx.school), .id(id)]
      tx.withdraw(NotificationsTables.notification, key: row, from: [.person(old)])
      tx.touch(NotificationsTables.notification, key: row, in: [.person(new)])
    }
  }
}

extension NotificationsDeliveryStore where Books == WriteTransaction {
  /// What waits finds its way to the other; what is on its way at this moment is left to who carries it.
  fileprivate func move(_ old: ID<Account>, to new: ID<Account>) throws(Refusal) {
    try tx.execute(
      """
      UPDATE delivery SET account = $3, target = CASE WHEN target = $2 THEN $3 ELSE target END
      WHERE school = $1 AND account = $2 AND state = 'waiting' AND "leaseUntil" IS NULL
      """, [.id(tx.school), .id(old), .id(new)])
  }
}

extension NotificationsPreferencesStore where Books == WriteTransaction {
  /// What the other has chosen wins; a link in a letter may have chosen for the one that waited.
  fileprivate func move(_ old: ID<Account>, to new: ID<Account>) throws(Refusal) {
    let role = try MembersStore(tx: tx).membership(new, in: tx.school)?.role ?? .guardian
    if try hasChosen(old), try !hasChosen(new) { try put(preferences(old, role, in: tx.school), of: new) }
    for subject in try muted(old, in: tx.school).sorted() {
      try tx.remove(NotificationsTables.mute, NoticeMute(account: old, subject: subject), from: [.person(old)])
      try tx.put(NotificationsTables.mute, NoticeMute(account: new, subject: subject), in: [.person(new)])
    }
    for way in try ways(of: old, in: tx.school) { try tx.remove(NotificationsTables.way, way, from: [.person(old)]) }
    guard try hasChosen(old) else { return }
    try tx.remove(NotificationsTables.preference, key: [.id(tx.school), .id(old)], from: [.person(old)])
  }

  private func hasChosen(_ account: ID<Account>) throws(Refusal) -> Bool {
    try tx.exists(
      "SELECT 1 FROM notice_preference WHERE school = $1 AND account = $2", [.id(tx.school), .id(account)])
  }
}
