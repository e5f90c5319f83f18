public import Base
import Exact

/// What the engine knows of one item for one student.
public struct GradeEntry: Hashable, Sendable {
  public let item: ID<GradeItem>
  public var category: ID<GradeCategory>?
  public var possible: Amount
  public var counts: Bool
  public var neverDrop: Bool
  public var raw: Amount?
  public var excused: Bool
  public var lateSeconds: Int64
  /// It was due and nothing was handed in.
  public var isMissing: Bool
  /// A person has still to look at it: it is no part of the grade as it stands.
  public var isPending: Bool
  public init(
    item: ID<GradeItem>, category: ID<GradeCategory>?, possible: Amount, counts: Bool = true, neverDrop: Bool = false,
    raw: Amount? = nil, excused: Bool = false, lateSeconds: Int64 = 0, isMissing: Bool = false, isPending: Bool = false
  ) {
    (self.item, self.category, self.possible, self.counts) = (item, category, possible, counts)
    (self.neverDrop, self.raw, self.excused, self.lateSeconds) = (neverDrop, raw, excused, lateSeconds)
    (self.isMissing, self.isPending) = (isMissing, isPending)
  }

  /// An item without what was given for it.
  public init(_ item: GradeItem) {
    self.init(
      item: item.id, category: item.category, possible: item.possible, counts: item.counts, neverDrop: item.neverDrop)
  }
}

/// Which of the three totals.
public enum GradeView: String, CaseIterable, Hashable, Sendable {
  /// What is graded.
  case current
  /// Everything that is not graded counts nothing.
  case worst
  /// Everything that is not graded counts full.
  case best
}

/// What became of an item in a grade.
public enum GradeOutcome: Hashable, Sendable {
  case counted
  case droppedLowest, droppedHighest
  case excused
  /// Shown, never in a total.
  case notCounted
  case ungraded
  /// Waits for a person.
  case pending
  /// Missing, and the policy gives points for it.
  case missing
}

/// One category's sum for one view, in a unit of its own.
struct CategorySum: Sendable {
  var earned = Whole.zero
  var possible = Whole.zero
  /// So many of the unit are one point, or one item where all items count the same.
  var unit = Whole(1)
  var count = 0
  var dropped = DropRule.Dropped()

  init(unit: Whole = Whole(1)) { self.unit = unit }

  /// Earned by possible, at most 1 when it is capped; `nil` when nothing was possible.
  func ratio(isCapped: Bool) -> Ratio? {
    guard !possible.isZero else { return nil }
    return Ratio(isCapped ? min(earned, possible) : earned, over: possible)
  }
}

/// One student's grade in one course, while it is made: the categories' sums stand by themselves, so that a new score
/// computes only its own category again.
public struct GradeSheet: Sendable {
  struct Group: Sendable {
    let category: GradeCategory?
    /// Where its entries stand in the sheet.
    var places: [Int] = []
    var sums = [CategorySum](repeating: CategorySum(), count: 3)
    var isStale = true
  }
  public let policy: GradePolicy
  public private(set) var entries: [GradeEntry]
  private(set) var groups: [Group]

  public init(_ policy: GradePolicy, _ entries: [GradeEntry]) {
    (self.policy, self.entries) = (policy, entries)
    groups = policy.categories.map { Group(category: $0) }
    var other = Group(category: nil)
    for (place, entry) in entries.enumerated() {
      if let at = groups.firstIndex(where: { $0.category?.id == entry.category }) {
        groups[at].places.append(place)
      } else {
        other.places.append(place)
      }
    }
    if !other.places.isEmpty { groups.append(other) }
    for at in groups.indices { recalculate(at) }
  }

  /// Puts one entry in the place of the one about the same item.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public mutating func put(_ entry: GradeEntry) -> Bool {
    guard let place = entries.firstIndex(where: { $0.item == entry.item }) else { return false }
    entries[place] = entry
    if let at = groups.firstIndex(where: { $0.places.contains(place) }) { recalculate(at) }
    return true
  }

  private mutating func recalculate(_ at: Int) {
    var hasOpen = false
    for place in groups[at].places {
      let entry = entries[place]
      if entry.counts, !entry.excused, entry.raw == nil || entry.isPending { hasOpen = true }
    }
    let rule = groups[at].category
    let current = sum(groups[at].places, rule, .current)
    // Where everything is graded, the three are one.
    groups[at].sums = [
      current, hasOpen ? sum(groups[at].places, rule, .worst) : current,
      hasOpen ? sum(groups[at].places, rule, .best) : current,
    ]
  }

  func sum(_ group: Group, _ view: GradeView) -> CategorySum {
    group.sums[view == .current ? 0 : view == .worst ? 1 : 2]
  }

  // MARK: one category

  private func sum(_ places: [Int], _ rule: GradeCategory?, _ view: GradeView) -> CategorySum {
    quickSum(places, rule, view) ?? exactSum(places, rule, view)
  }

  /// The sum in 64 bits, where everything is small enough; `nil` where it is not.
  func quickSum(_ places: [Int], _ rule: GradeCategory?, _ view: GradeView) -> CategorySum? {
    guard let unit = QuickUnit(self, places) else { return nil }
    var (pool, kept) = ([DropItem<Int64>](), [DropItem<Int64>]())
    var (earned, possible, count) = (Int64(0), Int64(0), 0)
    let drops = rule.map { $0.dropLowest + $0.dropHighest > 0 } ?? false
    if drops { pool.reserveCapacity(places.count) }
    for place in places {
      switch unit.value(entries[place], view, policy) {
      case .tooLarge: return nil
      case .none: continue
      case .some(let one, let most):
        (earned, possible, count) = (earned + one, possible + most, count + 1)
        guard drops else { continue }
        let item = DropItem(id: entries[place].item, earned: one, possible: most, place: place)
        if entries[place].neverDrop { kept.append(item) } else { pool.append(item) }
      }
    }
    var out = CategorySum(unit: Whole(unit.one))
    if drops, let rule {
      guard
        let dropped = DropRule.quickly(
          from: pool, keeping: kept, lowest: rule.dropLowest, highest: rule.dropHighest)
      else { return nil }
      for item in pool where dropped.lowest.contains(item.place) || dropped.highest.contains(item.place) {
        (earned, possible, count) = (earned - item.earned, possible - item.possible, count - 1)
      }
      out.dropped = dropped
    }
    (out.earned, out.possible, out.count) = (Whole(earned), Whole(possible), count)
    return out
  }

  func exactSum(_ places: [Int], _ rule: GradeCategory?, _ view: GradeView) -> CategorySum {
    var (pool, kept) = ([DropItem<Whole>](), [DropItem<Whole>]())
    var out = CategorySum(unit: unit(places))
    for place in places {
      let entry = entries[place]
      guard let earned = earned(entry, view) else { continue }
      let item = item(entry, place, earned, out.unit)
      if entry.neverDrop { kept.append(item) } else { pool.append(item) }
    }
    out.dropped = DropRule.dropped(
      from: pool, keeping: kept, lowest: rule?.dropLowest ?? 0, highest: rule?.dropHighest ?? 0)
    let left = pool.filter { !out.dropped.lowest.contains($0.place) && !out.dropped.highest.contains($0.place) }
    for item in left + kept {
      (out.earned, out.possible, out.count) = (out.earned + item.earned, out.possible + item.possible, out.count + 1)
    }
    return out
  }

  /// What an entry gives in a view, exactly; `nil` when it is no part of it.
  func earned(_ entry: GradeEntry, _ view: GradeView) -> Ratio? {
    guard entry.counts, !entry.excused else { return nil }
    if let raw = entry.raw, !entry.isPending || view == .worst { return points(entry, raw) }
    if view == .best { return Ratio(entry.possible) }
    if entry.isMissing, policy.missing.isOn, entry.raw == nil {
      return policy.missing.points(possible: entry.possible)
    }
    return view == .worst ? .zero : nil
  }

  private func points(_ entry: GradeEntry, _ raw: Amount) -> Ratio {
    guard entry.lateSeconds > 0 else { return Ratio(raw) }
    return Ratio(raw)
      - policy.late.deduction(raw: raw, possible: entry.possible, lateSeconds: entry.lateSeconds)
  }

  /// So fine a unit that every score of the category is a whole number of it.
  ///
  /// Points have four places, percents four more, and per cent itself is two.
  private func unit(_ places: [Int]) -> Whole {
    let fine = Whole(Amount.scale * Amount.scale * 100)
    guard policy.within == .equalItems else { return fine }
    var common = Whole(100)  // a point of an item that gives only extra credit is a hundredth of an item
    for place in places where entries[place].counts && entries[place].possible > .zero {
      let possible = Whole(entries[place].possible.units)
      common = Whole.divided(common * possible, by: Whole.commonDivisor(common, possible)).quotient
    }
    return common * fine
  }

  private func item(_ entry: GradeEntry, _ place: Int, _ earned: Ratio, _ unit: Whole) -> DropItem<Whole> {
    let possible = Ratio(entry.possible)
    if policy.within == .equalItems {
      let share = earned.divided(by: possible) ?? earned * (Ratio(Whole(1), over: Whole(100)) ?? .zero)
      return DropItem(
        id: entry.item, earned: scaled(share, unit), possible: entry.possible.units == 0 ? .zero : unit, place: place)
    }
    return DropItem(id: entry.item, earned: scaled(earned, unit), possible: scaled(possible, unit), place: place)
  }

  /// `unit` is a multiple of what stands below the line, so nothing is left over.
  private func scaled(_ ratio: Ratio, _ unit: Whole) -> Whole {
    Whole.divided(ratio.above * unit, by: ratio.below).quotient
  }
}
