import Base
public import HTML

/// How much there was on each of a row of days, as columns that stand side by side.
///
/// The tallest takes the height there is; one that has anything at all is seen, and an empty one is a line at the foot.
///
/// - Parameter marked: places whose column is a warning, as what is late; it is hatched by a notch, not by colour alone.
@inline(never) public func columnChart(
  _ counts: [Int], marked: Set<Int> = [], _ sentence: String, numbers: PictureNumbers? = nil, _ scene: Scene
) -> HTML {
  let (step, gap, height) = (10, 2, 80)
  let width = max(1, counts.count) * step - gap
  let most = max(1, counts.max() ?? 0)
  var paths: [Shade: String] = [:]
  for (place, count) in counts.enumerated() {
    let x = isFromRight(scene) ? width - place * step - (step - gap) : place * step
    let share = most.dividingFullWidth(max(0, count).multipliedFullWidth(by: height - 2)).quotient
    let tall = count > 0 ? max(2, share) : 1
    let shade: Shade = count <= 0 ? .empty : marked.contains(place) ? .warning : .accent
    // the one that warns has a slanted top
    let top = shade == .warning ? "l8 -2v\(tall + 2)h-8z" : "h8v\(tall)h-8z"
    paths[shade, default: ""] += "M\(x) \(height - tall)" + top
  }
  let drawn: [HTML] = Shade.allCases.compactMap { shade in
    paths[shade].map { "<path data-shade=\"\(shade.rawValue)\" d=\"\($0)\"/>" }
  }
  return picture(
    "columns", sentence, width: width, height: height, numbers: numbers, scene, drawing: "\(each: drawn, { $0 })")
}
