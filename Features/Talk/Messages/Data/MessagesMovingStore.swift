public import Base
public import Database
import People
import School

/// An account has become another: its places in talks are the other's, in the same transaction.
///
/// Goes after `mergeNotifications`, because a place names the word in the inbox that stands for what is unread.
public func mergeMessages(_ old: ID<Account>, _ new: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  try MessagesStore(tx: tx).move(old, to: new)
}

extension MessagesStore where DB == WriteTransaction {
  fileprivate func move(_ old: ID<Account>, to new: ID<Account>) throws(Refusal) {
    let talks: [ID<Conversation>] = try tx.rows(
      "SELECT conversation FROM talker WHERE school = $1 AND account = $2 ORDER BY conversation",
      [.id(tx.school), .id(old)]
    ) { $0.id(0) }
    for talk in talks {
      guard let conversation = try conversation(talk, in: tx.school) else { continue }
      if conversation.kind == .direct { try rename(conversation, old, new) }
      try movePlace(in: talk, old, new)
      // Whoever keeps it on a device hears that its rows name another.
      try touch(talk)
    }
  }

  /// There is one direct talk of two people; where the other has one with the same person already, both stay to be read,
  /// and the next word goes into that one.
  private func rename(_ talk: Conversation, _ old: ID<Account>, _ new: ID<Account>) throws(Refusal) {
    let partner = try places(in: talk.id, school: tx.school).first { !$0.isGuest && $0.account != old }?.account
    let pair = partner.map { Conversation.pair(new, $0) }
    let isFree = if let pair { try conversation(pair: pair, in: tx.school) == nil } else { false }
    try tx.execute(
      "UPDATE conversation SET pair = $3 WHERE school = $1 AND id = $2",
      [.id(tx.school), .id(talk.id), .text(isFree && partner != new ? pair : nil)])
  }

  private func movePlace(in talk: ID<Conversation>, _ old: ID<Account>, _ new: ID<Account>) throws(Refusal) {
    guard let left = try place(of: old, in: talk, school: tx.school) else { return }
    let isHere = try tx.isMember(old, of: .conversation(talk), school: tx.school)
    try tx.revoke(old, .conversation(talk))
    try tx.remove(MessagesTables.participant, left)
    guard var participant = try place(of: new, in: talk, school: tx.school) else {
      try put(left.of(new))
      if isHere, left.leftAt == nil { try tx.grant(new, .conversation(talk)) }
      return
    }
    // They were in it themselves: their own place stays, with the wider of both views.
    if let told = left.told { try NotificationsStore(tx: tx).takeBack(told) }
    participant.isGuest = participant.isGuest && left.isGuest
    participant.since = min(participant.since, left.since)
    try put(participant)
  }
}

extension Participant {
  /// The same place as somebody else's.
  fileprivate func of(_ account: ID<Account>) -> Participant {
    Participant(
      conversation: conversation, account: account, joinedAt: joinedAt, leftAt: leftAt, read: read, readAt: readAt,
      isMuted: isMuted, isGuest: isGuest, since: since, told: told, isHere: isHere)
  }
}
