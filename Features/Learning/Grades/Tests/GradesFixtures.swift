import Base
import Foundation
import Testing

@testable import School

/// A number in a test as one reads it.
func amount(_ text: String) -> Amount { Amount(text) ?? .zero }

func itemID(_ number: Int) -> ID<GradeItem> { ID(high: 1, low: UInt64(number)) }
func categoryID(_ number: Int) -> ID<GradeCategory> { ID(high: 2, low: UInt64(number)) }

/// A category with a weight and rules for drops.
func category(_ number: Int, _ weight: String, low: Int = 0, high: Int = 0, capped: Bool = false) -> GradeCategory {
  GradeCategory(
    id: categoryID(number), course: .none, weight: amount(weight), dropLowest: low, dropHighest: high, isCapped: capped,
    place: number)
}

/// An item of a category; `score` is what was given, or nothing.
func entry(
  _ number: Int, in category: Int, _ score: String?, of possible: String, never: Bool = false, counts: Bool = true,
  excused: Bool = false, late: Int64 = 0, missing: Bool = false, pending: Bool = false
) -> GradeEntry {
  GradeEntry(
    item: itemID(number), category: categoryID(category), possible: amount(possible), counts: counts, neverDrop: never,
    raw: score.map(amount), excused: excused, lateSeconds: late, isMissing: missing, isPending: pending)
}

/// Numbers that are the same in every run.
struct Dice {
  var seed: UInt64
  mutating func next() -> UInt64 {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (seed ^ seed >> 29) >> 8
  }
  mutating func roll(_ range: ClosedRange<Int>) -> Int { range.lowerBound + Int(next() % UInt64(range.count)) }
}

/// The vectors that other implementations were asked, `fixtures/grades.json`.
enum GradeVectors {
  static func load() throws -> JSON {
    let folder = "\(#filePath)".components(separatedBy: "/Features/")[0]
    return try JSON(Array(Data(contentsOf: URL(fileURLWithPath: folder + "/fixtures/grades.json"))))
  }
}

extension JSON {
  var items: [JSON] { if case .list(let items) = self { items } else { [] } }
  /// Numbers as written, short of a needless “.0” or digits that an amount has no room for.
  var amountText: String? { if case .number(let digits) = self { digits } else { nil } }
  var amountValue: Amount? {
    guard var text = amountText else { return nil }
    while text.contains("."), text.hasSuffix("0") || text.hasSuffix(".") { text.removeLast() }
    return Amount(text)
  }
  var whole: Int? { amountText.flatMap { Int($0) } }
  var word: String? { if case .text(let text) = self { text } else { nil } }
  var isTrue: Bool { if case .flag(true) = self { true } else { false } }
}
