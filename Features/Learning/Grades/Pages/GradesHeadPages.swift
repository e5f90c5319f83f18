import Base
import Exact
import HTML
import Kit
import School

// The one big grade, where it leads, and how far it can still go.

func courseGradeHead(_ data: CourseGradePage, _ scene: Scene) -> HTML {
  let grade = data.grade
  let given: HTML =
    grade.override == nil
    ? ""
    : """
    <p class="quiet">\(scene.words("grades.overridden"))\
    \(when: data.access.isStaff, " \(scene.words("grades.computed", .text(totalText(grade.current, places: data.places, scene))))")</p>
    """
  let standing: HTML = data.standing.map { standingBanner($0, scene) } ?? ""
  return """
    <div class="card grade-head"><div class="grade-head__now">\(gradeMark(grade.headline, places: data.places, scene, isLarge: true))\
    \(gradeHistory(data.history.map { $0.percent }, means: data.means, scene))\(trendMark(data.trend, scene))</div>\
    \(gradeRange(data, scene))</div>\(standing)\(given)
    """
}

extension CourseGradePage {
  /// The mean of the class for each of the last scores, where the class is shown at all.
  fileprivate var means: [Int?] {
    guard !statistics.isEmpty else { return [] }
    return history.map { one in
      items.first { $0.id == one.item }.flatMap { statistics[one.item]?.places(of: $0.possible)?.mean }
    }
  }
}

/// The last ten scores as a line; nothing where one alone would be no line.
func gradeHistory(_ percents: [Ratio], means: [Int?] = [], _ scene: Scene) -> HTML {
  let (last, behind) = (percents.suffix(10), Array(means.suffix(10)))
  guard last.count > 1 else { return "" }
  let said = last.compactMap { $0.amount(places: 2) }.map { shareText($0, scene) }.joined(separator: scene.words.comma)
  let key = behind.contains { $0 != nil } ? "grades.scores-line-class" : "grades.scores-line"
  return sparkline(
    last.map { $0.thousandths }, medians: key == "grades.scores-line" ? [] : behind, scene.words(key, .text(said)),
    scene)
}
// words: grades.scores-line*

/// Where the grade stands between what it falls to and what it can still become.
private func gradeRange(_ data: CourseGradePage, _ scene: Scene) -> HTML {
  guard let range = GradeOutlook(data.grade) else { return "" }
  func said(_ total: GradeTotal) -> String { totalShareText(total, places: data.places, scene) }
  func thousandths(_ total: GradeTotal) -> Int { total.exact?.thousandths ?? 0 }
  let sentence = scene.words(
    "grades.range", .text(said(range.now)), .text(said(range.lowest)), .text(said(range.best)))
  let place = PossibleRange(
    lowest: thousandths(range.lowest), now: thousandths(range.now), best: thousandths(range.best))
  return """
    <div class="grade-range">\(rangeBar(place, sentence, scene))<dl class="grade-range__ends">\
    <div><dt>\(scene.words("grades.worst"))</dt><dd>\(said(range.lowest))</dd></div>\
    <div><dt>\(scene.words("grades.best"))</dt><dd>\(said(range.best))</dd></div></dl></div>
    """
}
