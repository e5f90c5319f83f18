import Base

extension StudyLogEntry {
  /// One person's day that stands under two of their accounts: no tap of either is lost.
  ///
  /// What was studied and when is that of the first tap that stands; what is done is done, and late only when both were.
  public func united(with other: StudyLogEntry) -> StudyLogEntry {
    let isOther = isDone != other.isDone ? other.isDone : (other.tappedAt, other.zone) < (tappedAt, zone)
    let first = isOther ? other : self
    let second = isOther ? self : other
    var ticks = first.ticks
    for tick in second.ticks where !ticks.contains(tick) { ticks.append(tick) }
    return StudyLogEntry(
      track: track, account: account, day: day, items: first.items, ticks: Array(ticks.prefix(Self.maxTicks)),
      tappedAt: first.tappedAt, zone: first.zone,
      isLate: isDone == other.isDone ? isLate && other.isLate : first.isLate,
      updatedAt: max(updatedAt, other.updatedAt))
  }
}

extension TrackMember {
  /// One person who studies a track by two accounts: since the earlier day, and still when by either.
  public func united(with other: TrackMember) -> TrackMember {
    var left: Instant?
    if let mine = leftAt, let theirs = other.leftAt { left = max(mine, theirs) }
    return TrackMember(track: track, account: account, joinedOn: min(joinedOn, other.joinedOn), leftAt: left)
  }
}
