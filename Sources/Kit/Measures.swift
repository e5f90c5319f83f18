public import Base
public import HTML

/// One number that is worth a tile, and the page that explains it.
public struct Stat: Sendable {
  public let label: String, value: String, unit: String, tone: Tone, path: String?
  public init(_ label: String, _ value: String, unit: String = "", _ tone: Tone = .neutral, to path: String? = nil) {
    (self.label, self.value, self.unit, self.tone, self.path) = (label, value, unit, tone, path)
  }
}

@inline(never) public func stats(_ stats: [Stat]) -> HTML { "<dl class=\"stats\">\(each: stats, { tile($0) })</dl>" }

private func tile(_ stat: Stat) -> HTML {
  let kind = stat.tone == .neutral ? "stat" : "stat stat--" + stat.tone.rawValue
  let unit: HTML = stat.unit.isEmpty ? "" : " <span class=\"stat__unit\">\(stat.unit)</span>"
  // “−65” and “74.84 % C” keep their own order among words that run from right to left
  let number: HTML = "<bdi>\(stat.value)</bdi>\(unit)"
  let value: HTML = stat.path.map { "<a href=\"\(url: $0)\">\(number)</a>" } ?? number
  return
    "<div class=\"\(kind)\"><dt class=\"stat__label\">\(stat.label)</dt><dd class=\"stat__value\">\(value)</dd></div>"
}

extension Words {
  /// A share of 100 in whole percents.
  public func percent(_ share: Int) -> String { self("number.percent", .text(number(share))) }
}

/// How far something has come, with its share in words.
@inline(never) public func progress(_ label: String, _ value: Int, of whole: Int, _ scene: Scene) -> HTML {
  let share = whole > 0 ? min(100, max(0, value) * 100 / whole) : 0
  let kind = whole > 0 && value >= whole ? "progress progress--success" : "progress"
  return """
    <div class="\(kind)"><progress value="\(value)" max="\(max(1, whole))" aria-label="\(label)"></progress>\
    <span aria-hidden="true">\(scene.words.percent(share))</span></div>
    """
}

/// A code to be read by a camera, with the same in letters for people.
@inline(never) public func qrFrame(_ svg: HTML, label: String, text: String, id: String) -> HTML {
  """
  <div class="qr"><div class="qr__code" role="img" aria-label="\(label)">\(svg)</div>\
  <p class="qr__text" id="\(id)">\(text)</p></div>
  """
}

/// A text one may want elsewhere, with a button that copies it.
@inline(never) public func copyText(_ text: String, id: String, _ scene: Scene) -> HTML {
  """
  <div class="copy"><code id="\(id)" dir="ltr">\(text)</code><button type="button" class="button js-only"\
  \(behaviour: .copy, id) data-word-copied="\(scene.words("kit.copied"))">\(icon("copy", scene))\(scene.words("kit.copy"))\
  </button></div>
  """
}
