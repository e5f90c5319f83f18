public import Base

/// One item of a category as the drop rule sees it: what was earned and what was possible, in one common unit.
struct DropItem {
  let id: ID<GradeItem>
  let earned: Whole
  let possible: Whole
  /// Where it stands in the caller's list.
  let place: Int
}

/// Which items of a category are dropped (rules.md 4.2).
///
/// The grade is the best over all ways to leave out the `lowest`, of the worst over all ways to leave out the `highest`.
/// So a better score never makes a worse grade, also when both are used.
enum DropRule {
  struct Dropped {
    var lowest: [Int] = []
    var highest: [Int] = []
  }

  /// - Parameters:
  ///   - pool: what may be dropped.
  ///   - kept: what is never dropped, but counts.
  static func dropped(from pool: [DropItem], keeping kept: [DropItem], lowest: Int, highest: Int) -> Dropped {
    let (low, high) = clipped(lowest, highest, pool.count)
    guard low + high > 0 else { return Dropped() }
    let real = pool.filter { !$0.possible.isZero }
    if kept.contains(where: { !$0.possible.isZero }) || real.count > low + high {
      return root(pool, kept, low, high)
    }
    // Nothing would be possible any more if all that gives points were dropped: extra credit then stays.
    if real.isEmpty { return cut(pool, low, high) { $0.earned } }
    let (fewLow, fewHigh) = clipped(lowest, highest, real.count)
    return root(real, kept + pool.filter { $0.possible.isZero }, fewLow, fewHigh)
  }

  /// At least one is kept; when both rules would take all, only the lowest are dropped.
  private static func clipped(_ lowest: Int, _ highest: Int, _ count: Int) -> (low: Int, high: Int) {
    guard count > 0 else { return (0, 0) }
    let low = min(max(lowest, 0), count - 1)
    return (low, low + max(highest, 0) >= count ? 0 : max(highest, 0))
  }

  /// Orders by a value and takes from both ends.
  ///
  /// Of equal ones the item with the lower id is kept.
  private static func cut(_ pool: [DropItem], _ low: Int, _ high: Int, _ value: (DropItem) -> Whole) -> Dropped {
    let valued = pool.map { (item: $0, value: value($0)) }
    let ranked = valued.sorted { $0.value != $1.value ? $0.value > $1.value : $0.item.id < $1.item.id }
    let rest = ranked.dropLast(low).sorted { $0.value != $1.value ? $0.value > $1.value : $1.item.id < $0.item.id }
    return Dropped(lowest: ranked.suffix(low).map { $0.item.place }, highest: rest.prefix(high).map { $0.item.place })
  }

  /// The root of T(q), the sum of earned − q·possible over what is kept at q: it falls strictly, and where it is zero, q
  /// is the grade.
  ///
  /// Newton's step from what is kept, and the middle of the bracket when the step would leave it (without the bracket
  /// it can go round in circles).
  private static func root(_ pool: [DropItem], _ kept: [DropItem], _ low: Int, _ high: Int) -> Dropped {
    guard low + high > 0 else { return Dropped() }
    var (bracket, q) = bracket(pool + kept)
    while true {
      let found = cut(pool, low, high) { $0.earned * q.below - q.above * $0.possible }
      let (earned, possible) = sums(pool, kept, found)
      guard let next = Ratio(earned, over: possible) else { return found }
      if next == q { return found }
      if next > q { bracket.low = max(bracket.low, q) } else { bracket.high = min(bracket.high, q) }
      let isInside = bracket.low < next && next < bracket.high
      q =
        isInside
        ? next
        : Ratio(
          bracket.low.above * bracket.high.below + bracket.high.above * bracket.low.below,
          over: Whole(2) * bracket.low.below * bracket.high.below) ?? next
    }
  }

  /// No ratio of a part can lie outside: the sum of all scores over the smallest possible, both ways.
  private static func bracket(_ items: [DropItem]) -> (bracket: (low: Ratio, high: Ratio), start: Ratio) {
    var (all, earned, possible) = (Whole(1), Whole.zero, Whole.zero)
    var least: Whole?
    for item in items {
      all = all + item.earned.magnitude
      (earned, possible) = (earned + item.earned, possible + item.possible)
      if !item.possible.isZero { least = least.map { min($0, item.possible) } ?? item.possible }
    }
    let far = Ratio(all, over: least ?? Whole(1)) ?? .zero
    return ((Ratio.zero - far, far), Ratio(earned, over: possible) ?? .zero)
  }

  private static func sums(_ pool: [DropItem], _ kept: [DropItem], _ dropped: Dropped) -> (Whole, Whole) {
    var (earned, possible) = (Whole.zero, Whole.zero)
    for item in pool where !dropped.lowest.contains(item.place) && !dropped.highest.contains(item.place) {
      (earned, possible) = (earned + item.earned, possible + item.possible)
    }
    for item in kept { (earned, possible) = (earned + item.earned, possible + item.possible) }
    return (earned, possible)
  }
}
