import Base
import HTML
import Testing

@testable import Kit

/// Pictures say in words what they show, whoever cannot see them or their colours.
@Suite struct `Pictures` {
  private let numbers = PictureNumbers([hostile, "Days"], [[hostile, "3"], []])
  private let monday = Day(year: 2026, month: 3, day: 9)

  private func year(_ days: [Shade?], _ scene: Scene, numbers: PictureNumbers? = nil) -> String {
    yearStrip(YearOfDays(first: monday ?? scene.today, days: days), hostile, numbers: numbers, scene).string
  }

  /// Each kind with numbers that have a start and an end.
  private func all(_ scene: Scene, numbers: PictureNumbers? = nil) -> [(name: String, html: String)] {
    [
      ("year", year([.good, .bad, nil, .warning, .other, .empty, .good, .good, .bad], scene, numbers: numbers)),
      ("spark", sparkline([100, nil, 900], medians: [200, 300, 400], hostile, numbers: numbers, scene).string),
      ("spread", distribution([100, 300, 950], mine: 950, median: 300, hostile, numbers: numbers, scene).string),
      ("bar", segmentedBar([Segment(.good, "in", 3), Segment(.bad, "out", 1)], hostile, scene, isBare: true).string),
      ("ticks", tickStrip([10, 30, 95], median: 30, hostile, scene).string),
      ("columns", columnChart([3, 0, 7], marked: [0], hostile, numbers: numbers, scene).string),
      ("range", rangeBar(PossibleRange(lowest: 100, now: 500, best: 700), hostile, numbers: numbers, scene).string),
      ("ticks", tickStrip([10, 30, 95], median: 30, hostile, scene).string),
    ]
  }

  private func drawing(_ html: String) -> String {
    String(html.split(separator: "aria-label=").last?.split(separator: "</svg>").first ?? "")
  }

  @Test func `are images with a sentence, and none of it is taken for HTML`() {
    for one in all(scene()) {
      #expect(one.html.contains("role=\"img\" aria-label=\"\(safe)\""), "\(one.name)")
      #expect(!one.html.contains("<b>") && !one.html.contains("<details") && !one.html.contains(" style="))
    }
    // a ring stands beside its words and says its share in figures
    let share = ring(72, scene()).string
    #expect(share.contains("aria-hidden=\"true\"") && share.contains("stroke-dasharray=\"72 100\""))
    #expect(share.contains("<span class=\"ring__share\">72"))
  }

  @Test func `have their numbers below as a table`() {
    for one in all(scene(), numbers: numbers) where one.name != "bar" && one.name != "ticks" {
      #expect(one.html.contains("<details class=\"picture__numbers\"><summary>"), "\(one.name)")
      #expect(one.html.contains("<th scope=\"col\">\(safe)</th>"), "\(one.name)")
      #expect(one.html.contains("<th scope=\"row\"><bdi>\(safe)</bdi></th><td><bdi>3</bdi></td>"), "\(one.name)")
    }
  }

  @Test func `run from the right where the reader reads from there`() {
    for (ltr, rtl) in zip(all(scene(.en)), all(scene(.he))) {
      #expect(drawing(ltr.html) != drawing(rtl.html), "\(ltr.name)")
      #expect(drawing(all(scene(.ar)).first { $0.name == ltr.name }?.html ?? "") == drawing(rtl.html), "\(ltr.name)")
    }
    #expect(across(0, of: 10, width: 240, scene(.ar)) == 240 && across(10, of: 10, width: 240, scene(.ar)) == 0)
    // the first part of a bar begins where the line does
    let parts = [Segment(.good, "in", 1), Segment(.bad, "out", 3)]
    #expect(segmentedBar(parts, "", scene(.en)).string.contains("data-shade=\"good\" x=\"0\" y=\"0\" width=\"60\""))
    #expect(segmentedBar(parts, "", scene(.ar)).string.contains("data-shade=\"good\" x=\"180\" y=\"0\" width=\"60\""))
  }

  @Test func `tell kinds of days apart by their shape`() {
    let shades: [Shade] = [.good, .warning, .bad, .other, .empty]
    let shapes = shades.map { shade -> String in
      let html = year([shade], scene())
      #expect(html.contains("<path data-shade=\"\(shade.rawValue)\""))
      return String(html.split(separator: " d=\"").last?.split(separator: "\"").first ?? "")
    }
    #expect(Set(shapes).count == shades.count, "\(shapes)")
    // the key has the same marks, each with its word
    let key = pictureKey(shades.map { ($0, $0.rawValue + hostile) }).string
    for shade in shades {
      #expect(key.contains("data-shade=\"\(shade.rawValue)\"></span>\(shade.rawValue)\(safe)</li>"))
    }
    // and a bar its words with their numbers, of what there is
    let bar = segmentedBar([Segment(.good, "in", 1200), Segment(.bad, "out", 0)], "", scene()).string
    #expect(bar.contains("1,200 in") && !bar.contains("out") && !bar.contains("data-shade=\"bad\""))
  }

  @Test func `use their height for where scores lie, and make no cliff of a small step`() {
    func heights(_ scores: [Int?]) -> [Int] {
      let drawn = drawing(sparkline(scores, "", scene()).string)
      let line = drawn.split(separator: " d=\"").last?.split(separator: "\"").first ?? ""
      return line.split(separator: "L").compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    }
    #expect(heights([0, 1000]) == [24, 4])
    #expect(heights([600, 900]) == [24, 4])
    #expect(heights([745, 755]) == [15, 14])
    #expect(heights([990, 1000]) == [5, 4] && heights([0, 10]) == [24, 24])
  }

  @Test func `of columns show every one that has anything, and mark without colour`() {
    let drawn = drawing(columnChart([1_000_000, 1, 0], marked: [0], "", scene()).string)
    #expect(drawn.contains("data-shade=\"warning\" d=\"M0 2l8 -2v80h-8z\""))
    #expect(drawn.contains("data-shade=\"accent\" d=\"M10 78h8v2h-8z\""))
    #expect(drawn.contains("data-shade=\"empty\" d=\"M20 79h8v1h-8z\""))
  }

  @Test func `show a whole year in a few kilobytes`() {
    let days = (0..<280).map { place -> Shade? in place % 7 > 4 ? nil : Shade.allCases[place / 3 % 5] }
    #expect(year(days, scene()).utf8.count < 6 * 1024)
    // a week begins on the school's day; the rows of days without school are left out
    #expect(year([.good, .good, .good], scene()).contains("height=\"28\""))
  }

  /// What no school has, a damaged row or a wrong clock may have: a page is no reason to stop.
  @Test(arguments: [Language.en, .ar])
  func `draw whatever numbers they get`(language: Language) {
    let scene = scene(language)
    let extremes = [Int.min, -1, 0, 1, 999, 1000, 1001, Int.max]
    for count in [0, 1, 2, 400] {
      _ = year([Shade?](repeating: nil, count: count), scene)
      _ = year([Shade?](repeating: .bad, count: count), scene)
      _ = sparkline([Int?](repeating: nil, count: count), medians: [Int?](repeating: 5, count: count / 2), "", scene)
      _ = distribution([Int](repeating: 5, count: count), "", scene)
    }
    _ = columnChart([], "", scene)
    _ = columnChart(extremes, marked: [0, 9], "", scene)
    for one in extremes {
      _ = sparkline([one], medians: [one, one], "", scene)
      _ = distribution([one], mine: one, median: one, "", scene)
      _ = tickStrip([one], median: one, "", scene)
      _ = ring(one, scene)
      _ = tickStrip([one, one], median: one, "", scene)
      for other in extremes {
        _ = rangeBar(PossibleRange(lowest: one, now: other, best: other), "", scene)
        _ = segmentedBar([Segment(.good, "a", one), Segment(.bad, "b", other), Segment(.other, "c", one)], "", scene)
        _ = across(one, of: other, width: 240, scene)
      }
    }
    #expect(segmentedBar([], "", scene).string.contains("data-shade=\"empty\" x=\"0\" y=\"0\" width=\"240\""))
    // two that are too large to be added stand side by side all the same
    let halves = segmentedBar([Segment(.good, "a", .max), Segment(.bad, "b", .max)], "", scene, isBare: true).string
    #expect(halves.times("width=\"120\"") == 2)
    #expect(!sparkline([5000, -5], "", scene).string.contains("y=\"-"))
  }

  @Test func `over a column tick each place once, however many there are`() {
    let many = tickStrip(Array(0...100), median: 50, "", scene()).string
    #expect(many.ranges(of: "v6").count == 45 && many.contains("M24 0v10"))
    #expect(tickStrip([], "", scene()).string.contains("picture__tick\" d=\"\""))
  }
}
