import Base
import Exact
import HTML
import Kit
import School

// The work a grade is made of, a row a piece.

/// Every item with what was given for it, where the class stands, and what became of it.
func gradedWork(_ data: CourseGradePage, _ scene: Scene) -> HTML {
  guard !data.items.isEmpty else {
    return emptyState("chart", scene.words("grades.nothing-yet"), scene.words("grades.nothing-yet-text"), scene)
  }
  let later = data.laterWork
  let now = data.grade.entries.filter { !later.contains($0.entry.item) }
  let rest = data.grade.entries.filter { later.contains($0.entry.item) }
  return """
    <section class="stack stack--tight">\(sectionTitle(scene.words("grades.items")))\
    <ul class="list list--tight work-list" role="list" aria-label="\(scene.words("grades.items"))">\(each: now, { workRow($0, data, scene) })\
    \(when: !rest.isEmpty, laterWork(rest, data, scene))</ul>\(classNumbers(data, scene))</section>
    """
}

extension CourseGradePage {
  /// What has no score yet and is not missing, where it would be longer than a few rows among others that have one.
  var laterWork: Set<ID<GradeItem>> {
    let open = grade.entries.filter { $0.outcome == .ungraded && !$0.entry.isMissing }
    return open.count > 3 && open.count < grade.entries.count ? Set(open.map { $0.entry.item }) : []
  }
}

private func laterWork(_ rest: [EntryGrade], _ data: CourseGradePage, _ scene: Scene) -> HTML {
  """
  <li><details class="work-later"><summary>\(scene.words("grades.later", .text(scene.words.number(rest.count))))</summary>\
  <ul role="list">\(each: rest, { workRow($0, data, scene) })</ul></details></li>
  """
}

private func workRow(_ grade: EntryGrade, _ data: CourseGradePage, _ scene: Scene) -> HTML {
  let item = data.items.first { $0.id == grade.entry.item }
  let comment: HTML =
    data.scores[grade.entry.item]?.comment.map { "<p dir=\"auto\" class=\"grade-comment\">\($0)</p>" } ?? ""
  let possible = scene.words.number(grade.entry.possible)
  let shown =
    grade.points.flatMap { $0.amount() }.map { scene.words.number($0) } ?? (grade.outcome == .excused ? "EX" : "—")
  let isDropped = grade.outcome == .droppedLowest || grade.outcome == .droppedHighest
  let there: String? =
    data.access.isStaff
    ? GradesPaths.cell(data.course.id, grade.entry.item, data.student)
    : item.flatMap { $0.source == .manual ? nil : workPath($0) }
  let points: HTML = """
    <span class="grade-points\(isDropped ? " grade-points--dropped" : "")">\(scene.words("grades.of", .text(shown), .text(possible)))</span>
    """
  return cell(
    "<bdi>\(data.title(grade.entry.item))</bdi>", meta: "\(cluster(workMarks(grade, data, scene)))\(comment)",
    trail: "\(amongClass(grade, data, scene))\(points)", to: there, scene,
    style: CellStyle(id: "item-" + grade.entry.item.text))
}

/// What became of it, what was taken off, and where it belongs.
private func workMarks(_ grade: EntryGrade, _ data: CourseGradePage, _ scene: Scene) -> [HTML] {
  var marks = [HTML]()
  if grade.outcome != .counted {
    marks.append(badge(scene.words("grades.outcome." + grade.outcome.name), grade.outcome.tone))
  } else if grade.entry.isMissing {
    marks.append(badge(scene.words("grades.missing"), .absent))
  }
  if let raw = grade.entry.raw, grade.deduction > .zero, let taken = grade.deduction.amount(),
    let left = grade.points?.amount()
  {
    let parts = [raw, taken, left].map { Phrase.Argument.text(scene.words.number($0)) }
    marks.append("<span>\(scene.words(Phrase("grades.late-sum", all: parts)))</span>")
  }
  let category = data.grade.categories.first { $0.category?.id == grade.entry.category }?.category
  marks.append("<span class=\"quiet\">\(categoryName(category, scene))</span>")
  return marks
}

/// Where a score lies among those of the class, where the class is shown at all.
private func amongClass(_ grade: EntryGrade, _ data: CourseGradePage, _ scene: Scene) -> HTML {
  guard let numbers = data.statistics[grade.entry.item], let place = numbers.places(of: grade.entry.possible) else {
    return ""
  }
  let mine = grade.points.flatMap { ($0 * Ratio(Whole(100))).divided(by: Ratio(grade.entry.possible)) }
  let sentence = scene.words(
    "grades.class", .text(scene.words.number(numbers.mean)), .text(scene.words.number(numbers.low)),
    .text(scene.words.number(numbers.high)), .text(scene.words.number(numbers.count)))
  return distribution(
    [place.low, place.high], mine: mine?.thousandths, median: place.mean, sentence, scene)
}

/// What the marks in the rows mean, and the same in numbers for whoever would rather read.
private func classNumbers(_ data: CourseGradePage, _ scene: Scene) -> HTML {
  let shown = data.items.filter { data.statistics[$0.id] != nil }
  guard !shown.isEmpty else { return "" }
  let words = scene.words
  let table = DataTable(
    words("grades.class-numbers"),
    [
      .init(words("grades.column-title")), .init(words("grades.class-mean"), isNumber: true),
      .init(words("grades.class-low"), isNumber: true), .init(words("grades.class-high"), isNumber: true),
      .init(words("grades.class-count"), isNumber: true),
    ], isCaptionHidden: true)
  let rows = shown.compactMap { item in
    data.statistics[item.id].map { numbers -> DataTable.Row in
      let all = [numbers.mean, numbers.low, numbers.high].map { HTML(text: words.number($0)) }
      return DataTable.Row(["<bdi>\(item.title)</bdi>"] + all + [HTML(text: words.number(numbers.count))])
    }
  }
  return """
    <p class="quiet work-key">\(words("grades.class-key"))</p>\
    <details class="work-numbers"><summary>\(words("grades.class-numbers"))</summary>\(table.html(rows))</details>
    """
}
