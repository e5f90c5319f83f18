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
  /// The last scores in percent, oldest first.
  var history: [(item: ID<GradeItem>, percent: Ratio)] = []
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
      <div class="stack stack--loose">\(columns([courseGradeBody(data, scene)], side: courseGradeSide(data, draft, scene)))\
      \(overrideForm(data, draft, scene))\(standingForm(data, draft, scene))</div>
      """)
}

/// What there is to read first: the grade, how far it can still go, why, and the work it is made of.
func courseGradeBody(_ data: CourseGradePage, _ scene: Scene) -> HTML {
  """
  <div class="stack" id="course-grade-\(data.course.id.text)-\(data.student.text)">\(courseGradeHead(data, scene))\
  \(explanation(data, scene))\(gradedWork(data, scene))</div>
  """
}

/// What it is made of, and what could still come of it.
private func courseGradeSide(_ data: CourseGradePage, _ draft: Draft, _ scene: Scene) -> [HTML] {
  let bars = categoryBars(data.grade, scene)
  let made = bars.isEmpty ? "" as HTML : card(scene.words("grades.made-of"), id: "made-of", content: bars)
  return [made, periodGrades(data, scene), whatIf(data, draft, scene)].filter { !$0.isEmpty }
}

private func periodGrades(_ data: CourseGradePage, _ scene: Scene) -> HTML {
  guard !data.grade.periods.isEmpty else { return "" }
  let tiles = data.grade.periods.map {
    Stat(
      $0.period.name + ($0.period.closedAt == nil ? "" : " · " + scene.words("grades.closed")),
      totalShareText($0.total, places: $0.places(data.grade.policy), isOverridden: $0.override != nil, scene))
  }
  // Only the staff know what it would be without.
  let given = data.grade.periods.filter { data.access.isStaff && $0.override != nil }.map { part -> HTML in
    let computed = scene.words("grades.computed", .text(totalText(part.computed, places: data.places, scene)))
    return "<li><bdi>\(part.period.name)</bdi>: \(computed) \(restorePeriod(part.period, data, scene))</li>"
  }
  let list: HTML = given.isEmpty ? "" : "<ul class=\"quiet\" role=\"list\">\(each: given, { $0 })</ul>"
  return
    "<section class=\"stack stack--tight\">\(sectionTitle(scene.words("grades.periods")))\(stats(tiles))\(list)</section>"
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
    <details class="explanation"><summary class="button">\(icon("info", scene))\(scene.words("grades.why"))</summary>\
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
