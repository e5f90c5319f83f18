import Base
public import HTML

/// The last scores of somebody in the order they came, with the middle of the class behind; thousandths of what was
/// to be had, `nil` where there is none.
///
/// It uses its height for where the scores lie, and never for less than thirty percent: a small step is no cliff.
@inline(never) public func sparkline(
  _ scores: [Int?], medians: [Int?] = [], _ sentence: String, numbers: PictureNumbers? = nil, _ scene: Scene
) -> HTML {
  let field = SparkField(scores, medians)
  let behind: HTML =
    medians.isEmpty ? "" : "<path class=\"picture__behind\" d=\"\(field.curve(medians, scene))\"/>"
  var last = HTML()
  if let place = scores.lastIndex(where: { $0 != nil }), let score = scores[place] {
    let (x, y) = field.point(place, score, scene)
    last = "<circle class=\"picture__point\" cx=\"\(x)\" cy=\"\(y)\" r=\"3\"/>"
  }
  return picture(
    "spark", sentence, width: SparkField.width, height: SparkField.height, numbers: numbers, scene,
    drawing: "\(behind)<path class=\"picture__line\" d=\"\(field.curve(scores, scene))\"/>\(last)")
}

/// Where scores stand in a small line.
private struct SparkField {
  static let width = 96, height = 28
  let places: Int, low: Int, span: Int

  init(_ scores: [Int?], _ medians: [Int?]) {
    places = max(scores.count, medians.count)
    let values = (scores + medians).compactMap { $0.map(Self.kept) }
    let (least, most) = (values.min() ?? 0, values.max() ?? 1000)
    span = max(300, most - least)
    low = max(0, min(least - (span - most + least) / 2, 1000 - span))
  }

  private static func kept(_ score: Int) -> Int { max(0, min(1000, score)) }

  func point(_ place: Int, _ score: Int, _ scene: Scene) -> (Int, Int) {
    let x = places < 2 ? Self.width / 2 : across(place, of: places - 1, width: Self.width - 8, scene) + 4
    return (x, Self.height - 4 - (Self.kept(score) - low) * (Self.height - 8) / span)
  }

  func curve(_ scores: [Int?], _ scene: Scene) -> String {
    var out = ""
    for (place, score) in scores.enumerated() {
      guard let score else { continue }
      let (x, y) = point(place, score, scene)
      out += (out.isEmpty ? "M" : "L") + String(x) + " " + String(y)
    }
    return out
  }
}

/// Everybody's score as a tick on a line from nothing to everything, one's own and the middle marked; thousandths.
@inline(never) public func distribution(
  _ scores: [Int], mine: Int? = nil, median: Int? = nil, _ sentence: String, numbers: PictureNumbers? = nil,
  _ scene: Scene
) -> HTML {
  let (width, height) = (160, 28)
  func x(_ score: Int) -> Int { across(score, of: 1000, width: width - 8, scene) + 4 }
  var ticks = ""
  for score in scores { ticks += "M" + String(x(score)) + " 10v8" }
  let middle: HTML = median.map { "<path class=\"picture__median\" d=\"M\(x($0)) 5v18\"/>" } ?? ""
  let own: HTML = mine.map { "<circle class=\"picture__point\" cx=\"\(x($0))\" cy=\"14\" r=\"5\"/>" } ?? ""
  return picture(
    "spread", sentence, width: width, height: height, numbers: numbers, scene,
    drawing: """
      <path class="picture__track" d="M4 22h\(width - 8)"/><path class="picture__tick" d="\(ticks)"/>\(middle)\(own)
      """)
}

/// The same at a glance, for the head of a column: which percents somebody has, and the middle.
///
/// A place on the line is ticked once, so that a year's classes take no more room than one.
@inline(never) public func tickStrip(_ percents: [Int], median: Int? = nil, _ sentence: String, _ scene: Scene) -> HTML
{
  let (width, height) = (48, 10)
  func x(_ percent: Int) -> Int { across(percent, of: 100, width: width - 4, scene) + 2 }
  var (ticks, last) = ("", -1)
  for percent in percents where x(percent) != last {
    last = x(percent)
    ticks += "M" + String(last) + " 2v6"
  }
  let middle: HTML = median.map { "<path class=\"picture__now\" d=\"M\(x($0)) 0v10\"/>" } ?? ""
  return picture(
    "ticks", sentence, width: width, height: height, numbers: nil, scene,
    drawing: """
      <path class="picture__track" d="M2 9h\(width - 4)"/><path class="picture__tick" d="\(ticks)"/>\(middle)
      """)
}
