import Base
import Classroom
import Database
import Learning
public import Ledger
import People
import School
import Talk

/// The followers of the feature, for the one place that runs them.
public let messageFollowers: [Follower] = [messageFollower, audienceFollower]

/// Tells those who have not read it that there is a new message: one word for each conversation, taken back when it is
/// read.
public let messageFollower = Follower(
  "messages.tell",
  wants: .only(commands: [
    SendMessage.name, DeleteMessage.name, ReportMessage.name, SettleReport.name, SeeMessages.name,
    MuteConversation.name, LeaveConversation.name,
  ])
) { entry, tx in try followMessages(entry, tx) }

/// Keeps groups in line with their courses and classes.
public let audienceFollower = Follower(
  "messages.circle",
  wants: .only(
    commands: [newDay],
    tables: seats.map { $0.0 }
      + ([
        MessagesTables.policy, StudentsTables.student, StudentsTables.guardian, MembersTables.membership,
      ] as [any SchemaHolder]))
) { entry, tx in try followCircles(entry, tx) }

func followMessages(_ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  switch entry.command {
  case SendMessage.name:
    for row in entry.named(MessagesTables.message) {
      guard let id = row.id("id", of: MessagesTables.message, Message.self),
        let message = try MessagesStore(tx: tx).message(id, in: tx.school)
      else { continue }
      if message.deletedAt == nil { try tell(message, tx) }
      try recalculateSeen(message.sender, in: message.conversation, tx)
    }
  case DeleteMessage.name:
    for row in entry.named(MessagesTables.message) {
      guard let id = row.id("id", of: MessagesTables.message, Message.self),
        let message = try MessagesStore(tx: tx).message(id, in: tx.school), message.deletedAt != nil
      else { continue }
      try takeBack(message, tx)
    }
  case ReportMessage.name, SettleReport.name:
    for row in entry.named(MessagesTables.report) {
      guard let id = row.id("id", of: MessagesTables.report, MessageReport.self),
        let report = try MessagesStore(tx: tx).report(id, in: tx.school)
      else { continue }
      try tell(report, tx)
    }
  case SeeMessages.name, MuteConversation.name, LeaveConversation.name:
    for row in entry.named(MessagesTables.participant) {
      guard let conversation = row.id("conversation", of: MessagesTables.participant, Conversation.self),
        let account = row.id("account", of: MessagesTables.participant, Account.self)
      else { continue }
      try recalculateSeen(account, in: conversation, tx)
    }
  default: break
  }
}

/// One word for all that somebody has not read in a conversation.
private func tell(_ message: Message, _ tx: WriteTransaction) throws {
  let (store, inbox) = (MessagesStore(tx: tx), NotificationsStore(tx: tx))
  guard let talk = try store.conversation(message.conversation, in: tx.school) else { return }
  let sender = try store.name(of: message.sender, in: tx.school)
  for participant in try store.listeners(to: talk, school: tx.school) {
    guard participant.account != message.sender, !participant.isMuted, participant.read < message.number else {
      continue
    }
    // A word that was read in the inbox waits no more; the next one is news again.
    if let told = participant.told, let known = try inbox.notification(told, in: tx.school) {
      if known.item.readAt == nil { continue }
      // One row for one talk, however often all is marked read.
      try inbox.replace(told)
    }
    try tell(message, by: sender, to: participant.account, talk, tx)
  }
}

private func tell(
  _ message: Message, by sender: String, to account: ID<Account>, _ talk: Conversation, _ tx: WriteTransaction
) throws {
  let id = Notification.id(message: message.id, to: account)
  try NotificationsStore(tx: tx).tell(
    account, id, kind: "message", Phrase("messages.notice.new", .text(sender)),
    path: MessagesPaths.conversation(talk.id), about: talk.about?.cast())
  try MessagesStore(tx: tx).note(id, for: account, in: talk.id)
}

/// A word about what was taken back before it was read is taken back with it; where more waits, it is about that.
private func takeBack(_ gone: Message, _ tx: WriteTransaction) throws {
  let (store, inbox) = (MessagesStore(tx: tx), NotificationsStore(tx: tx))
  guard let talk = try store.conversation(gone.conversation, in: tx.school) else { return }
  for participant in try store.places(in: talk.id, school: tx.school) where participant.read < gone.number {
    guard let told = participant.told, let known = try inbox.notification(told, in: tx.school), known.item.readAt == nil
    else { continue }
    let next = try store.firstUnread(of: participant, in: talk.id, school: tx.school)
    let isAboutIt = told == Notification.id(message: gone.id, to: participant.account)
    if let next, !isAboutIt || next.sender == gone.sender { continue }
    try inbox.takeBack(told)
    try store.note(nil, for: participant.account, in: talk.id)
    guard let next else { continue }
    let sender = try store.name(of: next.sender, in: tx.school)
    try tell(next, by: sender, to: participant.account, talk, tx)
  }
}

/// Whoever has read everything, or wants to hear no more, has no word waiting.
private func recalculateSeen(_ account: ID<Account>, in conversation: ID<Conversation>, _ tx: WriteTransaction) throws {
  let store = MessagesStore(tx: tx)
  guard let participant = try store.place(of: account, in: conversation, school: tx.school),
    let told = participant.told,
    let last = try store.conversation(conversation, in: tx.school)?.last,
    participant.read >= last || participant.isMuted || participant.leftAt != nil
  else { return }
  try NotificationsStore(tx: tx).takeBack(told)
  try store.note(nil, for: account, in: conversation)
}

/// The office hears of what was reported until one of them has dealt with it.
private func tell(_ report: MessageReport, _ tx: WriteTransaction) throws {
  let inbox = NotificationsStore(tx: tx)
  for role in [Role.owner, .admin] {
    for account in try MembersStore(tx: tx).accounts(of: tx.school, role: role) where account != report.by {
      let id = Notification.id(report: report.id, to: account)
      if report.settledAt == nil {
        try inbox.tell(
          account, id, kind: "request", Phrase("messages.notice.reported"), path: MessagesPaths.report(report.id))
      } else {
        try inbox.takeBack(id)
      }
    }
  }
}

/// Rows that name a course or a class in their key; who is in it may have changed, or its name.
private let seats: [(any SchemaHolder, String)] = [
  (EnrolmentTables.seat, "course"), (CoursesTables.teacher, "course"), (ClassroomsTables.enrolment, "classroom"),
  (ClassroomsTables.classTeacher, "classroom"), (CoursesTables.course, "id"), (ClassroomsTables.classroom, "id"),
]

/// The morning on which enrolments begin and end by their dates; it names no class.
private let newDay = "classrooms.turn-day"

func followCircles(_ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  let (store, rows) = (MessagesStore(tx: tx), entry.named)
  if entry.isCut || rows.contains(where: { $0.table == MessagesTables.policy.name }) {
    for talk in try store.circles(in: tx.school) { try store.follow(talk) }
    return
  }
  if entry.command == newDay { for room in try store.circles(in: tx.school, .classroom) { try store.follow(room) } }
  for talk in try circles(touchedBy: rows, in: tx.school, tx) { try store.follow(talk) }
}

/// The conversations whose circle may have changed with some rows.
func circles(
  touchedBy rows: [Journal.Entry.NamedRow], in school: ID<Tenant>, _ tx: Transaction
) throws -> [Conversation] {
  let store = MessagesStore(tx: tx)
  var (about, people, students) = (Set<ID<Conversation>>(), Set<ID<Account>>(), Set<ID<Student>>())
  for row in rows {
    add(row.id("id", of: StudentsTables.student), to: &students)
    add(row.id("student", of: StudentsTables.guardian), to: &students)
    add(row.id("account", of: StudentsTables.guardian), to: &people)
    add(row.id("account", of: MembersTables.membership), to: &people)
    for (table, column) in seats { add(row.id(column, of: table), to: &about) }
  }
  guard !about.isEmpty || !people.isEmpty || !students.isEmpty else { return [] }
  let known = students.sorted()
  about.formUnion(try EnrolmentStore(tx: tx).seats(of: known, in: school).map { $0.course.cast() })
  let rooms = ClassroomsStore(tx: tx)
  let today = try rooms.today(in: school)
  about.formUnion(try rooms.current(of: known, in: school, on: today).map { $0.classroom.cast() })
  let policy = try store.policy(of: school)
  if policy.includesGuardians || policy.groupsIncludeGuardians {
    people.formUnion(try StudentsStore(tx: tx).guardianAccounts(of: known, in: school).values.joined())
  }
  var seen: Set<ID<Conversation>> = []
  let talks = try store.groups(about: about, in: school) + store.talks(of: people, in: school)
  return talks.filter { seen.insert($0.id).inserted }
}

private func add<Thing>(_ id: ID<Thing>?, to all: inout Set<ID<Thing>>) {
  if let id { all.insert(id) }
}
