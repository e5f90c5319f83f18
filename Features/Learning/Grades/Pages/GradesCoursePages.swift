import Base
import Exact
import HTML
import Kit
import School

/// One student's grade in one course, with everything it is made of.
struct CourseGradePage: Sendable {
  /// What was tried out, and what came of it.
  struct Prediction: Sendable {
    let typed: WhatIf
    let total: GradeTotal
    /// What the goal takes on each open item alone, and on all of them together.
    let needs: [(item: ID<GradeItem>, need: GradeNeed)]
    let rest: GradeNeed?
  }
  let course: Course
  let student: ID<Student>
  let name: String
  let access: CourseAccess
  let items: [GradeItem]
  let scores: [ID<GradeItem>: Score]
  let grade: CourseGrade
  let trend: GradeTrend?
  let statistics: [ID<GradeItem>: GradeStatistics]
  /// What another score would still change; for the questions on the page.
  var tryable: Set<ID<GradeItem>> = []
  var whatIf: Prediction?
  /// For staff: what a teacher put in the grade's place, why, and whether families see it.
  var override: (percent: Amount, reason: String, isShown: Bool)?
  /// How the student takes part, when it is not for a grade.
  var standing: GradeStanding?

  var places: Int { grade.policy.rounding.places }
  var topics: [String] = []
  func title(_ item: ID<GradeItem>) -> String { items.first { $0.id == item }?.title ?? "" }
}

func courseGradePage(_ data: CourseGradePage, _ draft: Draft, _ scene: Scene) -> Page {
  let isOwn = if case .student = data.access { true } else { false }
  return Page(
    "grades.course", title: isOwn ? scene.words("grades.title") : data.name, topics: data.topics,
    space: courseSpace(data.course, data.access, current: .grades, scene),
    body: """
      <div class="stack stack--loose">\(courseGradeBody(data, scene))\(whatIf(data, draft, scene))\
      \(overrideForm(data, draft, scene))\(standingForm(data, draft, scene))</div>
      """)
}

/// What there is to read; nothing in it is a form.
func courseGradeBody(_ data: CourseGradePage, _ scene: Scene) -> HTML {
  """
  <div class="stack stack--loose" id="course-grade-\(data.course.id.text)-\(data.student.text)">\(totals(data, scene))\
  \(categoryBars(data.grade, scene))\(explanation(data, scene))\(periodGrades(data, scene))\(gradedItems(data, scene))</div>
  """
}

private func totals(_ data: CourseGradePage, _ scene: Scene) -> HTML {
  let grade = data.grade
  let trend = trendMark(data.trend, scene)
  let given: HTML =
    grade.override == nil
    ? ""
    : """
    <p class="quiet">\(scene.words("grades.overridden"))\
    \(when: data.access.isStaff, " \(scene.words("grades.computed", .text(totalText(grade.current, places: data.places, scene))))")</p>
    """
  let standing: HTML = data.standing.map { standingBanner($0, scene) } ?? ""
  func tile(_ key: String, _ total: GradeTotal) -> Stat {
    Stat(scene.words(key), totalText(total, places: data.places, scene))
  }
  let tiles = stats([
    tile("grades.current", grade.headline), tile("grades.worst", grade.worst), tile("grades.best", grade.best),
  ])
  return
    "<p class=\"cluster\">\(gradeMark(grade.headline, places: data.places, scene, isLarge: true))\(trend)</p>\(standing)\(given)\(tiles)"
}

private func periodGrades(_ data: CourseGradePage, _ scene: Scene) -> HTML {
  guard !data.grade.periods.isEmpty else { return "" }
  let tiles = data.grade.periods.map {
    Stat(
      $0.period.name + ($0.period.closedAt == nil ? "" : " · " + scene.words("grades.closed")),
      totalText($0.total, places: $0.places(data.grade.policy), isOverridden: $0.override != nil, scene))
  }
  // Only the staff know what it would be without.
  let given = data.grade.periods.filter { data.access.isStaff && $0.override != nil }.map { part -> HTML in
    let computed = scene.words("grades.computed", .text(totalText(part.computed, places: data.places, scene)))
    return "<li><bdi>\(part.period.name)</bdi>: \(computed) \(restorePeriod(part.period, data, scene))</li>"
  }
  let list: HTML = given.isEmpty ? "" : "<ul class=\"quiet\" role=\"list\">\(each: given, { $0 })</ul>"
  return "\(sectionTitle(scene.words("grades.periods")))\(stats(tiles))\(list)"
}

private func restorePeriod(_ period: GradingPeriod, _ data: CourseGradePage, _ scene: Scene) -> HTML {
  postButton(
    scene.words("grades.override-remove"), to: GradesPaths.course(data.course.id, data.student) + "/override", scene,
    fields: [Form.Field("remove", "on"), Form.Field("period", period.id.text)], icon: icon("undo", scene),
    style: ButtonStyle(isSmall: true))
}

/// Why is this 83.4? One tap away, line by line.
private func explanation(_ data: CourseGradePage, _ scene: Scene) -> HTML {
  let lines = data.grade.steps.map { stepText($0, data, scene) }
  return """
    <details class="explanation"><summary class="button button--small">\(icon("info", scene))\(scene.words("grades.why"))</summary>\
    <ol>\(each: lines, { "<li>\($0)</li>" })</ol></details>
    """
}

// words: grades.step.*
private func stepText(_ step: GradeStep, _ data: CourseGradePage, _ scene: Scene) -> String {
  let words = scene.words
  func say(_ key: String, _ parts: String...) -> String {
    words(Phrase("grades.step." + key, all: parts.map { .text($0) }))
  }
  func points(_ amount: Amount) -> String { scene.words.number(amount) }
  func percent(_ amount: Amount) -> String { percentText(amount, scene) }
  switch step {
  case .late(let item, let raw, let taken, let left):
    return say("late", data.title(item), points(raw), points(taken), points(left))
  case .missing(let item, let given): return say("missing", data.title(item), points(given))
  case .excused(let item): return say("excused", data.title(item))
  case .notCounted(let item): return say("not-counted", data.title(item))
  case .pending(let item): return say("pending", data.title(item))
  case .dropped(let item, let isHighest): return say(isHighest ? "dropped-highest" : "dropped-lowest", data.title(item))
  case .category(let category, let earned, let possible, let share):
    return say("category", categoryName(category, scene), points(earned), points(possible), percent(share))
  case .mean(let category, let count, let share):
    return words("grades.step.mean", .text(categoryName(category, scene)), .count(count), .text(percent(share)))
  case .cappedCategory(let category): return say("capped-category", categoryName(category, scene))
  case .empty(let category): return say("empty", categoryName(category, scene))
  case .scaled(let sum): return say("scaled", percent(sum))
  case .share(let category, let weight, let share, let brings):
    return say("share", categoryName(category, scene), percent(weight), percent(share), percent(brings))
  case .pooled(let earned, let possible): return say("pooled", points(earned), points(possible))
  case .cappedCourse: return say("capped-course")
  case .period(let period, let weight, let share): return say("period", period.name, percent(weight), percent(share))
  case .rounded(let from, let to, let isExact):
    let result = percentText(to, places: data.places, scene)
    return isExact ? say("exact", result) : say("rounded", percentText(from, places: 4, scene), result)
  case .override(let given): return say("override", percent(given))
  case .letter(let here, let next):
    guard let next else { return say("letter-top", here.letter, percent(here.from)) }
    return say("letter", here.letter, percent(here.from), next.letter, percent(next.from))
  case .none: return say("none")
  }
}

/// Every item with what was given for it, and what became of it.
private func gradedItems(_ data: CourseGradePage, _ scene: Scene) -> HTML {
  guard !data.items.isEmpty else {
    return emptyState("chart", scene.words("grades.nothing-yet"), scene.words("grades.nothing-yet-text"), scene)
  }
  let rows = data.grade.entries.map { itemRow($0, data, scene) }
  return "\(sectionTitle(scene.words("grades.items")))\(list(rows, label: scene.words("grades.items")))"
}

private func itemRow(_ grade: EntryGrade, _ data: CourseGradePage, _ scene: Scene) -> HTML {
  let item = data.items.first { $0.id == grade.entry.item }
  let score = data.scores[grade.entry.item]
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
  let isDropped = grade.outcome == .droppedLowest || grade.outcome == .droppedHighest
  if isDropped { marks.append("<span>\(scene.words("grades.why-dropped"))</span>") }
  marks.append(
    "<span class=\"quiet\">\(categoryName(data.grade.categories.first { $0.category?.id == grade.entry.category }?.category, scene))</span>"
  )
  if let class_ = data.statistics[grade.entry.item] { marks.append(statistics(class_, scene)) }
  let comment: HTML = score?.comment.map { "<p dir=\"auto\" class=\"grade-comment\">\($0)</p>" } ?? ""
  let possible = scene.words.number(grade.entry.possible)
  let shown =
    grade.points.flatMap { $0.amount() }.map { scene.words.number($0) } ?? (grade.outcome == .excused ? "EX" : "—")
  let there: String? =
    data.access.isStaff
    ? GradesPaths.cell(data.course.id, grade.entry.item, data.student)
    : item.flatMap { $0.source == .manual ? nil : path(of: $0.id.cast(), $0.source == .quiz ? .quiz : .assignment) }
  return cell(
    "<bdi>\(data.title(grade.entry.item))</bdi>", meta: "\(cluster(marks))\(comment)",
    trail:
      "<span class=\"grade-points\(isDropped ? " grade-points--dropped" : "")\">\(scene.words("grades.of", .text(shown), .text(possible)))</span>",
    to: there, scene, style: CellStyle(id: "item-" + grade.entry.item.text))
}

private func statistics(_ numbers: GradeStatistics, _ scene: Scene) -> HTML {
  HTML(
    text: scene.words(
      "grades.class", .text(scene.words.number(numbers.mean)), .text(scene.words.number(numbers.low)),
      .text(scene.words.number(numbers.high)), .text(scene.words.number(numbers.count))))
}

extension GradeOutcome {
  var tone: Tone {
    switch self {
    case .missing: .absent
    case .excused: .excused
    case .pending: .info
    default: .neutral
    }
  }
}

/// For staff: another percent in the place of the computed one.
private func overrideForm(_ data: CourseGradePage, _ draft: Draft, _ scene: Scene) -> HTML {
  guard data.access.isStaff else { return "" }
  let path = GradesPaths.course(data.course.id, data.student) + "/override"
  let open = data.grade.periods.map { $0.period }.filter { $0.closedAt == nil }
  let parts: [Field] =
    open.isEmpty
    ? []
    : [
      .select(
        "period", scene.words("grades.override-what"),
        [.init("", scene.words("grades.override-course"))] + open.map { .init($0.id.text, $0.name) }, isRequired: false)
    ]
  let fields: [Field] =
    parts + [
      .points("percent", scene.words("grades.override-percent"), value: data.override?.percent),
      .text("reason", scene.words("grades.reason"), value: data.override?.reason ?? "", max: 300),
      .check("shown", scene.words("grades.override-shown"), isOn: data.override?.isShown ?? false),
    ]
  let remove: HTML =
    data.override == nil
    ? ""
    : postButton(
      scene.words("grades.override-remove"), to: path, scene, fields: [Form.Field("remove", "on")],
      icon: icon("undo", scene))
  return card(
    scene.words("grades.override-title"), id: "override",
    content: "\(form(path, fields, draft, scene, submit: scene.words("grades.save"), scope: "o"))\(remove)")
}
