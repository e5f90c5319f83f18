public import Base

extension Zone {
  /// The moment of a clock on a day, as calendars count it (RFC 5545, 3.3.5).
  ///
  /// In the hour that does not exist the offset from before the jump still holds; in the hour that comes twice it is
  /// the first.
  public func moment(_ day: Day, minute: Int) -> Instant {
    let local = Instant(milliseconds: Int64(day.number) * 86_400_000 + Int64(minute) * 60_000)
    let before = offset(local.plus(seconds: -86_400))
    let early = local.plus(seconds: Int64(-before))
    let now = offset(early)
    if now == before { return early }
    let late = local.plus(seconds: Int64(-now))
    return offset(late) == now ? late : early
  }

  /// The moments between two others at which the clock is set, to the second.
  func shifts(from first: Instant, through last: Instant) -> [(at: Instant, before: Int, after: Int)] {
    var (found, now) = ([(at: Instant, before: Int, after: Int)](), first)
    // No zone sets its clock twice within a week.
    while now < last {
      let next = min(last, now.plus(days: 7))
      let (before, after) = (offset(now), offset(next))
      if before != after {
        var (low, high) = (now.milliseconds / 1000, next.milliseconds / 1000)
        while high - low > 1 {
          let middle = low + (high - low) / 2
          if offset(Instant(milliseconds: middle * 1000)) == before { low = middle } else { high = middle }
        }
        found.append((Instant(milliseconds: high * 1000), before, after))
      }
      now = next
    }
    return found
  }
}
