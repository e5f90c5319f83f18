public import Base

extension Track {
  /// Texts of one track.
  public static let mostItems = 5000
  /// Tracks of one author that stand.
  public static let mostOfAuthor = 200
  /// Tracks that one person studies.
  public static let mostJoined = 50
}

/// Readers may not change what they study; they are told so, because they see it.
private func keepersMay(_ access: TrackAccess) throws(Refusal) {
  guard access == .keeper else { throw .notAllowed(Phrase("tracks.keepers-only")) }
}

/// What was deleted is brought back first.
private func mustStand(_ track: Track) throws(Refusal) {
  guard track.deletedAt == nil else { throw .conflict(Phrase("tracks.is-deleted")) }
}

private func mayChange(_ track: Track, _ access: TrackAccess) throws(Refusal) {
  try keepersMay(access)
  try mustStand(track)
}

extension CreateTrack {
  /// Everybody may make one for themselves, teachers for their classes and the school, the office for all.
  ///
  /// - Parameter count: how many the caller has made that stand.
  public func permit(
    for caller: Caller, reach: StudyReach, count: Int, now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, audience: StudyAudience) {
    guard let audience = StudyAudience(audience, me: caller.account), reach.allows(audience, caller) else {
      throw .invalid("audience", Phrase("tracks.audience-wrong"))
    }
    if fields.isPublic {
      guard caller.role.isOffice else { throw .invalid("public", Phrase("tracks.public-office")) }
      guard audience == .school else { throw .invalid("public", Phrase("tracks.public-school")) }
    }
    guard count < Track.mostOfAuthor else { throw .conflict(Phrase("tracks.many", .count(Track.mostOfAuthor))) }
    return (Permit(self, caller: caller, at: now), audience)
  }
}

extension EditTrack {
  public func permit(
    for caller: Caller, access: TrackAccess, known: Track, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try mayChange(known, access)
    if let version, version != known.version { throw .stale }
    if fields.isPublic != known.isPublic {
      guard caller.role.isOffice else { throw .invalid("public", Phrase("tracks.public-office")) }
      guard known.audience == .school else { throw .invalid("public", Phrase("tracks.public-school")) }
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension DeleteTrack {
  /// - Returns: `nil` when it is deleted already.
  public func permit(
    for caller: Caller, access: TrackAccess, known: Track, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try keepersMay(access)
    return known.deletedAt == nil ? Permit(self, caller: caller, at: now) : nil
  }
}

extension RestoreTrack {
  /// - Parameter count: how many its author has made that stand.
  /// - Returns: `nil` when it stands.
  public func permit(
    for caller: Caller, access: TrackAccess, known: Track, count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try keepersMay(access)
    if known.deletedAt == nil { return nil }
    guard count < Track.mostOfAuthor else { throw .conflict(Phrase("tracks.many", .count(Track.mostOfAuthor))) }
    return Permit(self, caller: caller, at: now)
  }
}

extension JoinTrack {
  /// - Parameters:
  ///   - member: the caller's row, if there is one.
  ///   - count: how many the caller studies.
  /// - Returns: `nil` when the caller studies it already.
  public func permit(
    for caller: Caller, known: Track, member: TrackMember?, count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    guard known.deletedAt == nil else { throw .notFound }
    if let member, member.leftAt == nil { return nil }
    guard count < Track.mostJoined else { throw .conflict(Phrase("tracks.joined-many", .count(Track.mostJoined))) }
    return Permit(self, caller: caller, at: now)
  }
}

extension LeaveTrack {
  /// - Returns: `nil` when the caller does not study it.
  public func permit(for caller: Caller, member: TrackMember?, now: Instant) -> Permit<Self>? {
    guard let member, member.leftAt == nil else { return nil }
    return Permit(self, caller: caller, at: now)
  }
}

/// Room for so many more texts.
private func mustHold(_ count: Int, more: Int) throws(Refusal) {
  guard count <= Track.mostItems - more else {
    throw .conflict(Phrase("tracks.texts-many", .count(Track.mostItems)))
  }
}

extension AddTrackItem {
  /// - Parameter count: the texts that the track has.
  public func permit(
    for caller: Caller, access: TrackAccess, known: Track, count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try mayChange(known, access)
    try mustHold(count, more: 1)
    return Permit(self, caller: caller, at: now)
  }
}

extension EditTrackItem {
  public func permit(
    for caller: Caller, access: TrackAccess, known: Track, item: TrackItem, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try mayChange(known, access)
    guard item.deletedAt == nil else { throw .conflict(Phrase("tracks.text-deleted")) }
    if let version, version != item.version { throw .stale }
    return Permit(self, caller: caller, at: now)
  }
}

extension TrackItem {
  /// What a form says it was made from: the words themselves, so that a text in another place is the same.
  public var version: String {
    let words = [label, reference, source, language ?? "", commentary, commentaryLanguage ?? ""]
    // What separates them is in no text that was typed.
    let all = (words + questions.map { $0.line }).joined(separator: "\u{1F}")
    return String(hex(sha256(Array(all.utf8))).prefix(20))
  }
}

extension MoveTrackItem {
  public func permit(
    for caller: Caller, access: TrackAccess, known: Track, item: TrackItem, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try mayChange(known, access)
    guard item.deletedAt == nil else { throw .conflict(Phrase("tracks.text-deleted")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension RemoveTrackItem {
  /// - Parameter count: the texts that the track has.
  /// - Returns: `nil` when it is so already.
  public func permit(
    for caller: Caller, access: TrackAccess, known: Track, item: TrackItem, count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try mayChange(known, access)
    if isRemoved == (item.deletedAt != nil) { return nil }
    if !isRemoved { try mustHold(count, more: 1) }
    return Permit(self, caller: caller, at: now)
  }
}

extension SetCycle {
  /// - Parameters:
  ///   - items: how many texts the track has.
  ///   - hasDays: whether days have texts already: those of the past then stay.
  ///   - today: the day of study.
  public func permit(
    for caller: Caller, access: TrackAccess, known: Track, items: Int, hasDays: Bool, today: Day, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try mayChange(known, access)
    guard items > 0 else { throw .conflict(Phrase("tracks.cycle-empty")) }
    if let first = fields.first, first > items {
      throw .invalid("first", Phrase("form.integer", .count(1), .count(items)))
    }
    guard !fields.weekdays.isEmpty else { throw .invalid("weekday", Phrase("tracks.weekdays-none")) }
    guard (1...TrackCycle.mostPerDay).contains(fields.perDay) else {
      throw .invalid("perDay", Phrase("form.integer", .count(1), .count(TrackCycle.mostPerDay)))
    }
    guard fields.skips.count <= TrackCycle.mostDays, fields.merged.count <= TrackCycle.mostDays else {
      throw .invalid("skips", Phrase("tracks.days-many", .count(TrackCycle.mostDays)))
    }
    guard !hasDays || fields.from >= today else { throw .invalid("from", Phrase("tracks.from-past")) }
    let reach = today.plus(days: -TrackCycle.horizon)...today.plus(days: TrackCycle.horizon)
    guard reach.contains(fields.from) else {
      throw .invalid("from", Phrase("tracks.from-far", .count(TrackCycle.horizon)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension EditTrackDay {
  /// What was studied stays: only today and the days to come are written by hand.
  ///
  /// - Parameters:
  ///   - items: how many texts the track has.
  ///   - today: the day of study.
  public func permit(
    for caller: Caller, access: TrackAccess, known: Track, items: Int, today: Day, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try mayChange(known, access)
    guard day >= today else { throw .conflict(Phrase("tracks.day-past")) }
    guard day <= today.plus(days: TrackCycle.horizon) else {
      throw .conflict(Phrase("tracks.day-far", .count(TrackCycle.horizon)))
    }
    guard places.count <= TrackCycle.mostPerDay else {
      throw .invalid("texts", Phrase("tracks.day-many", .count(TrackCycle.mostPerDay)))
    }
    guard places.allSatisfy({ (1...max(items, 1)).contains($0) }), places.isEmpty || items > 0 else {
      throw .invalid("texts", Phrase("tracks.numbers-range", .count(items)))
    }
    guard Set(places).count == places.count else { throw .invalid("texts", Phrase("tracks.numbers-twice")) }
    return Permit(self, caller: caller, at: now)
  }
}
