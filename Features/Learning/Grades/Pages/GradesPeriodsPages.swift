import Base
import HTML
import Kit
import School

/// The parts of the year of a course.
struct GradingPeriodsPage: Sendable {
  let course: Course
  let periods: [GradingPeriod]
  /// What of each open one no family sees yet.
  let hidden: [ID<GradingPeriod>: HiddenGrades]
  var topics: [String] = []
}

/// One of them, as its staff change and close it.
struct GradingPeriodPage: Sendable {
  let course: Course
  let period: GradingPeriod
  let hidden: HiddenGrades
  var path: String { GradesPaths.period(course.id, period.id) }
}

func gradingPeriodsPage(_ data: GradingPeriodsPage, _ draft: Draft, _ scene: Scene) -> Page {
  let path = GradesPaths.periods(data.course.id)
  let rows = data.periods.map { periodRow($0, data, scene) }
  let none = emptyState(
    "calendar", scene.words("grades.no-periods"), scene.words("grades.no-periods-text"), scene, isSlot: true)
  let add = form(path, periodFields(nil, scene), draft, scene, submit: scene.words("grades.add-period"))
  return Page(
    "grades.periods", title: scene.words("grades.periods"), topics: data.topics,
    space: courseSpace(data.course, .teacher, current: .grades, scene),
    body: """
      <div class="stack stack--loose">\(rows.isEmpty ? none : list(rows, label: scene.words("grades.periods")))\
      <div class="measure">\(card(scene.words("grades.add-period"), id: "add-period", content: add))</div></div>
      """)
}

private func periodFields(_ period: GradingPeriod?, _ scene: Scene) -> [Field] {
  [
    .text("title", scene.words("grades.period-title"), value: period?.name ?? "", max: 60),
    .date("from", scene.words("grades.from"), value: period?.from),
    .date("until", scene.words("grades.until"), value: period?.until),
    .points(
      "weight", scene.words("grades.weight"), value: period?.weight, hint: scene.words("grades.period-weight-hint"),
      isRequired: false),
  ]
}

private func periodRow(_ period: GradingPeriod, _ data: GradingPeriodsPage, _ scene: Scene) -> HTML {
  let path = GradesPaths.period(data.course.id, period.id)
  let weight: HTML = period.weight.map { badge(percentText($0, scene)) } ?? ""
  let hidden = data.hidden[period.id]?.count ?? 0
  let state: HTML =
    period.closedAt != nil
    ? badge(scene.words("grades.closed"), .neutral, icon: icon("lock", scene, size: .small))
    : hidden == 0 ? "" : badge(scene.words("grades.hidden-count", .count(hidden)), .warning)
  return cell(
    name(period.name),
    meta: "\(scene.words.range(scene.words.date(period.from), scene.words.date(period.until))) \(weight)\(state)",
    to: path,
    scene)
}

func gradingPeriodPage(_ data: GradingPeriodPage, _ draft: Draft, _ scene: Scene) -> Page {
  let isClosed = data.period.closedAt != nil
  let words = scene.words
  let change = form(
    data.path + "/edit", periodFields(data.period, scene), draft["act"] == nil ? draft : Draft(), scene,
    submit: words("grades.save"), scope: "edit")
  let remove = postButton(
    words("grades.remove"), to: data.path, scene, fields: [Form.Field("act", "remove")], .destructive)
  let parts: HTML =
    isClosed
    ? reopening(data, draft, scene)
    : """
    \(card(words("grades.close"), id: "close-period", content: closing(data, draft, scene)))\
    \(card(words("grades.change-period"), id: "change-period", content: change))\
    \(card(words("grades.remove"), id: "remove-period", content: "<p>\(words("grades.remove-period-text"))</p>\(remove)"))
    """
  return Page(
    "grades.period", title: data.period.name,
    parent: (words("grades.periods"), GradesPaths.periods(data.course.id)),
    space: courseSpace(data.course, .teacher, current: .grades, scene),
    body: "<div class=\"stack stack--loose measure\">\(parts)</div>")
}

private func reopening(_ data: GradingPeriodPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let reason = Field.text("reason", scene.words("grades.reason"), max: 300)
  return card(
    scene.words("grades.reopen"), id: "reopen-period",
    content: form(
      data.path, scene,
      content: """
        \(errorSummary(draft, [reason], scene))<p>\(scene.words("grades.period-closed-text"))</p>\
        \(hidden([Form.Field("act", "reopen")]))\(field(reason, draft, scene))\
        <div class="form__actions">\(submit(scene.words("grades.reopen")))</div>
        """))
}

// words: grades.hidden.*
/// What closing freezes; where families do not see all of it, somebody decides what becomes of the rest.
private func closing(_ data: GradingPeriodPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let act = Form.Field("act", "close")
  guard data.hidden.count > 0 else {
    return """
      <p>\(words("grades.close-text"))</p>\
      \(form(data.path, scene, content: "\(hidden([act]))<div class=\"form__actions\">\(submit(words("grades.close")))</div>"))
      """
  }
  let choice = Field.cards(
    "hidden", words("grades.hidden-what"),
    ChangeGradingPeriod.Hidden.allCases.map {
      .init($0.rawValue, words("grades.hidden." + $0.rawValue), text: words("grades.hidden." + $0.rawValue + "-text"))
    })
  var lines = data.hidden.columns.map { column -> HTML in
    let path = GradesPaths.column(data.course.id, column.item)
    let count = words("grades.hidden-count", .count(column.count))
    return "<li><a href=\"\(url: path)\"><bdi>\(column.title)</bdi></a> <span class=\"quiet\">\(count)</span></li>"
  }
  if !data.hidden.overrides.isEmpty {
    lines.append("<li>\(words("grades.hidden-overrides", .count(data.hidden.overrides.count)))</li>")
  }
  let seen = Form.Field("seen", String(data.hidden.count))
  return form(
    data.path, scene,
    content: """
      \(errorSummary(draft, [choice], scene))\
      \(banner(HTML(text: words("grades.close-hidden", .count(data.hidden.count))), scene, .warning))\
      <ul>\(each: lines, { $0 })</ul>\(hidden([act, seen]))\(field(choice, draft, scene))\
      <div class="form__actions">\(submit(words("grades.close")))</div>
      """)
}
