import Base
public import HTML

/// One part of a whole: done, late, missing.
public struct Segment: Sendable {
  public let shade: Shade, word: String, count: Int
  public init(_ shade: Shade, _ word: String, _ count: Int) {
    (self.shade, self.word, self.count) = (shade, word, count)
  }
}

/// How a whole divides, as a bar; what is not there takes no room, and the words stand below it.
///
/// - Parameter isBare: without the words, where a list of such bars has one key for all.
@inline(never) public func segmentedBar(_ segments: [Segment], _ sentence: String, _ scene: Scene, isBare: Bool = false)
  -> HTML
{
  // so that the sum of all fits, however large one is
  let most = Int.max / max(1, segments.count)
  let whole = segments.reduce(0) { $0 + max(0, min(most, $1.count)) }
  let (width, height) = (240, 10)
  var (before, parts) = (0, HTML())
  for segment in segments where segment.count > 0 {
    let from = across(before, of: whole, width: width, scene)
    before += min(most, segment.count)
    let to = across(before, of: whole, width: width, scene)
    parts += """
      <rect data-shade="\(segment.shade.rawValue)" x="\(min(from, to))" y="0" width="\(abs(to - from))" height="\(height)"/>
      """
  }
  if whole == 0 { parts = "<rect data-shade=\"empty\" x=\"0\" y=\"0\" width=\"\(width)\" height=\"\(height)\"/>" }
  let bar = picture(
    "bar", sentence, width: width, height: height, numbers: nil, isStretched: true, scene,
    drawing: "\(parts)")
  if isBare { return bar }
  let words = segments.filter { $0.count > 0 }.map {
    (shade: $0.shade, word: scene.words.number($0.count) + " " + $0.word)
  }
  return "<div class=\"picture-group\">\(bar)\(pictureKey(words))</div>"
}

/// Where a number stands, where it falls if nothing more is handed in, and how far it can still rise; thousandths.
public struct PossibleRange: Sendable {
  public let lowest: Int, now: Int, best: Int
  public init(lowest: Int, now: Int, best: Int) { (self.lowest, self.now, self.best) = (lowest, now, best) }
}

/// What is still possible, on a line from nothing to everything.
@inline(never) public func rangeBar(
  _ range: PossibleRange, _ sentence: String, numbers: PictureNumbers? = nil, _ scene: Scene
) -> HTML {
  let (width, height) = (240, 24)
  let low = across(range.lowest, of: 1000, width: width, scene)
  let best = across(range.best, of: 1000, width: width, scene)
  let now = across(range.now, of: 1000, width: width - 4, scene) + 2
  return picture(
    "range", sentence, width: width, height: height, numbers: numbers, scene,
    drawing: """
      <rect data-shade="empty" x="0" y="8" width="\(width)" height="8"/>\
      <rect data-shade="accent" x="\(min(low, best))" y="8" width="\(abs(best - low))" height="8"/>\
      <path class="picture__now" d="M\(now) 2v20"/>
      """)
}
