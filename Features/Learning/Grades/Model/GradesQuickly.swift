import Base
import Exact

/// The unit of one category in 64 bits: so fine that each score is a whole number of it, or none where it would not fit.
///
/// What it computes is what `GradeSheet` computes with numbers of any size; a test compares the two.
struct QuickUnit {
  enum Value {
    /// No part of this view.
    case none
    /// Beyond what may be added up without a look.
    case tooLarge
    case some(earned: Int64, possible: Int64)
  }

  /// So many of it are a point, or an item where all count the same.
  let one: Int64
  /// By how much it is finer than 1/10,000 of a point.
  private let factor: Int64
  /// Where all items count the same: a multiple of what each of them gives.
  private let common: Int64?

  /// 512 of these can be added up, and what comes out be multiplied with another in 128 bits.
  private static let most = Int64(1) << 54

  init?(_ sheet: GradeSheet, _ places: [Int]) {
    guard places.count <= 512 else { return nil }
    var isFine = false
    for place in places where sheet.entries[place].lateSeconds > 0 || sheet.entries[place].isMissing { isFine = true }
    factor = isFine ? Amount.scale * 100 : 1
    guard sheet.policy.within == .equalItems else {
      (one, common) = (Amount.scale * factor, nil)
      return
    }
    var common = Amount.scale * 100
    for place in places where sheet.entries[place].counts && sheet.entries[place].possible > .zero {
      guard let next = QuickUnit.multiple(common, sheet.entries[place].possible.units) else { return nil }
      common = next
    }
    let (one, overflow) = common.multipliedReportingOverflow(by: factor)
    guard !overflow, one < QuickUnit.most else { return nil }
    (self.one, self.common) = (one, common)
  }

  private static func multiple(_ a: Int64, _ b: Int64) -> Int64? {
    let (product, overflow) = (a / commonDivisor(a, b)).multipliedReportingOverflow(by: b)
    return overflow ? nil : product
  }

  func value(_ entry: GradeEntry, _ view: GradeView, _ policy: GradePolicy) -> Value {
    guard entry.counts, !entry.excused else { return .none }
    guard let full = times(entry.possible.units, factor) else { return .tooLarge }
    var earned: Int64?
    if let raw = entry.raw, !entry.isPending || view == .worst {
      earned = points(entry, raw, policy.late)
    } else if view == .best {
      earned = full
    } else if entry.isMissing, policy.missing.isOn, entry.raw == nil {
      earned = times(max(0, entry.possible.units), max(0, 100 * Amount.scale - policy.missing.percent.units))
    } else {
      if view == .current { return .none }
      earned = 0
    }
    guard let earned else { return .tooLarge }
    return common.map { share(earned, entry.possible.units, of: $0) } ?? .some(earned: earned, possible: full)
  }

  private func points(_ entry: GradeEntry, _ raw: Amount, _ late: LatePolicy) -> Int64? {
    guard let points = times(raw.units, factor) else { return nil }
    let begun = entry.lateSeconds > 0 ? late.intervals(entry.lateSeconds) : 0
    guard begun > 0, late.percent > .zero, entry.possible > .zero else { return points }
    guard let each = times(entry.possible.units, late.percent.units), let full = times(each, begun),
      let floor = times(late.floor.units, entry.possible.units)
    else { return nil }
    return points - max(min(full, points - floor), 0)
  }

  private func share(_ earned: Int64, _ possible: Int64, of common: Int64) -> Value {
    let parts = possible > 0 ? common / possible : common / (Amount.scale * 100)
    guard let share = times(earned, parts) else { return .tooLarge }
    return .some(earned: share, possible: possible > 0 ? one : 0)
  }

  private func times(_ a: Int64, _ b: Int64) -> Int64? {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow || product.magnitude >= QuickUnit.most.magnitude ? nil : product
  }
}
