package import Base
package import Database
import Kit
package import People
package import Router
package import School

/// Carries out what is asked of announcements, and answers what pages ask.
public struct AnnouncementsService: Sendable {
  /// Has one that is scheduled come out at its time; only a server has a clock that waits for it.
  public init() {}

  package func handle(
    _ command: CreateAnnouncement, _ incoming: [IncomingFile], _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AnnouncementsStore(tx: tx))
    let moment = command.fields.publishAt?.instant(in: request.scene.zone)
    let permit = try command.permit(
      for: caller, reach: store.reach(of: caller), at: moment, files: incoming.count, now: tx.now)
    // One of our own making is there too when the same sending comes after its receipt is gone.
    let id = command.id ?? tx.newID()
    guard try store.announcement(id, in: caller.school) == nil else { throw .conflict(Phrase("ledger.taken")) }
    let made = try store.save(permit, as: id, at: moment)
    try keep(incoming, of: made, by: caller, tx)
    try AnnouncementClock.plan(made, tx)
    return .made(made.id)
  }

  /// Which words were seen: who has read them since stands in nobody's way.
  private func expect(_ known: Announcement, _ request: Request) throws(Refusal) {
    if let seen = request.ifMatch, seen.hasPrefix("\"" + known.version + ".") { return }
    try request.expect(version: known.version)
  }

  package func handle(
    _ command: EditAnnouncement, _ incoming: [IncomingFile], _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AnnouncementsStore(tx: tx))
    let (known, access) = try store.mustSee(command.announcement, caller)
    try expect(known, request)
    let moment = command.fields.publishAt?.instant(in: request.scene.zone)
    let count = try store.files(of: known.id, in: caller.school).count + incoming.count
    let permit = try command.permit(
      for: caller, access: access, known: known, reach: store.reach(of: caller), at: moment, files: count,
      now: known.moment(tx.now))
    var changed = try store.save(permit, known, at: moment)
    if !incoming.isEmpty {
      try keep(incoming, of: changed, by: caller, tx)
      if known.state == .published { try store.touched(changed, at: permit.at) }
      changed.updatedAt = permit.at
    }
    if changed.publishAt != known.publishAt || changed.state != known.state { try AnnouncementClock.plan(changed, tx) }
    return .done
  }

  func handle(_ command: PublishAnnouncement, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AnnouncementsStore(tx: tx))
    let (known, access) = try store.mustSee(command.announcement, caller)
    let permit = try command.permit(
      for: caller, access: access, known: known, reach: store.reach(of: caller), now: known.moment(tx.now))
    if let permit { try store.save(permit, known) }
    return .done
  }

  func handle(_ command: PinAnnouncement, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AnnouncementsStore(tx: tx))
    let (known, access) = try store.mustSee(command.announcement, caller)
    let permit = try command.permit(for: caller, access: access, known: known, now: known.moment(tx.now))
    if known.isPinned != command.isPinned { try store.save(permit, known) }
    return .done
  }

  func handle(_ command: RetractAnnouncement, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AnnouncementsStore(tx: tx))
    let (known, access) = try store.mustSee(command.announcement, caller)
    let permit = try command.permit(for: caller, access: access, known: known, now: known.moment(tx.now))
    if let permit { try store.save(permit, known) }
    return .done
  }

  func handle(_ command: RestoreAnnouncement, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AnnouncementsStore(tx: tx))
    let (known, access) = try store.mustSee(command.announcement, caller)
    let permit = try command.permit(for: caller, access: access, known: known, now: known.moment(tx.now))
    if let permit { try AnnouncementClock.plan(store.save(permit, known), tx) }
    return .done
  }

  /// Reading it also reads the notification about it.
  func handle(_ command: ReadAnnouncement, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AnnouncementsStore(tx: tx))
    let (known, _) = try store.mustSee(command.announcement, caller)
    let isRead = try store.isRead(known.id, by: caller.account, in: caller.school)
    guard let permit = try command.permit(for: caller, known: known, isRead: isRead, now: tx.now) else { return .done }
    try store.save(permit)
    let (notices, notice) = (NotificationsStore(tx: tx), Notification.id(announcement: known.id, to: caller.account))
    if let told = try notices.notification(notice, in: caller.school), told.item.readAt == nil {
      try notices.save(MarkRead(notification: notice).permit(for: caller, owner: told.owner, now: tx.now))
    }
    return .done
  }

  func handle(
    _ command: RemoveAnnouncementFile, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AnnouncementsStore(tx: tx))
    let (known, access) = try store.mustSee(command.announcement, caller)
    let permit = try command.permit(for: caller, access: access, known: known, now: known.moment(tx.now))
    guard let file = try store.file(command.file, of: known.id, removed: true, in: caller.school) else {
      throw .notFound
    }
    try store.save(permit, file, of: known)
    return .done
  }

  // MARK: files

  /// A file as an answer, to whoever sees its announcement.
  func file(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (caller, store) = (try request.caller(), AnnouncementsStore(tx: tx))
    let (one, _) = try store.mustSee(request.id("announcement"), caller)
    guard let file = try store.file(request.id("file"), of: one.id, in: caller.school),
      let kept = try tx.file(file.id.cast(), school: caller.school)
    else { throw .notFound }
    return Response.file(kept, inline: request.query["download"] == nil)
  }
}

/// Keeps what arrived as files of the announcement.
private func keep(
  _ incoming: [IncomingFile], of one: Announcement, by caller: Caller, _ tx: WriteTransaction
) throws(Refusal) {
  for file in incoming {
    let id: ID<AnnouncementFile> = tx.newID()
    let kept = try FilesStore(tx: tx).keep(file, as: id.cast(), by: caller.account)
    try AnnouncementsStore(tx: tx).put(
      AnnouncementFile(
        id: id, announcement: one.id, name: kept.name, type: kept.type, size: kept.content.size, createdAt: tx.now))
  }
}
