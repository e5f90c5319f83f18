import Base
import HTML
import Kit
import People
import School

/// What a child was presented, what is planned, and what could be next.
struct ChildPresentationsPage: Sendable {
  var student: Student
  var tree: CurriculumTree
  var standings: [ID<CurriculumNode>: PresentationStanding]
  var plans: [PresentationPlan]
  var next: [PresentationCandidate]
  var today: Day
  var topics: [String] = []
  /// More than one looks at.
  static let mostNext = 12
}

func childPresentationsPage(_ data: ChildPresentationsPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, id) = (scene.words, data.student.id)
  let planned: HTML =
    data.plans.isEmpty
    ? "<p class=\"quiet\">\(words("presentations.nothing-planned"))</p>"
    : list(data.plans.map { planRow($0, data, scene) }, id: "plans", label: words("presentations.plans"))
  let adding = form(
    PresentationsPaths.plans(id),
    [
      .text("title", words("presentations.title"), max: 200),
      .date("day", words("presentations.day"), hint: words("presentations.day-hint"), isRequired: false),
    ], draft, scene, submit: words("presentations.plan"), style: FormStyle(id: "plan"))
  return Page(
    "presentations.child", title: words("presentations.of", .text(data.student.name)), topics: data.topics,
    parent: (data.student.name, StudentsPaths.student(id)),
    body: stack(
      [
        stack([
          sectionTitle(words("presentations.plans")), planned,
          "<details class=\"more\"><summary>\(words("presentations.plan-else"))</summary>\(adding)</details>",
        ]), nextSection(data, scene), areasSection(data, scene),
      ], isLoose: true))
}

/// What is planned: its day, and the ways to say that it was presented, to move it and to drop it.
private func planRow(_ plan: PresentationPlan, _ data: ChildPresentationsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let when: HTML = plan.day.map { day($0, scene) } ?? HTML(text: words("presentations.some-day"))
  let details: HTML = plan.details.isEmpty ? "" : "<span dir=\"auto\">\(plan.details)</span>"
  let path = { (act: String) in PresentationsPaths.plan(plan.id, of: plan.student, act) }
  return cell(
    name(plan.shown(in: data.tree)), meta: dotted([when, details]),
    trail: cluster([
      postButton(
        words("presentations.presented-today"), to: path("completion"), scene, style: ButtonStyle(isSmall: true)),
      postButton(words("presentations.drop"), to: path("deletion"), scene, .ghost, style: ButtonStyle(isSmall: true)),
    ]), to: plan.presentation.map { PresentationsPaths.one(data.tree.resolved($0), of: plan.student) }, scene,
    style: CellStyle(hasChevron: false))
}

private func nextSection(_ data: ChildPresentationsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let shown = data.next.prefix(ChildPresentationsPage.mostNext)
  let rows = shown.map { one -> HTML in
    let why =
      one.after.isEmpty
      ? words("presentations.why-first")
      : words("presentations.why-after", .text(words.list(one.after.map { $0.name })))
    let plan = postButton(
      words("presentations.plan"), to: PresentationsPaths.plans(data.student.id), scene,
      fields: [Form.Field("presentation", one.presentation.id.text)], style: ButtonStyle(isSmall: true))
    return cell(
      name(one.presentation.name), meta: dotted([name(areaName(one.presentation, data.tree)), HTML(text: why)]),
      trail: plan, to: PresentationsPaths.one(one.presentation.id, of: data.student.id), scene,
      style: CellStyle(hasChevron: false))
  }
  let body: HTML =
    rows.isEmpty
    ? "<p class=\"quiet\">\(words(data.tree.nodes.isEmpty ? "presentations.no-curriculum" : "presentations.no-next"))</p>"
    : list(rows, id: "next", label: words("presentations.next"))
  return stack([sectionTitle(words("presentations.next")), body])
}

private func areasSection(_ data: ChildPresentationsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let parts = data.tree.areas.compactMap { area -> HTML? in
    let known = data.tree.outline(of: area.id).compactMap { node in data.standings[node.id].map { (node, $0) } }
    guard !known.isEmpty else { return nil }
    let rows = known.map { node, standing in
      cell(
        name(node.name), meta: standingLine(standing, scene), lead: standingMark(standing, scene),
        to: PresentationsPaths.one(node.id, of: data.student.id), scene)
    }
    return """
      <details class="more"><summary>\(name(area.name)) <span class="quiet">\(words("presentations.count", .count(known.count)))</span></summary>\
      \(list(rows, label: area.name))</details>
      """
  }
  let body: HTML =
    parts.isEmpty ? "<p class=\"quiet\">\(words("presentations.none"))</p>" : "\(each: parts, { $0 })"
  return stack([sectionTitle(words("presentations.so-far")), body])
}

func areaName(_ node: CurriculumNode, _ tree: CurriculumTree) -> String {
  tree.path(of: node.id).dropLast().map { $0.name }.joined(separator: " › ")
}

extension PresentationPlan {
  /// The presentation's name, or the title of what is in no curriculum.
  func shown(in tree: CurriculumTree) -> String {
    presentation.flatMap { tree[tree.resolved($0)] }?.name ?? title
  }
}

/// Its kind and when, as “practised on 3 March”.
func standingLine(_ standing: PresentationStanding, _ scene: Scene) -> HTML {
  // words: presentations.was.*
  let words = scene.words
  let line = words(
    "presentations.was." + standing.latest.kind.rawValue, .text(words.date(standing.latest.day, .medium)))
  return dotted([
    HTML(text: line),
    standing.presented > 1 ? HTML(text: words("presentations.times", .count(standing.presented))) : "",
  ])
}

/// A shape for each kind, deeper with each step, so that no colour is needed; the words beside it say the same.
func standingMark(_ standing: PresentationStanding?, isPlanned: Bool = false, _ scene: Scene) -> HTML {
  let kind = standing?.latest.kind.rawValue ?? (isPlanned ? "planned" : "none")
  return "<span class=\"standing\" data-kind=\"\(kind)\" aria-hidden=\"true\"></span>"
}
