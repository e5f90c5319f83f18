import Base
import Classroom
import Database
public import Ledger
import People
import School
import Talk

/// Tells guardians that they were sent a summary, and whoever is answered that somebody answered; never what it says.
public let summaryFollower = Follower(
  "notifications.summary", wants: .only(commands: [SendSummary.name, ReplyToSummary.name])
) { entry, tx in try followSummaries(entry, tx) }

func followSummaries(_ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  if entry.command == SendSummary.name {
    for row in entry.named(SummariesTables.summary) {
      guard let id = row.id("id", of: SummariesTables.summary, Summary.self) else { continue }
      try tellFamily(of: id, tx)
    }
  }
  if entry.command == ReplyToSummary.name {
    for row in entry.named(SummariesTables.reply) {
      guard let id = row.id("id", of: SummariesTables.reply, SummaryReply.self),
        let reply = try SummariesStore(tx: tx).reply(id, in: tx.school)
      else { continue }
      try tellOther(of: reply, tx)
    }
  }
}

private func tellFamily(of id: ID<Summary>, _ tx: WriteTransaction) throws {
  guard let summary = try SummariesStore(tx: tx).summary(id, in: tx.school), summary.sentAt != nil,
    let student = try StudentsStore(tx: tx).student(summary.student, in: tx.school)
  else { return }
  let guardians = try StudentsStore(tx: tx).guardianAccounts(of: [student.id], in: tx.school)[student.id] ?? []
  for account in guardians {
    try NotificationsStore(tx: tx).tell(
      account, Notification.id(report: id.cast(), student.id, to: account), kind: NoticeKind.message.rawValue,
      Phrase("notifications.summary", .text(student.name)), path: SummariesPaths.summary(summary),
      facts: NoticeFacts(student: student.id))
  }
}

/// A guardian's reply goes to whoever wrote the summary, the staff's to that guardian.
private func tellOther(of reply: SummaryReply, _ tx: WriteTransaction) throws {
  guard let summary = try SummariesStore(tx: tx).summary(reply.summary, in: tx.school),
    let student = try StudentsStore(tx: tx).student(reply.student, in: tx.school)
  else { return }
  let account = reply.author == reply.guardian ? summary.by : reply.guardian
  guard account != reply.author else { return }
  try NotificationsStore(tx: tx).tell(
    account, Notification.id(report: reply.id.cast(), student.id, to: account), kind: NoticeKind.message.rawValue,
    Phrase("notifications.summary-reply", .text(student.name)), path: SummariesPaths.summary(summary) + "#replies")
}
