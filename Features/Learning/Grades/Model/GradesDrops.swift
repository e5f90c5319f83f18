import Base
import Exact

/// One item of a category as the drop rule sees it: what was earned and what was possible, in one common unit.
struct DropItem<Number> {
  let id: ID<GradeItem>
  let earned: Number
  let possible: Number
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
  static func dropped(from pool: [DropItem<Whole>], keeping kept: [DropItem<Whole>], lowest: Int, highest: Int)
    -> Dropped
  {
    let (low, high) = clipped(lowest, highest, pool.count)
    guard low + high > 0 else { return Dropped() }
    let real = pool.filter { !$0.possible.isZero }
    if kept.contains(where: { !$0.possible.isZero }) || real.count > low + high {
      return root(pool, kept, low, high)
    }
    // Nothing would be possible any more if all that gives points were dropped: extra credit then stays.
    if real.isEmpty { return cut(pool, low, high) { $0.earned }.dropped }
    let (fewLow, fewHigh) = clipped(lowest, highest, real.count)
    return root(real, kept + pool.filter { $0.possible.isZero }, fewLow, fewHigh)
  }

  /// The same for numbers so small that no sum leaves 64 bits and no product 128: nearly always, and ten times as fast.
  ///
  /// - Returns: `nil` when the answer is not found at once; then the other way is asked.
  static func quickly(from pool: [DropItem<Int64>], keeping kept: [DropItem<Int64>], lowest: Int, highest: Int)
    -> Dropped?
  {
    let (low, high) = clipped(lowest, highest, pool.count)
    guard low + high > 0 else { return Dropped() }
    var (above, below, real) = (Int64(0), Int64(0), 0)
    for item in pool {
      (above, below) = (above + item.earned, below + item.possible)
      if item.possible != 0 { real += 1 }
    }
    for item in kept {
      (above, below) = (above + item.earned, below + item.possible)
      if item.possible != 0 { real += pool.count }
    }
    guard real > low + high else { return nil }
    let (all, whole) = (above, below)
    for _ in 0..<12 {
      let (q, over) = (Int128(above), Int128(below))
      let found = cut(pool, low, high) { Int128($0.earned) * over - q * Int128($0.possible) }
      (above, below) = (all, whole)
      for item in found.items { (above, below) = (above - item.earned, below - item.possible) }
      if below == 0 { return nil }
      if Int128(above) * over == q * Int128(below) { return found.dropped }
    }
    return nil
  }

  /// At least one is kept; when both rules would take all, only the lowest are dropped.
  private static func clipped(_ lowest: Int, _ highest: Int, _ count: Int) -> (low: Int, high: Int) {
    guard count > 0 else { return (0, 0) }
    let low = min(max(lowest, 0), count - 1)
    return (low, low + max(highest, 0) >= count ? 0 : max(highest, 0))
  }

  /// What was taken, and where it stood.
  private struct Cut<Number> {
    var dropped = Dropped()
    var items: [DropItem<Number>] = []
  }

  /// Orders by a value and takes from both ends.
  ///
  /// Of equal ones the item with the lower id is kept.
  private static func cut<Number, Value: Comparable>(
    _ pool: [DropItem<Number>], _ low: Int, _ high: Int, _ value: (DropItem<Number>) -> Value
  ) -> Cut<Number> {
    var rest: [(value: Value, at: Int)] = []
    rest.reserveCapacity(pool.count)
    for at in pool.indices { rest.append((value(pool[at]), at)) }
    var out = Cut<Number>()
    for round in 0..<low + high {
      let isHigh = round >= low
      var best = 0
      for at in rest.indices.dropFirst() {
        let (one, two) = (rest[at].value, rest[best].value)
        let isFurther = isHigh ? two < one : one < two
        if isFurther || one == two && pool[rest[best].at].id < pool[rest[at].at].id { best = at }
      }
      let item = pool[rest[best].at]
      if isHigh { out.dropped.highest.append(item.place) } else { out.dropped.lowest.append(item.place) }
      out.items.append(item)
      rest.remove(at: best)
    }
    return out
  }

  /// The root of T(q), the sum of earned − q·possible over what is kept at q: it falls strictly, and where it is zero, q
  /// is the grade.
  ///
  /// Newton's step from what is kept, and the middle of the bracket when the step would leave it (without the bracket
  /// it can go round in circles).
  private static func root(_ pool: [DropItem<Whole>], _ kept: [DropItem<Whole>], _ low: Int, _ high: Int) -> Dropped {
    guard low + high > 0 else { return Dropped() }
    var (bracket, q) = bracket(pool + kept)
    while true {
      let found = cut(pool, low, high) { $0.earned * q.below - q.above * $0.possible }.dropped
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
  private static func bracket(_ items: [DropItem<Whole>]) -> (bracket: (low: Ratio, high: Ratio), start: Ratio) {
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

  private static func sums(_ pool: [DropItem<Whole>], _ kept: [DropItem<Whole>], _ dropped: Dropped) -> (Whole, Whole) {
    var (earned, possible) = (Whole.zero, Whole.zero)
    for item in pool where !dropped.lowest.contains(item.place) && !dropped.highest.contains(item.place) {
      (earned, possible) = (earned + item.earned, possible + item.possible)
    }
    for item in kept { (earned, possible) = (earned + item.earned, possible + item.possible) }
    return (earned, possible)
  }
}
