import Base
import Exact
import HTML
import Kit
import School

// Pieces that several pages of grades share.
// words: grades.category.* grades.trend.* grades.band.*

/// A percent as it counts: with the places it was rounded to, never fewer by rounding.
func percentText(_ percent: Amount, places: Int = 2, _ scene: Scene) -> String {
  scene.words("number.percent", .text(scene.words.number(percent, places: places)))
}

/// A percent as people read one: with one place at most.
///
/// Exact it stands where the grade is explained, and in what is exported.
func shareText(_ percent: Amount, places: Int = 2, _ scene: Scene) -> String {
  percentText(percent, places: percent.placesToRead(places), scene)
}

/// A total to read: percent and letter.
func totalShareText(_ total: GradeTotal, places: Int, isOverridden: Bool = false, _ scene: Scene) -> String {
  totalText(total, places: total.percent?.placesToRead(places) ?? places, isOverridden: isOverridden, scene)
}

func categoryName(_ category: GradeCategory?, _ scene: Scene) -> String {
  guard let category else { return scene.words("grades.no-category") }
  return category.name ?? scene.words("grades.category." + category.kind.rawValue)
}

/// Letter and percent with their colour, which never speaks alone.
func gradeMark(_ total: GradeTotal, places: Int = 2, _ scene: Scene, isLarge: Bool = false) -> HTML {
  guard let percent = total.percent else {
    return "<span class=\"grade grade--none\">\(scene.words("grades.none-yet"))</span>"
  }
  let letter: HTML = total.letter.map { "<bdi class=\"grade__letter\" dir=\"ltr\">\($0.letter)</bdi>" } ?? ""
  return """
    <span class="grade grade--\(GradeBand(percent).name)\(isLarge ? " grade--large" : "")">\(letter)\
    <span class="grade__percent">\(shareText(percent, places: places, scene))</span></span>
    """
}

extension GradeBand {
  var name: String {
    switch self {
    case .best: "best"
    case .good: "good"
    case .fair: "fair"
    case .low: "low"
    case .failing: "failing"
    }
  }
}

func trendMark(_ trend: GradeTrend?, _ scene: Scene) -> HTML {
  guard let trend else { return "" }
  let tone: Tone = trend == .up ? .success : trend == .down ? .warning : .neutral
  let arrow = trend == .up ? "↑ " : trend == .down ? "↓ " : "→ "
  return badge(arrow + scene.words("grades.trend." + trend.rawValue), tone)
}

/// A student's grade in a course as one chip that leads to what it is made of, for the head of the course.
func gradeChip(_ summary: GradeSummary, _ scene: Scene) -> HTML {
  guard let percent = summary.percent else { return "" }
  let letter: HTML = summary.letter.map { "<bdi class=\"grade__letter\" dir=\"ltr\">\($0.letter)</bdi>" } ?? ""
  return """
    <a class="grade grade--chip grade--\(GradeBand(percent).name)" href="\(url: GradesPaths.course(summary.course, summary.student))">\
    <span class="visually-hidden">\(scene.words("grades.current")): </span>\(letter)\
    <span class="grade__percent">\(scene.words.percent(percent))</span></a>
    """
}

/// How far something has come of a whole, with its number in words.
func gradeBar(_ label: String, _ percent: Ratio, _ scene: Scene) -> HTML {
  let value = percent.amount(places: 2) ?? .zero
  let shown = max(Int64(0), min(100, value.units / Amount.scale))
  return """
    <div class="progress"><progress value="\(Int(shown))" max="100" aria-label="\(label)"></progress>\
    <span>\(shareText(value, scene))</span></div>
    """
}
