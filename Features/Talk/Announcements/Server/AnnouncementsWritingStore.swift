public import Base
import Classroom
import Learning
public import Ledger
import People
public import School

extension AnnouncementAudience {
  /// Who sees what is said to it.
  func buckets(in school: ID<Tenant>) -> [Bucket] {
    switch self {
    case .school: [.school(school)]
    case .role(let role): [.role(role, in: school)]
    case .classroom(let id): [.classStaff(id), .classMates(id)]
    case .course(let id): [.course(id)]
    }
  }

  /// As the table keeps it.
  var row: (kind: String, role: String?, target: Value) {
    switch self {
    case .school: ("school", nil, .null)
    case .role(let role): ("role", role.rawValue, .null)
    case .classroom(let id): ("classroom", nil, .id(id))
    case .course(let id): ("course", nil, .id(id))
    }
  }
}

extension Announcement {
  /// A draft is its author's; what is out is its audience's as well.
  func buckets(in school: ID<Tenant>) -> [Bucket] {
    (isOut ? audience.buckets(in: school) : []) + [.person(author)]
  }
}

extension AnnouncementsStore where Books == WriteTransaction {
  func save(_ permit: Permit<CreateAnnouncement>, at moment: Instant?) throws(Refusal) -> Announcement {
    let fields = permit.command.fields
    var made = Announcement(
      id: permit.command.id, audience: fields.audience, author: permit.caller.account, original: fields.original,
      versions: fields.versions, isPinned: fields.isPinned, publishAt: moment, createdAt: permit.at,
      updatedAt: permit.at)
    made.settle(fields.act, at: permit.at)
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
      changed.settle(fields.act, at: permit.at)
    }
    try write(changed, over: known)
    return changed
  }

  func save(_ permit: Permit<PublishAnnouncement>, _ known: Announcement) throws(Refusal) {
    try publish(known, at: permit.at)
  }
  func save(_ permit: Permit<PublishDue>, _ known: Announcement) throws(Refusal) { try publish(known, at: permit.at) }

  private func publish(_ known: Announcement, at moment: Instant) throws(Refusal) {
    var out = known
    (out.state, out.publishedAt, out.updatedAt) = (.published, moment, moment)
    try write(out, over: known)
  }

  /// What its author may not say any more waits as a draft.
  func putBack(_ known: Announcement) throws(Refusal) {
    var draft = known
    (draft.state, draft.updatedAt) = (.draft, tx.now)
    try write(draft, over: known)
  }

  func save(_ permit: Permit<PinAnnouncement>, _ known: Announcement) throws(Refusal) {
    var changed = known
    (changed.isPinned, changed.updatedAt) = (permit.command.isPinned, permit.at)
    try write(changed, over: known)
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

  func save(_ permit: Permit<ReadAnnouncement>) throws(Refusal) {
    try tx.put(
      AnnouncementsTables.read,
      [.id(tx.school), .id(permit.command.announcement), .id(permit.caller.account), .instant(permit.at)],
      in: [.person(permit.caller.account)])
  }

  /// - Parameter removedAt: when it was taken away; it stays, to be brought back.
  func put(_ file: AnnouncementFile, of announcement: Announcement, removedAt: Instant? = nil) throws(Refusal) {
    try tx.put(
      AnnouncementsTables.file,
      [
        .id(tx.school), .id(file.id), .id(file.announcement), .text(file.name), .text(file.type), .integer(file.size),
        .instant(file.createdAt), .instant(removedAt),
      ], in: removedAt == nil ? announcement.buckets(in: tx.school) : [.person(announcement.author)])
  }

  /// Its files have changed.
  func touched(_ known: Announcement, at moment: Instant) throws(Refusal) {
    var changed = known
    changed.updatedAt = moment
    if known.state == .published { changed.editedAt = moment }
    try write(changed, over: known)
  }

  func save(_ permit: Permit<RemoveAnnouncementFile>, _ file: AnnouncementFile, of known: Announcement) throws(Refusal)
  {
    let isRemoved = permit.command.isRemoved
    try put(file, of: known, removedAt: isRemoved ? permit.at : nil)
    let readers = known.isOut ? known.audience.buckets(in: tx.school) : []
    if isRemoved {
      hide(file.id, from: readers)
    } else if !readers.isEmpty {
      tx.show(file.id.cast(), in: readers)
    }
    try touched(known, at: permit.at)
  }

  /// What somebody wrote and read is another account's from now on.
  public func move(_ account: ID<Account>, to other: ID<Account>) throws(Refusal) {
    let key: [Value] = [.id(tx.school), .id(account)]
    let written: [ID<Announcement>] = try tx.rows(
      "SELECT id FROM announcement WHERE school = $1 AND author = $2", key
    ) { $0.id(0) }
    for id in written {
      guard let known = try announcement(id, in: tx.school) else { continue }
      var moved = known
      moved.author = other
      try write(moved, over: known)
    }
    let read: [(ID<Announcement>, Instant)] = try tx.rows(
      "SELECT announcement, at FROM announcement_read WHERE school = $1 AND account = $2", key
    ) { ($0.id(0), $0.instant(1)) }
    for (id, at) in read {
      try tx.remove(AnnouncementsTables.read, key: [.id(tx.school), .id(id), .id(account)], from: [.person(account)])
      guard try !isRead(id, by: other, in: tx.school) else { continue }
      try tx.put(
        AnnouncementsTables.read, [.id(tx.school), .id(id), .id(other), .instant(at)], in: [.person(other)])
    }
  }

  // MARK: rows

  /// Writes one that is as it should be: for the demo.
  public func insert(_ one: Announcement) throws(Refusal) { try write(one) }

  /// Puts a file beside one that was inserted.
  public func attach(
    _ content: Files.Content, name: String, type: String, as id: ID<AnnouncementFile>, to one: Announcement
  ) throws(Refusal) {
    try tx.keep(id.cast(), content, name: name, type: type, by: one.author, in: one.buckets(in: tx.school))
    try put(
      AnnouncementFile(
        id: id, announcement: one.id, name: name, type: type, size: content.size, createdAt: one.createdAt), of: one)
  }

  /// Writes it where it is seen now, and takes it out of sight where it was.
  func write(_ one: Announcement, over known: Announcement? = nil) throws(Refusal) {
    let (kind, role, target) = one.audience.row
    let buckets = one.buckets(in: tx.school)
    try tx.put(
      AnnouncementsTables.announcement,
      [
        .id(tx.school), .id(one.id), .text(kind), .text(role), target, .id(one.author),
        .text(one.original.language.rawValue), .text(one.original.title), .text(one.original.text),
        .flag(one.isPinned), .text(one.state.rawValue), .instant(one.publishAt), .instant(one.publishedAt),
        .instant(one.editedAt), .instant(one.retractedAt), .instant(one.createdAt), .instant(one.updatedAt),
        .text(one.search),
      ], in: buckets)
    let before = known?.buckets(in: tx.school) ?? []
    let move = BucketMove(
      now: buckets, gained: buckets.filter { !before.contains($0) }, left: before.filter { !buckets.contains($0) })
    tx.withdraw(AnnouncementsTables.announcement, key: [.id(tx.school), .id(one.id)], from: move.left)
    try write(one.versions, of: one, over: known?.versions ?? [], move)
    if known != nil { try moveFiles(of: one, move) }
  }

  /// What is said in other languages is seen by those who see the announcement, and by nobody else.
  private func write(
    _ versions: [AnnouncementText], of one: Announcement, over known: [AnnouncementText], _ move: BucketMove
  ) throws(Refusal) {
    for old in known where !versions.contains(where: { $0.language == old.language }) {
      try tx.remove(
        AnnouncementsTables.version, key: [.id(tx.school), .id(one.id), .text(old.language.rawValue)],
        from: move.now + move.left)
    }
    for version in versions {
      let key: [Value] = [.id(tx.school), .id(one.id), .text(version.language.rawValue)]
      if known.contains(version) {
        if !move.gained.isEmpty { tx.touch(AnnouncementsTables.version, key: key, in: move.gained) }
      } else {
        try tx.put(
          AnnouncementsTables.version, key + [.text(version.title), .text(version.text)], in: move.now)
      }
      tx.withdraw(AnnouncementsTables.version, key: key, from: move.left)
    }
  }

  /// So are its files; one that was taken away is its author's alone.
  private func moveFiles(of one: Announcement, _ move: BucketMove) throws(Refusal) {
    guard !move.gained.isEmpty || !move.left.isEmpty else { return }
    let files: [(id: ID<AnnouncementFile>, isRemoved: Bool)] = try tx.rows(
      "SELECT id, \"removedAt\" FROM announcement_file WHERE school = $1 AND announcement = $2",
      [.id(tx.school), .id(one.id)]
    ) { ($0.id(0), $0.optionalInstant(1) != nil) }
    for file in files {
      let gained = file.isRemoved ? move.gained.filter { $0 == .person(one.author) } : move.gained
      if !gained.isEmpty {
        tx.touch(AnnouncementsTables.file, key: [.id(tx.school), .id(file.id)], in: gained)
        tx.show(file.id.cast(), in: gained)
      }
      hide(file.id, from: move.left)
    }
  }

  private func hide(_ file: ID<AnnouncementFile>, from buckets: [Bucket]) {
    tx.withdraw(AnnouncementsTables.file, key: [.id(tx.school), .id(file)], from: buckets)
    tx.hide(file.cast(), from: buckets)
  }
}

/// Where a row is seen now, where it was not seen before, and where it is seen no more.
private struct BucketMove {
  let now: [Bucket], gained: [Bucket], left: [Bucket]
}

extension Announcement {
  /// What the button meant.
  fileprivate mutating func settle(_ act: AnnouncementFields.Act, at now: Instant) {
    switch (act, publishAt) {
    case (.draft, _): state = .draft
    case (.publish, .some): state = .scheduled
    case (.publish, nil): (state, publishedAt) = (.published, now)
    }
  }
}
