package import Base
import Classroom
package import Database
import Learning
import People
package import School

extension AnnouncementAudience {
  /// Who sees what is said to it.
  func buckets(in school: ID<Tenant>) -> [Bucket] {
    switch self {
    case .school: [.school(school)]
    case .role(let role): [.role(role, in: school)]
    case .classroom(let id): [.classStaff(id), .classMates(id), .classFamilies(id)]
    case .course(let id): [.course(id)]
    }
  }
}

extension Announcement {
  /// A draft is its author's; what is out is its audience's as well.
  func buckets(in school: ID<Tenant>) -> [Bucket] {
    (isOut ? audience.buckets(in: school) : []) + [.person(author)]
  }
}

extension AnnouncementsStore where DB == WriteTransaction {
  private func publish(_ known: Announcement, at moment: Instant) throws(Refusal) {
    var out = known
    (out.state, out.publishedAt, out.updatedAt) = (.published, moment, moment)
    try write(out, over: known)
  }

  func save(_ permit: Permit<PinAnnouncement>, _ known: Announcement) throws(Refusal) {
    var changed = known
    (changed.isPinned, changed.updatedAt) = (permit.command.isPinned, permit.at)
    try write(changed, over: known)
  }

  func save(_ permit: Permit<ReadAnnouncement>) throws(Refusal) {
    try tx.put(
      AnnouncementsTables.read,
      AnnouncementRead(announcement: permit.command.announcement, account: permit.caller.account, at: permit.at))
  }

  func put(_ file: AnnouncementFile) throws(Refusal) { try tx.put(AnnouncementsTables.file, file) }

  /// Its files have changed.
  func touched(_ known: Announcement, at moment: Instant) throws(Refusal) {
    var changed = known
    changed.updatedAt = moment
    if known.state == .published { changed.editedAt = moment }
    try write(changed, over: known)
  }

  func save(_ permit: Permit<RemoveAnnouncementFile>, _ file: AnnouncementFile, of known: Announcement) throws(Refusal)
  {
    var changed = file
    changed.removedAt = permit.command.isRemoved ? permit.at : nil
    try put(changed)
    try touched(known, at: permit.at)
  }

  // MARK: rows

  /// Writes one that is as it should be: for the demo.
  func insert(_ one: Announcement) throws(Refusal) { try write(one) }

  /// Puts a file beside one that was inserted.
  func attach(
    _ content: FileContent, name: String, type: String, as id: ID<AnnouncementFile>, to one: Announcement
  ) throws(Refusal) {
    try tx.keep(id.cast(), content, name: name, type: type, by: one.author)
    try put(
      AnnouncementFile(
        id: id, announcement: one.id, name: name, type: type, size: content.size, createdAt: one.createdAt))
  }

  /// Writes it with its versions in other languages.
  func write(_ one: Announcement, over known: Announcement? = nil) throws(Refusal) {
    try tx.put(AnnouncementsTables.announcement, one)
    let before = known?.versions ?? []
    for old in before where !one.versions.contains(where: { $0.language == old.language }) {
      try tx.remove(AnnouncementsTables.version, AnnouncementVersion(announcement: one.id, text: old))
    }
    for text in one.versions where !before.contains(text) {
      try tx.put(AnnouncementsTables.version, AnnouncementVersion(announcement: one.id, text: text))
    }
  }
}

package extension AnnouncementsStore where DB == WriteTransaction {
  func save(
    _ permit: Permit<CreateAnnouncement>, as id: ID<Announcement>, at moment: Instant?
  ) throws(Refusal) -> Announcement {
    let fields = permit.command.fields
    var made = Announcement(
      id: id, audience: fields.audience, author: permit.caller.account, original: fields.original,
      versions: fields.versions, isPinned: fields.isPinned, publishAt: moment, createdAt: permit.at,
      updatedAt: permit.at)
    made.apply(fields.act, at: permit.at)
    try write(made)
    return made
  }

  func save(_ permit: Permit<EditAnnouncement>, _ known: Announcement, at moment: Instant?) throws(Refusal)
    -> Announcement
  {
    let fields = permit.command.fields
    var changed = known
    (changed.original, changed.versions, changed.isPinned) = (fields.original, fields.versions, fields.isPinned)
    changed.updatedAt = permit.at
    if known.state == .published {
      if changed.texts != known.texts {
        changed.editedAt = permit.at
        tx.detail("title", known.original.title)
        tx.detail("text", String(known.original.text.prefix(2000)))
      }
    } else {
      (changed.audience, changed.publishAt) = (fields.audience, moment)
      changed.apply(fields.act, at: permit.at)
    }
    try write(changed, over: known)
    return changed
  }

  func save(_ permit: Permit<PublishAnnouncement>, _ known: Announcement) throws(Refusal) {
    try publish(known, at: permit.at)
  }
  func save(_ permit: Permit<PublishDue>, _ known: Announcement) throws(Refusal) {
    try publish(known, at: permit.at)
  }

  /// What its author may not say any more waits as a draft.
  func putBack(_ known: Announcement) throws(Refusal) {
    var draft = known
    (draft.state, draft.updatedAt) = (.draft, tx.now)
    try write(draft, over: known)
  }

  func save(_ permit: Permit<RetractAnnouncement>, _ known: Announcement) throws(Refusal) {
    var gone = known
    (gone.retractedAt, gone.updatedAt) = (permit.at, permit.at)
    try write(gone, over: known)
  }

  /// What was to come out while it was away waits as a draft.
  func save(_ permit: Permit<RestoreAnnouncement>, _ known: Announcement) throws(Refusal) -> Announcement {
    var back = known
    (back.retractedAt, back.updatedAt) = (nil, permit.at)
    if back.state == .scheduled, let moment = back.publishAt, moment <= permit.at { back.state = .draft }
    try write(back, over: known)
    return back
  }
}

extension Announcement {
  /// What the button meant.
  fileprivate mutating func apply(_ act: AnnouncementFields.Act, at now: Instant) {
    switch (act, publishAt) {
    case (.draft, _): state = .draft
    case (.publish, .some): state = .scheduled
    case (.publish, nil): (state, publishedAt) = (.published, now)
    }
  }
}
