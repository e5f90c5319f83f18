import Base
import Exact
import HTML
import Kit
import School

/// “What if?” and “what do I need?”: numbers to play with, of which nothing is kept.
func whatIf(_ data: CourseGradePage, _ draft: Draft, _ scene: Scene) -> HTML {
  let items = data.grade.entries.filter {
    $0.entry.counts && !$0.entry.excused && data.tryable.contains($0.entry.item)
  }
  guard !items.isEmpty else { return "" }
  let inputs = items.map { grade -> HTML in
    let item = grade.entry.item
    let typed = draft["score." + item.text] ?? data.whatIf?.typed.scores[item]?.text ?? ""
    let reason = draft.problem("score." + item.text).map { scene.words($0) }
    let now = grade.points.flatMap { $0.amount() }.map { scene.words.number($0) } ?? ""
    let error: HTML = reason.map { "<span class=\"field__error\">\($0)</span>" } ?? ""
    return """
      <label class="what-if__item"><span><bdi>\(data.title(item))</bdi> \
      <small class="quiet">\(scene.words("grades.out-of", .text(scene.words.number(grade.entry.possible))))</small>\(error)</span>\
      <input name="score.\(item.text)" value="\(typed)" placeholder="\(now)" inputmode="decimal" autocomplete="off" \
      dir="ltr" maxlength="20"\(attribute: "aria-invalid", reason == nil ? nil : "true")></label>
      """
  }
  let goals = data.grade.policy.scale.steps.prefix(6).map { "<option value=\"\($0.letter)\"></option>" as HTML }
  let goal: HTML = """
    <div class="field"><label class="field__label" for="goal">\(scene.words("grades.goal"))</label>\
    <span class="field__hint">\(scene.words("grades.goal-hint"))</span>\
    <input id="goal" name="goal" list="goals" dir="ltr" autocomplete="off" maxlength="20" \
    value="\(draft["goal"] ?? data.whatIf?.typed.goal ?? "")"><datalist id="goals">\(each: goals, { $0 })</datalist>\
    \(draft.problem("goal").map { "<p class=\"field__error\">\(scene.words($0))</p>" as HTML } ?? "")</div>
    """
  return card(
    scene.words("grades.what-if"), id: "what-if",
    content: """
      <p class="quiet">\(scene.words("grades.what-if-text"))</p>\
      \(form(GradesPaths.whatIf(data.course.id, data.student), scene, style: FormStyle(id: "what-if-form", isLive: true, behaviour: .whatIf),
        content: """
          \(goal)<details class="what-if"\(flag: "open", data.whatIf?.typed.scores.isEmpty == false || !draft.problems.isEmpty)>\
          <summary>\(scene.words("grades.try-scores"))</summary><div class="what-if__items">\(each: inputs, { $0 })</div></details>\
          <div class="form__actions">\(submit(scene.words("grades.compute")))</div>
          """))\(whatIfResult(data, scene))
      """)
}

/// What came of it; says of itself that it is not so.
func whatIfResult(_ data: CourseGradePage, _ scene: Scene) -> HTML {
  guard let whatIf = data.whatIf else { return "<div id=\"what-if-result\" role=\"status\"></div>" }
  var lines: [HTML] = []
  if !whatIf.typed.scores.isEmpty {
    lines.append(
      "<p class=\"cluster\">\(gradeMark(whatIf.total, places: data.places, scene, isLarge: true))<span class=\"quiet\">\(scene.words("grades.instead-of", .text(totalShareText(data.grade.current, places: data.places, scene))))</span></p>"
    )
  }
  lines += goalLines(whatIf, data, scene)
  return """
    <div id="what-if-result" role="status" class="stack">\(banner(HTML(text: scene.words("grades.hypothetical-text")), scene, .warning, title: scene.words("grades.hypothetical")))\
    \(each: lines, { $0 })</div>
    """
}

private func goalLines(_ whatIf: CourseGradePage.Prediction, _ data: CourseGradePage, _ scene: Scene) -> [HTML] {
  guard let target = whatIf.typed.target else { return [] }
  let goal = percentText(target, scene)
  if whatIf.needs.isEmpty {
    let isThere = whatIf.total.reaches(target, data.grade.policy)
    return ["<p>\(scene.words(isThere ? "grades.goal-reached" : "grades.goal-no-items", .text(goal)))</p>"]
  }
  var lines: [HTML] = []
  if let rest = whatIf.rest, whatIf.needs.count > 1 {
    let text =
      rest.isReachable
      ? scene.words("grades.need-rest", .text(goal), .text(percentText(rest.points ?? .zero, places: 1, scene)))
      : scene.words("grades.need-rest-not", .text(goal), .text(totalText(rest.most, places: data.places, scene)))
    lines.append("<p><strong>\(text)</strong></p>")
  }
  let rows = whatIf.needs.map { item, need -> HTML in
    let text =
      need.isReachable
      ? scene.words(
        "grades.need", .text(data.title(item)), .text(scene.words.number(need.points ?? .zero)), .text(goal))
      : scene.words(
        "grades.need-not", .text(data.title(item)), .text(goal), .text(totalText(need.most, places: data.places, scene))
      )
    return "<li>\(text)</li>"
  }
  return lines + ["<ul>\(each: rows, { $0 })</ul>"]
}

/// What cannot be computed, and why.
func whatIfProblems(_ problems: [Problem], _ scene: Scene) -> HTML {
  """
  <div id="what-if-result" role="status"><p class="quiet">\(each: problems, { "\(scene.words($0.reason)) " })</p></div>
  """
}

extension Behaviour {
  static let whatIf = Behaviour("whatif", on: "data-what-if")
}
