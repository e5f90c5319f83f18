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
    for row in entry.named(MessagesTables.message) {
      guard let id = row.id(1, Message.self),
        let message = try MessagesStore(tx: tx).message(id, in: tx.school)
      else { continue }
      try tell(message, tx)
      try settle(message.sender, in: message.conversation, tx)
    }
  case SeeMessages.name, MuteConversation.name, LeaveConversation.name:
    for row in entry.named(MessagesTables.talker) {
      guard let conversation = row.id(1, Conversation.self), let account = row.id(2, Account.self) else { continue }
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

/// Rows that name a course or a class at the second place of their key; who is in it may have changed.
private let seats: Set<String> = [
  EnrolmentTables.seat.name, CoursesTables.teacher.name, ClassroomsTables.enrolment.name,
  ClassroomsTables.classTeacher.name,
]

/// Rows that may change who is in any of them.
private let broad: Set<String> = [
  CoursesTables.course.name, ClassroomsTables.classroom.name, StudentsTables.guardian.name,
  MembersTables.membership.name, StudentsTables.student.name, MessagesTables.policy.name,
]

func followCircles(_ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  let rows = entry.named
  let isBroad = entry.isCut || rows.contains { broad.contains($0.table) }
  let named = Set(rows.filter { seats.contains($0.table) }.compactMap { $0.id(1, Conversation.self) })
  guard isBroad || !named.isEmpty else { return }
  let store = MessagesStore(tx: tx)
  for group in try store.groups(in: tx.school) {
    guard let about = group.about, isBroad || named.contains(about) else { continue }
    try store.follow(group)
  }
}
