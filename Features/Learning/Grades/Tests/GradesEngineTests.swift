import Base
import Exact
import HomeroomTesting
import Testing

@testable import School

/// Assignments 40, quizzes 30, participation 10, midterm 10, final 10.
private let usual = GradePolicy(categories: [
  category(1, "40"), category(2, "30"), category(3, "10"), category(4, "10"), category(5, "10"),
])

private func course(_ scores: [String?], policy: GradePolicy = usual) -> GradeSheet {
  GradeSheet(policy, scores.enumerated().map { entry($0.offset + 1, in: $0.offset + 1, $0.element, of: "100") })
}

@Suite struct `A course's grade` {
  @Test func `is the weighted mean of its categories`() {
    #expect(course(["90", "80", "100", "70", "85"]).total(.current).percent == amount("85.5"))
    #expect(course(["90", "80", "100", nil, nil]).total(.current).percent == amount("87.5"))
    #expect(course(["110", "30", nil, nil, nil]).total(.current).exact?.amount(places: 2) == amount("75.71"))
  }

  @Test func `leaves out what has nothing, and is none when all has nothing`() {
    let half = GradeSheet(usual, [entry(1, in: 1, "45", of: "50")])
    #expect(half.total(.current).percent == amount("90"))
    #expect(course([nil, nil, nil, nil, nil]).total(.current) == .none)
    let extra = GradeSheet(usual, [entry(1, in: 1, "110", of: "100"), entry(2, in: 2, "30", of: "30")])
    #expect(extra.total(.current).percent == amount("105.71"))
  }

  @Test func `has three totals`() {
    let grade = course(["90", "80", "100", "70", nil]).grade()
    #expect(grade.current.percent == amount("85.56"))
    #expect(grade.worst.percent == amount("77") && grade.best.percent == amount("87"))
  }

  @Test func `says what is needed on the final`() {
    let sheet = GradeTrial(course(["90", "80", "100", "70", nil]))
    let low = sheet.needed(on: itemID(5), for: amount("85"))
    #expect(low?.points == amount("80") && low?.isReachable == true)
    let high = sheet.needed(on: itemID(5), for: amount("90"))
    #expect(high?.points == amount("130") && high?.isReachable == false && high?.most.percent == amount("87"))
    #expect(sheet.neededOnRest(for: amount("85"))?.points == amount("80"))
    #expect(sheet.needed(on: itemID(77), for: amount("85")) == nil)
  }

  @Test func `is rounded once, half away from zero, and letters look at that`() {
    func letter(_ percent: String) -> String? {
      let exact = Ratio(amount(percent))
      return GradeTotal(exact, usual).letter?.letter
    }
    #expect(letter("89.995") == "A-" && letter("89.994") == "B+" && letter("92.999") == "A")
    #expect(letter("0") == "F" && letter("105") == "A+")
    #expect(LetterScale.thirteen.step(for: amount("-3"))?.letter == "F")
    let third = GradeSheet(GradePolicy(scheme: .points, rounding: .whole), [entry(1, in: 1, "89.4999", of: "100")])
    #expect(third.total(.current).percent == amount("89"))
  }

  @Test func `counts points, or items the same`() {
    let entries = [("4", "5"), ("3.5", "5"), ("4", "5"), ("85", "100")].enumerated().map {
      entry($0.offset + 1, in: 1, $0.element.0, of: $0.element.1)
    }
    var policy = GradePolicy(categories: [category(1, "100")])
    #expect(GradeSheet(policy, entries).total(.current).percent == amount("83.91"))
    policy.within = .equalItems
    #expect(GradeSheet(policy, entries).total(.current).percent == amount("78.75"))
  }

  @Test func `takes extra credit in three ways, and caps where asked`() {
    let zero = [entry(1, in: 1, "8", of: "10"), entry(2, in: 1, "1", of: "0")]
    let one = GradePolicy(categories: [category(1, "100")])
    #expect(GradeSheet(one, zero).total(.current).percent == amount("90"))
    let beyond = GradePolicy(categories: [category(1, "100"), category(2, "5")])
    let both = [entry(1, in: 1, "10", of: "10"), entry(2, in: 2, "10", of: "10")]
    #expect(GradeSheet(beyond, both).total(.current).percent == amount("105"))
    var capped = beyond
    capped.isCapped = true
    #expect(GradeSheet(capped, both).total(.current).percent == amount("100"))
    #expect(GradeSheet(capped, both).grade().steps.contains(.cappedCourse))
    let cut = GradePolicy(categories: [category(1, "100", capped: true)])
    #expect(GradeSheet(cut, [entry(1, in: 1, "12", of: "10")]).total(.current).percent == amount("100"))
  }

  @Test func `does not know what is excused or does not count, whatever it says`() {
    let sheet = GradeSheet(
      usual,
      [
        entry(1, in: 1, "9", of: "10"), entry(2, in: 1, "0", of: "10", excused: true),
        entry(3, in: 1, "0", of: "10", counts: false),
      ])
    for view in GradeView.allCases { #expect(sheet.total(view).percent == amount("90")) }
    #expect(GradeTrial(sheet).needed(on: itemID(3), for: amount("95")) == nil)
  }

  @Test func `gives the missing what the policy says, until something comes`() {
    var policy = usual
    policy.missing = MissingPolicy(isOn: true, percent: amount("60"))
    let entries = [entry(1, in: 1, "10", of: "10"), entry(2, in: 1, nil, of: "10", missing: true)]
    #expect(GradeSheet(policy, entries).total(.current).percent == amount("70"))
    #expect(GradeSheet(policy, entries).grade().steps.contains(.missing(itemID(2), points: amount("4"))))
    #expect(GradeSheet(usual, entries).total(.current).percent == amount("100"))
    var graded = entries
    graded[1].raw = amount("1")
    #expect(GradeSheet(policy, graded).total(.current).percent == amount("55"))
  }

  @Test(arguments: [
    ("10", "10", "0", Int64(112_320), "8"), ("10", "10", "0", 1, "9"), ("9", "10", "40", 432_000, "4"),
    ("4.5", "10", "40", 432_000, "4"), ("3", "10", "40", 432_000, "3"), ("12", "10", "0", 1, "11"),
  ])
  func `loses what lateness costs`(_ raw: String, _ percent: String, _ floor: String, _ late: Int64, _ left: String) {
    var policy = GradePolicy(categories: [category(1, "100")])
    policy.late = LatePolicy(percent: amount(percent), interval: .day, floor: amount(floor))
    let grade = GradeSheet(policy, [entry(1, in: 1, raw, of: "10", late: late)]).grade()
    #expect(grade.entries[0].points == Ratio(amount(left)))
    #expect(grade.current.percent == amount(left).timesHalfUp(amount("10")))
  }

  @Test func `takes no more than there is, and nothing in the time of grace`() {
    let hourly = LatePolicy(percent: amount("25"), interval: .hour)
    #expect(hourly.deduction(raw: amount("10"), possible: amount("10"), lateSeconds: 32_400) == Ratio(amount("10")))
    let kind = LatePolicy(percent: amount("10"), interval: .day, graceMinutes: 15)
    #expect(kind.intervals(900) == 0 && kind.intervals(901) == 1 && kind.intervals(86_400) == 1)
  }

  @Test func `explains itself line by line`() {
    let steps = course(["90", "80", "100", "70", nil]).grade().steps
    #expect(
      steps.contains(.category(category(1, "40"), earned: amount("90"), possible: amount("100"), percent: amount("90")))
    )
    #expect(steps.contains(.empty(category(5, "10"))) && steps.contains(.scaled(sum: amount("90"))))
    #expect(
      steps.contains(.share(category(1, "40"), weight: amount("40"), share: amount("44.44"), brings: amount("40"))))
    #expect(steps.contains(.rounded(from: amount("85.5556"), to: amount("85.56"), isExact: false)))
    guard case .letter(let here, let next)? = steps.last else { return #expect(Bool(false)) }
    #expect(here.letter == "B" && next?.letter == "B+")
  }

  @Test func `stays exact where 128 bits do not reach`() {
    let primes = [97.37, 89.03, 83.11, 79.19, 73.33, 71.23, 67.61, 61.79, 59.53, 53.87, 47.09, 43.51]
    let policy = GradePolicy(within: .equalItems, categories: [category(1, "100")])
    let all = primes.enumerated().map { entry($0.offset, in: 1, "\($0.element)", of: "\($0.element)") }
    #expect(GradeSheet(policy, all).percent(.current) == Ratio(Whole(100)))
    let low = primes.enumerated().map { entry($0.offset, in: 1, "1", of: "\($0.element)") }
    let mean = primes.reduce(0.0) { $0 + 100 / $1 } / Double(primes.count)
    let exact = GradeSheet(policy, low).percent(.current)?.amount(places: 4)
    #expect(abs(Double(exact?.units ?? 0) / 10_000 - mean) < 0.0001)
  }
}

@Suite struct `The quick way` {
  @Test func `computes what numbers of any size compute`() {
    var dice = Dice(seed: 21)
    var quick = 0
    for round in 0..<3000 {
      var policy = GradePolicy(
        within: dice.roll(0...1) == 0 ? .points : .equalItems,
        categories: [category(1, "100", low: dice.roll(0...2), high: dice.roll(0...1))])
      policy.late = LatePolicy(
        percent: Amount(dice.roll(0...30)) ?? .zero, interval: dice.roll(0...1) == 0 ? .hour : .day,
        floor: Amount(dice.roll(0...50)) ?? .zero)
      policy.missing = MissingPolicy(isOn: dice.roll(0...1) == 0, percent: Amount(dice.roll(0...100)) ?? .zero)
      let entries = (0..<dice.roll(1...12)).map { place in
        entry(
          place, in: 1, dice.roll(0...5) == 0 ? nil : "\(dice.roll(0...40)).\(dice.roll(0...99))",
          of: "\(dice.roll(0...4) * 10)", never: dice.roll(0...6) == 0, counts: dice.roll(0...9) > 0,
          excused: dice.roll(0...9) == 0, late: dice.roll(0...3) == 0 ? Int64(dice.roll(1...500_000)) : 0,
          missing: dice.roll(0...3) == 0, pending: dice.roll(0...9) == 0)
      }
      let sheet = GradeSheet(policy, entries)
      let places = Array(entries.indices)
      for view in GradeView.allCases {
        let exact = sheet.exactSum(places, policy.categories[0], view)
        guard let fast = sheet.quickSum(places, policy.categories[0], view) else { continue }
        quick += 1
        #expect(fast.ratio(isCapped: false) == exact.ratio(isCapped: false), "round \(round) \(view)")
        #expect(Ratio(fast.earned, over: fast.unit) == Ratio(exact.earned, over: exact.unit), "round \(round) \(view)")
        #expect(fast.count == exact.count && Set(fast.dropped.lowest) == Set(exact.dropped.lowest), "round \(round)")
      }
    }
    #expect(quick > 6000)
  }
}

@Suite struct `One new score` {
  @Test func `gives the same as making the sheet again`() {
    var dice = Dice(seed: 5)
    for _ in 0..<300 {
      var entries = (0..<20).map {
        entry($0, in: dice.roll(1...5), dice.roll(0...4) == 0 ? nil : "\(dice.roll(0...100))", of: "100")
      }
      var sheet = GradeSheet(usual, entries)
      let at = dice.roll(0...19)
      entries[at].raw = Amount(dice.roll(0...100))
      sheet.put(entries[at])
      let again = GradeSheet(usual, entries)
      for view in GradeView.allCases { #expect(sheet.percent(view) == again.percent(view)) }
    }
  }

  @Test func `lifts no total down`() {
    var dice = Dice(seed: 9)
    var policy = usual
    policy.categories = policy.categories.map {
      var category = $0
      (category.dropLowest, category.dropHighest) = (dice.roll(0...2), dice.roll(0...2))
      return category
    }
    for _ in 0..<500 {
      let entries = (0..<25).map { entry($0, in: dice.roll(1...5), "\(dice.roll(0...90))", of: "100") }
      var sheet = GradeSheet(policy, entries)
      let before = sheet.percent(.current) ?? .zero
      var raised = entries[dice.roll(0...24)]
      raised.raw = raised.raw?.plus(amount("\(dice.roll(1...10))"))
      sheet.put(raised)
      #expect(!((sheet.percent(.current) ?? .zero) < before))
    }
  }
}

@Suite struct `Averages, trends and scales` {
  @Test func `a grade point average counts credits and levels`() {
    func at(_ letter: String, _ credits: String = "1", _ level: Course.Level = .regular) -> AverageEntry {
      let step = LetterScale.thirteen.step(named: letter)
      return AverageEntry(points: step?.points, isFail: letter == "F", credits: amount(credits), level: level)
    }
    let one = GradeAverage([
      at("A", "1", .advanced), at("B+", "1", .advanced), at("A-", "1", .honors), at("A"), at("B"), at("A", "0.5"),
    ])
    #expect(one.unweighted == amount("3.64") && one.weighted == amount("4.09"))
    let two = GradeAverage([at("A"), at("F", "1", .advanced), at("B", "0.5", .honors)])
    #expect(two.unweighted == amount("2.2") && two.weighted == amount("2.3"))
    #expect(two.attempted == amount("2.5") && two.earned == amount("1.5"))
    #expect(GradeAverage([]).unweighted == nil)
    let running = AverageEntry(points: amount("4"), state: .inProgress)
    #expect(
      GradeAverage([running]).unweighted == nil && GradeAverage([running], projected: true).unweighted == amount("4"))
  }

  @Test func `repeats count all, best or latest`() {
    let twice = [AverageEntry(points: amount("3"), sameAs: "m"), AverageEntry(points: amount("2"), sameAs: "m")]
    #expect(GradeAverage(twice).unweighted == amount("2.5"))
    #expect(GradeAverage(twice, repeats: .best).unweighted == amount("3"))
    #expect(GradeAverage(twice, repeats: .latest).unweighted == amount("2"))
  }

  @Test(arguments: [
    (["80", "82", "85", "84", "90"], GradeTrend.up, "2.2"), (["95", "92", "88", "85", "80"], .down, "-3.7"),
    (["80", "81", "80", "81", "80"], .level, "0"), (["90", "90", "90", "90", "90"], .level, "0"),
    (["70", "95"], .up, "25"), (["10", "80", "82", "85", "84", "90"], .up, "2.2"),
  ])
  func `a trend is the slope of the last five`(_ percents: [String], _ trend: GradeTrend, _ slope: String) {
    let exact = percents.map { Ratio(amount($0)) }
    #expect(GradeTrend(exact) == trend && GradeTrend.slope(exact) == Ratio(amount(slope)))
    #expect(GradeTrend([Ratio(amount("90"))]) == nil)
  }

  @Test func `a typed letter stands for a percent`() {
    let scale = LetterScale.thirteen
    func percent(_ typed: String) -> Amount? { scale.step(named: typed).map { scale.percent(of: $0) } }
    #expect(percent("a\u{2212}") == amount("92") && percent("A+") == amount("100") && percent("B") == amount("86"))
    let close = LetterScale([
      .init("1", from: amount("50.5"), points: nil), .init("2", from: amount("50"), points: nil),
      .init("3", from: .zero, points: nil),
    ])
    #expect(close.step(named: "2").map { close.percent(of: $0) } == amount("50.4"))
  }

  @Test func `a scale is read as it is written, and refused when it is none`() {
    #expect(LetterScale(text: LetterScale.thirteen.text) == .thirteen)
    #expect(LetterScale(text: "A x") == nil && LetterScale(text: "A 90 1 2") == nil)
    func problem(_ text: String) -> String? { LetterScale(text: text).flatMap { LetterScale.problem($0.steps)?.key } }
    #expect(problem("A 90\nB 80") == "grades.scale-zero" && problem("A 90\nA 0") == "grades.scale-twice")
    #expect(problem("A 90\nB 90\nF 0") == "grades.scale-twice" && problem("A 50\nF -1") == "grades.scale-negative")
    #expect(problem("P 50\nF 0") == nil)
  }

  @Test func `something due belongs to the period it is due in, and without a day to the last`() {
    let autumn = GradingPeriod(
      id: ID(high: 3, low: 1), course: .none, name: "1", from: Day(number: 10), until: Day(number: 20))
    let spring = GradingPeriod(
      id: ID(high: 3, low: 2), course: .none, name: "2", from: Day(number: 25), until: Day(number: 40))
    func name(_ day: Int?) -> String? { GradingPeriod.of(day.map { Day(number: $0) }, in: [spring, autumn])?.name }
    #expect(
      name(10) == "1" && name(22) == "1" && name(25) == "2" && name(nil) == "2" && name(1) == "1" && name(99) == "2")
  }
}
