import Base
import Database
public import Ledger
import People
import School
import Talk

extension AnnouncementsServer {
  public var jobHandlers: [JobHandler] {
    [
      JobHandler(AnnouncementClock.publish) { job, _ in
        guard let id = AnnouncementClock.announcement(job) else { return }
        try await publish(id, in: job.school, as: job.id.cast())
      },
      JobHandler(AnnouncementClock.tell) { job, _ in
        guard let id = AnnouncementClock.announcement(job) else { return }
        try await tell(id, in: job.school)
      },
    ]
  }

  /// Brings out whatever the jobs have left behind; the hour asks.
  @Sendable public func publishDue() async throws {
    let now = world.now()
    for (school, id) in try await ledger.read({ try AnnouncementsStore(tx: $0).due(before: now) }) {
      try await publish(id, in: school, as: world.id())
    }
  }

  /// Brings one out whose time has come.
  ///
  /// Does nothing when it is out, was taken back, or its time was moved: asked twice, it comes out once.
  func publish(_ id: ID<Announcement>, in school: ID<Tenant>, as idempotencyKey: ID<IdempotencyKey>) async throws {
    try await ledger.write(CommandEnvelope(idempotencyKey, PublishDue.name, school: school, by: nil)) { tx in
      let store = AnnouncementsStore(tx: tx)
      guard let known = try store.announcement(id, in: school) else { return "" }
      let author = try MembersStore(tx: tx).membership(known.author, in: school).map {
        Caller(account: known.author, school: school, role: $0.role)
      }
      do {
        let permit = try PublishDue(announcement: id).permit(
          author: author, known: known, reach: author.map { try store.reach(of: $0) }, now: tx.now)
        if let permit { try store.save(permit, known) }
      } catch Refusal.notAllowed {
        try store.putBack(known)
        try store.tellPutBack(known, author: author)
      }
      return id.text
    }
  }

  /// Tells everybody, each once and in their language; or takes the word back from those who have not read it, when the
  /// announcement was taken back.
  ///
  /// Begun again after a crash it finds what it has done.
  func tell(_ id: ID<Announcement>, in school: ID<Tenant>) async throws {
    let people = try await ledger.read { tx -> [ID<Account>] in
      let store = AnnouncementsStore(tx: tx)
      guard let one = try store.announcement(id, in: school) else { return [] }
      return try store.recipients(of: one.audience, in: school).filter { $0 != one.author }
    }
    for part in people.chunks(of: AnnouncementClock.batchSize) {
      try await ledger.write(CommandEnvelope(world.id(), AnnouncementClock.tell, school: school, by: nil)) { tx in
        try AnnouncementsStore(tx: tx).tell(id, to: Array(part))
        return ""
      }
    }
  }
}

extension AnnouncementsStore where DB == WriteTransaction {
  /// That it did not come out is known to who wrote it; when they are of the staff no more, to the office.
  fileprivate func tellPutBack(_ one: Announcement, author: Caller?) throws(Refusal) {
    let isHere = author?.role.isStaff ?? false
    let office = try [Role.owner, .admin].tryFlatMap { role throws(Refusal) in
      try MembersStore(tx: tx).accounts(of: tx.school, role: role)
    }
    for person in isHere ? [one.author] : office {
      try NotificationsStore(tx: tx).tell(
        person, Notification.id(putBack: one.id, to: person), kind: "announcement",
        Phrase("announcements.notice.put-back", .text(one.original.title)),
        path: AnnouncementsPaths.announcement(one.id))
    }
  }

  /// What holds is what the announcement is now: it may have been taken back while the others were told.
  fileprivate func tell(_ id: ID<Announcement>, to people: [ID<Account>]) throws(Refusal) {
    guard let one = try announcement(id, in: tx.school) else { return }
    let inbox = NotificationsStore(tx: tx)
    let languages = try AccountsStore(tx: tx).languages(of: people)
    let usual = try SchoolsStore(tx: tx).school(tx.school)?.language ?? one.original.language
    for person in people {
      let notice = Notification.id(announcement: id, to: person)
      guard one.isOut else {
        try inbox.takeBack(notice)
        continue
      }
      // Who was quick has read it before being told.
      guard try !isRead(id, by: person, in: tx.school) else { continue }
      let title = one.said(in: languages[person] ?? usual).title
      try inbox.tell(
        person, notice, kind: "announcement", Phrase("announcements.notice", .text(title)),
        path: AnnouncementsPaths.announcement(id), about: one.audience.subject)
    }
  }
}

extension AnnouncementAudience {
  /// The one course or class it is said to, which some have muted.
  var subject: ID<NoticeSubject>? {
    switch self {
    case .school, .role: nil
    case .classroom(let id): id.cast()
    case .course(let id): id.cast()
    }
  }
}
