public import Base

/// As whom somebody sees an announcement.
public enum AnnouncementAccess: Hashable, Sendable {
  /// The author and the office: they may change it, and see who has read it.
  case keeper
  /// One of those it is said to.
  case reader
}

/// Readers may not change what was said to them; they are told so, because they see it.
private func keepersMay(_ access: AnnouncementAccess) throws(Refusal) {
  guard access == .keeper else { throw .notAllowed(Phrase("announcements.keepers-only")) }
}

/// Retracted announcements are brought back first.
private func mustStand(_ announcement: Announcement) throws(Refusal) {
  guard announcement.retractedAt == nil else { throw .conflict(Phrase("announcements.is-retracted")) }
}

extension AnnouncementFields {
  /// Teachers speak to their own classes and courses, the office to everybody; nobody else speaks.
  func check(_ caller: Caller, _ reach: AnnouncementReach, at moment: Instant?, now: Instant) throws(Refusal) {
    guard caller.role.isStaff else { throw .notAllowed(Phrase("announcements.staff-only")) }
    guard reach.allows(audience) else { throw .invalid("audience", Phrase("announcements.audience-wrong")) }
    if act == .publish, let moment, moment <= now {
      throw .invalid("publishAt", Phrase("announcements.time-past"))
    }
  }
}

extension CreateAnnouncement {
  /// - Parameters:
  ///   - moment: the typed time in the school's zone.
  ///   - files: how many come with it.
  public func permit(
    for caller: Caller, reach: AnnouncementReach, at moment: Instant?, files: Int, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try fields.check(caller, reach, at: moment, now: now)
    guard files <= AnnouncementFile.most else {
      throw .invalid("file", Phrase("announcements.files-many", .count(AnnouncementFile.most)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension EditAnnouncement {
  /// What is out stays with those it was said to; only its words change.
  ///
  /// - Parameter files: how many it will have.
  public func permit(
    for caller: Caller, access: AnnouncementAccess, known: Announcement, reach: AnnouncementReach, at moment: Instant?,
    files: Int, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try keepersMay(access)
    try mustStand(known)
    if let version, version != known.version { throw .stale }
    if known.state == .published {
      guard fields.audience == known.audience else {
        throw .invalid("audience", Phrase("announcements.audience-fixed"))
      }
      guard reach.allows(known.audience) else { throw .notAllowed(Phrase("announcements.audience-wrong")) }
    } else {
      try fields.check(caller, reach, at: moment, now: now)
    }
    guard files <= AnnouncementFile.most else {
      throw .invalid("file", Phrase("announcements.files-many", .count(AnnouncementFile.most)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension PublishAnnouncement {
  /// - Returns: `nil` when it is out already.
  public func permit(
    for caller: Caller, access: AnnouncementAccess, known: Announcement, reach: AnnouncementReach, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try keepersMay(access)
    try mustStand(known)
    guard reach.allows(known.audience) else { throw .notAllowed(Phrase("announcements.audience-wrong")) }
    return known.state == .published ? nil : Permit(self, caller: caller, at: now)
  }
}

extension PublishDue {
  /// The clock says what its author may still say.
  ///
  /// - Parameter author: the author as a member; `nil` when they have left.
  /// - Returns: `nil` when there is nothing to do: it is out, was taken back, or its time was moved.
  public func permit(
    author: Caller?, known: Announcement, reach: AnnouncementReach?, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    guard known.state == .scheduled, known.retractedAt == nil, let moment = known.publishAt, moment <= now else {
      return nil
    }
    guard let author, author.role.isStaff, let reach, reach.allows(known.audience) else {
      throw .notAllowed(Phrase("announcements.audience-wrong"))
    }
    return Permit(self, caller: author, at: now)
  }
}

extension PinAnnouncement {
  public func permit(
    for caller: Caller, access: AnnouncementAccess, known: Announcement, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try keepersMay(access)
    try mustStand(known)
    return Permit(self, caller: caller, at: now)
  }
}

extension RetractAnnouncement {
  public func permit(
    for caller: Caller, access: AnnouncementAccess, known: Announcement, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try keepersMay(access)
    return known.retractedAt == nil ? Permit(self, caller: caller, at: now) : nil
  }
}

extension RestoreAnnouncement {
  public func permit(
    for caller: Caller, access: AnnouncementAccess, known: Announcement, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try keepersMay(access)
    return known.retractedAt == nil ? nil : Permit(self, caller: caller, at: now)
  }
}

extension ReadAnnouncement {
  /// - Parameter isRead: whether the caller has read it before.
  /// - Returns: `nil` when there is nothing to note: read before, or one's own.
  public func permit(
    for caller: Caller, known: Announcement, isRead: Bool, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    guard known.isOut else { throw .notFound }
    return isRead || known.author == caller.account ? nil : Permit(self, caller: caller, at: now)
  }
}

extension RemoveAnnouncementFile {
  public func permit(
    for caller: Caller, access: AnnouncementAccess, known: Announcement, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try keepersMay(access)
    try mustStand(known)
    return Permit(self, caller: caller, at: now)
  }
}
