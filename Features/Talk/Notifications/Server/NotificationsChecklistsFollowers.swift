import Base
import Database
public import Ledger
import School
import Talk
import Training

/// Tells a trainee that an instructor has said something of a checklist, once for each time that it was saved; never what.
public let checklistFollower = Follower(
  "notifications.checklist", wants: .only(commands: [AddChecklistComment.name, EditChecklistComment.name])
) { entry, tx in try followChecklists(entry, tx) }

func followChecklists(_ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  guard [AddChecklistComment.name, EditChecklistComment.name].contains(entry.command) else { return }
  for row in entry.named(ChecklistsTables.comment) {
    guard let id = row.id("id", of: ChecklistsTables.comment, ChecklistComment.self),
      let comment = try ChecklistsStore(tx: tx).comment(id, in: tx.school),
      let checklist = try ChecklistsStore(tx: tx).checklist(comment.checklist, in: tx.school),
      checklist.deletedAt == nil,
      // Only who reads along is told: an invitation that nobody has accepted, or that was revoked, is nobody's.
      let account = try TraineesStore(tx: tx).trainee(checklist.trainee, in: tx.school)?.account,
      account != comment.by
    else { continue }
    try NotificationsStore(tx: tx).tell(
      account, Notification.id(.message, id, .none, mark: entry.at.milliseconds, to: account),
      kind: NoticeKind.message.rawValue, Phrase("notifications.checklist-comment"),
      path: ChecklistsPaths.comment(comment))
  }
}
