import Base
public import HTML

/// The numbers behind a picture, for whoever would rather read: one tap below it, and on paper.
public struct PictureNumbers: Sendable {
  public let head: [String], rows: [[String]]
  public init(_ head: [String], _ rows: [[String]]) { (self.head, self.rows) = (head, rows) }
}

/// What a part of a picture means: its colour is the theme's, and its shape or pattern says the same without colour.
public enum Shade: String, CaseIterable, Sendable { case good, warning, bad, other, empty, accent }

/// A drawing with the sentence that says what it shows.
///
/// - Parameters:
///   - sentence: what somebody would say who describes the picture on the telephone.
///   - isStretched: takes whatever width there is, as a bar of parts does.
func picture(
  _ kind: String, _ sentence: String, width: Int, height: Int, numbers: PictureNumbers?, isStretched: Bool = false,
  _ scene: Scene, drawing: HTML
) -> HTML {
  let svg: HTML = """
    <svg class="picture__drawing picture__drawing--\(kind)" viewBox="0 0 \(width) \(height)" width="\(width)" \
    height="\(height)"\(attribute: "preserveAspectRatio", isStretched ? "none" : nil) role="img" aria-label="\(sentence)">\(drawing)</svg>
    """
  guard let numbers else { return "<span class=\"picture\">\(svg)</span>" }
  return "<div class=\"picture\">\(svg)\(table(numbers, scene))</div>"
}

/// The numbers in words, folded until somebody asks.
private func table(_ numbers: PictureNumbers, _ scene: Scene) -> HTML {
  let rows: [HTML] = numbers.rows.map { row in
    let cells: [HTML] = row.dropFirst().map { "<td><bdi>\($0)</bdi></td>" }
    return "<tr><th scope=\"row\"><bdi>\(row.first ?? "")</bdi></th>\(each: cells, { $0 })</tr>"
  }
  return """
    <details class="picture__numbers"><summary>\(scene.words("kit.numbers"))</summary>\
    <table><thead><tr>\(each: numbers.head, { "<th scope=\"col\">\($0)</th>" })</tr></thead>\
    <tbody>\(each: rows, { $0 })</tbody></table></details>
    """
}

/// A place on a line of `width` that runs the way the reader reads.
///
/// Multiplied in twice the width, for no number that somebody counted is too large for a picture.
func across(_ place: Int, of whole: Int, width: Int, _ scene: Scene) -> Int {
  let most = max(1, whole)
  let kept = max(0, min(place, most))
  let start = most.dividingFullWidth(kept.multipliedFullWidth(by: width)).quotient
  return isFromRight(scene) ? width - start : start
}

func isFromRight(_ scene: Scene) -> Bool { scene.words.language.isRightToLeft }

/// What the shapes and colours mean, each with its word: beside pictures that have more than one kind of mark.
@inline(never) public func pictureKey(_ entries: [(shade: Shade, word: String)]) -> HTML {
  """
  <ul class="picture-key" role="list">\(each: entries, { entry in
  "<li><span class=\"picture-key__mark\" data-shade=\"\(entry.shade.rawValue)\"></span>\(entry.word)</li>"
  })</ul>
  """
}

/// How far something has come, as a round with its share in figures inside.
///
/// `pathLength` makes the dashes percents, so the share is an attribute and no style.
@inline(never) public func ring(_ percent: Int, isFull: Bool = false, _ scene: Scene) -> HTML {
  return """
    <span class="ring"\(flag: "data-full", isFull)><svg viewBox="0 0 36 36" aria-hidden="true">\
    <circle class="ring__track" cx="18" cy="18" r="15.5" pathLength="100"/>\
    <circle class="ring__fill" cx="18" cy="18" r="15.5" pathLength="100" stroke-dasharray="\(max(0, min(100, percent))) 100"/></svg>\
    <span class="ring__share">\(scene.words.percent(percent))</span></span>
    """
}
