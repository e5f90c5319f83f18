import Base
import Exact
import HTML
import Kit
import School

/// A student's grades in all courses; for guardians each of their children's.
struct MyGradesPage: Sendable {
  struct Line: Sendable {
    let course: Course
    let grade: CourseGrade
    let trend: GradeTrend?
    /// The scores in percent, oldest first.
    var history: [Ratio] = []
    /// Whether its page can be opened: the course still runs.
    let isOpen: Bool
    /// How the student takes part, when it is not for a grade.
    var standing: GradeStanding?
  }
  struct Child: Sendable {
    let student: ID<Student>
    let name: String
    let lines: [Line]
    /// What the best letter of the school counts: the scale that an average is read on.
    var best: Amount?
    /// Of what is finished, and as if everything ended today.
    let average: GradeAverage
    let projected: GradeAverage
  }
  let children: [Child]
  /// A student reads “you”, a guardian names.
  let isOwn: Bool

  var topics: [String] = []
}

func myGradesPage(_ data: MyGradesPage, _ scene: Scene) -> Page {
  let parts = data.children.map { child -> HTML in
    let head: HTML = data.isOwn ? "" : sectionTitle(child.name)
    let tiles = averages(child, scene)
    return """
      <section class="stack">\(head)\(columns([childGrades(child, data.isOwn, scene)], side: tiles.isEmpty ? [] : [tiles]))</section>
      """
  }
  let none = emptyState("chart", scene.words("grades.no-courses"), scene.words("grades.no-courses-text"), scene)
  return Page(
    "grades.mine", title: scene.words("grades.title"), topics: data.topics,
    body:
      "<div class=\"stack stack--loose\">\(each: parts, { $0 })\(when: parts.isEmpty, none)</div>"
  )
}

/// Grade point averages with the scale they are read on, where there is something to average.
private func averages(_ child: MyGradesPage.Child, _ scene: Scene) -> HTML {
  var tiles: [Stat] = []
  func add(_ key: String, _ value: Amount?) {
    guard let value else { return }
    let number = scene.words.number(value, places: 2)
    let said = child.best.map { scene.words("grades.of", .text(number), .text(scene.words.number($0))) } ?? number
    tiles.append(Stat(scene.words(key), said))
  }
  add("grades.gpa", child.average.unweighted)
  if child.average.weighted != child.average.unweighted { add("grades.gpa-weighted", child.average.weighted) }
  add("grades.gpa-projected", child.projected.unweighted)
  if child.projected.weighted != child.projected.unweighted {
    add("grades.gpa-projected-weighted", child.projected.weighted)
  }
  return tiles.isEmpty ? "" : stats(tiles)
}

private func childGrades(_ child: MyGradesPage.Child, _ isOwn: Bool, _ scene: Scene) -> HTML {
  guard !child.lines.isEmpty else {
    return emptyState(
      "chart", scene.words("grades.no-courses"), scene.words("grades.no-courses-text"), scene, isSlot: true)
  }
  let label =
    isOwn
    ? scene.words("grades.title")
    : scene.words("grades.of-student", .text(child.name), .text(scene.words("grades.title")))
  return list(child.lines.map { courseGradeRow($0, child.student, scene) }, label: label)
}

/// One course: where it leads, how the last scores ran, and the grade.
func courseGradeRow(_ line: MyGradesPage.Line, _ student: ID<Student>, _ scene: Scene) -> HTML {
  let marks = [trendMark(line.trend, scene), line.standing.map { standingMark($0, scene) } ?? ""].filter { !$0.isEmpty }
  let grade = gradeMark(line.grade.headline, places: line.grade.policy.rounding.places, scene)
  return cell(
    "<bdi>\(line.course.name)</bdi>", meta: marks.isEmpty ? "" : cluster(marks),
    trail: "\(gradeHistory(line.history, scene))\(grade)",
    to: line.isOpen ? GradesPaths.course(line.course.id, student) : nil, scene,
    style: CellStyle(id: "grade-" + line.course.id.text + "-" + student.text))
}

/// A bar for each category that counts already, with its number and its part of the whole.
func categoryBars(_ grade: CourseGrade, _ scene: Scene) -> HTML {
  let bars = grade.categories.compactMap { part -> HTML? in
    guard let percent = part.percent else { return nil }
    let name = categoryName(part.category, scene)
    let share = part.share.flatMap { $0.amount(places: 1) }
    let weight: HTML =
      share.map {
        "<small class=\"quiet\">\(scene.words("grades.share", .text(shareText($0, scene))))</small>"
      } ?? ""
    return
      "<li><span class=\"grade-bar__name\"><bdi>\(name)</bdi> \(weight)</span>\(gradeBar(name, percent, scene))</li>"
  }
  return bars.isEmpty ? "" : "<ul class=\"grade-bars\" role=\"list\">\(each: bars, { $0 })</ul>"
}
