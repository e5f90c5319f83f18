public import Base
import Classroom
import Learning
public import Ledger
import People
import School

/// The followers of the feature, for the one place that runs them.
public let messageFollowers: [Follower] = [messageFollower, circleFollower]

/// Tells those who have not read it that there is a new message: one word for each conversation, taken back when it is
/// read.
public let messageFollower = Follower("messages.tell") { entry, tx in try followMessages(entry, tx) }

/// Keeps groups in line with their courses and classes.
public let circleFollower = Follower("messages.circle") { entry, tx in try followCircles(entry, tx) }

func followMessages(_ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  switch entry.command {
  case SendMessage.name:
    for key in entry.keys(of: MessagesTables.message) {
      guard let id = ID<Message>(bytes: key.suffix(16)),
        let message = try MessagesStore(tx: tx).message(id, in: tx.school)
      else { continue }
      try tell(message, tx)
      try settle(message.sender, in: message.conversation, tx)
    }
  case SeeMessages.name, MuteConversation.name, LeaveConversation.name:
    for key in entry.keys(of: MessagesTables.talker) where key.count == 48 {
      guard let conversation = ID<Conversation>(bytes: key[16..<32]), let account = ID<Account>(bytes: key[32..<48])
      else { continue }
      try settle(account, in: conversation, tx)
    }
  default: break
  }
}

/// One word for all that somebody has not read in a conversation.
private func tell(_ message: Message, _ tx: WriteTransaction) throws {
  let (store, inbox) = (MessagesStore(tx: tx), NotificationsStore(tx: tx))
  let sender = try AccountsStore(tx: tx).names(of: [message.sender])[message.sender] ?? ""
  for talker in try store.talkers(in: message.conversation, school: tx.school) {
    guard talker.account != message.sender, !talker.isMuted, talker.told == nil, talker.read < message.number else {
      continue
    }
    let id = Notification.id(message: message.id, to: talker.account)
    try inbox.tell(
      talker.account, id, kind: "message", Phrase("messages.notice.new", .text(sender)),
      path: MessagesPaths.conversation(message.conversation))
    try store.note(id, for: talker.account, in: message.conversation)
  }
}

/// Whoever has read everything, or wants to hear no more, has no word waiting.
private func settle(_ account: ID<Account>, in conversation: ID<Conversation>, _ tx: WriteTransaction) throws {
  let store = MessagesStore(tx: tx)
  guard let talker = try store.place(of: account, in: conversation, school: tx.school)?.talker, let told = talker.told,
    let last = try store.conversation(conversation, in: tx.school)?.last,
    talker.read >= last || talker.isMuted || talker.leftAt != nil
  else { return }
  try NotificationsStore(tx: tx).takeBack(told)
  try store.note(nil, for: account, in: conversation)
}

/// The tables whose rows say who is in a course or a class, and where in their keys that is.
private let circles = [
  "seat", "course_teacher", "course", "enrolment", "class_teacher", "classroom", "guardian", "membership", "student",
  "message_policy",
]

func followCircles(_ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  let lines = entry.rows.split(separator: "\n")
  let tables = Set(lines.compactMap { $0.split(separator: " ").first.map(String.init) })
  guard !tables.isDisjoint(with: circles) || entry.isCutShort else { return }
  let store = MessagesStore(tx: tx)
  // A seat or an enrolment names its course or class; what names a person may be about any.
  let named = Set(
    ["seat", "course_teacher", "enrolment", "class_teacher"].flatMap { entry.keys(ofTable: $0) }.compactMap {
      $0.count >= 32 ? ID<Conversation>(bytes: $0[16..<32]) : nil
    })
  let isBroad =
    entry.isCutShort
    || !tables.isDisjoint(with: ["course", "classroom", "guardian", "membership", "student", "message_policy"])
  for group in try store.groups(in: tx.school) {
    guard let about = group.about, isBroad || named.contains(about) else { continue }
    try store.follow(group)
  }
}

extension Journal.Entry {
  func keys(of table: Table) -> [[UInt8]] { keys(ofTable: table.name) }

  /// The keys of the rows of one table that the entry names: `message`, then the key in hexadecimal.
  func keys(ofTable name: String) -> [[UInt8]] {
    rows.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ")
      guard parts.count >= 2, parts[0] == name[...] else { return nil }
      return messageBytes(ofHex: parts[1])
    }
  }
  var isCutShort: Bool { rows.split(separator: "\n").last?.hasPrefix("and ") ?? false }
}

private func messageBytes(ofHex text: Substring) -> [UInt8]? {
  let digits = Array(text.utf8)
  guard digits.count % 2 == 0 else { return nil }
  var out: [UInt8] = []
  for place in stride(from: 0, to: digits.count, by: 2) {
    guard let high = hexValue(digits[place]), let low = hexValue(digits[place + 1]) else { return nil }
    out.append(high << 4 | low)
  }
  return out
}
