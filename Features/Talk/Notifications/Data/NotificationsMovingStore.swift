public import Base
public import Database
import People
import School

/// An account has become another: what it was told is the other's, in the same transaction.
public func mergeNotifications(_ old: ID<Account>, _ new: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  try NotificationsStore(tx: tx).move(old, to: new)
  try NotificationsDeliveryStore(tx: tx).move(old, to: new)
  try NotificationsPreferencesStore(tx: tx).move(old, to: new)
}

extension NotificationsStore where DB == WriteTransaction {
  fileprivate func move(_ old: ID<Account>, to new: ID<Account>) throws(Refusal) {
    for row in try tx.all(NotificationsTables.notification, in: tx.school, "AND account = $2", [.id(old)]) {
      try tx.put(NotificationsTables.notification, NotificationRow(owner: new, item: row.item))
    }
  }
}

extension NotificationsDeliveryStore where DB == WriteTransaction {
  /// What waits finds its way to the other; what is on its way at this moment is left to who carries it.
  fileprivate func move(_ old: ID<Account>, to new: ID<Account>) throws(Refusal) {
    try tx.execute(
      """
      UPDATE delivery SET account = $3, target = CASE WHEN target = $2 THEN $3 ELSE target END
      WHERE school = $1 AND account = $2 AND state = 'waiting' AND "leaseUntil" IS NULL
      """, [.id(tx.school), .id(old), .id(new)])
  }
}

extension NotificationsPreferencesStore where DB == WriteTransaction {
  /// What the other has chosen wins; a link in a letter may have chosen for the one that waited.
  fileprivate func move(_ old: ID<Account>, to new: ID<Account>) throws(Refusal) {
    let role = try MembersStore(tx: tx).membership(new, in: tx.school)?.role ?? .guardian
    if try hasChosen(old), try !hasChosen(new) { try put(preferences(old, role, in: tx.school), of: new) }
    for subject in try muted(old, in: tx.school).sorted() {
      try tx.remove(NotificationsTables.mute, NoticeMute(account: old, subject: subject))
      try tx.put(NotificationsTables.mute, NoticeMute(account: new, subject: subject))
    }
    for way in try ways(of: old, in: tx.school) { try tx.remove(NotificationsTables.way, way) }
    guard try hasChosen(old) else { return }
    try tx.remove(NotificationsTables.preference, key: [.id(tx.school), .id(old)])
  }

  private func hasChosen(_ account: ID<Account>) throws(Refusal) -> Bool {
    try tx.exists(
      "SELECT 1 FROM notice_preference WHERE school = $1 AND account = $2", [.id(tx.school), .id(account)])
  }
}
