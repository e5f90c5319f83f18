import Base
import Exact
import Testing

@testable import School

@Suite struct `The grade vectors` {
  /// What an assignment of the vectors is to the engine; `posted` leaves out what is not released.
  private func read(_ json: JSON, in category: Int, posted: Bool, never: Set<Int> = []) -> GradeEntry? {
    guard let id = json["id"]?.whole, json["omit"]?.isTrue != true else { return nil }
    let isHidden = posted && json["unposted"]?.isTrue == true
    return GradeEntry(
      item: itemID(id), category: categoryID(category), possible: json["possible"]?.amountValue ?? .zero,
      neverDrop: never.contains(id), raw: isHidden ? nil : json["score"]?.amountValue,
      isPending: json["pending_review"]?.isTrue == true)
  }

  private func rule(_ number: Int, _ group: JSON) -> GradeCategory {
    GradeCategory(
      id: categoryID(number), course: .none, weight: group["weight"]?.amountValue ?? .zero,
      dropLowest: group["rules"]?["drop_lowest"]?.whole ?? 0, dropHighest: group["rules"]?["drop_highest"]?.whole ?? 0)
  }

  private func sheet(_ course: JSON, posted: Bool) -> GradeSheet {
    let groups = course["groups"]?.items ?? []
    let policy = GradePolicy(
      scheme: course["scheme"]?.word == "points" ? .points : .weighted,
      categories: groups.enumerated().map { rule($0.offset, $0.element) })
    return GradeSheet(
      policy,
      groups.enumerated().flatMap { number, group in
        (group["assignments"]?.items ?? []).compactMap { read($0, in: number, posted: posted) }
      })
  }

  @Test func `courses come out as everywhere`() throws {
    let courses = try #require(try GradeVectors.load()["courses"]).items
    #expect(courses.count == 21)
    for course in courses {
      let name = course["id"]?.word ?? ""
      for (posted, key) in [(true, "expect"), (false, "unposted_expect")] {
        guard let expected = course[key] else { continue }
        let sheet = sheet(course, posted: posted)
        #expect(sheet.total(.current).percent == expected["current"]?.amountValue, "\(name) \(key)")
        #expect(sheet.total(.worst).percent == expected["final"]?.amountValue, "\(name) \(key)")
      }
    }
  }

  /// Where both ends are dropped, ours is another rule on purpose (rules.md 4.2).
  @Test func `groups drop what everybody drops`() throws {
    let groups = try #require(try GradeVectors.load()["groups"]).items
    #expect(groups.count == 17)
    for group in groups {
      let name = group["id"]?.word ?? ""
      let rules = group["rules"]
      if rules?["drop_lowest"] != nil, rules?["drop_highest"] != nil { continue }
      let never = Set(rules?["never_drop"]?.items.compactMap(\.whole) ?? [])
      let entries = (group["assignments"]?.items ?? []).compactMap { read($0, in: 1, posted: true, never: never) }
      let policy = GradePolicy(scheme: .points, categories: [rule(1, group)])
      let sheet = GradeSheet(policy, entries)
      for (view, key) in [(GradeView.current, "current"), (.worst, "final")] {
        let sum = sheet.sum(try #require(sheet.groups.first), view)
        let expected = try #require(group["expect"]?[key])
        let dropped = (sum.dropped.lowest + sum.dropped.highest).map { sheet.entries[$0].item }.sorted()
        #expect(Ratio(sum.earned, over: sum.unit) == expected["score"]?.amountValue.map { Ratio($0) }, "\(name) \(key)")
        #expect(
          Ratio(sum.possible, over: sum.unit) == expected["possible"]?.amountValue.map { Ratio($0) }, "\(name) \(key)")
        #expect(dropped == expected["dropped"]?.items.compactMap(\.whole).sorted().map(itemID), "\(name) \(key)")
      }
    }
  }

  @Test func `grading periods add up by their weights`() throws {
    let vectors = try GradeVectors.load()
    let periods = try #require(vectors["grading_periods"])
    let course = try #require(vectors["courses"]?.items.last { $0["id"]?.word == "two-groups-drop1-percent" })
    let groups = try #require(course["groups"]).items
    func part(_ number: Int) -> GradeSheet {
      var entries = (groups[number]["assignments"]?.items ?? []).compactMap { read($0, in: number, posted: true) }
      if number == 1 { entries.append(GradeEntry(item: itemID(99), category: nil, possible: amount("100"))) }
      return GradeSheet(GradePolicy(scheme: .points, categories: [rule(number, groups[number])]), entries)
    }
    let parts = [part(0), part(1)]
    for (number, key) in [(0, "period1"), (1, "period2")] {
      #expect(parts[number].total(.current).percent == periods[key]?["current"]?.amountValue)
      #expect(parts[number].total(.worst).percent == periods[key]?["final"]?.amountValue)
    }
    for given in periods["cases"]?.items ?? [] {
      let weights = (given["weights"]?.items ?? []).map(\.amountValue)
      for (view, key) in [(GradeView.current, "current"), (.worst, "final")] {
        guard let expected = given[key]?.amountValue else { continue }
        var percents = parts.map { $0.percent(view) }
        if given["period1_scores_null"]?.isTrue == true { percents[0] = nil }
        if given["all_scores_zero"]?.isTrue == true { percents = [.zero, .zero] }
        let total = GradingPeriod.course(Array(zip(weights, percents)).map { (weight: $0.0, percent: $0.1) })
        // Without any weight others answer 0 where we answer “no grade” (rules.md 4.1).
        #expect((total ?? .zero).amount(places: 2) == expected, "\(weights) \(key)")
        if weights.allSatisfy({ $0 == nil }) { #expect(total == nil) }
      }
    }
  }

  @Test func `late and missing work costs what the policy says`() throws {
    let policy = try #require(try GradeVectors.load()["late_policy"])
    for given in policy["cases"]?.items ?? [] {
      let late = LatePolicy(
        percent: given["deduct"]?.amountValue ?? .zero, interval: given["every"]?.word == "hour" ? .hour : .day,
        floor: given["floor"]?.amountValue ?? .zero)
      let taken = late.deduction(
        raw: given["score"]?.amountValue ?? .zero, possible: given["possible"]?.amountValue ?? .zero,
        lateSeconds: Int64(given["late_s"]?.whole ?? 0))
      #expect(taken == given["deducted"]?.amountValue.map { Ratio($0) }, "\(given.string)")
    }
    for given in policy["missing"]?.items ?? [] {
      let missing = MissingPolicy(isOn: true, percent: given["missing_percent"]?.amountValue ?? amount("100"))
      let points = missing.points(possible: amount("100"), isPassFail: given["grading"]?.word == "pass_fail")
      #expect(points == given["points_for_missing"]?.amountValue.map { Ratio($0) })
    }
    for pair in policy["setting_rounding"]?.items ?? [] {
      #expect(pair.items[0].amountValue?.roundedHalfUp(places: 2) == pair.items[1].amountValue)
    }
  }

  @Test func `letters begin at their bounds`() throws {
    let letters = try #require(try GradeVectors.load()["letters"])
    func scale(_ json: JSON?, times factor: Int64) -> LetterScale {
      LetterScale(
        (json?.items ?? []).map {
          LetterScale.Step(
            $0.items[0].word ?? "", from: Amount(units: ($0.items[1].amountValue?.units ?? 0) * factor), points: nil)
        })
    }
    let scheme = scale(letters["scheme"], times: 100)
    for given in letters["cases"]?.items ?? [] {
      let score = try #require(given.items[0].amountValue)
      #expect(scheme.step(for: score)?.letter == given.items[1].word, "\(given.string)")
    }
    let below = try #require(letters["below_scale"])
    #expect(
      scale(below["scheme"], times: 100).step(for: below["score"]?.amountValue ?? .zero)?.letter
        == below["letter"]?.word)
    #expect(
      scale(letters["canvas_default"], times: 100).steps.map(\.letter) == LetterScale.canvas.steps.map(\.letter))
    #expect(scale(letters["canvas_default"], times: 100).steps.map(\.from) == LetterScale.canvas.steps.map(\.from))
  }

  @Test func `what if is the same sum with other numbers`() throws {
    for given in try GradeVectors.load()["what_if"]?["cases"]?.items ?? [] {
      let rule = category(1, "100", low: given["rules"]?["drop_lowest"]?.whole ?? 0)
      let scores = given["scores"]?.items ?? [], possible = given["possible"]?.items ?? []
      var sheet = GradeSheet(
        GradePolicy(scheme: .points, categories: [rule]),
        zip(scores, possible).enumerated().map {
          entry($0.offset + 1, in: 1, $0.element.0.amountText, of: $0.element.1.amountText ?? "")
        })
      sheet.put(entry(2, in: 1, given["hypothetical"]?["2"]?.amountText, of: "100"))
      #expect(sheet.total(.current).percent == given["current"]?.amountValue)
    }
  }
}
