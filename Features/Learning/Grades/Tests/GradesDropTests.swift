import Base
import Exact
import HomeroomTesting
import Testing

@testable import School

@Suite struct `Dropped scores` {
  private func grade(_ scores: [(String, String)], low: Int = 0, high: Int = 0) -> CourseGrade {
    GradeSheet(
      GradePolicy(categories: [category(1, "100", low: low, high: high)]),
      scores.enumerated().map { entry($0.offset + 1, in: 1, $0.element.0, of: $0.element.1) }
    ).grade()
  }
  private func dropped(_ grade: CourseGrade) -> [ID<GradeItem>] {
    grade.entries.filter { $0.outcome == .droppedLowest || $0.outcome == .droppedHighest }.map(\.entry.item)
  }

  @Test func `are those that help most, not the lowest percents`() {
    let one = grade([("8", "10"), ("60", "100"), ("2", "5")], low: 1)
    #expect(dropped(one) == [itemID(2)] && one.current.percent == amount("66.67"))
    let two = grade([("9", "10"), ("51", "100"), ("1", "2")], low: 1)
    #expect(dropped(two) == [itemID(2)] && two.current.percent == amount("83.33"))
    #expect(grade([("80", "100"), ("20", "20"), ("1", "20")], low: 1).current.percent == amount("83.33"))
  }

  @Test func `never make a better score worse when both ends are dropped`() {
    for score in ["1", "2", "3", "4"] {
      let one = grade([("100", "100"), ("42", "91"), ("14", "55"), (score, "38")], low: 2, high: 1)
      #expect(one.current.percent == amount("46.15"), "\(score)")
    }
  }

  @Test func `leave one, and never touch what is excused`() {
    #expect(grade([("1", "10")], low: 1).current.percent == amount("10"))
    let sheet = GradeSheet(
      GradePolicy(categories: [category(1, "100", low: 1)]),
      [
        entry(1, in: 1, "9", of: "10"), entry(2, in: 1, "5", of: "10"), entry(3, in: 1, nil, of: "10", excused: true),
      ])
    #expect(sheet.total(.current).percent == amount("90"))
  }

  @Test func `of equal ones keep the lower id, in whatever order they come`() {
    for order in [[1, 2, 3], [3, 2, 1], [2, 3, 1]] {
      let sheet = GradeSheet(
        GradePolicy(categories: [category(1, "100", low: 1)]), order.map { entry($0, in: 1, "5", of: "10") })
      #expect(dropped(sheet.grade()) == [itemID(3)])
    }
  }

  @Test func `agree with trying everything, thousands of times`() {
    var dice = Dice(seed: 7)
    for round in 0..<4000 {
      let pool = random(&dice)
      let low = dice.roll(0...3), high = dice.roll(0...3)
      let found = ratio(pool, low, high)
      #expect(found == brute(pool, low, high), "round \(round): \(pool) \(low) \(high)")
    }
  }

  @Test func `never punish a better score`() {
    var dice = Dice(seed: 11)
    for round in 0..<3000 {
      var pool = random(&dice)
      let low = dice.roll(0...3), high = dice.roll(0...3)
      let before = ratio(pool, low, high)
      let at = dice.roll(0...pool.count - 1)
      pool[at].earned += dice.roll(1...20)
      let after = ratio(pool, low, high)
      if let before, let after { #expect(!(after < before), "round \(round): \(pool) \(low) \(high)") }
    }
  }

  private struct Item: CustomStringConvertible {
    var earned: Int, possible: Int, never: Bool
    var description: String { "\(earned)/\(possible)\(never ? "!" : "")" }
  }

  private func random(_ dice: inout Dice) -> [Item] {
    (0..<dice.roll(1...7)).map { _ in
      let possible = dice.roll(0...9) == 0 ? 0 : dice.roll(1...40)
      return Item(earned: dice.roll(0...max(possible, 5)), possible: possible, never: dice.roll(0...7) == 0)
    }
  }

  private func ratio(_ pool: [Item], _ low: Int, _ high: Int) -> Ratio? {
    let entries = pool.enumerated().map {
      entry($0.offset + 1, in: 1, "\($0.element.earned)", of: "\($0.element.possible)", never: $0.element.never)
    }
    return GradeSheet(GradePolicy(categories: [category(1, "100", low: low, high: high)]), entries).percent(.current)
  }

  /// Every way to leave out the lowest, and for each the worst way to leave out the highest.
  private func brute(_ all: [Item], _ lowest: Int, _ highest: Int) -> Ratio? {
    var pool = all.filter { !$0.never }
    var kept = all.filter(\.never)
    func clip(_ count: Int) -> (Int, Int) {
      guard count > 0 else { return (0, 0) }
      let low = min(lowest, count - 1)
      return (low, low + highest >= count ? 0 : highest)
    }
    var (low, high) = clip(pool.count)
    let real = pool.filter { $0.possible > 0 }
    // Extra credit stays when otherwise nothing that gives points might be left.
    if low + high > 0, !kept.contains(where: { $0.possible > 0 }), real.count <= low + high {
      if real.isEmpty { return nil }
      kept += pool.filter { $0.possible == 0 }
      pool = real
      (low, high) = clip(pool.count)
    }
    var best: Ratio?
    for left in choices(pool.count, low) {
      var worst: Ratio?
      let rest = pool.indices.filter { !left.contains($0) }
      for top in choices(rest.count, high) {
        let items = kept + rest.enumerated().filter { !top.contains($0.offset) }.map { pool[$0.element] }
        let earned = items.reduce(0) { $0 + $1.earned }, possible = items.reduce(0) { $0 + $1.possible }
        guard let ratio = Ratio(Whole(Int64(100 * earned)), over: Whole(Int64(possible))) else { continue }
        worst = worst.map { min($0, ratio) } ?? ratio
      }
      if let worst { best = best.map { max($0, worst) } ?? worst }
    }
    return best
  }

  private func choices(_ count: Int, _ size: Int) -> [Set<Int>] {
    (0..<1 << count).filter { $0.nonzeroBitCount == size }.map { bits in
      Set((0..<count).filter { bits >> $0 & 1 == 1 })
    }
  }

  @Test func `a better score can make a lower grade where all points count together, as the page says`() throws {
    let example = try #require(DropExample())
    #expect(example.worse < example.better && example.before > example.after)
    #expect(example.before.text == "89.09" && example.after.text == "85.5")
  }
}
