import Base
import HomeroomTesting
import Testing

@testable import Learning
@testable import School

/// Two halves of a year, 40 and 60; the first is closed with 80, and each half has an essay and a test.
private func book(_ change: (inout GradeSettings) -> Void = { _ in }, isClosed: Bool = true) -> GradeBook {
  var settings = GradeSettings(course: .none, scheme: .points)
  change(&settings)
  let items = (1...4).map {
    GradeItem(
      id: itemID($0), course: .none, source: .manual, title: "Item", possible: amount("100"),
      updatedAt: Instant(milliseconds: 0))
  }
  var book = GradeBook(settings: settings, categories: [], items: items)
  let halves = [("40", 1), ("60", 200)].enumerated().map { place, half in
    GradingPeriod(
      id: ID(high: 3, low: UInt64(place)), course: .none, name: "Half", from: Day(number: half.1),
      until: Day(number: half.1 + 100), weight: amount(half.0),
      closedAt: place == 0 && isClosed ? Instant(milliseconds: 1) : nil)
  }
  book.periods = halves
  book.itemsOf = [halves[0].id: Array(items[..<2]), halves[1].id: Array(items[2...])]
  book.frozen = [maya: [halves[0].id: .init(percent: amount("80"), letter: "B-")]]
  for (number, raw) in [(1, "100"), (3, "90")] {
    book.scores[maya, default: [:]][itemID(number)] = Score(
      item: itemID(number), student: maya, raw: amount(raw), by: .none, at: Instant(milliseconds: 0))
  }
  return book
}

private let maya = ID<Student>(high: 4, low: 1)

private func whatIf(_ scores: [Int: String], _ target: String? = nil) -> WhatIf {
  var whatIf = WhatIf()
  for (number, raw) in scores { whatIf.scores[itemID(number)] = amount(raw) }
  whatIf.target = target.map(amount)
  return whatIf
}

@Suite struct `What if, in a year of parts` {
  @Test func `takes points up to the most a column can have, and none below nothing`() throws {
    let (most, beyond) = (PutColumn.most, Amount(units: PutColumn.most.units + 1))
    let whatIf = try WhatIf(Form(["score." + itemID(1).text: most.text]), .thirteen)
    #expect(whatIf.scores == [itemID(1): most])
    for points in [beyond.text, "-1"] {
      #expect(throws: Refusal.self) { try WhatIf(Form(["score." + itemID(1).text: points]), .thirteen) }
    }
  }

  @Test func `begins with the headline itself`() {
    for book in [book(), book(isClosed: false), book { $0.rounding = .whole }] {
      #expect(CourseGradePage.Prediction(whatIf([:]), book, maya).total == book.grade(of: maya).current)
    }
    #expect(book().grade(of: maya).current.percent == amount("86"))
  }

  @Test func `tries scores where they count, and moves nothing that is frozen`() {
    #expect(CourseGradePage.Prediction(whatIf([4: "100"]), book(), maya).total.percent == amount("89"))
    #expect(CourseGradePage.Prediction(whatIf([1: "0", 2: "0"]), book(), maya).total.percent == amount("86"))
    #expect(CourseGradePage.Prediction(whatIf([2: "0"]), book(isClosed: false), maya).total.percent == amount("74"))
    #expect(GradeTrial(book(), maya).entries.map(\.item) == [itemID(3), itemID(4)])
  }

  @Test func `says what a letter needs of what is open, by the letters and the rounding there are`() {
    // 32 + 0.6 × (90 + x) / 2 ≥ 87
    let need = CourseGradePage.Prediction(whatIf([:], "87"), book(), maya).needs
    #expect(need.map(\.item) == [itemID(4)] && need.first?.need.points == amount("93.34"))
    #expect(need.first?.need.most.percent == amount("89"))
    #expect(CourseGradePage.Prediction(whatIf([:], "90"), book(), maya).needs.first?.need.isReachable == false)
    let whole = book { $0.rounding = .whole }
    #expect(CourseGradePage.Prediction(whatIf([:], "87"), whole, maya).needs.first?.need.points == amount("91.67"))
    #expect(CourseGradePage.Prediction(whatIf([:], "87"), whole, maya).rest?.points == amount("91.7"))
    let own = book { $0.scale = "A 89 4\nB 0 1" }
    let full = CourseGradePage.Prediction(whatIf([4: "100"], "89"), own, maya)
    #expect(full.total.letter?.letter == "A" && full.total.reaches(amount("89"), own.policy))
  }

  @Test func `leaves alone what somebody put in the place of a part`() {
    var book = book()
    book.periodOverrides = [maya: [book.periods[1].id: amount("70")]]
    let tried = CourseGradePage.Prediction(whatIf([4: "0"], "75"), book, maya)
    #expect(tried.total.percent == amount("74") && tried.needs.isEmpty)
  }
}
