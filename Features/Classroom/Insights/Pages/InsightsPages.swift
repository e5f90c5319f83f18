import Base
import HTML
package import Kit
import People
package import School

/// What the rules propose for a child.
package struct InsightsPage: Sendable {
  var student: Student
  var insights: [Insight]
  /// Whether a service outside may be asked to explain them.
  var mayAsk = false
  /// What came of asking, just now, and what it said.
  package var outside: OutsideOutcome?
  package var explanation: String?
  package var topics: [String] = []
}

package func insightsPage(_ data: InsightsPage, _ scene: Scene) -> Page {
  let words = scene.words
  let rows = data.insights.map { insightCard($0, data.student, scene) }
  let some: HTML =
    rows.isEmpty ? nothingLeft(words("insights.none"), words("insights.none-text"), scene) : stack(rows)
  return Page(
    "insights.insights", title: words("insights.of", .text(data.student.name)), topics: data.topics,
    parent: (data.student.name, StudentsPaths.student(data.student.id)),
    body: stack(
      ["<p class=\"quiet\">\(words("insights.text"))</p>", outsideBanner(data.outside, .insights, scene)]
        + explained(data, scene) + [some], isLoose: true))
}

/// What a service outside said of them, or the way to ask it.
private func explained(_ data: InsightsPage, _ scene: Scene) -> [HTML] {
  if let text = data.explanation {
    return ["<article class=\"card observation\"><p class=\"observation__text\" dir=\"auto\">\(text)</p></article>"]
  }
  guard data.mayAsk, !data.insights.isEmpty else { return [] }
  return [outsideButton(.insights, to: OutsidePaths.explanation(of: data.student.id), scene)]
}

private func insightCard(_ insight: Insight, _ student: Student, _ scene: Scene) -> HTML {
  let (words, path) = (scene.words, InsightsPaths.of(student.id))
  let fields = [Form.Field("proposal", insight.key)]
  let title: HTML =
    insight.presentation.map { node in
      "<a href=\"\(url: PresentationsPaths.one(node.id, of: student.id))\">\(name(node.name))</a>"
    } ?? insight.habit.map { name($0.name) } ?? HTML(text: words("insights.title.observe"))
  let actions = cluster([
    postButton(
      words(insight.makesPlan ? "insights.accept-plan" : "insights.accept-task"), to: path, scene, fields: fields,
      .secondary),
    postButton(words("insights.dismiss"), to: path + "/dismissal", scene, fields: fields, .ghost),
  ])
  return """
    <article class="card stack"><h2 class="card__title">\(title)</h2>\
    <p>\(insightReason(insight, words))</p>\(actions)</article>
    """
}

/// Why it is proposed, in a sentence.
func insightReason(_ insight: Insight, _ words: Words) -> String {
  let since = insight.since.map { words.date($0) } ?? ""
  switch insight.kind {
  case .present: return words("insights.reason.present", .text(since), .text(words.list(insight.after)))
  case .again: return words("insights.reason.again", .text(since))
  case .attention: return words("insights.reason.attention", .text(since))
  case .observe:
    return insight.since == nil ? words("insights.reason.never") : words("insights.reason.observe", .text(since))
  case .habit: return words("insights.reason.habit", .text(since))
  }
}
