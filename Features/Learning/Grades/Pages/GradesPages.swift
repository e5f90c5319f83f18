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

/// An exact share, for looking at only.
func percentText(_ exact: Ratio, _ scene: Scene) -> String {
  exact.amount(places: 2).map { percentText($0, scene) } ?? "—"
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
    <span class="grade__percent">\(percentText(percent, places: places, scene))</span></span>
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

/// A student's grade in a course on somebody else's card.
func gradeSummaryMark(_ summary: GradeSummary, _ scene: Scene) -> HTML {
  guard let percent = summary.percent else {
    return "<span class=\"grade grade--none\">\(scene.words("grades.none-yet"))</span>"
  }
  let letter: HTML = summary.letter.map { "<bdi class=\"grade__letter\" dir=\"ltr\">\($0.letter)</bdi>" } ?? ""
  return """
    <span class="grade grade--\(GradeBand(percent).name)">\(letter)<span class="grade__percent">\
    \(percentText(percent, scene))</span></span> \(trendMark(summary.trend, scene))
    """
}

/// The same as one chip that leads to what it is made of, for the head of a course.
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
    <span>\(percentText(value, scene))</span></div>
    """
}

/// The pages of a course's grades, as tabs for its staff.
func gradebookTabs(_ course: ID<Course>, _ current: String, _ scene: Scene) -> HTML {
  let places = [
    ("grades.gradebook", GradesPaths.gradebook(course)), ("grades.settings", GradesPaths.settings(course)),
    ("grades.periods", GradesPaths.periods(course)), ("grades.import", GradesPaths.importing(course)),
  ]
  return tabs(
    scene.words("grades.gradebook"),
    places.map { Tab(scene.words($0.0), path: $0.1, isCurrent: $0.1 == current) }, scene)
}
