public import Base
import Kit
public import Ledger
public import People
import School
import Web

/// Carries out what is asked of announcements, and answers what pages ask.
public struct AnnouncementsService: Sendable {
  let ledger: Ledger
  let world: World
  let files: FilesService
  public init(ledger: Ledger, world: World, files: FilesService) {
    (self.ledger, self.world, self.files) = (ledger, world, files)
  }

  func run(_ command: CreateAnnouncement, _ request: Request) async throws -> ID<Announcement> {
    let (caller, zone) = (try request.caller(), request.scene.zone)
    if let before = try await ledger.answered(request.sent(CreateAnnouncement.self)) {
      return ID(before.text) ?? command.id
    }
    let incoming = try await arriving(request)
    let job = world.id(Job.self)
    let answered = try await ledger.write(request.sent(CreateAnnouncement.self)) { tx in
      let store = AnnouncementsStore(tx: tx)
      let moment = command.fields.publishAt?.instant(in: zone)
      let permit = try command.permit(
        for: caller, reach: store.reach(of: caller), at: moment, files: incoming.count, now: tx.now)
      guard try store.announcement(command.id, in: caller.school) == nil else {
        throw Refusal.conflict(Phrase("ledger.taken"))
      }
      let made = try store.save(permit, at: moment)
      try keep(incoming, of: made, by: caller, tx)
      try AnnouncementClock.plan(made, as: job, tx)
      return made.id.text
    }
    return ID(answered.text) ?? command.id
  }

  /// Which words were seen: who has read them since stands in nobody's way.
  private static func expect(_ known: Announcement, _ request: Request) throws {
    if let seen = request.ifMatch, seen.hasPrefix("\"" + known.version + ".") { return }
    try request.expect(version: known.version)
  }

  func run(_ command: EditAnnouncement, _ request: Request) async throws {
    let (caller, zone) = (try request.caller(), request.scene.zone)
    if try await ledger.answered(request.sent(EditAnnouncement.self)) != nil { return }
    let (incoming, job) = (try await arriving(request), world.id(Job.self))
    try await ledger.write(request.sent(EditAnnouncement.self)) { tx in
      let store = AnnouncementsStore(tx: tx)
      let (known, sight) = try store.mustSee(command.announcement, caller)
      try Self.expect(known, request)
      let moment = command.fields.publishAt?.instant(in: zone)
      let count = try store.files(of: known.id, in: caller.school).count + incoming.count
      let permit = try command.permit(
        for: caller, sight: sight, known: known, reach: store.reach(of: caller), at: moment, files: count,
        now: known.moment(tx.now))
      var changed = try store.save(permit, known, at: moment)
      if !incoming.isEmpty {
        try keep(incoming, of: changed, by: caller, tx)
        if known.state == .published { try store.touched(changed, at: permit.at) }
        changed.updatedAt = permit.at
      }
      if changed.publishAt != known.publishAt || changed.state != known.state {
        try AnnouncementClock.plan(changed, as: job, tx)
      }
      return changed.id.text
    }
  }

  func run(_ command: PublishAnnouncement, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(PublishAnnouncement.self)) { tx in
      let store = AnnouncementsStore(tx: tx)
      let (known, sight) = try store.mustSee(command.announcement, caller)
      let permit = try command.permit(
        for: caller, sight: sight, known: known, reach: store.reach(of: caller), now: known.moment(tx.now))
      if let permit { try store.save(permit, known) }
      return known.id.text
    }
  }

  func run(_ command: PinAnnouncement, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(PinAnnouncement.self)) { tx in
      let store = AnnouncementsStore(tx: tx)
      let (known, sight) = try store.mustSee(command.announcement, caller)
      let permit = try command.permit(for: caller, sight: sight, known: known, now: known.moment(tx.now))
      if known.isPinned != command.isPinned { try store.save(permit, known) }
      return known.id.text
    }
  }

  func run(_ command: RetractAnnouncement, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(RetractAnnouncement.self)) { tx in
      let store = AnnouncementsStore(tx: tx)
      let (known, sight) = try store.mustSee(command.announcement, caller)
      let permit = try command.permit(for: caller, sight: sight, known: known, now: known.moment(tx.now))
      if let permit { try store.save(permit, known) }
      return known.id.text
    }
  }

  func run(_ command: RestoreAnnouncement, _ request: Request) async throws {
    let (caller, job) = (try request.caller(), world.id(Job.self))
    try await ledger.write(request.sent(RestoreAnnouncement.self)) { tx in
      let store = AnnouncementsStore(tx: tx)
      let (known, sight) = try store.mustSee(command.announcement, caller)
      let permit = try command.permit(for: caller, sight: sight, known: known, now: known.moment(tx.now))
      if let permit { try AnnouncementClock.plan(store.save(permit, known), as: job, tx) }
      return known.id.text
    }
  }

  /// Reading it also reads the notification about it.
  func run(_ command: ReadAnnouncement, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(ReadAnnouncement.self)) { tx in
      let store = AnnouncementsStore(tx: tx)
      let (known, _) = try store.mustSee(command.announcement, caller)
      let isRead = try store.isRead(known.id, by: caller.account, in: caller.school)
      guard let permit = try command.permit(for: caller, known: known, isRead: isRead, now: tx.now) else {
        return known.id.text
      }
      try store.save(permit)
      let notice = Notification.id(announcement: known.id, to: caller.account)
      if let told = try NotificationsStore(tx: tx).notification(notice, in: caller.school), told.item.readAt == nil {
        try NotificationsStore(tx: tx).save(
          MarkRead(notification: notice).permit(for: caller, owner: told.owner, now: tx.now))
      }
      return known.id.text
    }
  }

  func run(_ command: RemoveAnnouncementFile, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(RemoveAnnouncementFile.self)) { tx in
      let store = AnnouncementsStore(tx: tx)
      let (known, sight) = try store.mustSee(command.announcement, caller)
      let permit = try command.permit(for: caller, sight: sight, known: known, now: known.moment(tx.now))
      guard let file = try store.file(command.file, of: known.id, removed: true, in: caller.school) else {
        throw Refusal.notFound
      }
      try store.save(permit, file, of: known)
      return file.id.text
    }
  }

  // MARK: files

  private func arriving(_ request: Request) async throws -> [(file: IncomingFile, id: ID<AnnouncementFile>)] {
    try await files.incoming(request).map { ($0, world.id(AnnouncementFile.self)) }
  }

  /// A file as an answer, to whoever sees its announcement.
  func file(_ request: Request) async throws -> Response {
    let (caller, announcement) = (try request.caller(), try request.id("announcement", Announcement.self))
    let id: ID<AnnouncementFile> = try request.id("file")
    let found = try await ledger.read { tx -> KeptFile? in
      let (one, _) = try AnnouncementsStore(tx: tx).mustSee(announcement, caller)
      guard let file = try AnnouncementsStore(tx: tx).file(id, of: one.id, in: caller.school) else { return nil }
      return try tx.file(file.id.cast(), school: caller.school)
    }
    guard let kept = found else { throw Refusal.notFound }
    return Response.file(kept, inline: request.query["download"] == nil)
  }
}

/// Keeps what arrived as files of the announcement.
private func keep(
  _ incoming: [(file: IncomingFile, id: ID<AnnouncementFile>)], of one: Announcement, by caller: Caller,
  _ tx: WriteTransaction
) throws {
  for (file, id) in incoming {
    let kept = try FilesStore(tx: tx).keep(file, as: id.cast(), by: caller.account)
    try AnnouncementsStore(tx: tx).put(
      AnnouncementFile(
        id: id, announcement: one.id, name: kept.name, type: kept.type, size: kept.content.size, createdAt: tx.now))
  }
}

extension Announcement {
  /// Later than what is there, so that two changes within a millisecond have two versions.
  func moment(_ now: Instant) -> Instant { max(now, Instant(milliseconds: updatedAt.milliseconds + 1)) }
}
