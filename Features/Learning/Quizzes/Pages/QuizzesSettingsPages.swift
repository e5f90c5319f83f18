import Base
import HTML
import Kit
import School

/// The settings of a quiz, new or known, for those who make it.
struct QuizSettingsPage: Sendable {
  let course: ID<Course>
  let courseName: String
  /// `nil` is a new one.
  let head: QuizHead?
  let modules: [CourseModule]
  /// Where a new one was begun.
  var module: ID<CourseModule>?
  /// How the school writes numbers, for a new quiz.
  let language: Language
  /// The closed part of the year in which its day lies.
  var closed: ClosedPeriod?
}

func quizSettingsPage(_ data: QuizSettingsPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let fields = settingFields(data, scene)
  let groups = settingGroups(data)
  let drawn = groups.map { group -> HTML in
    let own = fields.filter { group.names.contains($0.name) }
    let closed: HTML = group.title == "when" ? data.closed?.dayBanner(scene) ?? "" : ""
    return card(
      words("quizzes.group-" + group.title),
      content: "<div class=\"stack\">\(closed)\(each: own, { field($0, draft, scene) })</div>")
  }
  let action = data.head.map { QuizzesPaths.of($0.quiz.id, "settings") } ?? QuizzesPaths.all(in: data.course)
  let back = data.head?.path ?? CoursesPaths.course(data.course)
  let whole = form(
    action, scene,
    style: FormStyle(draft: data.head == nil ? "quiz-new-" + data.course.text : nil, classes: "stack measure"),
    content: """
      \(errorSummary(draft, fields, scene))\(each: drawn, { $0 })<div class="form__actions">\
      \(submit(words(data.head == nil ? "quizzes.create" : "quizzes.save")))\(linkButton(words("quizzes.cancel"), to: back, .ghost))</div>
      """)
  let top: HTML = data.head.map { quizTabs($0, .settings, scene) } ?? ""
  return Page(
    "quizzes.settings", title: data.head?.item.title ?? words("quizzes.new"),
    parent: data.head?.parent ?? (data.courseName, CoursesPaths.course(data.course)), body: "\(top)\(whole)")
}
// words: quizzes.group-*

private func settingGroups(_ data: QuizSettingsPage) -> [(title: String, names: [String])] {
  [
    ("what", ["title", "about", "module", "language"]),
    ("when", ["opensDay", "opensTime", "dueDay", "dueTime", "closesDay", "closesTime", "minutes"]),
    ("attempts", ["attempts", "counting", "passing"]),
    ("points", ["points", "partial"]),
    ("look", ["layout", "shufflesQuestions", "shufflesOptions", "showing", "showsMarks"]),
  ]
}

private func settingFields(_ data: QuizSettingsPage, _ scene: Scene) -> [Field] {
  whatFields(data, scene) + whenFields(data, scene) + countFields(data, scene) + lookFields(data, scene)
}

private func whatFields(_ data: QuizSettingsPage, _ scene: Scene) -> [Field] {
  let (quiz, words) = (data.head?.quiz, scene.words)
  var fields: [Field] = [
    .text("title", words("quizzes.title"), value: data.head?.item.title ?? "", max: 160),
    .area("about", words("quizzes.about"), value: quiz?.about ?? "", hint: words("quizzes.about.hint"), max: 4000),
    .select(
      "language", words("quizzes.language"), Language.allCases.map { .init($0.rawValue, $0.ownName) },
      value: (quiz?.language ?? data.language).rawValue, hint: words("quizzes.language.hint")),
  ]
  if !data.modules.isEmpty {
    fields.append(
      .select(
        "module", words("quizzes.module"), data.modules.map { .init($0.id.text, $0.title) },
        value: (data.head.map { $0.item.module } ?? data.module)?.text ?? "", isRequired: false,
        empty: words("quizzes.no-module")))
  }
  return fields
}

/// A day and a time of it, as `FormReader.moment` reads them.
func quizMoment(_ name: String, _ label: String, _ instant: Instant?, _ scene: Scene, hint: String? = nil)
  -> [Field]
{
  let moment = instant.map { LocalMoment($0, in: scene.zone) }
  return [
    .date(name + "Day", label, value: moment?.day, hint: scene.schoolClock(hint), isRequired: false),
    .time(
      name + "Time", scene.words("quizzes.time-of", .text(label)), minute: moment?.minute, isRequired: false),
  ]
}

private func whenFields(_ data: QuizSettingsPage, _ scene: Scene) -> [Field] {
  let (quiz, words) = (data.head?.quiz, scene.words)
  return quizMoment("opens", words("quizzes.opens"), quiz?.opensAt, scene)
    + quizMoment("due", words("quizzes.due"), data.head?.item.dueAt, scene, hint: words("quizzes.due.hint"))
    + quizMoment("closes", words("quizzes.closes"), quiz?.closesAt, scene, hint: words("quizzes.closes.hint")) + [
      .select(
        "minutes", words("quizzes.minutes"),
        Quiz.limits.map { .init(String($0), words("quizzes.minutes-count", .count($0))) },
        value: quiz?.minutes.map { String($0) } ?? "", isRequired: false, empty: words("quizzes.no-limit"))
    ]
}

private func countFields(_ data: QuizSettingsPage, _ scene: Scene) -> [Field] {
  let (quiz, words) = (data.head?.quiz, scene.words)
  return [
    .select(
      "attempts", words("quizzes.attempts"),
      Quiz.tries.map { .init(String($0), words("quizzes.attempts-count", .count($0))) },
      value: data.head == nil ? "1" : quiz?.attempts.map { String($0) } ?? "", isRequired: false,
      empty: words("quizzes.unlimited")),
    .select(
      "counting", words("quizzes.counting"),
      Quiz.Counting.allCases.map { .init($0.rawValue, words("quizzes.counting." + $0.rawValue)) },
      value: (quiz?.counting ?? .highest).rawValue),
    quizDecimal(
      "passing", words("quizzes.passing"), quiz?.passing, hint: words("quizzes.passing.hint"), isRequired: false),
    quizDecimal(
      "points", words("quizzes.default-points"), quiz?.points ?? Quiz.usualPoints,
      hint: words("quizzes.default-points.hint")),
    .cards(
      "partial", words("quizzes.partial"),
      PartialCredit.allCases.map {
        .init(
          $0.rawValue, words("quizzes.partial." + $0.rawValue), text: words("quizzes.partial." + $0.rawValue + ".text"))
      }, value: (quiz?.partial ?? .rightMinusWrong).rawValue),
  ]
}

private func lookFields(_ data: QuizSettingsPage, _ scene: Scene) -> [Field] {
  let (quiz, words) = (data.head?.quiz, scene.words)
  return [
    .cards(
      "layout", words("quizzes.layout"),
      Quiz.Layout.allCases.map { .init($0.rawValue, words("quizzes.layout." + $0.rawValue)) },
      value: (quiz?.layout ?? .all).rawValue),
    .check("shufflesQuestions", words("quizzes.shuffles-questions"), isOn: quiz?.shufflesQuestions ?? false),
    .check("shufflesOptions", words("quizzes.shuffles-options"), isOn: quiz?.shufflesOptions ?? false),
    .cards(
      "showing", words("quizzes.showing"),
      Quiz.Showing.allCases.map {
        .init(
          $0.rawValue, words("quizzes.showing." + $0.rawValue), text: words("quizzes.showing." + $0.rawValue + ".text"))
      }, value: (quiz?.showing ?? .atOnce).rawValue),
    .check(
      "showsMarks", words("quizzes.shows-marks"), isOn: quiz?.showsMarks ?? true,
      hint: words("quizzes.shows-marks.hint")),
  ]
}
